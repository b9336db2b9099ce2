// Emails about alerts, from the transaction that gives the alerts until they are sent.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { EmailId, GivenAlertId, ProjectId, UserId } from '../../../platform/ids.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
import type { ReportAlert } from './verdicts.ts'

/** The alerts of a domain that were given together. */
export type AlertRun = ReportedDomainRef & { runId: string }

export type AlertEmailRef = { projectId: ProjectId; id: EmailId }

type NewGivenAlert = AlertRun & { id: GivenAlertId; alert: ReportAlert; now: Date }

export async function insertGivenAlert(
  trx: Trx,
  { projectId, domainId, runId, id, alert: { kind, data }, now }: NewGivenAlert,
): Promise<void> {
  const row = { project_id: projectId, domain_id: domainId, run_id: runId, id, kind, at: now }
  await trx
    .insertInto('given_alerts')
    .values({ ...row, reason: data.reason, advice: data.advice })
    .execute()
}

type NewAlertEmail = AlertRun & { id: EmailId; userId: UserId; now: Date }

export async function insertAlertEmail(
  trx: Trx,
  { projectId, domainId, runId, id, userId, now }: NewAlertEmail,
): Promise<void> {
  const ref = { project_id: projectId, domain_id: domainId, run_id: runId, user_id: userId }
  await trx
    .insertInto('alert_emails')
    .values({ ...ref, id, created_at: now })
    .execute()
}

export type WaitingAlertEmail = AlertRun & { domain: string; userId: UserId; createdAt: Date }

export async function findAlertEmail(
  db: Db,
  { projectId, id }: AlertEmailRef,
): Promise<WaitingAlertEmail | undefined> {
  const { rows } = await sql<WaitingAlertEmail>`
    select e.project_id as "projectId", e.domain_id as "domainId", e.run_id as "runId", d.domain,
      e.user_id as "userId", e.created_at as "createdAt"
    from alert_emails as e join domains as d on d.project_id = e.project_id and d.id = e.domain_id
    where e.project_id = ${projectId} and e.id = ${id}`.execute(db)
  return rows[0]
}

export type AlertWords = { kind: ReportAlert['kind']; reason: string; advice: string }

/** In the order in which they were given. */
export async function listAlertsOfRun(
  db: Db,
  { projectId, domainId, runId }: AlertRun,
): Promise<AlertWords[]> {
  const { rows } = await sql<AlertWords>`
    select kind, reason, advice from given_alerts
    where project_id = ${projectId} and domain_id = ${domainId} and run_id = ${runId} order by id`.execute(db)
  return rows
}

export async function deleteAlertEmail(db: Db, { projectId, id }: AlertEmailRef): Promise<void> {
  await db.deleteFrom('alert_emails').where('project_id', '=', projectId).where('id', '=', id).execute()
}
