// The first start on an empty database: one project, its two keys, and a link with which the owner makes an
// account. Nodes that start together agree: the advisory lock lets one of them do it, the others find it done.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { createProject } from './projects.service.ts'

const SETUP_LINK_LIFETIME_MS = 3_600_000

export type Bootstrap = { secretKey: string; publicKey: string; setupToken: string }
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
    const setupToken = randomBytes(32).toString('base64url')
    await trx
      .insertInto('setup_tokens')
      .values({
        digest: createHash('sha256').update(setupToken).digest(),
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_LINK_LIFETIME_MS),
      })
      .execute()
    return { secretKey: project.secretKey, publicKey: project.publicKey, setupToken }
  })
}
