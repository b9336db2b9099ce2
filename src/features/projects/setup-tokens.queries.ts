import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { SetupTokens } from '../../platform/db/tables.ts'

type TokenQuery = { digest: Buffer; now: Date }

export async function insertSetupToken(db: Db | Trx, row: Insertable<SetupTokens>): Promise<void> {
  await db.insertInto('setup_tokens').values(row).execute()
}

export async function findSetupTokenRow(db: Db | Trx, { digest, now }: TokenQuery): Promise<boolean> {
  const row = await db
    .selectFrom('setup_tokens')
    .select('digest')
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if there is no such valid token. */
export async function markSetupToken(trx: Trx, { digest, now }: TokenQuery): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('setup_tokens')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteOldSetupTokens(db: Db | Trx, now: Date): Promise<void> {
  await db.deleteFrom('setup_tokens').where('expires_at', '<', now).execute()
}
