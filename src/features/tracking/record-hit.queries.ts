import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { EventId, HitId } from '../../platform/ids.ts'
import { insertCampaignTally, insertNotes, insertTally, linkLabels } from '../delivery/index.ts'
import type { EmailRef, TrackedEmail } from '../delivery/index.ts'
import { insertEvents } from '../events/index.ts'
import { RULES_VERSION } from './verdict.ts'
import type { Hit, Judgement } from './verdict.ts'

/** `url`: where a click led. */
export type NewHit = EmailRef & { email: TrackedEmail; hit: Hit; url?: string | undefined }

// An email that is read a thousand times is not read by people; more would only fill the disk, at the will of whoever
// holds one link.
const MOST_HITS = 1_000

/**
 * Writes a hit with all that it comes to, in one statement, because opens come by the thousand when a campaign leaves:
 * its own row; what had not happened before (the key of email_firsts decides, also among hits of the same moment, and in
 * one order, so that two who write at once do not wait in a ring); and from that the timeline, the event and the tally of
 * the hour. Told is the first open by such an asker and the first click of each link. Emails that
 * were only tried out are not counted.
 */
export async function recordHit(
  db: Db | Trx,
  { projectId, emailId, email, hit, url, judgement }: NewHit & { judgement: Judgement },
): Promise<void> {
  const { verdict } = judgement
  const type = hit.kind === 'open' ? 'opened' : 'clicked'
  const { campaignId } = email
  const told = {
    ...(url !== undefined && { url, link: hit.link }),
    ...judgement,
    userAgent: hit.userAgent,
    ...(campaignId !== null && { campaignId }),
  }
  await sql`
    with noted as (
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
      select project_id, email_id, kind, given.link, given.verdict, created_at
      from noted, (values (-1, 'any'), (-1, ${verdict}), (${hit.link ?? -1}::int, 'any'), (${hit.link ?? -1}::int, ${verdict}))
        as given (link, verdict)
      group by 1, 2, 3, 4, 5, 6 order by kind, link, verdict
      on conflict do nothing returning project_id, email_id, kind, link, verdict, created_at
    ), told as (
      select project_id, ${newId<EventId>(hit.at)}::uuid as event_id, email_id, created_at,
        ${JSON.stringify(told)}::jsonb as data
      from firsts where link = ${hit.link ?? -1}::int and verdict = ${verdict}
    ), timeline as (${insertNotes(sql`select project_id, email_id, event_id, ${type}, data, created_at from told`)}
    ), tallied as (${insertTally(sql`
      select project_id, created_at, case verdict when 'human' then 'human_' else '' end || ${type}, 1
      from firsts where link = -1 and verdict in ('any', 'human') and ${email.source !== 'TEST'}`)}
    )${ofCampaign(email, { hit, type })}
    ${insertEvents(sql`
      select project_id, event_id, ${`email.${type}`}, ${email.contactId}::uuid, email_id, data, created_at from told`)}`.execute(
    db,
  )
}

type OfHit = { hit: Hit; type: 'opened' | 'clicked' }

/** A further part of the statement, where the email belongs to a campaign: what its statistics count. */
function ofCampaign(
  { campaignId, cohort, contentId }: TrackedEmail,
  { hit, type }: OfHit,
): RawBuilder<unknown> {
  if (campaignId === null) return sql``
  const { all, first } = linkLabels(sql`${contentId}::text`, sql`${String(hit.link)}::text`)
  const clicks =
    hit.link === null
      ? sql``
      : sql`
        union all select project_id, ${campaignId}::uuid, ${cohort}::smallint, created_at, ${all}, 1 from noted
        union all select project_id, ${campaignId}::uuid, ${cohort}::smallint, created_at, ${first}, 1 from firsts
          where link >= 0 and verdict = 'any'`
  return sql`, counted as (${insertCampaignTally(sql`
    select project_id, ${campaignId}::uuid, ${cohort}::smallint, created_at, case verdict when 'human' then 'human_' else '' end || ${type}, 1
    from firsts where link = -1 and verdict in ('any', 'human') ${clicks}`)})`
}
