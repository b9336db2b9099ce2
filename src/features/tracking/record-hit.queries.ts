import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { EventId, HitId } from '../../platform/ids.ts'
import { insertNotes, insertOriginTally, insertTally } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import type { TrackedEmail } from '../emails/index.ts'
import { insertEvents } from '../events/index.ts'
import { RULES_VERSION } from './verdict.ts'
import type { Hit, Judgement } from './verdict.ts'

/** `url`: the target of a click. */
export type NewHit = EmailRef & { email: TrackedEmail; hit: Hit; url?: string | undefined }

// People do not open an email a thousand times; anyone with a link could fill the disk.
const MOST_HITS = 1_000

/**
 * Writes a hit and its effects in one statement, because opens come by the thousand when a campaign is sent: its row; the
 * firsts (the key of email_firsts decides between concurrent hits, in one order to avoid deadlocks); and from those the
 * timeline, the event and the tally of the hour. There is an event for the first open per verdict, and for the first click
 * per link and verdict. Test emails are not counted.
 */
export async function recordHit(
  db: Db | Trx,
  { projectId, emailId, email, hit, url, judgement }: NewHit & { judgement: Judgement },
): Promise<void> {
  const { verdict } = judgement
  const type = hit.kind === 'open' ? 'opened' : 'clicked'
  const { campaignId, templateId, workflowId } = email
  const eventData = {
    ...(url !== undefined && { url, link: hit.link }),
    ...judgement,
    userAgent: hit.userAgent,
    ...(campaignId !== null && { campaignId }),
    ...(templateId !== null && { templateId }),
    ...(workflowId !== null && { workflowId }),
  }
  await sql`
    with recorded as (
      insert into email_hits (project_id, email_id, id, kind, link, is_head, is_prefetch, user_agent, address_hash,
        verdict, reasons, verdict_version, created_at)
      select ${projectId}::uuid, ${emailId}::uuid, ${newId<HitId>(hit.at)}::uuid, ${hit.kind}, ${hit.link}::smallint,
        ${hit.isHead}, ${hit.isPrefetch}, ${hit.userAgent}, ${Buffer.from(hit.place, 'hex')}::bytea, ${verdict},
        ${judgement.reasons}::text[], ${RULES_VERSION}::smallint, ${hit.at}::timestamptz
      where (
        select count(*) from (
          select from email_hits where project_id = ${projectId} and email_id = ${emailId} limit ${MOST_HITS}
        ) as known
      ) < ${MOST_HITS}
      returning project_id, email_id, kind, created_at
    ), firsts as (
      insert into email_firsts (project_id, email_id, kind, link, verdict, created_at)
      select project_id, email_id, kind, scope.link, scope.verdict, created_at
      from recorded, (values (-1, 'any'), (-1, ${verdict}), (${hit.link ?? -1}::int, 'any'), (${hit.link ?? -1}::int, ${verdict}))
        as scope (link, verdict)
      group by 1, 2, 3, 4, 5, 6 order by kind, link, verdict
      on conflict do nothing returning project_id, email_id, kind, link, verdict, created_at
    ), new_events as (
      select project_id, ${newId<EventId>(hit.at)}::uuid as event_id, email_id, created_at,
        ${JSON.stringify(eventData)}::jsonb as data
      from firsts where link = ${hit.link ?? -1}::int and verdict = ${verdict}
    ), timeline as (${insertNotes(sql`select project_id, email_id, event_id, ${type}, data, created_at from new_events`)}
    ), tallied as (${insertTally(sql`
      select project_id, created_at, case verdict when 'human' then 'human_' else '' end || ${type}, 1
      from firsts where link = -1 and verdict in ('any', 'human') and ${email.source !== 'TEST'}`)}
    )${originTally(email, { hit, type })}
    ${insertEvents(sql`
      select project_id, event_id, ${`email.${type}`}, ${email.contactId}::uuid, email_id, data, created_at
      from new_events`)}`.execute(db)
}

/** The labels for clicks on a link of a content: all clicks, and the first click of each email. */
const linkLabels = (content: RawBuilder<unknown>, link: RawBuilder<unknown>) => ({
  all: sql`'link ' || ${content} || ' ' || ${link}`,
  first: sql`'first_link ' || ${content} || ' ' || ${link}`,
})

export type OriginField = 'campaignId' | 'cohort' | 'workflowStep'

/** The values of tallyOrigin. */
export const originOf = ({ campaignId, cohort, workflowStep }: Pick<TrackedEmail, OriginField>) =>
  sql`${campaignId}::uuid, ${cohort}::smallint, ${workflowStep}::text`

/** A further part of the statement for emails of a campaign or a workflow: its statistics. */
function originTally(
  email: TrackedEmail,
  { hit, type }: { hit: Hit; type: 'opened' | 'clicked' },
): RawBuilder<unknown> {
  const { campaignId, workflowStep, contentId } = email
  if (campaignId === null && workflowStep === null) return sql``
  const origin = originOf(email)
  const { all, first } = linkLabels(sql`${contentId}::text`, sql`${String(hit.link)}::text`)
  const clicks =
    hit.link === null || campaignId === null
      ? sql``
      : sql`
        union all select project_id, ${origin}, created_at, ${all}, 1 from recorded
        union all select project_id, ${origin}, created_at, ${first}, 1 from firsts
          where link >= 0 and verdict = 'any'`
  return sql`, counted as (${insertOriginTally(sql`
    select project_id, ${origin}, created_at, case verdict when 'human' then 'human_' else '' end || ${type}, 1
    from firsts where link = -1 and verdict in ('any', 'human') ${clicks}`)})`
}
