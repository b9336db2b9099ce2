// The simulator and the runner agree on random workflows and events.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { opensAt, recordOpens } from '../../../../../test/support/opens.ts'
import { buildPartial, buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call } from '../../../../../test/support/requests.ts'
import { useReceiver } from '../../../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import type { ExecutionRecord } from '../../../../../test/support/workflows.ts'
import {
  buildEnabled,
  buildWorker,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'
import { ANSWER, randomCase } from '../../fixtures/random-workflows.ts'
import type { TimedEvent } from '../../fixtures/random-workflows.ts'

// WEBHOOK steps call it.
const receiver = await useReceiver()
const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })

const HOUR = 3_600_000
const RUNS = 24
const DATED_RUNS = 16
type Line = { stepId: string; status: string; branch: unknown; hour: unknown }
type EmailText = { subject: string; text: string }

const toLine = (entry: { stepId: string; status: string; output: unknown }): Line => ({
  stepId: entry.stepId,
  status: entry.status,
  branch: (entry.output as { branch?: string } | null)?.branch ?? null,
  hour: (entry.output as { hour?: string } | null)?.hour ?? null,
})

const LAST_HOURS = 400

const PARTS = `
  "WEBHOOK" webhooks.s "SPLIT" "blocks" "showIf" "valueFrom" "timeout" "increment" "append" "remove" "untilBestHour"
  data.renewsAt event.data.due "ifPast":"now" "ifPast":"skip" "ifPast":"exit" "ifMissing":"skip" "skip":"s
  "whenReached":"goTo" "whenReached":"exit" "percent" "exit":{`
  .trim()
  .split(/\s+/)

const STARTED_BY_PRO = {
  operator: 'AND',
  conditions: [{ field: 'event.data.plan', operator: 'equals', value: 'pro' }],
}

