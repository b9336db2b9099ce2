import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TopicState } from '../gates/recipient-gates.ts'
import { isInTopic } from '../gates/recipient-gates.queries.ts'
import { LANE_NUMBERS } from './retry-schedule.ts'

/**
 * The state of the email `c`, which has the columns of email_queue, for its contact `k`. Most email has no topic and costs
 * nothing; the topic of others is found by its primary key.
 */
export const topicState: RawBuilder<TopicState> = sql`
  case when c.topic_id is not null and c.lane = ${sql.lit(LANE_NUMBERS.marketing)} then coalesce((
    select case when ${isInTopic} then 'in' else 'not_in_topic' end
    from topics as t where t.project_id = c.project_id and t.id = c.topic_id
  ), 'topic_deleted') end`

/** The frequency cap of the topic of the email `c`. */
export const topicCap = sql`
  case when c.topic_id is not null and c.lane = ${sql.lit(LANE_NUMBERS.marketing)} then (
    select t.frequency_cap from topics as t where t.project_id = c.project_id and t.id = c.topic_id
  ) end`

/** For an email whose topic was deleted before it was accepted: it is cancelled like others that wait. */
export const NO_TOPIC = '00000000-0000-0000-0000-000000000000'

/** The id of a topic by its key, which may be null. */
export const topicIdOf = (
  projectId: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  case when ${key} is not null then coalesce((
    select t.id from topics as t where t.project_id = ${projectId} and t.key = ${key}
  ), ${sql.lit(NO_TOPIC)}::uuid) end`
