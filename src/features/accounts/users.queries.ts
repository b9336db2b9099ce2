import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Credentials, Users } from '../../platform/db/tables.ts'
import type { UserId } from '../../platform/ids.ts'

export type UserRow = Selectable<Users>

export async function findUser(db: Db | Trx, { userId }: { userId: UserId }): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

export async function lockUser(trx: Trx, { userId }: { userId: UserId }): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** `email` in lower case. */
export async function findUserByEmail(
  db: Db | Trx,
  { email }: { email: string },
): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findUserByCredential(
  db: Db | Trx,
  { providerId, accountId }: { providerId: string; accountId: string },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users as u')
    .innerJoin('credentials as c', 'c.user_id', 'u.id')
    .selectAll('u')
    .where('c.provider_id', '=', providerId)
    .where('c.account_id', '=', accountId)
    .executeTakeFirst()
}

type CredentialRef = { userId: UserId; providerId: string }

const credentialOf = (db: Db | Trx, { userId, providerId }: CredentialRef) =>
  db
    .selectFrom('credentials')
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)

export const hasCredential = async (db: Db | Trx, ref: CredentialRef): Promise<boolean> =>
  (await credentialOf(db, ref).executeTakeFirst()) !== undefined

export async function hasUsers(db: Db | Trx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertUser(trx: Trx, row: Insertable<Users>): Promise<UserRow> {
  return trx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateUserName(
  trx: Trx,
  { userId, name, now }: { userId: UserId; name: string; now: Date },
): Promise<void> {
  await trx.updateTable('users').set({ name, updated_at: now }).where('id', '=', userId).execute()
}

export async function insertCredential(trx: Trx, row: Insertable<Credentials>): Promise<void> {
  await trx.insertInto('credentials').values(row).execute()
}

/** Oldest first. Only for the operator's command line. */
export async function listUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

/** Returns false if the account has no password, because the user signs in with a provider. */
export async function updatePassword(
  trx: Trx,
  { userId, passwordHash, now }: { userId: UserId; passwordHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Waits for a sign-in with this password that has not committed yet (lockPassword). */
export async function deletePassword(trx: Trx, { userId }: { userId: UserId }): Promise<void> {
  await trx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
}

/** Locks the password until the end of the transaction. @returns when it was set; undefined if there is none */
export async function lockPassword(trx: Trx, { userId }: { userId: UserId }): Promise<Date | undefined> {
  const password = credentialOf(trx, { userId, providerId: 'credential' })
  return (await password.forShare().executeTakeFirst())?.updated_at
}

/** When the password of an account was set. `email` in lower case. */
export async function findPasswordTime(db: Db, { email }: { email: string }): Promise<Date | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('credentials as c', 'c.user_id', 'u.id')
    .select('c.updated_at')
    .where('u.email', '=', email)
    .where('c.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.updated_at
}

/** Returns false if the address was verified before. */
export async function markAddressVerified(
  trx: Trx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
