// Used by the operator for a user who has lost the password or the second factor.
import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { deleteTwoFactor } from './sign-in/sessions.queries.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { findUserByEmail } from './users.queries.ts'
import { replacePassword } from './users.service.ts'

// 18 bytes are 24 characters, twice the minimum length.
const PASSWORD_BYTES = 18

/**
 * Sets a random password, and deletes sessions, second factor and counts of wrong passwords of the account.
 * @returns the password; undefined if there is no such account
 */
export async function resetPassword(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<string | undefined> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const passwordHash = await hashPassword(password)
  const address = email.toLowerCase()
  return inTransaction(db, async (trx) => {
    const user = await findUserByEmail(trx, { email: address })
    if (!user) return undefined
    await replacePassword(trx, { user, passwordHash, now })
    await deleteTwoFactor(trx, { userId: user.id })
    return password
  })
}
