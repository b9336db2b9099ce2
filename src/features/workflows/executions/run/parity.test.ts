// The simulator and the runner agree on random workflows and events.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { opensAt, recordOpens } from '../../../../../test/support/opens.ts'
import { buildPartial, buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call } from '../../../../../test/support/requests.ts'
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

const test = useTestApp()

const HOUR = 3_600_000
const RUNS = 12
const DATED_RUNS = 8
const EVENTS = ['go', 'a', 'b', 'left']

/** Small and repeatable: the same seed gives the same workflow. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

const PLAN = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }
const IS_PRO = [{ field: 'data.plan', operator: 'equals', value: 'pro' }]
const HAPPENED = { operator: 'AND', conditions: [{ field: 'event.a', operator: 'triggered' }] }

/** Steps lead forward only, so every workflow comes to an end. */
function randomStep(random: (below: number) => number, index: number, count: number): object {
  const id = `s${index}`
  const target = () => {
    const next = index + 1 + random(3)
    return next < count ? `s${next}` : null
  }
  // Everything after the first is reached, because the next one always is.
  const following = index + 1 < count ? `s${index + 1}` : null
  switch (random(11)) {
    case 10:
      return { id, type: 'DELAY', config: { untilBestHour: { fallback: '08:00' } }, next: following }
    case 7: {
      const untilDate = {
        field: 'data.renewsAt',
        offset: { amount: random(7) - 3, unit: 'days' },
        at: '09:00',
      }
      const config = { untilDate, ifPast: 'skip', ifMissing: 'skip' }
      return { id, type: 'DELAY', config, next: { date: following, skip: target() } }
    }
    case 8: {
      const where = [{ field: 'data.plan', operator: 'equals', valueFrom: 'event.data.plan' }]
      const config = { event: 'a', where, timeout: { amount: 1 + random(40), unit: 'hours' } }
      return { id, type: 'WAIT_FOR_EVENT', config, next: { event: following, timeout: target() } }
    }
    case 9:
      return {
        id,
        type: 'UPDATE_CONTACT',
        config: {
          increment: { visits: 2 },
          ...(random(2) ? { append: { seen: id } } : { remove: { seen: 's0' } }),
        },
        next: following,
      }
    case 0:
      return { id, type: 'DELAY', config: { amount: 1 + random(30), unit: 'hours' }, next: following }
    case 1: {
      const config = { event: EVENTS[1 + random(2)], timeout: { amount: 1 + random(40), unit: 'hours' } }
      return { id, type: 'WAIT_FOR_EVENT', config, next: { event: following, timeout: target() } }
    }
    case 2:
      return { id, type: 'CONDITION', config: { filters: PLAN }, next: { yes: target(), no: following } }
    case 3:
      return { id, type: 'CONDITION', config: { filters: HAPPENED }, next: { yes: following, no: target() } }
    case 4:
      return { id, type: 'SPLIT', config: { weights: { x: 1, y: 2 } }, next: { x: following, y: target() } }
    case 5:
      return {
        id,
        type: 'UPDATE_CONTACT',
        config: { data: { plan: random(2) ? 'pro' : 'free', visits: '{{ visits | plus: 1 }}' } },
        next: following,
      }
    default:
      return {
        id,
        type: 'SEND_EMAIL',
        config: {
          subject: 'Hi {{ plan }} {{ visits }}',
          body: '<p>{{ contact.data.plan }} {{ data.plan }}</p>',
          from: 'a@app.example',
          type: 'TRANSACTIONAL',
        },
        next: following,
      }
  }
}

type TimedEvent = { afterHours: number; event: string; data: object }
type Line = { stepId: string; status: string; branch: unknown; hour: unknown }
type EmailText = { subject: string; text: string }

function randomCase(seed: number) {
  const random = randomOf(seed)
  const count = 3 + random(6)
  const steps = Array.from({ length: count }, (_, index) => randomStep(random, index, count))
  const exit = random(3) === 0 ? { event: 'left' } : null
  const events: TimedEvent[] = [{ afterHours: 0, event: 'go', data: random(2) ? { plan: 'pro' } : {} }]
  for (let i = random(6); i > 0; i -= 1) {
    const event = EVENTS[1 + random(3)] ?? 'a'
    events.push({ afterHours: 1 + random(60), event, data: random(2) ? { plan: 'pro' } : {} })
  }
  events.sort((one, other) => one.afterHours - other.afterHours)
  const goals = [null, { whenReached: 'goTo', goTo: `s${count - 1}` }, { whenReached: 'exit' }]
  const reaction = goals[seed % goals.length]
  const goal = reaction ? { event: 'b', where: IS_PRO, ...reaction } : null
  const holdout = goal && seed % 2 === 0 ? { percent: 50 } : null
  return { steps, exit, goal, holdout, events, random }
}

