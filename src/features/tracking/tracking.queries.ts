// Reads hits and updates their verdicts; record-hit.queries.ts writes them.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { EmailHits } from '../../platform/db/tables.ts'
import type { EmailId, HitId, ProjectId } from '../../platform/ids.ts'
import { insertOriginTally, insertTally } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import type { TrackedEmail } from '../emails/index.ts'
import { originOf } from './record-hit.queries.ts'
import type { OriginField } from './record-hit.queries.ts'
import { RULES_VERSION } from './verdict.ts'
import type { Hit, Judgement, Verdict } from './verdict.ts'

/** Serializes judging clicks of this email, until the transaction ends. */
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

const hitsOf = (db: Db | Trx, { projectId, emailId }: EmailRef) =>
  db.selectFrom('email_hits').selectAll().where('project_id', '=', projectId).where('email_id', '=', emailId)

// People make a handful per minute; this many are enough to recognise a machine.
const MOST_CLICKS = 200

/** Newest first. */
export async function listClicksSince(
  trx: Trx,
  { projectId, emailId, since }: EmailRef & { since: Date },
): Promise<StoredHit[]> {
  const rows = await hitsOf(trx, { projectId, emailId })
    .where('kind', '=', 'click')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MOST_CLICKS)
    .execute()
  return rows.map(toHit)
}

/** Oldest first. */
export async function listHits(trx: Trx, { projectId, emailId }: EmailRef): Promise<StoredHit[]> {
  const rows = await hitsOf(trx, { projectId, emailId }).orderBy('id').execute()
  return rows.map(toHit)
}

/** Newest first. */
export async function listHitsPage(
  db: Db | Trx,
  { projectId, emailId, limit, before }: EmailRef & { limit: number; before: string | undefined },
): Promise<Page<StoredHit>> {
  const { rows, hasMore } = await readPage(hitsOf(db, { projectId, emailId }), { limit, before })
  return { rows: rows.map(toHit), hasMore }
}

export const countHits = (db: Db | Trx, { projectId, emailId }: EmailRef): Promise<number> =>
  countRows(db, sql`email_hits where project_id = ${projectId} and email_id = ${emailId}`)

/** Emails of all projects with a hit that older rules have judged. */
export async function listEmailsToJudge(db: Db, { limit }: { limit: number }): Promise<EmailRef[]> {
  const { rows } = await sql<EmailRef>`
    select distinct project_id as "projectId", email_id as "emailId" from (
      select project_id, email_id from email_hits where verdict_version < ${RULES_VERSION} limit ${limit}
    ) as judged_before`.execute(db)
  return rows
}

export async function updateJudgements(
  trx: Trx,
  { projectId, emailId, hits }: EmailRef & { hits: readonly { id: HitId; judgement: Judgement }[] },
): Promise<void> {
  if (hits.length === 0) return
  const rows = JSON.stringify(hits.map(({ id, judgement }) => ({ id, ...judgement })))
  await sql`
    update email_hits as h set verdict = g.verdict, reasons = g.reasons, verdict_version = ${RULES_VERSION}
    from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, verdict text, reasons text[])
    where h.project_id = ${projectId} and h.email_id = ${emailId} and h.id = g.id`.execute(trx)
}

/**
 * Corrects the email's own firsts (not those of single links) and their counters after verdicts have changed. Recorded events
 * stay.
 */
export async function updateFirsts(
  trx: Trx,
  { projectId, emailId, email }: EmailRef & { email: Pick<TrackedEmail, 'source' | OriginField> },
): Promise<void> {
  await sql`
    with current as materialized (
      select kind, verdict, min(created_at) as at from email_hits
      where project_id = ${projectId} and email_id = ${emailId} group by kind, verdict
    ), removed as (
      delete from email_firsts as f
      where project_id = ${projectId} and email_id = ${emailId} and link = -1 and verdict <> 'any'
        and not exists (select from current where current.kind = f.kind and current.verdict = f.verdict)
      returning kind, verdict, created_at
    ), added as (
      insert into email_firsts (project_id, email_id, kind, link, verdict, created_at)
      select ${projectId}, ${emailId}, kind, -1, verdict, at from current order by kind, verdict
      on conflict do nothing returning kind, verdict, created_at
    ), changed as (
      select created_at, case kind when 'open' then 'human_opened' else 'human_clicked' end as what, change
      from (select *, -1 as change from removed union all select *, 1 from added) as moved where verdict = 'human'
    ), of_origin as (${insertOriginTally(sql`
      select ${projectId}::uuid, ${originOf(email)}, created_at, what, change from changed`)})
    ${insertTally(sql`
      select ${projectId}::uuid, created_at, what, change from changed
      where ${email.source !== 'TEST'}`)}`.execute(trx)
}

type EmailsRef = { projectId: ProjectId; emailIds: readonly EmailId[] }

/** For emails whose contact was deleted. Totals stay, because they identify nobody. */
export async function eraseHits(trx: Trx, { projectId, emailIds }: EmailsRef): Promise<void> {
  const sorted = emailIds.toSorted()
  await sql`
    delete from email_hits where project_id = ${projectId} and email_id = any(${emailIds}::uuid[])
      and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid`.execute(trx)
}
