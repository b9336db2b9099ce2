// The first start on an empty database creates one project and its two keys. The advisory lock lets only one of several
// starting nodes create them.
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { createProject } from './projects.service.ts'

export type Bootstrap = { secretKey: string; publicKey: string }

/** Returns undefined if there already is a project. */
export async function bootstrap(
  db: Db,
  { secretKey, publicKey, now }: { secretKey: string | undefined; publicKey: string | undefined; now: Date },
): Promise<Bootstrap | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lettermill bootstrap'))`.execute(trx)
    if (await trx.selectFrom('projects').select('id').limit(1).executeTakeFirst()) return undefined
    const project = await createProject(trx, { name: 'My project', now, secretKey, publicKey })
    return { secretKey: project.secretKey, publicKey: project.publicKey }
  })
}
