import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { UserId } from '../../platform/ids.ts'
import { deletePasswordResetsOf } from './password-reset/password-reset.queries.ts'
import { clearFailures } from './sign-in/lockout.service.ts'
import { deleteSessionsOf, deleteTwoFactor, deleteVerificationsOf } from './sign-in/sessions.queries.ts'
import {
  deletePassword,
  insertCredential,
  insertUser,
  markAddressVerified,
  updatePassword,
} from './users.queries.ts'
import type { UserRow } from './users.queries.ts'

/** Without `passwordHash` the user signs in with a provider. */
export type NewUser = {
  email: string
  name: string
  passwordHash?: string
  isOperator: boolean
  /** False for an invitation: the inviting member sees its link, and may have opened it. */
  isAddressVerified: boolean
  now: Date
}

/** Inserts a user as the sign-in library expects it. */
export async function createUser(
  trx: Trx,
  { email, name, passwordHash, isOperator, isAddressVerified, now }: NewUser,
): Promise<UserRow> {
  const id = newId<UserId>(now)
  const user = await insertUser(trx, {
    id,
    email: email.toLowerCase(),
    email_verified: isAddressVerified,
    name,
    is_operator: isOperator,
    created_at: now,
    updated_at: now,
  })
  if (passwordHash !== undefined) await setPassword(trx, { userId: id, passwordHash, now })
  return user
}

type SetPasswordInput = { userId: UserId; passwordHash: string; now: Date }

export async function setPassword(trx: Trx, { userId, passwordHash, now }: SetPasswordInput): Promise<void> {
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

/** Sets a new password, and ends sessions, trusted browsers, and the sign-ins and resets under way. */
export async function replacePassword(
  trx: Trx,
  { user, passwordHash, now }: { user: { id: UserId; email: string }; passwordHash: string; now: Date },
): Promise<void> {
  const userId = user.id
  await setPassword(trx, { userId, passwordHash, now })
  await deleteSessionsOf(trx, { userId })
  await deleteVerificationsOf(trx, { userId })
  await deletePasswordResetsOf(trx, { userId })
  await clearFailures(trx, user.email)
}

/**
 * For an address that a provider has verified. Until then anyone may have set the password of the account: password, second
 * factor and sessions are deleted, in this order, so that a concurrent sign-in finds no password or loses its session.
 * @returns false if the address was verified before
 */
export async function verifyAddress(
  trx: Trx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<boolean> {
  if (!(await markAddressVerified(trx, { userId, now }))) return false
  await deletePassword(trx, { userId })
  await deleteTwoFactor(trx, { userId })
  await deleteSessionsOf(trx, { userId })
  await deletePasswordResetsOf(trx, { userId })
  return true
}
