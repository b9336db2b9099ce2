// Inserts the emails of a campaign from its frozen recipients. Like insertAcceptedEmails it checks suppressions and
// subscriptions once more; unlike it, it finds contacts by their ids and creates none.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CampaignId, ProjectId, TemplateId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import { suppressionInForce, TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import { giveUpAt, LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { isInTopic, stopReason } from '../gates/recipient-gates.queries.ts'
import { topicIdOf } from '../queue/topic-state.queries.ts'
import { insertEnded } from '../record/end.queries.ts'
import { insertNotes } from '../record/notes.queries.ts'
import { insertTally } from '../tally/tally.queries.ts'

export type CampaignEmailsInput = {
  projectId: ProjectId
  campaignId: CampaignId
  /** The template that its content was made from, by which the emails are found. */
  templateId: TemplateId | null
  /** The key of its topic. */
  topic: string | null
  /** The date of the emails, if it is not that of their ids. */
  scheduledFor: Date | null
  now: Date
}

/** The cohort of test recipients, which no figure of the campaign counts (migrations, column cohort). */
const TEST_COHORT = sql.raw('(-1)::smallint')

/** Why the contact `k`, whose suppression is `s`, does not get the email with the topic `t`. */
const stop = stopReason({
  contact: 'k',
  isMarketing: sql`true`,
  suppressedFor: sql`case when not test.is_simulated then s.reason end`,
  isOutsideTopic: sql`(t.id is not null and not ${isInTopic})`,
})

/** A UUIDv7 with this time. */
const newEventId = (now: Date): RawBuilder<unknown> =>
  sql`(left(lowest_uuid_v7(${now}::timestamptz)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid`

/**
 * Parts of a statement that has `chosen` (email_id, contact_id, content_id, cohort). Each recipient becomes an email in
 * the queue, or a SUPPRESSED row of the record if the contact is suppressed or unsubscribed. `accepted` (email_id,
 * contact_id, is_simulated) lists them, without recipients whose contact is gone: nothing is written for those. An
 * email with this id must not exist: the primary key of the queue rejects a second one.
 */
export function insertCampaignEmails(input: CampaignEmailsInput): RawBuilder<unknown> {
  const { projectId, campaignId, templateId, topic, scheduledFor, now } = input
  const marketing = sql.lit(LANE_NUMBERS.marketing)
  return sql`
    accepted as materialized (
      select chosen.email_id, chosen.contact_id, chosen.content_id, k.email as address, test.is_simulated,
        case when test.is_simulated then ${TEST_COHORT} else chosen.cohort end as cohort,
        ${stop} as stop, ${topicIdOf(sql`${projectId}`, sql`${topic}::text`)} as topic_id
      from chosen
      join contacts as k on k.project_id = ${projectId} and k.id = chosen.contact_id
      cross join lateral (select k.email like ${sql.lit(`%@${TEST_RECIPIENT_DOMAIN}`)} as is_simulated) as test
      left join suppressions as s on s.project_id = ${projectId} and s.email = k.email and ${suppressionInForce('s')}
      left join topics as t on t.project_id = ${projectId} and t.key = ${topic}
    ), queued as (
      insert into email_queue (project_id, email_id, lane, status, run_at, give_up_at, content_id, contact_id, source,
        address, scheduled_for, campaign_id, template_id, cohort, topic_id)
      select ${projectId}, email_id, ${marketing}, 'QUEUED', ${now}, ${giveUpAt('marketing', now)}, content_id, contact_id,
        'CAMPAIGN', address, ${scheduledFor}::timestamptz, ${campaignId}, ${templateId}::uuid, cohort, topic_id
      from accepted where stop is null order by email_id
    ), stopped as materialized (
      select email_id, contact_id, content_id, cohort, address, is_simulated, topic_id, stop, jsonb_build_object('reason', stop) as data,
        ${newEventId(now)} as event_id
      from accepted where stop is not null
    ), ended as (${insertEnded(sql`
      select ${projectId}::uuid, email_id, content_id, contact_id, ${templateId}::uuid, null::timestamptz,
        ${scheduledFor}::timestamptz, ${marketing}, 0, 'SUPPRESSED', 'CAMPAIGN', address, null, null, null::jsonb,
        null::text[], null::jsonb, stop, ${campaignId}::uuid, cohort, null::uuid, topic_id from stopped`)}
    ), noted as (${insertNotes(sql`
      select ${projectId}::uuid, email_id, event_id, 'suppressed', data, ${now}::timestamptz from stopped`)}
    ), announced as (${insertEvents(sql`
      select ${projectId}::uuid, event_id, 'email.suppressed', contact_id, email_id, data, ${now}::timestamptz from stopped`)}
    ), tallied as (${insertTally(sql`
      select ${projectId}::uuid, ${now}::timestamptz, 'suppressed', 1 from stopped where not is_simulated`)})`
}
