// How many emails left on a day, by receiver. Counted from the record of emails once the day is over and has reports, so
// sending costs nothing for it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { DomainId, ProjectId } from '../../platform/ids.ts'

export type DayToCount = { projectId: ProjectId; day: string }

/**
 * Days with signed reports of receivers whose sent emails have not been counted, until `before`, the oldest first. Reports about a
 * day come for many hours, so a day is counted again when another receiver reports it.
 */
export async function listDaysToCount(
  db: Db,
  { since, before, limit }: { since: string; before: string; limit: number },
): Promise<DayToCount[]> {
  const { rows } = await sql<DayToCount>`
    select distinct r.project_id as "projectId", r.day::text as day from domain_reports as r
    where r.day >= ${since}::date and r.day < ${before}::date and r.kind = 'dmarc' and r.is_signed and not exists (
      select from sent_days as s
      where s.project_id = r.project_id and s.domain_id = r.domain_id and s.day = r.day and s.receiver = r.receiver)
    order by 2, 1 limit ${limit}`.execute(db)
  return rows
}

export type SentCount = { domainId: DomainId; domain: string; emails: number }

type SentRange = { projectId: ProjectId; from: Date; until: Date; firstId: string; lastId: string }

/**
 * By sender domain and domain of the recipient. The ids, which have the time at which an email was accepted, narrow the
 * months and rows that are read.
 */
export async function countSentEmails(
  db: Db,
  { projectId, from, until, firstId, lastId }: SentRange,
): Promise<SentCount[]> {
  const { rows } = await sql<SentCount>`
    select d.id as "domainId", sent.domain, sum(sent.emails)::bigint as emails from (
      select c.from_email, lower(split_part(e.address, '@', 2)) as domain, count(*) as emails
      from emails as e join contents as c on c.project_id = e.project_id and c.id = e.content_id
      where e.project_id = ${projectId} and e.id >= ${firstId}::uuid and e.id < ${lastId}::uuid
        and e.sent_at >= ${from} and e.sent_at < ${until}
      group by 1, 2
    ) as sent join domains as d on d.project_id = ${projectId} and d.domain = lower(split_part(sent.from_email, '@', 2))
    group by 1, 2`.execute(db)
  return rows
}

export type DomainReceiver = { domainId: DomainId; receiver: string; hasReported: boolean }

type ReceiverRange = { projectId: ProjectId; day: string; daysAround: number }

/**
 * The receivers that reported about a day, then those that reported about the days around it: they will, and their emails need not be
 * counted again.
 */
export async function listReceivers(
  db: Db,
  { projectId, day, daysAround }: ReceiverRange,
): Promise<DomainReceiver[]> {
  const { rows } = await sql<DomainReceiver>`
    select domain_id as "domainId", receiver, bool_or(day = ${day}::date) as "hasReported" from domain_reports
    where project_id = ${projectId} and kind = 'dmarc' and is_signed
      and day between ${day}::date - ${daysAround}::int and ${day}::date + ${daysAround}::int
    group by 1, 2 order by 3 desc, 2`.execute(db)
  return rows
}

export type SentDay = { domainId: DomainId; receiver: string; emails: number }

type SentDays = { projectId: ProjectId; day: string; rows: readonly SentDay[] }

export async function insertSentDays(trx: Trx, { projectId, day, rows }: SentDays): Promise<void> {
  await sql`
    insert into sent_days (project_id, domain_id, day, receiver, emails)
    select d.project_id, d.id, ${day}::date, g.receiver, g.emails
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("domainId" uuid, receiver text, emails bigint)
    join domains as d on d.project_id = ${projectId} and d.id = g."domainId"
    order by d.id, g.receiver
    on conflict (project_id, domain_id, day, receiver) do update set emails = excluded.emails`.execute(trx)
}
