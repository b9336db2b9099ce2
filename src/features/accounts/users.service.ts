import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { UserId } from '../../platform/ids.ts'
import { insertCredential, insertUser } from './users.queries.ts'
import type { UserRow } from './users.queries.ts'

export type NewUser = { email: string; name: string; passwordHash: string; isOperator: boolean; now: Date }

/** A person with a password, as the sign-in library expects to find them. */
export async function createUser(
  trx: Trx,
  { email, name, passwordHash, isOperator, now }: NewUser,
): Promise<UserRow> {
  const id = newId<UserId>(now)
  const times = { created_at: now, updated_at: now }
  const user = await insertUser(trx, {
    id,
    email: email.toLowerCase(),
    // The set-up link and an invitation both reached the right person.
    email_verified: true,
    name,
    is_operator: isOperator,
    ...times,
  })
  await insertCredential(trx, {
    id: newId(now),
    user_id: id,
    account_id: id,
    provider_id: 'credential',
    password: passwordHash,
    ...times,
  })
  return user
}
