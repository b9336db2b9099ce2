// Invitations: a link that makes its reader a member, for a week. The link is shown to whoever invites and sent by email
// where the project can send; only a digest of its token is kept.
import { hash, randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { brokenConstraint } from '../../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { InvitationId, ProjectId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.schema.ts'
import { NewPassword } from '../sign-in/auth.schema.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { findUserByEmail } from '../users.queries.ts'
import type { UserRow } from '../users.queries.ts'
import { createUser } from '../users.service.ts'
import {
  deleteInvitation,
  findInvitation,
  listInvitationsOf,
  replaceInvitation,
} from './invitations.queries.ts'
import type { InvitationRow } from './invitations.queries.ts'
import { findMember, insertMembers } from './members.queries.ts'
import { checkMayGive } from './members.service.ts'

const LIFETIME_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

const digestOf = (token: string) => hash('sha256', token, 'buffer')

/** What the link of an invitation ends with. */
export const newInvitationToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export type NewInvitation = {
  projectId: ProjectId
  /** In lower case. */
  email: string
  role: Role
  token: string
  /** Whoever invites: their role and their address. */
  by: Role
  invitedBy: string
  now: Date
}

async function invite(
  db: Db | Trx,
  { projectId, email, role, token, by, invitedBy, now }: NewInvitation,
): Promise<InvitationRow> {
  checkMayGive(by, role)
  const user = await findUserByEmail(db, { email })
  if (user && (await findMember(db, { projectId, userId: user.id }))) {
    throw new AppError('CONFLICT', {
      message: `${email} is a member of this project already.`,
      suggestion: 'Change the role of the member instead: PATCH /members/{id}.',
    })
  }
  return replaceInvitation(db, {
    project_id: projectId,
    id: newId<InvitationId>(now),
    email,
    role,
    token_digest: digestOf(token),
    invited_by: invitedBy,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })
}

/** Sends the link to the invited address if the project can send. @returns whether it did */
export type EmailInvitation = (
  late: LateDb,
  invitation: { projectId: ProjectId; to: string; link: string; invitedBy: string },
) => Promise<boolean>

/**
 * Invites somebody and sends them the link, in one transaction: it begins when the email is ready, and the invitation is the
 * first that is written in it. If there is no email, the invitation is written alone.
 */
export async function inviteByEmail(
  late: LateDb,
  { link, emailInvitation, ...given }: NewInvitation & { link: string; emailInvitation: EmailInvitation },
): Promise<{ row: InvitationRow; emailed: boolean }> {
  let row: InvitationRow | undefined
  const withInvitation: LateDb = {
    db: late.db,
    async begin() {
      const db = await late.begin()
      row ??= await invite(db, given)
      return db
    },
    async giveUp() {
      row = undefined
      await late.giveUp()
    },
  }
  const { projectId, email: to, invitedBy } = given
  const emailed = await emailInvitation(withInvitation, { projectId, to, link, invitedBy })
  row ??= await invite(await late.begin(), given)
  return { row, emailed }
}

const badLink = () =>
  new AppError('FORBIDDEN', {
    message: 'This invitation was revoked or accepted already, or is older than a week.',
    suggestion: 'Ask for a new invitation.',
  })

export type OpenInvitation = { invitation: InvitationRow; user: UserRow | undefined }

/** The invitation behind a link, and the account that its address has already. */
export async function readInvitation(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<OpenInvitation> {
  const invitation = await findInvitation(db, { digest: digestOf(token), now })
  if (!invitation) throw badLink()
  return { invitation, user: await findUserByEmail(db, { email: invitation.email }) }
}

type Acceptance = { password: string; name?: string | undefined; now: Date }

/** Makes the invited person a member, and their account if there is none. Whoever has one has proved the password before. */
export async function acceptInvitation(
  db: Db,
  { invitation, user }: OpenInvitation,
  { password, name, now }: Acceptance,
): Promise<void> {
  const passwordHash = user ? undefined : await hashNew({ password, name })
  const write = async (trx: Trx) => {
    const { project_id: projectId, id: invitationId, email, role } = invitation
    // Deleting it is what lets one of several through.
    if (!(await deleteInvitation(trx, { projectId, invitationId }))) throw badLink()
    const member =
      user ??
      (await createUser(trx, {
        email,
        name: name ?? '',
        ...(passwordHash !== undefined && { passwordHash }),
        isOperator: false,
        isAddressProven: false,
        now,
      }))
    if (await findMember(trx, { projectId, userId: member.id })) return
    await insertMembers(trx, [{ project_id: projectId, user_id: member.id, role, created_at: now }])
  }
  try {
    await inTransaction(db, write)
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email') throw error
    throw new AppError('CONFLICT', {
      message: 'This address got an account just now, by another invitation.',
      suggestion: 'Open the link again, and give the password of that account.',
      cause: error,
    })
  }
}

/** `email` in lower case. */
export const hasOpenInvitation = async (db: Db, asked: { email: string; now: Date }): Promise<boolean> =>
  (await listInvitationsOf(db, asked)).length > 0

/** For a person whose address is proved, so that no link is needed. */
export async function acceptOpenInvitations(
  trx: Trx,
  { email, userId, now }: { email: string; userId: UserId; now: Date },
): Promise<void> {
  for (const { project_id: projectId, id: invitationId, role } of await listInvitationsOf(trx, {
    email,
    now,
  })) {
    const isTaken = !(await deleteInvitation(trx, { projectId, invitationId }))
    if (isTaken || (await findMember(trx, { projectId, userId }))) continue
    await insertMembers(trx, [{ project_id: projectId, user_id: userId, role, created_at: now }])
  }
}

async function hashNew({ password, name }: Omit<Acceptance, 'now'>): Promise<string> {
  if (name === undefined) {
    throw invalidFields({ field: 'name', message: 'is required', code: 'required' })
  }
  const checked = NewPassword.safeParse(password)
  if (!checked.success) {
    const message = checked.error.issues[0]?.message ?? 'is invalid'
    throw invalidFields({ field: 'password', message, code: 'too_small' })
  }
  return hashPassword(password)
}
