import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import {
  isContactPaused,
  isInTopic,
  isStopped,
  stopReason,
  subscriptionOf,
} from './recipient-gates.queries.ts'
import { firstStop, isInTopic as isIn } from './recipient-gates.ts'
import type { RecipientFacts, TopicState } from './recipient-gates.ts'

const test = useTestApp()

/** One email and its recipient, as rows of the database. */
const recipient = fc.record({
  is_marketing: fc.boolean(),
  suppressed_for: fc.constantFrom(null, 'manual', 'hard_bounce'),
  contact: fc.constantFrom(
    { subscribed: true, before_subscribing: null },
    { subscribed: false, before_subscribing: null },
    { subscribed: false, before_subscribing: 'PENDING' },
    { subscribed: false, before_subscribing: 'NEVER_ASKED' },
  ),
  /** Hours from now at which the pause ends. */
  pause: fc.constantFrom(null, -1, 1),
  topic: fc.constantFrom(null, 'implied', 'explicit', 'deleted'),
  choice: fc.constantFrom(null, true, false),
  is_controlled: fc.boolean(),
})
type Case = typeof recipient extends fc.Arbitrary<infer Value> ? Value : never

function topicStateOf({ is_marketing: isMarketing, topic, choice }: Case): TopicState {
  if (topic === null || !isMarketing) return null
  if (topic === 'deleted') return 'topic_deleted'
  const choices = choice === null ? {} : { news: choice }
  return isIn({ choices, topic: { key: 'news', optIn: topic } }) ? 'in' : 'not_in_topic'
}

const factsOf = (given: Case): RecipientFacts => ({
  isMarketing: given.is_marketing,
  suppressedFor: given.suppressed_for,
  subscription: given.contact.subscribed
    ? 'SUBSCRIBED'
    : ((given.contact.before_subscribing ?? 'LEFT') as RecipientFacts['subscription']),
  isPaused: given.pause === 1,
  topicState: topicStateOf(given),
  isControlled: given.is_controlled,
})

type Answer = { stop: string | null; isStopped: boolean }

/** The answers of the database, in the order of the cases. */
async function ask(cases: readonly Case[]): Promise<Answer[]> {
  const rows = cases.map(({ contact, ...given }, n) => ({ n, ...given, ...contact }))
  const stop = stopReason({
    contact: 'k',
    isMarketing: sql`k.is_marketing`,
    suppressedFor: sql`k.suppressed_for`,
    isOutsideTopic: sql`(t.key is not null and not ${isInTopic})`,
    isControlled: sql`k.is_controlled`,
  })
  const { rows: answers } = await sql<Answer>`
    with k as (
      select *, statement_timestamp() + pause * interval '1 hour' as paused_until,
        case when choice is null then '{}' else jsonb_build_object('news', choice) end as topic_choices
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (n int, is_marketing boolean, suppressed_for text,
        subscribed boolean, before_subscribing text, pause int, topic text, choice boolean, is_controlled boolean)
    ), facts as (
      select n, is_marketing as "isMarketing", suppressed_for as "suppressedFor", ${subscriptionOf('k')} as subscription,
        ${isContactPaused('k')} as "isPaused", case when topic is null or not is_marketing then null
          when t.key is null then 'topic_deleted' when ${isInTopic} then 'in' else 'not_in_topic' end as "topicState", ${stop} as stop
      from k left join (values ('news', 'implied'), ('news', 'explicit')) as t (key, opt_in)
        on is_marketing and t.opt_in = k.topic
    )
    select stop, ${isStopped} as "isStopped" from facts order by n`.execute(test.deps.database.db)
  return answers
}

describe('the gates in SQL', () => {
  it('decide like those in the program', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(recipient, { minLength: 1, maxLength: 50 }), async (cases) => {
        const expected = cases.map((given) => firstStop(factsOf(given))?.reason ?? null)
        const answers = await ask(cases)
        // The control group is asked on acceptance only.
        const isAskedAgain = (reason: string | null) => reason !== null && reason !== 'control_group'
        expect(answers.map((one) => one.isStopped)).toEqual(expected.map(isAskedAgain))
        // Email for a deleted topic is accepted, and cancelled like other email that waits for it.
        const stops = expected.map((reason, index) => {
          if (reason !== 'topic_deleted') return reason
          return cases[index]?.is_controlled ? 'control_group' : null
        })
        expect(answers.map((one) => one.stop)).toEqual(stops)
      }),
      propertyRuns(200),
    )
  })
})
