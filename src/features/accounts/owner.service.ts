// The first account of an installation, which owns its projects: created at the start from ADMIN_EMAIL and ADMIN_PASSWORD, or
// with the set-up link that each start prints until there is an account. Nothing else creates one.
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import {
  createSetupToken,
  findSetupToken,
  listProjects,
  moveFromUtc,
  useSetupToken,
} from '../projects/index.ts'
import { insertMembers } from './members/members.queries.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { findUser, hasUsers } from './users.queries.ts'
import type { UserRow } from './users.queries.ts'
import { createUser } from './users.service.ts'

type Owner = { email: string; name: string; password: string }

/**
 * Creates the owner if the settings name one, at the start of a node that serves the dashboard.
 * @returns the token of a new set-up link if there is still no account
 */
export async function prepareOwner(
  db: Db,
  { config, now }: { config: Config; now: Date },
): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email === undefined || password === undefined) return createSetupToken(db, { now })
  const owner = { email, password, name: email.slice(0, email.indexOf('@')) }
  const passwordHash = await hashPassword(owner.password)
  // Only one of several starting nodes creates the owner.
  await inTransaction(db, async (trx) => {
    if (await isFirst(trx)) await insertOwner(trx, { owner, passwordHash, now })
  })
  return undefined
}

export type Setup = Owner & { token: string; timezone?: string | undefined }

export async function setUpOwner(
  db: Db | Trx,
  { token, timezone, ...owner }: Setup,
  now: Date,
): Promise<UserRow> {
  // Checked before hashing the password, which is expensive.
  if (!(await findSetupToken(db, { token, now }))) throw badLink()
  const passwordHash = await hashPassword(owner.password)
  return inTransaction(db, async (trx) => {
    if (!(await isFirst(trx))) {
      throw new AppError('INVALID_STATE', {
        message: 'This installation already has an owner.',
        suggestion: 'Sign in, or ask the owner for an invitation.',
      })
    }
    if (!(await useSetupToken(trx, { token, now }))) throw badLink()
    if (timezone !== undefined) await moveFromUtc(trx, { timezone, now })
    return insertOwner(trx, { owner, passwordHash, now })
  })
}

const badLink = () =>
  new AppError('FORBIDDEN', {
    message: 'This set-up link is wrong, was already used, or is older than an hour.',
    suggestion: 'Restart Lettermill: each start prints a new link until there is an account.',
  })

/** The owner of this installation. @throws AppError with the refusal for everybody else */
export async function requireOperator(
  db: Db | Trx,
  user: { id: UserId } | undefined,
  refusal: { message: string; suggestion: string },
): Promise<UserRow> {
  const found = user && (await findUser(db, { userId: user.id }))
  if (!found?.is_operator) throw new AppError('FORBIDDEN', refusal)
  return found
}

/** Whether there is no account yet. Concurrent callers wait for the end of this transaction. */
async function isFirst(trx: Trx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('lettermill owner'))`.execute(trx)
  return !(await hasUsers(trx))
}

async function insertOwner(
  trx: Trx,
  { owner, passwordHash, now }: { owner: Owner; passwordHash: string; now: Date },
): Promise<UserRow> {
  const user = await createUser(trx, {
    ...owner,
    passwordHash,
    isOperator: true,
    isAddressVerified: true,
    now,
  })
  const projects = await listProjects(trx)
  await insertMembers(
    trx,
    projects.map(({ id }) => ({ project_id: id, user_id: user.id, role: 'owner', created_at: now })),
  )
  return user
}
