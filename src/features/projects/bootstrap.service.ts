// The first start on an empty database: one project and its two keys. Nodes that start together agree: the advisory lock
// lets one of them do it, the others find it done.
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { createProject } from './projects.service.ts'

export type Bootstrap = { secretKey: string; publicKey: string }
type Given = { secretKey: string | undefined; publicKey: string | undefined; now: Date }

/** Undefined when there is a project already. */
export async function bootstrap(
  db: Db,
  { secretKey, publicKey, now }: Given,
): Promise<Bootstrap | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lettermill bootstrap'))`.execute(trx)
    if (await trx.selectFrom('projects').select('id').limit(1).executeTakeFirst()) return undefined
    const project = await createProject(trx, { name: 'My project', now, secretKey, publicKey })
    return { secretKey: project.secretKey, publicKey: project.publicKey }
  })
}
