// The members who get alerts about the domains of a project by email: those who may manage them, unless they do not want to.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, UserId } from '../../../platform/ids.ts'

/** As DELETE /domains/{id} requires. */
const MANAGES = sql`role in ('owner', 'admin') and alert_emails`

/** In the order of the primary key, the oldest accounts first. */
export async function listAlertRecipients(
  db: Db | Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from members where project_id = ${projectId} and ${MANAGES}
    order by user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** The address of a member who still gets them. */
export async function findAlertRecipient(
  db: Db | Trx,
  { projectId, userId }: { projectId: ProjectId; userId: UserId },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email from members as m join users as u on u.id = m.user_id
    where m.project_id = ${projectId} and m.user_id = ${userId} and ${MANAGES}`.execute(db)
  return rows[0]?.email
}

/** False if the user is not a member. */
export async function setAlertEmails(
  db: Db | Trx,
  { projectId, userId, isWanted }: { projectId: ProjectId; userId: UserId; isWanted: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ alert_emails: isWanted })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
