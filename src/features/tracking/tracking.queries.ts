// Hits of mails as they are read and judged again; record-hit.queries.ts writes them.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { EmailHits } from '../../platform/db/tables.ts'
import type { ContactId, EmailId, HitId, ProjectId } from '../../platform/ids.ts'
import { hourOf } from '../delivery/index.ts'
import { RULES_VERSION } from './verdict.ts'
import type { Hit, Judgement, Verdict } from './verdict.ts'

export type MailRef = { projectId: ProjectId; emailId: EmailId }

export type TrackedMail = {
  /** Null as well when the contact is gone. */
  contactId: ContactId | null
  source: string
  sentAt: Date | null
  links: string[]
  variables: Record<string, unknown>
  /** Whose variables filled the mail. */
  contact: { id: string; email: string; subscribed: boolean; data: Record<string, unknown> } | null
}

export async function findTrackedMail(
  db: Db | Trx,
  { projectId, emailId }: MailRef,
): Promise<TrackedMail | undefined> {
  const { rows } = await sql<TrackedMail>`
    select case when k.id = e.contact_id then k.id end as "contactId", e.source, e.sent_at as "sentAt", c.links,
      e.variables, case when k.id is not null then
        json_build_object('id', k.id, 'email', k.email, 'subscribed', k.subscribed, 'data', k.data) end as contact
    from emails as e
    join contents as c on c.project_id = e.project_id and c.id = e.content_id
    left join contacts as k on k.project_id = e.project_id
      and k.id = coalesce(e.contact_id, (e.recipients ->> 'contactId')::uuid)
    where e.project_id = ${projectId} and e.id = ${emailId}`.execute(db)
  return rows[0]
}

/** Until the transaction ends no other one that takes it judges clicks of this mail. */
export async function lockClicks(trx: Trx, { projectId, emailId }: MailRef): Promise<void> {
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

/** The clicks of a mail from then on, newest first. */
export async function listClicksSince(
  trx: Trx,
  { projectId, emailId, since }: MailRef & { since: Date },
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

/** All of a mail, in their order. */
export async function listHits(trx: Trx, { projectId, emailId }: MailRef): Promise<StoredHit[]> {
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
  { projectId, emailId, limit, before }: MailRef & { limit: number; before: string | undefined },
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

export async function countHits(db: Db | Trx, { projectId, emailId }: MailRef): Promise<number> {
  const { count } = await db
    .selectFrom('email_hits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .executeTakeFirstOrThrow()
  return count
}

/** Mails with a hit that older rules have judged, of any project: the rules are the same for all. */
export async function listMailsToJudge(db: Db, { limit }: { limit: number }): Promise<MailRef[]> {
  const { rows } = await sql<MailRef>`
    select distinct project_id as "projectId", email_id as "emailId" from (
      select project_id, email_id from email_hits where verdict_version < ${RULES_VERSION} limit ${limit}
    ) as judged_before`.execute(db)
  return rows
}

type NewJudgement = { id: HitId; judgement: Judgement }

export async function updateJudgements(
  trx: Trx,
  { projectId, emailId, hits }: MailRef & { hits: readonly NewJudgement[] },
): Promise<void> {
  if (hits.length === 0) return
  const rows = JSON.stringify(hits.map(({ id, judgement }) => ({ id, ...judgement })))
  await sql`
    update email_hits as h set verdict = g.verdict, reasons = g.reasons, verdict_version = ${RULES_VERSION}
    from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, verdict text, reasons text[])
    where h.project_id = ${projectId} and h.email_id = ${emailId} and h.id = g.id`.execute(trx)
}

/**
 * Makes the mail's own firsts (not those of single links) and what was counted for them those of its hits, after verdicts
 * have changed; what was told stays told.
 */
export async function settleFirsts(
  trx: Trx,
  { projectId, emailId, isCounted }: MailRef & { isCounted: boolean },
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
    )
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}, 'mail', ${hourOf(sql`created_at`)} || case kind when 'open' then ' human_opened' else ' human_clicked' end, change
    from (select *, -1 as change from gone union all select *, 1 from come) as changed
    where verdict = 'human' and ${isCounted}`.execute(trx)
}
