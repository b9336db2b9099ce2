import type { Config } from '../../platform/config.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId, UserId } from '../../platform/ids.ts'
import type { Role } from '../../platform/access/member-role.values.ts'
import { createProject } from '../projects/index.ts'
import type { CreatedProject } from '../projects/index.ts'
import { recordForUser } from './audit/audit.service.ts'
import { setAlertEmails } from './members/alert-recipients.queries.ts'
import { insertMembers, listMembershipsOf } from './members/members.queries.ts'
import type { MembershipRow } from './members/members.queries.ts'
import { requireOperator } from './owner.service.ts'
import { findUser, updateUserName } from './users.queries.ts'

/** The signed-in user, as the dashboard shows it. */
export async function readAccount(db: Db, { userId, config }: { userId: UserId; config: Config }) {
  const user = await findUser(db, { userId })
  if (!user) throw new AppError('UNAUTHORIZED')
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      twoFactorEnabled: user.two_factor_enabled,
      isOperator: user.is_operator,
    },
    projects: await readProjects(db, { userId }),
    instance: {
      version: config.version,
      transport: config.MAIL_TRANSPORT.slice(0, config.MAIL_TRANSPORT.indexOf(':')).replace('smtps', 'smtp'),
      publicUrl: config.publicUrl,
      smtpPort: config.SMTP_PORT || null,
      retention: {
        emailDays: config.MAIL_RETENTION_DAYS,
        contentDays: config.CONTENT_RETENTION_DAYS,
        eventDays: config.EVENT_RETENTION_DAYS,
        executionDays: config.WORKFLOW_RETENTION_DAYS,
      },
    },
  }
}

export async function renameUser(
  db: Db,
  { user, name, ip, now }: { user: { id: UserId; email: string }; name: string; ip: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await updateUserName(trx, { userId: user.id, name, now })
    await recordForUser(trx, user, { action: 'account.updated', ip, now })
  })
}

export async function readProjects(db: Db | Trx, { userId }: { userId: UserId }) {
  const rows = await listMembershipsOf(db, { userId })
  return rows.map(toProjectOfUser)
}

const toProjectOfUser = ({ project_id, name, role, alert_emails }: MembershipRow) => ({
  id: project_id,
  name,
  role: role as Role,
  alertEmails: alert_emails,
})

type MembershipChange = { projectId: ProjectId; userId: UserId; alertEmails: boolean }

/** @throws AppError RESOURCE_NOT_FOUND if the user is not a member */
export async function changeMembership(db: Db | Trx, { projectId, userId, alertEmails }: MembershipChange) {
  await setAlertEmails(db, { projectId, userId, isWanted: alertEmails })
  const own = (await readProjects(db, { userId })).find(({ id }) => id === projectId)
  if (own) return own
  throw new AppError('RESOURCE_NOT_FOUND', {
    message: 'You are not a member of such a project.',
    suggestion: 'GET /projects lists your projects.',
  })
}

type NewProjectInput = {
  name: string
  timezone?: string | undefined
  userId: UserId
  ip: string
  now: Date
}

/** The operator of the installation becomes the owner of the project. */
export async function addProject(
  db: Db | Trx,
  { name, timezone, userId, ip, now }: NewProjectInput,
): Promise<CreatedProject> {
  const user = await requireOperator(
    db,
    { id: userId },
    {
      message: 'Only the owner of this installation can create projects.',
      suggestion:
        'Ask the owner, or use the command line on the server: npx lettermill projects create <name>',
    },
  )
  return inTransaction(db, async (trx) => {
    const created = await createProject(trx, { name, timezone, now })
    const member = { project_id: created.row.id, user_id: userId, role: 'owner', created_at: now }
    await insertMembers(trx, [member])
    await recordForUser(trx, user, { action: 'project.created', ip, now, projectId: created.row.id })
    return created
  })
}
