import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

type Email = {
  at: string
  to: string
  subject: string | null
  html: string | null
  text: string | null
  status: string
  reason: string | null
  missing: string[]
  error: string | null
}
type SimulationAnswer = {
  started: boolean
  reason: string | null
  status: string
  exitReason: string | null
  stoppedBy: string
  path: { stepId: string; status: string; error: string | null }[]
  emails: Email[]
  changes: unknown[]
  events: { outcome: string }[]
  contact: { email: string; data: object }
}

const simulate = (app: TestApp, body: unknown): Promise<Reply> =>
  call(app, ['POST', '/workflows/simulate'], { body })

async function simulated(app: TestApp, body: unknown): Promise<SimulationAnswer> {
  const reply = await simulate(app, body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<SimulationAnswer>()
}

const AT = '2030-01-15T08:00:00Z'
const CONTACT = { email: 'Ada@Example.com', data: { name: 'Ada <3', timezone: 'Asia/Tokyo' } }
const own = (config: object = {}) => ({
  subject: 'Hello {{ name }}',
  body: '<p>{{ name }} spent {{ event.total }} of {{ total }}, {{ nothing }}</p><a href="{{ unsubscribeUrl }}">x</a>',
  from: 'hello@acme.example',
  ...config,
})

const BODY = {
  eventName: 'order.placed',
  steps: [
    { id: 'morning', type: 'DELAY', config: { until: '09:00' }, next: 'mark' },
    { id: 'mark', type: 'UPDATE_CONTACT', config: { data: { name: 'Ada L.' } }, next: 'thanks' },
    { id: 'thanks', type: 'SEND_EMAIL', config: own() },
  ],
  contact: CONTACT,
  events: [{ at: AT, event: 'order.placed', data: { total: 60, code: { value: 'x', persistent: false } } }],
}

const templateFor = async (app: TestApp, body: object): Promise<string> => {
  const given = { name: 'T', subject: 'Hi', body: '<p>Hi</p>', from: 'a@acme.example', ...body }
  return (await call(app, ['POST', '/templates'], { body: given })).json<{ id: string }>().id
}

describe('POST /workflows/simulate', () => {
  it('shows the path with its times, the rendered email and the changes', async () => {
    const answer = await simulated(test, BODY)
    expect(answer).toMatchObject({
      started: true,
      status: 'COMPLETED',
      startedAt: '2030-01-15T08:00:00.000Z',
      completedAt: '2030-01-16T00:00:00.000Z',
      stoppedBy: 'end',
      path: [
        { stepId: 'morning', startedAt: '2030-01-15T08:00:00.000Z', completedAt: '2030-01-16T00:00:00.000Z' },
        { stepId: 'mark', type: 'UPDATE_CONTACT', status: 'COMPLETED' },
        { stepId: 'thanks', type: 'SEND_EMAIL', status: 'COMPLETED' },
      ],
      changes: [{ stepId: 'mark', type: 'UPDATE_CONTACT', data: { name: 'Ada L.' } }],
      events: [{ event: 'order.placed', outcome: 'started' }],
      contact: { email: 'ada@example.com', data: { name: 'Ada L.', timezone: 'Asia/Tokyo', total: 60 } },
    })
    expect(answer.contact.data).not.toHaveProperty('code')
    expect(answer.emails).toMatchObject([
      {
        at: '2030-01-16T00:00:00.000Z',
        to: 'ada@example.com',
        from: 'hello@acme.example',
        type: 'MARKETING',
        status: 'SENT',
        subject: 'Hello Ada L.',
        missing: ['nothing'],
        error: null,
      },
    ])
    expect(answer.emails[0]?.html).toContain('<p>Ada L. spent 60 of 60, </p>')
    expect(answer.emails[0]?.html).toContain('/unsubscribe/preview')
    expect(answer.emails[0]?.text).toContain('spent 60')
  })

  it("lets the event win over the contact's own fields", async () => {
    const subject = '{{ id }} of {{ email }} for {{ contact.email }}'
    const { emails } = await simulated(test, {
      ...BODY,
      steps: [{ id: 'thanks', type: 'SEND_EMAIL', config: own({ subject }) }],
      events: [{ at: AT, event: 'order.placed', data: { id: 'ORDER-1', email: 'desk@acme.example' } }],
    })
    expect(emails[0]?.subject).toBe('ORDER-1 of desk@acme.example for ada@example.com')
  })

  it('renders templates, by id and alias, also those that need a thread', async () => {
    const app = await inFreshProject(test)
    const id = await templateFor(app, { body: '{% for n in (1..3) %}{{ n }}{{ name }} {% endfor %}' })
    await templateFor(app, { alias: 'welcome', subject: 'Welcome {{ name }}' })
    const steps = [
      { id: 'a', type: 'SEND_EMAIL', config: { templateId: id }, next: 'b' },
      { id: 'b', type: 'SEND_EMAIL', config: { templateId: 'welcome', to: 'boss@example.com' } },
    ]
    const { emails } = await simulated(app, { ...BODY, steps })
    expect(emails).toMatchObject([
      {
        templateId: id,
        type: 'TRANSACTIONAL',
        from: 'a@acme.example',
        html: '1Ada &lt;3 2Ada &lt;3 3Ada &lt;3 ',
      },
      { to: 'boss@example.com', subject: 'Welcome Ada <3' },
    ])
  })

  it('sends no marketing email to somebody who is not subscribed', async () => {
    const steps = [
      { id: 'a', type: 'SEND_EMAIL', config: own(), next: 'b' },
      { id: 'b', type: 'SEND_EMAIL', config: own({ type: 'TRANSACTIONAL' }), next: 'c' },
      { id: 'c', type: 'SEND_EMAIL', config: own({ to: 'boss@example.com' }) },
    ]
    const { emails } = await simulated(test, { ...BODY, steps, contact: { ...CONTACT, subscribed: false } })
    expect(emails.map(({ status }) => status)).toEqual(['SKIPPED', 'SENT', 'SENT'])
    expect(emails.map(({ reason }) => reason)).toEqual(['unsubscribed', null, null])
  })

  it('sends no marketing email to somebody who has paused, until the pause ends', async () => {
    const steps = [
      { id: 'a', type: 'SEND_EMAIL', config: own(), next: 'wait' },
      { id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' }, next: 'b' },
      { id: 'b', type: 'SEND_EMAIL', config: own() },
    ]
    const pausedUntil = '2030-01-16T08:00:00Z'
    const { emails } = await simulated(test, { ...BODY, steps, contact: { ...CONTACT, pausedUntil } })
    expect(emails.map(({ status, reason }) => [status, reason])).toEqual([
      ['SKIPPED', 'paused'],
      ['SENT', null],
    ])
  })

  it('asks the gates of an existing contact', async () => {
    const app = await inFreshProject(test)
    const steps = [
      { id: 'a', type: 'SEND_EMAIL', config: own({ type: 'TRANSACTIONAL' }), next: 'b' },
      { id: 'b', type: 'SEND_EMAIL', config: own() },
    ]
    const reasonsOf = async (contact: object) =>
      (await simulated(app, { ...BODY, steps, contact })).emails.map(({ reason }) => reason)
    const { id, email } = await buildContact(app)
    const { db } = app.deps.database
    await sql`update contacts set paused_until = '2040-01-01' where id = ${id}`.execute(db)
    expect(await reasonsOf({ id })).toEqual([null, 'paused'])
    await call(app, ['POST', '/suppressions'], { body: { email } })
    expect(await reasonsOf({ id })).toEqual(['manual', 'manual'])
    expect(await reasonsOf({ id, email: 'other@example.com' })).toEqual([null, 'paused'])
  })

  it('takes an existing contact, and stores nothing', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app, { data: { name: 'Grace', plan: 'pro' } })
    const answer = await simulated(app, { ...BODY, contact: { id, data: { plan: null } } })
    expect(answer.contact).toMatchObject({ email, data: { name: 'Ada L.', total: 60 } })
    expect((await call(app, ['GET', `/contacts/${id}`])).json()).toMatchObject({
      data: { name: 'Grace', plan: 'pro' },
    })
    expect(
      (await call(app, ['GET', '/events'], { query: { name: 'order.placed' } })).json<{ total: number }>()
        .total,
    ).toBe(0)
    expect((await call(app, ['GET', '/emails'])).json<{ total: number }>().total).toBe(0)
    expect((await call(app, ['GET', '/workflows'])).json<{ total: number }>().total).toBe(0)
  })

  it('says why nothing was started', async () => {
    const answer = await simulated(test, { ...BODY, events: [] })
    expect(answer).toMatchObject({
      started: false,
      reason: 'No event order.placed started it.',
      status: null,
      path: [],
      emails: [],
    })
  })

  it('shows the error of an email beside it', async () => {
    const endless =
      '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}x{% endfor %}{% endfor %}{% endfor %}'
    const steps = [{ id: 'a', type: 'SEND_EMAIL', config: own({ body: endless }) }]
    const { emails } = await simulated(test, { ...BODY, steps })
    expect(emails).toMatchObject([
      // Which of its limits such a template meets first depends on the machine.
      { html: null, error: expect.stringMatching(/cannot be rendered|takes too long/) as string },
    ])
  })

  it.each<[body: object, fields: Record<string, string>]>([
    [{ contact: undefined }, { contact: 'required' }],
    [{ contact: {} }, { 'contact.email': 'required' }],
    [{ contact: { id: 'nobody' } }, { 'contact.id': 'custom' }],
    [{ contact: { email: 'nobody' } }, { 'contact.email': 'invalid_string' }],
    [{ events: [{ at: 'soon', event: 'a' }] }, { 'events.0.at': 'invalid_date' }],
    [{ events: Array.from({ length: 201 }, () => ({ at: AT, event: 'a' })) }, { events: 'too_big' }],
    [{ startAt: '2031-01-01T00:00:00Z' }, { 'events.0.at': 'custom' }],
    [{ until: '2029-01-01T00:00:00Z' }, { until: 'custom' }],
    [{ until: '2050-01-01T00:00:00Z' }, { until: 'custom' }],
    [{ eventName: undefined }, { trigger: 'required' }],
    [
      { steps: [{ id: 'a', type: 'SEND_EMAIL', config: { templateId: 'none' } }] },
      { 'steps.0.config.templateId': 'custom' },
    ],
  ])('refuses bad input: case %#', async (changes, fields) => {
    const reply = await simulate(test, { ...BODY, ...changes })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

describe('POST /workflows/{id}/simulate', () => {
  it('runs a saved workflow, and shows a step that fails because its template is gone', async () => {
    const templateId = await templateFor(test, {})
    const body = {
      name: 'W',
      eventName: 'order.placed',
      steps: [{ id: 'a', type: 'SEND_EMAIL', config: { templateId } }],
    }
    const { id } = (await call(test, ['POST', '/workflows'], { body })).json<{ id: string }>()
    const given = { contact: CONTACT, events: BODY.events }
    const run = async () =>
      (await call(test, ['POST', `/workflows/${id}/simulate`], { body: given })).json<SimulationAnswer>()
    expect(await run()).toMatchObject({ status: 'COMPLETED', emails: [{ subject: 'Hi' }] })
    await call(test, ['DELETE', `/templates/${templateId}`])
    expect(await run()).toMatchObject({
      status: 'FAILED',
      emails: [],
      path: [{ stepId: 'a', status: 'FAILED', error: `There is no template ${templateId} any more.` }],
    })
  })
})