const toLine = (entry: { stepId: string; status: string; output: unknown }): Line => ({
  stepId: entry.stepId,
  status: entry.status,
  branch: (entry.output as { branch?: string } | null)?.branch ?? null,
  hour: (entry.output as { hour?: string } | null)?.hour ?? null,
})

const LAST_HOURS = 400

async function simulated(
  app: TestApp,
  id: string,
  { events: timed, contactId }: CaseInput,
): Promise<unknown> {
  const start = app.clock.now().getTime()
  const events = timed.map(({ afterHours, event, data }) => ({
    at: new Date(start + afterHours * HOUR).toISOString(),
    event,
    data,
  }))
  const until = new Date(start + LAST_HOURS * HOUR).toISOString()
  const body = { contact: { id: contactId }, events, until }
  const answer = (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<{
    status: string
    path: Parameters<typeof toLine>[0][]
    contact: { data: object }
    emails: EmailText[]
  }>()
  const emails = answer.emails.map(({ subject, text }) => ({ subject, text }))
  return { status: answer.status, path: answer.path.map(toLine), data: answer.contact.data, emails }
}

/** `isByDate`: a date starts it, before or after any event. */
type CaseInput = { events: readonly TimedEvent[]; contactId: string; isByDate?: boolean }

async function ran(app: TestApp, id: string, given: CaseInput & { email: string }): Promise<unknown> {
  const worker = buildWorker(app.deps)
  let at = 0
  for (const { afterHours, event, data } of [
    ...given.events,
    { afterHours: LAST_HOURS, event: '', data: {} },
  ]) {
    // Hour by hour, so that waits end in the order of their times, as on a server that is always running.
    for (; at < afterHours; at += 1) {
      app.clock.advance(HOUR)
      await runWorkflows(app.deps, worker)
      const [execution] = await readExecutions(app, id)
      const isBeforeDate = !execution && given.isByDate
      if (!isBeforeDate && execution?.status !== 'WAITING') {
        app.clock.advance((afterHours - at - 1) * HOUR)
        at = afterHours
        break
      }
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
    const { steps } = randomCase(3)
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

  it.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))(
    'agree on random workflow %i',
    async (seed) => {
      const app = await inFreshProject(test)
      const { steps, exit, goal, holdout, events } = randomCase(seed * 7919)
      const { id } = await buildEnabled(app, { steps, exit, goal, holdout })
      const renewsAt = new Date(app.clock.now().getTime() + 72 * HOUR).toISOString().slice(0, 10)
      const contact = await buildContact(app, { data: { renewsAt } })
      // Some have a best hour.
      if (seed % 2 === 0) await recordOpens(app, opensAt(contact.id, { now: app.clock.now(), hour: seed }))
      const given = { events, contactId: contact.id, email: contact.email }
      const expected = await simulated(app, id, given)
      expect(await ran(app, id, given)).toEqual(expected)
    },
  )

  it.each(Array.from({ length: DATED_RUNS }, (_, seed) => seed + 1))(
    'agree on random workflow %i that a date starts',
    async (seed) => {
      const app = await inFreshProject(test)
      const { steps, exit, goal, holdout, events, random } = randomCase(seed * 6271)
      const dayAfter = (days: number) =>
        new Date(app.clock.now().getTime() + days * 24 * HOUR).toISOString().slice(0, 10)
      const offset = { amount: random(3) - 1, unit: 'days' }
      const trigger = { type: 'DATE', field: 'data.renewsAt', offset, ...(random(2) && { at: '09:00' }) }
      const { id } = await buildEnabled(app, { trigger, steps, exit, goal, holdout })
      const contact = await buildContact(app, { data: { renewsAt: dayAfter(random(3)) } })
      const moved = events.map((one) =>
        random(3) === 0 ? { ...one, data: { ...one.data, renewsAt: dayAfter(1 + random(4)) } } : one,
      )
      const given = { events: moved, contactId: contact.id, email: contact.email, isByDate: true }
      const expected = await simulated(app, id, given)
      expect(await ran(app, id, given)).toEqual(expected)
    },
  )
})
