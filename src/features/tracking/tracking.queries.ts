// Hits of emails as they are read and judged again; record-hit.queries.ts writes them.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { EmailHits } from '../../platform/db/tables.ts'
import type { EmailId, HitId, ProjectId } from '../../platform/ids.ts'
import { insertCampaignTally, insertTally } from '../delivery/index.ts'
import type { EmailRef, TrackedEmail } from '../delivery/index.ts'
import { RULES_VERSION } from './verdict.ts'
import type { Hit, Judgement, Verdict } from './verdict.ts'

/** Until the transaction ends no other one that takes it judges clicks of this email. */
export async function lockClicks(trx: Trx, { projectId, emailId }: EmailRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clicks ${projectId} ${emailId}`}, 0))`.execute(
    trx,
  )
}

export type StoredHit = Hit & { id: HitId; judgement: Judgement; version: number }

function toHit(row: Selectable<EmailHits>): StoredHit {
  return {
    id: row.id,
    kind: row.kind as Hit['kind'],
    link: row.link,
    isHead: row.is_head,
    isPrefetch: row.is_prefetch,
    userAgent: row.user_agent,
    place: row.address_hash.toString('hex'),
    at: row.created_at,
    judgement: { verdict: row.verdict as Verdict, reasons: row.reasons },
    version: row.verdict_version,
  }
}

// A person makes a handful in a minute. Of a machine that makes more, these are enough to know it by.
const MOST_CLICKS = 200

/** The clicks of an email from then on, newest first. */
export async function listClicksSince(
  trx: Trx,
  { projectId, emailId, since }: EmailRef & { since: Date },
): Promise<StoredHit[]> {
  const rows = await trx
    .selectFrom('email_hits')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .where('kind', '=', 'click')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST_CLICKS)
    .execute()
  return rows.map(toHit)
}

/** All of an email, in their order. */
export async function listHits(trx: Trx, { projectId, emailId }: EmailRef): Promise<StoredHit[]> {
  const rows = await trx
    .selectFrom('email_hits')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .orderBy('id')
    .execute()
  return rows.map(toHit)
}

/** One page of them, newest first. */
export async function pageHits(
  db: Db | Trx,
  { projectId, emailId, limit, before }: EmailRef & { limit: number; before: string | undefined },
): Promise<Page<StoredHit>> {
  const rows = await db
    .selectFrom('email_hits')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .$if(before !== undefined, (query) => query.where('id', '<', before as HitId))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows.map(toHit), limit)
}

export async function countHits(db: Db | Trx, { projectId, emailId }: EmailRef): Promise<number> {
  const { count } = await db
    .selectFrom('email_hits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .executeTakeFirstOrThrow()
  return count
}

/** Emails with a hit that older rules have judged, of any project: the rules are the same for all. */
export async function listEmailsToJudge(db: Db, { limit }: { limit: number }): Promise<EmailRef[]> {
  const { rows } = await sql<EmailRef>`
    select distinct project_id as "projectId", email_id as "emailId" from (
      select project_id, email_id from email_hits where verdict_version < ${RULES_VERSION} limit ${limit}
    ) as judged_before`.execute(db)
  return rows
}

type NewJudgement = { id: HitId; judgement: Judgement }

export async function updateJudgements(
  trx: Trx,
  { projectId, emailId, hits }: EmailRef & { hits: readonly NewJudgement[] },
): Promise<void> {
  if (hits.length === 0) return
  const rows = JSON.stringify(hits.map(({ id, judgement }) => ({ id, ...judgement })))
  await sql`
    update email_hits as h set verdict = g.verdict, reasons = g.reasons, verdict_version = ${RULES_VERSION}
    from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, verdict text, reasons text[])
    where h.project_id = ${projectId} and h.email_id = ${emailId} and h.id = g.id`.execute(trx)
}

/**
 * Makes the email's own firsts (not those of single links) and what was counted for them those of its hits, after verdicts
 * have changed; what was told stays told.
 */
export async function settleFirsts(
  trx: Trx,
  { projectId, emailId, email }: EmailRef & { email: Pick<TrackedEmail, 'source' | 'campaignId' | 'cohort'> },
): Promise<void> {
  await sql`
    with founded as materialized (
      select kind, verdict, min(created_at) as at from email_hits
      where project_id = ${projectId} and email_id = ${emailId} group by kind, verdict
    ), gone as (
      delete from email_firsts as f
      where project_id = ${projectId} and email_id = ${emailId} and link = -1 and verdict <> 'any'
        and not exists (select from founded where founded.kind = f.kind and founded.verdict = f.verdict)
      returning kind, verdict, created_at
    ), come as (
      insert into email_firsts (project_id, email_id, kind, link, verdict, created_at)
      select ${projectId}, ${emailId}, kind, -1, verdict, at from founded order by kind, verdict
      on conflict do nothing returning kind, verdict, created_at
    ), changed as (
      select created_at, case kind when 'open' then 'human_opened' else 'human_clicked' end as what, change
      from (select *, -1 as change from gone union all select *, 1 from come) as moved where verdict = 'human'
    ), of_campaign as (${insertCampaignTally(sql`
      select ${projectId}::uuid, ${email.campaignId}::uuid, ${email.cohort}::smallint, created_at, what, change from changed`)})
    ${insertTally(sql`
      select ${projectId}::uuid, created_at, what, change from changed where ${email.source !== 'TEST'}`)}`.execute(
    trx,
  )
}

type Emails = { projectId: ProjectId; emailIds: readonly EmailId[] }

/** For email whose contact has been deleted. Totals stay: they say how many, not who. */
export async function eraseHits(trx: Trx, { projectId, emailIds }: Emails): Promise<void> {
  const sorted = emailIds.toSorted()
  await sql`
    delete from email_hits where project_id = ${projectId} and email_id = any(${emailIds}::uuid[])
      and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid`.execute(trx)
}