async function simulated(
  app: TestApp,
  id: string,
  { events: timed, contactId, webhooks }: CaseInput,
): Promise<unknown> {
  const start = app.clock.now().getTime()
  const events = timed.map(({ afterHours, event, data }) => ({
    at: new Date(start + afterHours * HOUR).toISOString(),
    event,
    data,
  }))
  const until = new Date(start + LAST_HOURS * HOUR).toISOString()
  const body = { contact: { id: contactId }, events, until, webhooks }
  const answer = (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<{
    status: string
    path: Parameters<typeof toLine>[0][]
    contact: { data: object }
    emails: EmailText[]
  }>()
  const emails = answer.emails.map(({ subject, text }) => ({ subject, text }))
  return { status: answer.status, path: answer.path.map(toLine), data: answer.contact.data, emails }
}

type CaseInput = {
  events: readonly TimedEvent[]
  contactId: string
  /** The answers to WEBHOOK steps. */
  webhooks?: object
  /** A date starts it, before or after any event. */
  isByDate?: boolean
}

/** Dates of these tests are at midnight or at nine, in UTC. */
const untilDate = (now: Date): number =>
  Math.min(...[0, 9].map((hour) => (hour - hourOf(now) + 24) % 24 || 24))

const hourOf = (now: Date): number => now.getUTCHours() + (now.getTime() % HOUR) / HOUR

/** The hours until something can happen by itself, so that waits end in the order of their times, as on a server that always runs. */
function hoursUntilNext(app: TestApp, given: CaseInput, execution: ExecutionRecord | undefined): number {
  const now = app.clock.now()
  if (!execution) return given.isByDate ? Math.ceil(untilDate(now)) : Infinity
  if (execution.status !== 'WAITING') return Infinity
  const wakeAt = execution.wakeAt === null ? now.getTime() : Date.parse(execution.wakeAt)
  return Math.max(1, Math.ceil((wakeAt - now.getTime()) / HOUR))
}

async function ran(app: TestApp, id: string, given: CaseInput & { email: string }): Promise<unknown> {
  const worker = buildWorker(app.deps)
  let at = 0
  for (const { afterHours, event, data } of [
    ...given.events,
    { afterHours: LAST_HOURS, event: '', data: {} },
  ]) {
    while (at < afterHours) {
      const [execution] = await readExecutions(app, id)
      const hours = Math.min(afterHours - at, hoursUntilNext(app, given, execution))
      app.clock.advance(hours * HOUR)
      at += hours
      if (at < afterHours || execution || given.isByDate) await runWorkflows(app.deps, worker)
    }
    if (event === '') break
    await track(app, event, { email: given.email, data })
    await runWorkflows(app.deps, worker)
  }
  // Back to today: partitions exist for three months ahead, and the next workflow takes weeks as well.
  app.clock.advance(-at * HOUR)
  const [execution] = await readExecutions(app, id)
  const contact = (await call(app, ['GET', `/contacts/${given.contactId}`])).json<{ data: object }>()
  const emails = await readEmails(app, execution)
  const path = (execution?.history ?? []).map(toLine)
  return { status: execution?.status ?? null, path, data: contact.data, emails }
}

/** Read at the end, after later steps have changed the contact. */
async function readEmails(app: TestApp, execution: ExecutionRecord | undefined): Promise<EmailText[]> {
  const texts: EmailText[] = []
  for (const { output } of execution?.history ?? []) {
    if (typeof output?.['emailId'] !== 'string') continue
    const reply = await call(app, ['GET', `/emails/${output['emailId']}/content`])
    const { subject, text } = reply.json<EmailText>()
    texts.push({ subject, text })
  }
  return texts
}

describe('simulator and runner', () => {
  it('show each email in the language that the contact has at its step, with the partials of its template', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'greeting', '<p>{{ greeting }} {{ name }}</p>')
    const template = await buildTemplate(app, {
      subject: 'Hello',
      body: '{% include "greeting", greeting: "Hello" %}',
      from: 'a@app.example',
      translations: { de: { subject: 'Hallo', body: '{% include "greeting", greeting: "Hallo" %}' } },
    })
    const email = (id: string, next?: string) => ({
      id,
      type: 'SEND_EMAIL',
      config: { templateId: template.id },
      next,
    })
    const { id } = await buildEnabled(app, {
      steps: [
        email('first', 'move'),
        { id: 'move', type: 'UPDATE_CONTACT', config: { data: { locale: 'de-AT' } }, next: 'second' },
        email('second'),
      ],
    })
    const contact = await buildContact(app, { data: { name: 'Ann', locale: 'fr' } })
    const events = [{ afterHours: 0, event: 'go', data: {} }]
    const expected = await simulated(app, id, { events, contactId: contact.id })
    expect(expected).toMatchObject({
      emails: [
        { subject: 'Hello', text: 'Hello Ann' },
        { subject: 'Hallo', text: 'Hallo Ann' },
      ],
    })
    expect(await ran(app, id, { events, contactId: contact.id, email: contact.email })).toEqual(expected)
  })

  it('show in each email what its step found, not what later steps wrote', async () => {
    const app = await inFreshProject(test)
    const email = (id: string, next?: string) => ({
      id,
      type: 'SEND_EMAIL',
      config: {
        subject: 'Code {{ coupon }}',
        body: '<p>{{ coupon ?? "none" }} {{ late ?? "not yet" }}</p>',
        from: 'a@app.example',
        type: 'TRANSACTIONAL',
      },
      next,
    })
    const update = (id: string, data: object, next: string) => ({
      id,
      type: 'UPDATE_CONTACT',
      config: { data },
      next,
    })
    const { id } = await buildEnabled(app, {
      steps: [
        update('offer', { coupon: 'SAVE10' }, 'first'),
        email('first', 'take-back'),
        update('take-back', { coupon: null, late: 'now' }, 'second'),
        email('second'),
      ],
    })
    const contact = await buildContact(app)
    const events = [{ afterHours: 0, event: 'go', data: {} }]
    const given = { events, contactId: contact.id, email: contact.email }
    const expected = await simulated(app, id, given)
    expect(expected).toMatchObject({
      emails: [
        { subject: 'Code SAVE10', text: expect.stringContaining('SAVE10 not yet') as string },
        { subject: 'Code ', text: expect.stringContaining('none now') as string },
      ],
    })
    expect(await ran(app, id, given)).toEqual(expected)
  })

  it.each([
    ['that is known', () => 5],
    ['that it is now', (now: Date) => now.getUTCHours()],
    ['that is not known', () => null],
  ])('wait for a best hour %s', async (_what, hourAt) => {
    const app = await inFreshProject(test)
    const hour = hourAt(app.clock.now())
    const bestHour = { type: 'DELAY', config: { untilBestHour: { fallback: '07:30' } } }
    const email = {
      type: 'SEND_EMAIL',
      config: { subject: 'Hi', body: '<p>Hi</p>', from: 'a@app.example', type: 'TRANSACTIONAL' },
    }
    const { id } = await buildEnabled(app, {
      steps: [
        { id: 'first', ...bestHour, next: 'email' },
        { id: 'email', ...email, next: 'pause' },
        { id: 'pause', type: 'DELAY', config: { amount: 3, unit: 'hours' }, next: 'second' },
        { id: 'second', ...bestHour, next: 'last' },
        { id: 'last', ...email },
      ],
    })
    const contact = await buildContact(app)
    if (hour !== null) await recordOpens(app, opensAt(contact.id, { now: app.clock.now(), hour }))
    const events = [{ afterHours: 0, event: 'go', data: {} }]
    const given = { events, contactId: contact.id, email: contact.email }
    const result = await simulated(app, id, given)
    expect(await ran(app, id, given)).toEqual(result)
    expect(result).toMatchObject({ status: 'COMPLETED', emails: [{}, {}] })
    const body = { contact: { id: contact.id }, events: [{ at: app.clock.now().toISOString(), event: 'go' }] }
    const { path } = (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<{
      path: { stepId: string; completedAt: string }[]
    }>()
    const ends = path.flatMap(({ stepId, completedAt }) =>
      stepId === 'second' ? [completedAt.slice(11, 16)] : [],
    )
    expect(ends).toEqual([hour === null ? '07:30' : `${String(hour).padStart(2, '0')}:00`])
  })

  it('hold back the same contacts, whom the reentry rule then admits or not', async () => {
    const app = await inFreshProject(test)
    const { steps } = randomCase(3, { now: app.clock.now(), url: receiver.newUrl() })
    const goal = { event: 'b' }
    const { id } = await buildEnabled(app, { steps, goal, holdout: { percent: 50 } })
    const outcomes: unknown[] = []
    for (let number = 0; number < 10; number += 1) {
      const contact = await buildContact(app)
      const body = {
        contact: { id: contact.id },
        events: [{ at: app.clock.now().toISOString(), event: 'go' }],
      }
      const reply = await call(app, ['POST', `/workflows/${id}/simulate`], { body })
      const { started } = reply.json<{ started: boolean }>()
      await track(app, 'go', { email: contact.email })
      await runWorkflows(app.deps)
      const executions = await readExecutions(app, id)
      expect(executions.some(({ contactId }) => contactId === contact.id)).toBe(started)
      outcomes.push(started)
    }
    expect(new Set(outcomes).size).toBe(2)
  })

  it('are compared on every part of a workflow', () => {
    const drawn = Array.from({ length: RUNS }, (_, seed) =>
      randomCase((seed + 1) * 7919, { now: new Date(0), url: 'http://127.0.0.1/' }),
    )
    const all = JSON.stringify(drawn)
    expect(PARTS.filter((part) => !all.includes(part))).toEqual([])
  })

  it.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))(
    'agree on random workflow %i',
    async (seed) => {
      const app = await inFreshProject(test)
      receiver.answer = () => ({ status: 200, body: JSON.stringify(ANSWER) })
      const now = app.clock.now()
      const {
        events,
        webhooks,
        random: _random,
        ...definition
      } = randomCase(seed * 7919, { now, url: receiver.newUrl() })
      const entry = seed % 4 === 1 ? { reentry: 'once', filters: STARTED_BY_PRO } : null
      const { id } = await buildEnabled(app, { ...definition, entry })
      const renewsAt = new Date(now.getTime() + 72 * HOUR).toISOString().slice(0, 10)
      const contact = await buildContact(app, { data: { renewsAt } })
      // Some have a best hour.
      if (seed % 2 === 0) await recordOpens(app, opensAt(contact.id, { now: app.clock.now(), hour: seed }))
      const given = { events, webhooks, contactId: contact.id, email: contact.email }
      const expected = await simulated(app, id, given)
      expect(await ran(app, id, given)).toEqual(expected)
    },
  )

  it.each(Array.from({ length: DATED_RUNS }, (_, seed) => seed + 1))(
    'agree on random workflow %i that a date starts',
    async (seed) => {
      const app = await inFreshProject(test)
      receiver.answer = () => ({ status: 200, body: JSON.stringify(ANSWER) })
      const url = receiver.newUrl()
      const drawn = randomCase(seed * 6271, { now: app.clock.now(), url })
      const { events, webhooks, random, ...definition } = drawn
      const dayAfter = (days: number) =>
        new Date(app.clock.now().getTime() + days * 24 * HOUR).toISOString().slice(0, 10)
      const offset = { amount: random(3) - 1, unit: 'days' }
      const trigger = { type: 'DATE', field: 'data.renewsAt', offset, ...(random(2) && { at: '09:00' }) }
      const { id } = await buildEnabled(app, { trigger, ...definition })
      const contact = await buildContact(app, { data: { renewsAt: dayAfter(random(3)) } })
      const moved = events.map((one) =>
        random(3) === 0 ? { ...one, data: { ...one.data, renewsAt: dayAfter(1 + random(4)) } } : one,
      )
      const { id: contactId, email } = contact
      const given = { events: moved, webhooks, contactId, email, isByDate: true }
      const expected = await simulated(app, id, given)
      expect(await ran(app, id, given)).toEqual(expected)
    },
  )
})
