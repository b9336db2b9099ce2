import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteSessionsOf, deleteTwoFactor } from './sign-in/sessions.queries.ts'
import { deletePassword, insertCredential, insertUser, markProven, updatePassword } from './users.queries.ts'
import type { UserRow } from './users.queries.ts'

/** Without `passwordHash`: somebody who signs in with a provider. */
export type NewUser = {
  email: string
  name: string
  passwordHash?: string
  isOperator: boolean
  /** False for an invitation: its link is shown to whoever invites, who may have opened it. */
  isAddressProven: boolean
  now: Date
}

/** A person, as the sign-in library expects to find them. */
export async function createUser(
  trx: Trx,
  { email, name, passwordHash, isOperator, isAddressProven, now }: NewUser,
): Promise<UserRow> {
  const id = newId<UserId>(now)
  const user = await insertUser(trx, {
    id,
    email: email.toLowerCase(),
    email_verified: isAddressProven,
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

/**
 * For an address that a provider vouches for. Until then anybody may have set the password of the account: password, second
 * factor and sessions are removed, in this order, so that a sign-in which is under way finds no password or loses its session.
 * @returns whether the address was unproven so far
 */
export async function proveAddress(
  trx: Trx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<boolean> {
  if (!(await markProven(trx, { userId, now }))) return false
  await deletePassword(trx, { userId })
  await deleteTwoFactor(trx, { userId })
  await deleteSessionsOf(trx, { userId })
  return true
}
