// GET /explain says what delivery does: for random contacts under random conditions, against a campaign that is really sent.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import {
  advanceCampaign,
  buildCampaign,
  buildTopic,
  freezeCampaign,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { propertyRuns } from '../../../test/support/properties.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { Explanation } from './explain.schema.ts'

const HOUR_MS = 3_600_000

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
  await buildTopic(own, { key: 'news', optIn: 'implied' })
  await buildTopic(own, { key: 'offers', optIn: 'explicit' })
})

/** Most facts are harmless most of the time, so that every gate is the first to stop somebody. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) })

const condition = fc.record({
  suppressedFor: mostly(null, 'manual', 'complaint'),
  /** Hours from now at which the suppression ends. */
  suppressedHours: fc.constantFrom(null, -1, 1),
  before: mostly('SUBSCRIBED', 'LEFT', 'PENDING', 'NEVER_ASKED'),
  pausedHours: mostly(null, -1, 1),
  news: mostly(null, true, false),
  offers: mostly(true, null, false),
  plan: mostly('pro', 'free'),
  /** Tokyo is outside of the quiet hours. */
  timezone: mostly('Asia/Tokyo', 'UTC'),
  isCapped: mostly(false, true),
})
type Condition = typeof condition extends fc.Arbitrary<infer Value> ? Value : never

// `npm test` takes 50.
const CONTACTS = 200

type Person = { id: string; email: string; condition: Condition }

async function buildPeople(): Promise<Person[]> {
  const { numRuns, seed } = propertyRuns(CONTACTS)
  const conditions = fc.sample(condition, { numRuns, seed })
  const contacts = await buildContacts(own, conditions.length, {
    data: { plan: 'pro', timezone: 'Asia/Tokyo' },
  })
  return contacts.flatMap((contact, index) => {
    const given = conditions[index]
    return given ? [{ ...contact, condition: given }] : []
  })
}

const timeIn = (hours: number) =>
  new Date(test.clock.now().getTime() + hours * HOUR_MS).toISOString().slice(11, 16)

/** A cap, and those who have got as much as it allows; then quiet hours around now. */
async function setLimits(people: readonly Person[]): Promise<void> {
  const patch = (body: object) => call(own, ['PATCH', '/project'], { body })
  await patch({ frequencyCap: { emails: 1, days: 1 }, timezone: 'UTC' })
  for (const { id, email } of people.filter((one) => one.condition.isCapped)) {
    await makeEmail(own, { lane: 'marketing', contactId: id, address: email })
  }
  await delivery.drain()
  await patch({ quietHours: { from: timeIn(-1), to: timeIn(1) } })
}

async function apply({ id, email, condition: given }: Person): Promise<void> {
  const { projectId } = own.project
  const { before, news, offers, plan, timezone } = given
  const choices = { ...(news !== null && { news }), ...(offers !== null && { offers }) }
  const asked = before === 'PENDING' || before === 'NEVER_ASKED' ? before : null
  await sql`
    update contacts set subscribed = ${before === 'SUBSCRIBED'}, before_subscribing = ${asked},
      paused_until = now() + ${given.pausedHours}::int * interval '1 hour', topic_choices = ${JSON.stringify(choices)}::jsonb,
      data = ${JSON.stringify({ plan, timezone })}::jsonb
    where project_id = ${projectId} and id = ${id}`.execute(db())
  if (given.suppressedFor === null) return
  await sql`
    insert into suppressions (project_id, id, email, reason, source, created_at, expires_at)
    values (${projectId}, gen_random_uuid(), ${email}, ${given.suppressedFor}, 'test', now(),
      now() + ${given.suppressedHours}::int * interval '1 hour')`.execute(db())
}

type Answer = z.output<typeof Explanation>
const explain = async (campaignId: string, { id }: Person): Promise<Answer> =>
  (await call(own, ['GET', '/explain'], { query: { contact: id, campaignId } })).json<Answer>()

type SentEmail = { status: string; reason: string | null; heldFor: string | null }

async function emailsOf(campaignId: string): Promise<Map<string, SentEmail>> {
  const { rows } = await sql<SentEmail & { contactId: string }>`
    select contact_id as "contactId", status, reason, held_for as "heldFor" from email_queue where campaign_id = ${campaignId}
    union all
    select contact_id, status, reason, null from emails where campaign_id = ${campaignId}`.execute(db())
  return new Map(rows.map(({ contactId, ...email }) => [contactId, email]))
}

