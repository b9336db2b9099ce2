// Calls in which a lost field decides who gets what and when: they refuse unknown fields.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { all, PRO } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const CAMPAIGN = {
  name: 'News',
  subject: 'News',
  body: '<p>News</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
  utm: { source: 'news' },
  canary: { percent: 5 },
}
const SEGMENT = { name: 'Pro', filters: all(PRO) }
const WORKFLOW = {
  name: 'Welcome',
  trigger: { type: 'EVENT', event: 'signed up' },
  entry: { reentry: 'always' },
  exit: { event: 'left' },
  steps: [
    { id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' }, next: 'end' },
    { id: 'end', type: 'EXIT' },
  ],
}

const BODIES = { campaigns: CAMPAIGN, segments: SEGMENT, workflows: WORKFLOW }
type Kind = keyof typeof BODIES
const KINDS: Kind[] = ['campaigns', 'segments', 'workflows']

type CreatedRecord = { id: string }
const recordOf = (reply: Reply): CreatedRecord => {
  const body = reply.json<CreatedRecord & { data?: CreatedRecord }>()
  return body.data ?? body
}

async function create(app: TestApp, kind: Kind): Promise<CreatedRecord> {
  const reply = await call(app, ['POST', `/${kind}`], { body: BODIES[kind] })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return recordOf(reply)
}

const messageOf = (reply: Reply, field: string) =>
  errorOf(reply).errors?.find((one) => one.field === field)?.message

describe.each(KINDS)('/%s', (kind) => {
  it('refuses a field that it does not know, and lists the fields that it takes', async () => {
    const { id } = await create(test, kind)
    for (const target of [
      ['POST', `/${kind}`],
      ['PATCH', `/${kind}/${id}`],
    ] as const) {
      const reply = await call(test, [...target], { body: { ...BODIES[kind], priority: 1 } })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { priority: 'unrecognized_keys' }])
      expect(messageOf(reply, 'priority')).toContain('the fields here are name, description, ')
    }
  })

  it('takes its own records back, from the record itself and from the list', async () => {
    const app = await inFreshProject(test)
    const { id } = await create(app, kind)
    const record = recordOf(await call(app, ['GET', `/${kind}/${id}`]))
    const list = (await call(app, ['GET', `/${kind}`])).json<Record<Kind, object[]>>()
    const [listed] = list[kind]
    const again = await call(app, ['POST', `/${kind}`], { body: record })
    expect(again.statusCode).toBe(201)
    for (const body of [record, listed]) {
      const reply = await call(app, ['PATCH', `/${kind}/${id}`], { body: body as object })
      expect(reply.statusCode).toBe(200)
    }
  })
})

describe('the place of an unknown field', () => {
  it.each<[kind: Kind, body: object, field: string]>([
    ['campaigns', { ...CAMPAIGN, utm: { source: 'a', mediun: 'b' } }, 'utm.mediun'],
    ['campaigns', { ...CAMPAIGN, canary: { percent: 5, minutes: 3 } }, 'canary.minutes'],
    [
      'campaigns',
      { ...CAMPAIGN, canary: null, test: {}, variants: [{ subject: 'B', weight: 2 }] },
      'variants.0.weight',
    ],
    ['workflows', { ...WORKFLOW, steps: [{ id: 'end', type: 'EXIT', delay: 5 }] }, 'steps.0.delay'],
    ['workflows', { ...WORKFLOW, trigger: { ...WORKFLOW.trigger, filter: {} } }, 'trigger'],
    ['workflows', { ...WORKFLOW, entry: { filter: all(PRO) } }, 'entry'],
    ['workflows', { ...WORKFLOW, exit: { events: ['left'] } }, 'exit'],
    ['segments', { ...SEGMENT, filters: { ...all(PRO), not: true } }, 'filters'],
    ['segments', { ...SEGMENT, filters: all({ ...PRO, ignoreCase: true }) }, 'filters.conditions.0'],
  ])('is named in %s: case %#', async (kind, body, field) => {
    const reply = await call(test, ['POST', `/${kind}`], { body })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { [field]: 'unrecognized_keys' }])
  })
})

describe('POST /campaigns/{id}/send', () => {
  const when = '2090-01-01T00:00:00Z'

  it.each([
    ['schedule', when, 'scheduledFor'],
    ['scheduledTime', when, 'scheduledFor'],
    ['scheduledAt', when, 'scheduledFor'],
    ['date', when, 'scheduledFor'],
    ['when', when, 'scheduledFor'],
    ['at', when, 'scheduledFor'],
    ['startAt', when, 'scheduledFor'],
    ['delay', 60, 'delaySeconds'],
  ])('refuses %s and says what was meant, instead of sending at once', async (field, value, meant) => {
    const app = await inFreshProject(test)
    await buildContact(app, { subscribed: true })
    const { id } = await create(app, 'campaigns')
    const reply = await call(app, ['POST', `/campaigns/${id}/send`], { body: { [field]: value } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { [field]: 'unrecognized_keys' }])
    expect(messageOf(reply, field)).toContain(`did you mean "${meant}"?`)
    expect(recordOf(await call(app, ['GET', `/campaigns/${id}`]))).toMatchObject({ status: 'DRAFT' })
  })

  it('refuses any other unknown field', async () => {
    const { id } = await create(test, 'campaigns')
    const reply = await call(test, ['POST', `/campaigns/${id}/send`], { body: { now: true } })
    expect(fieldsOf(reply)).toEqual({ now: 'unrecognized_keys' })
    expect(messageOf(reply, 'now')).toContain('the fields here are scheduledFor, delaySeconds')
  })
})

describe('the hint for a field that belongs elsewhere', () => {
  it.each<[body: object, field: string, words: string]>([
    [{ scheduledFor: '2090-01-01T00:00:00Z' }, 'scheduledFor', 'POST /campaigns/{id}/send'],
    [{ scheduled_for: '2090-01-01T00:00:00Z' }, 'scheduled_for', 'POST /campaigns/{id}/send'],
    [{ templat: 'x' }, 'templat', 'did you mean "template"?'],
    [{ filters: all(PRO) }, 'filters', 'did you mean "audienceFilter"?'],
    [{ segment: 'x' }, 'segment', 'did you mean "segmentId"?'],
  ])('of a campaign: %j', async (more, field, words) => {
    const reply = await call(test, ['POST', '/campaigns'], { body: { ...CAMPAIGN, ...more } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { [field]: 'unrecognized_keys' }])
    expect(messageOf(reply, field)).toContain(words)
  })

  it('of a segment leads to its members', async () => {
    const { id } = await create(test, 'segments')
    const reply = await call(test, ['PATCH', `/segments/${id}`], { body: { emails: ['a@example.com'] } })
    expect(messageOf(reply, 'emails')).toContain('POST /segments/{id}/members')
  })
})

it('cuts a long name, and says that there are more problems than it shows', async () => {
  const long = 'x'.repeat(5_000)
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`extra${index}`, 1]))
  const reply = await call(test, ['POST', '/segments'], { body: { ...SEGMENT, [long]: 1, ...many } })
  expect(reply.statusCode).toBe(422)
  expect(errorOf(reply).errors?.[0]?.field).toBe('x'.repeat(100))
  expect(errorOf(reply).suggestion).toContain('there are more')
})
