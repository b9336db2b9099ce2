// Invitations: a link, valid for a week, that makes its reader a member. The link is shown to the inviting member, and
// emailed if the project can send; only a digest of its token is stored.
import { hash, randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { violatedConstraint } from '../../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { InvitationId, ProjectId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
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
import { checkMayGrant } from './members.service.ts'

const LIFETIME_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

const digestOf = (token: string) => hash('sha256', token, 'buffer')

export const newInvitationToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export type NewInvitation = {
  projectId: ProjectId
  /** In lower case. */
  email: string
  role: Role
  token: string
  /** Role and address of the inviting member. */
  by: Role
  invitedBy: string
  now: Date
}

async function invite(
  db: Db | Trx,
  { projectId, email, role, token, by, invitedBy, now }: NewInvitation,
): Promise<InvitationRow> {
  checkMayGrant(by, role)
  const user = await findUserByEmail(db, { email })
  if (user && (await findMember(db, { projectId, userId: user.id }))) {
    throw new AppError('CONFLICT', {
      message: `${email} is already a member of this project.`,
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
 * Writes the invitation and its email in one transaction, which begins when the email is ready; the invitation is written
 * first. Without an email the invitation is written alone.
 */
export async function inviteByEmail(
  late: LateDb,
  input: NewInvitation & { link: string; emailInvitation: EmailInvitation },
): Promise<{ row: InvitationRow; emailed: boolean }> {
  const { link, emailInvitation, ...invitation } = input
  let row: InvitationRow | undefined
  const withInvitation: LateDb = {
    db: late.db,
    async begin() {
      const db = await late.begin()
      row ??= await invite(db, invitation)
      return db
    },
    async rollback() {
      row = undefined
      await late.rollback()
    },
  }
  const { projectId, email: to, invitedBy } = invitation
  const emailed = await emailInvitation(withInvitation, { projectId, to, link, invitedBy })
  row ??= await invite(await late.begin(), invitation)
  return { row, emailed }
}

const badLink = () =>
  new AppError('FORBIDDEN', {
    message: 'This invitation was revoked or already accepted, or is older than a week.',
    suggestion: 'Ask for a new invitation.',
  })

export type OpenInvitation = { invitation: InvitationRow; user: UserRow | undefined }

/** The invitation of a link, and the account of its address, if any. */
export async function readInvitation(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<OpenInvitation> {
  const invitation = await findInvitation(db, { digest: digestOf(token), now })
  if (!invitation) throw badLink()
  return { invitation, user: await findUserByEmail(db, { email: invitation.email }) }
}

type Acceptance = { password: string; name?: string | undefined; now: Date }

/** Makes the invited person a member, and creates their account if there is none. The caller has checked the password of an existing one. */
export async function acceptInvitation(
  db: Db,
  { invitation, user }: OpenInvitation,
  { password, name, now }: Acceptance,
): Promise<void> {
  const passwordHash = user ? undefined : await hashNewPassword({ password, name })
  const write = async (trx: Trx) => {
    const { project_id: projectId, id: invitationId, email, role } = invitation
    // Only one of several concurrent requests deletes it.
    if (!(await deleteInvitation(trx, { projectId, invitationId }))) throw badLink()
    const member =
      user ??
      (await createUser(trx, {
        email,
        name: name ?? '',
        ...(passwordHash !== undefined && { passwordHash }),
        isOperator: false,
        isAddressVerified: false,
        now,
      }))
    if (await findMember(trx, { projectId, userId: member.id })) return
    await insertMembers(trx, [{ project_id: projectId, user_id: member.id, role, created_at: now }])
  }
  try {
    await inTransaction(db, write)
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email') throw error
    throw new AppError('CONFLICT', {
      message: 'Another invitation has just created an account for this address.',
      suggestion: 'Open the link again, and enter the password of that account.',
      cause: error,
    })
  }
}

/** `email` in lower case. */
export const hasOpenInvitation = async (db: Db, query: { email: string; now: Date }): Promise<boolean> =>
  (await listInvitationsOf(db, query)).length > 0

/** For a user whose address is verified, so that no link is needed. */
export async function acceptOpenInvitations(
  trx: Trx,
  { email, userId, now }: { email: string; userId: UserId; now: Date },
): Promise<void> {
  for (const { project_id: projectId, id: invitationId, role } of await listInvitationsOf(trx, {
    email,
    now,
  })) {
    const isAlreadyAccepted = !(await deleteInvitation(trx, { projectId, invitationId }))
    if (isAlreadyAccepted || (await findMember(trx, { projectId, userId }))) continue
    await insertMembers(trx, [{ project_id: projectId, user_id: userId, role, created_at: now }])
  }
}

async function hashNewPassword({ password, name }: Omit<Acceptance, 'now'>): Promise<string> {
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
