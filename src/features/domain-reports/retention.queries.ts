import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

type Age = { keptSince: string; parkedSince: Date }

export async function deleteOldReports(db: Db, { keptSince, parkedSince }: Age): Promise<void> {
  await sql`delete from report_emails where received_at < ${parkedSince}`.execute(db)
  await sql`delete from domain_reports where day < ${keptSince}::date`.execute(db)
  await sql`delete from dmarc_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from report_sources where last_day < ${keptSince}::date`.execute(db)
  await sql`delete from tls_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from sent_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from report_alerts where at < ${keptSince}::date`.execute(db)
}

export type DayToCount = { projectId: ProjectId; day: string }

/** Days with reports whose sent emails have not been counted, until `before`, the oldest first. */
export async function listDaysToCount(
  db: Db,
  { since, before, limit }: { since: string; before: string; limit: number },
): Promise<DayToCount[]> {
  const { rows } = await sql<DayToCount>`
    select distinct r.project_id as "projectId", r.day::text as day from domain_reports as r
    where r.day >= ${since}::date and r.day < ${before}::date and r.kind = 'dmarc' and not exists (
      select from sent_days as s
      where s.project_id = r.project_id and s.domain_id = r.domain_id and s.day = r.day and s.receiver = '')
    order by 2, 1 limit ${limit}`.execute(db)
  return rows
}