const SUPPRESSING = new Set(['suppression', 'subscription', 'pause', 'topic'])

/** How delivery ends an email that these gates stop. */
function expectedEnd({ would, gates }: Answer): SentEmail {
  if (would) return { status: 'DELIVERED', reason: null, heldFor: null }
  const stops = gates.filter(({ passed }) => !passed)
  const [first] = stops
  if (first && SUPPRESSING.has(first.name)) {
    return { status: 'SUPPRESSED', reason: reasonOf(first), heldFor: null }
  }
  const isQuiet = stops.some(({ name }) => name === 'quiet_hours')
  return {
    status: 'SCHEDULED',
    reason: expect.any(String) as string,
    heldFor: isQuiet ? 'quiet_hours' : 'cap',
  }
}

const REASONS: Record<string, string> = {
  LEFT: 'unsubscribed',
  PENDING: 'not_subscribed',
  NEVER_ASKED: 'not_subscribed',
}

function reasonOf({ name, value }: Answer['gates'][number]): string {
  if (name === 'pause') return 'paused'
  if (name === 'topic') return 'not_in_topic'
  return REASONS[value ?? ''] ?? value ?? ''
}

const explainAll = async (campaignId: string, people: readonly Person[]) => {
  const answers = new Map<string, Answer>()
  for (const person of people) answers.set(person.id, await explain(campaignId, person))
  return answers
}

/** Every gate is the first to stop somebody, so that the comparison means something. */
function expectVariety(answers: Iterable<Answer>, names: readonly string[]): void {
  const first = [...answers].map(({ gates }) => gates.find(({ passed }) => !passed)?.name ?? 'none')
  expect([...new Set(first)]).toEqual(expect.arrayContaining([...names, 'none']))
}

const STOPS = ['suppression', 'subscription', 'pause', 'topic', 'cap', 'quiet_hours']

it.each(['news', 'offers', null])(
  'tells how the emails of a campaign end whose recipients change: topic %s',
  async (topic) => {
    const people = await buildPeople()
    await sql`update contacts set topic_choices = '{"offers": true}' where project_id = ${own.project.projectId}`.execute(
      db(),
    )
    const { id } = await buildCampaign(own, { topic })
    await sendCampaign(own, id)
    await freezeCampaign(own, id)
    await setLimits(people)
    for (const person of people) await apply(person)
    const answers = await explainAll(id, people)
    expectVariety(
      answers.values(),
      STOPS.filter((name) => topic !== null || name !== 'topic'),
    )
    await advanceCampaign(own, id)
    await delivery.drain()
    const emails = await emailsOf(id)
    const ends = people.map(({ email, id: contactId }) => ({ email, end: emails.get(contactId) }))
    expect(ends).toEqual(
      people.map(({ email, id: contactId }) => ({
        email,
        end: expectedEnd(answers.get(contactId) as Answer),
      })),
    )
  },
)

it('tells for a draft who would get it', async () => {
  const people = await buildPeople()
  await setLimits(people)
  for (const person of people) await apply(person)
  const leaf = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const { id } = await buildCampaign(own, {
    topic: 'news',
    audienceType: 'FILTERED',
    audienceFilter: { operator: 'AND', conditions: [leaf] },
  })
  const answers = await explainAll(id, people)
  expectVariety(answers.values(), [...STOPS, 'segment'])
  await sendCampaign(own, id)
  await advanceCampaign(own, id)
  await delivery.drain()
  const emails = await emailsOf(id)
  const gotIt = people.filter(({ id: contactId }) => emails.get(contactId)?.status === 'DELIVERED')
  const would = people.filter(({ id: contactId }) => answers.get(contactId)?.would)
  expect(gotIt.map(({ email }) => email)).toEqual(would.map(({ email }) => email))
  const held = people.filter(({ id: contactId }) => emails.get(contactId)?.status === 'SCHEDULED')
  const isOnlyHeld = ({ gates }: Answer) =>
    gates.every(({ passed, name }) => passed || name === 'cap' || name === 'quiet_hours')
  const expected = people.filter(({ id: contactId }) => {
    const answer = answers.get(contactId)
    return answer !== undefined && !answer.would && isOnlyHeld(answer)
  })
  expect(held.map(({ email }) => email)).toEqual(expected.map(({ email }) => email))
})
