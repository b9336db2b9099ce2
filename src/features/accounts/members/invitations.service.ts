// Invitations: a link that makes its reader a member, for a week. The link is shown to whoever invites and sent by email
// where the project can send; only a digest of its token is kept.
import { hash, randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import { brokenConstraint } from '../../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { InvitationId, ProjectId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/member-role.schema.ts'
import { NewPassword } from '../sign-in/auth.schema.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { findUserByEmail } from '../users.queries.ts'
import type { UserRow } from '../users.queries.ts'
import { createUser } from '../users.service.ts'
import { deleteInvitation, findInvitation, replaceInvitation } from './invitations.queries.ts'
import type { InvitationRow } from './invitations.queries.ts'
import { findMember, insertMembers } from './members.queries.ts'
import { checkMayGive } from './members.service.ts'

const LIFETIME_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

const digestOf = (token: string) => hash('sha256', token, 'buffer')

type NewInvitation = {
  projectId: ProjectId
  email: string
  role: Role
  /** Whoever invites: their role and their address. */
  by: Role
  invitedBy: string
  now: Date
}

export async function invite(
  db: Db | Trx,
  { projectId, email, role, by, invitedBy, now }: NewInvitation,
): Promise<{ row: InvitationRow; token: string }> {
  checkMayGive(by, role)
  const address = email.toLowerCase()
  const user = await findUserByEmail(db, { email: address })
  if (user && (await findMember(db, { projectId, userId: user.id }))) {
    throw new AppError('CONFLICT', {
      message: `${address} is a member of this project already.`,
      suggestion: 'Change the role of the member instead: PATCH /members/{id}.',
    })
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await replaceInvitation(db, {
    project_id: projectId,
    id: newId<InvitationId>(now),
    email: address,
    role,
    token_digest: digestOf(token),
    invited_by: invitedBy,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })
  return { row, token }
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
        passwordHash: passwordHash ?? '',
        isOperator: false,
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
