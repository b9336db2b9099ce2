import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { UserId } from '../../platform/ids.ts'
import { insertCredential, insertUser, updatePassword } from './users.queries.ts'
import type { UserRow } from './users.queries.ts'

/** Without `passwordHash`: somebody who signs in with a provider. */
export type NewUser = { email: string; name: string; passwordHash?: string; isOperator: boolean; now: Date }

/** A person, as the sign-in library expects to find them. */
export async function createUser(
  trx: Trx,
  { email, name, passwordHash, isOperator, now }: NewUser,
): Promise<UserRow> {
  const id = newId<UserId>(now)
  const user = await insertUser(trx, {
    id,
    email: email.toLowerCase(),
    // The set-up link and an invitation both reached the right person, and a provider vouches for the address.
    email_verified: true,
    name,
    is_operator: isOperator,
    created_at: now,
    updated_at: now,
  })
  if (passwordHash !== undefined) await givePassword(trx, { userId: id, passwordHash, now })
  return user
}

type Password = { userId: UserId; passwordHash: string; now: Date }

/** Sets or replaces the password of an account. */
export async function givePassword(trx: Trx, { userId, passwordHash, now }: Password): Promise<void> {
  if (await updatePassword(trx, { userId, passwordHash, now })) return
  await insertCredential(trx, {
    id: newId(now),
    user_id: userId,
    account_id: userId,
    provider_id: 'credential',
    password: passwordHash,
    created_at: now,
    updated_at: now,
  })
}
