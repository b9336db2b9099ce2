import { describe, expect, it } from 'vitest'
import type { Definition } from '../definition.schema.ts'
import { buildDefinition, delay, email, PRO, update, wait } from '../fixtures/definitions.ts'
import { buildFacts, START } from '../fixtures/facts.ts'
import { simulate } from './simulate.ts'
import type { SimulatedEvent, SimulationInput } from './simulate.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const event = (name: string, hours: number, data: Record<string, unknown> = {}): SimulatedEvent => ({
  at: START + hours * HOUR,
  name,
  data,
  merged: data,
})

const run = (definition: Definition, given: Partial<SimulationInput> = {}) =>
  simulate({
    definition,
    facts: buildFacts(),
    events: [event('signed-up', 0)],
    startAt: START,
    until: START + 366 * DAY,
    ...given,
  })

const hoursOf = (at: number) => (at - START) / HOUR

describe('a simulation', () => {
  it('jumps from one event or wake-up to the next', () => {
    const definition = buildDefinition([email('a', 'b'), delay('b', 'c'), email('c')])
    const { emails, path, state, stoppedBy } = run(definition)
    expect(emails.map(({ stepId, at }) => [stepId, hoursOf(at)])).toEqual([
      ['a', 0],
      ['c', 24],
    ])
    expect(path.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual([
      'a COMPLETED',
      'b COMPLETED',
      'c COMPLETED',
    ])
    expect([state?.status, stoppedBy]).toEqual(['COMPLETED', 'end'])
  })

  it.each([
    ['started', { trigger: { type: 'EVENT', event: 'email.clicked' } }],
    ['continued', { trigger: { type: 'MANUAL' } }],
    ['exited', { trigger: { type: 'MANUAL' }, exit: { event: 'email.clicked' } }],
  ] as const)('counts clicks as human unless their data says otherwise: %s', (outcome, rest) => {
    const definition = buildDefinition([wait('w', { event: null }, 'email.clicked')], rest)
    const click = (verdict?: string) => event('email.clicked', 1, verdict === undefined ? {} : { verdict })
    const outcomes = (...events: SimulatedEvent[]) =>
      run(definition, { events }).events.map((one) => one.outcome)
    expect(outcomes(click('machine'), click('unknown'), click('human'))).toEqual([
      'ignored',
      'ignored',
      outcome,
    ])
    expect(outcomes(click())).toEqual([outcome])
  })

  it('starts with the first event that matches the trigger, and shows the outcome of each event', () => {
    const trigger = {
      type: 'EVENT' as const,
      event: 'signed-up',
      where: [{ field: 'data.n', operator: 'equals' as const, value: 1 }],
    }
    const definition = buildDefinition([wait('w', { event: 'd' }), delay('d', 'e'), email('e')], {
      trigger,
      exit: { event: 'left' },
    })
    const { events, state } = run(definition, {
      events: [
        event('signed-up', 0),
        event('signed-up', 1, { n: 1 }),
        event('signed-up', 2, { n: 1 }),
        event('bought', 3),
        event('left', 4),
        event('left', 5),
      ],
    })
    expect(events.map(({ outcome }) => outcome)).toEqual([
      'ignored',
      'started',
      'ignored',
      'continued',
      'exited',
      'ignored',
    ])
    expect(state).toMatchObject({ status: 'EXITED', startedAt: START + HOUR })
  })

  it('says why nothing was started', () => {
    const definition = buildDefinition([email('a')], { entry: { filters: PRO as never } })
    expect(run(definition)).toMatchObject({
      state: null,
      reason: 'The contact does not match the entry filters.',
    })
    expect(run(definition, { events: [] })).toMatchObject({
      state: null,
      reason: 'No event signed-up started it.',
    })
  })

  it('starts at once for other triggers', () => {
    const { emails } = run(buildDefinition([email('a')], { trigger: { type: 'MANUAL' } }), { events: [] })
    expect(emails).toHaveLength(1)
  })

  it('merges the data of events and the changes of steps into the contact', () => {
    const definition = buildDefinition([update('a', 'b'), delay('b', 'c'), email('c')])
    const events = [event('signed-up', 0, { plan: 'pro' }), event('bought', 1, { plan: null, last: 7 })]
    const { emails, changes, contact } = run(definition, { events })
    expect(changes).toEqual([
      { at: START, stepId: 'a', type: 'UPDATE_CONTACT', data: { seen: true }, subscribed: null },
    ])
    expect(emails[0]?.contact.data).toEqual({ seen: true, last: 7 })
    expect(contact.data).toEqual({ seen: true, last: 7 })
  })

  it('stops at the time that was asked for', () => {
    const { state, stoppedBy } = run(buildDefinition([delay('a', 'b'), email('b')]), {
      until: START + DAY - 1,
    })
    expect([state?.status, state?.wakeAt, stoppedBy]).toEqual(['WAITING', START + DAY, 'until'])
  })

  it('counts webhooks as successful, and passes events that steps record back to the execution', () => {
    const definition = buildDefinition([
      { id: 'a', type: 'WEBHOOK', config: { url: 'https://example.com' }, next: { success: 'b' } },
      { id: 'b', type: 'TRACK_EVENT', config: { event: 'bought' }, next: 'w' },
      wait('w', { event: 'c' }),
      email('c'),
    ])
    const { emails, changes } = run(definition)
    expect(changes.map(({ type }) => type)).toEqual(['WEBHOOK', 'TRACK_EVENT'])
    expect(emails).toHaveLength(1)
  })

  it('comes to an end when an execution wakes itself', () => {
    const definition = buildDefinition([
      { id: 'a', type: 'TRACK_EVENT', config: { event: 'bought' }, next: 'w' },
      wait('w', { event: 'a' }),
    ])
    const { changes, state } = run(definition)
    expect(changes).toHaveLength(11)
    expect(state).toMatchObject({ status: 'COMPLETED' })
  })

  it('stops at a limit of steps, emails and bytes', () => {
    const hourly = { id: 'd', type: 'DELAY', config: { amount: 1, unit: 'hours' } }
    const forEver = (step: object) => run(buildDefinition([{ ...hourly, next: 'x' }, step as never]))
    const steps = forEver({
      id: 'x',
      type: 'CONDITION',
      config: { filters: PRO },
      next: { yes: 'd', no: 'd' },
    })
    expect(steps.stoppedBy).toBe('limit')
    // The limit is checked after each advance, which can run several steps.
    expect([1000, 1001]).toContain(steps.path.length)
    const emails = forEver(email('x', 'd'))
    expect([emails.stoppedBy, emails.emails.length]).toEqual(['limit', 100])
    const data = { long: 'x'.repeat(60_000) }
    const bytes = forEver({ id: 'x', type: 'UPDATE_CONTACT', config: { data }, next: 'd' })
    expect([bytes.stoppedBy, bytes.changes.length]).toEqual(['limit', 34])
  })

  it('of twenty steps a week comes as far as the limit of steps', () => {
    const days = Array.from({ length: 19 }, (_, i) => update(`s${i}`, i < 18 ? `s${i + 1}` : 'until'))
    const until = {
      id: 'until',
      type: 'DELAY',
      config: { until: '09:00', timezone: 'Europe/Amsterdam', weekdays: ['mon'] },
      next: 's0',
    }
    const { path, stoppedBy } = run(buildDefinition([...days, until]))
    expect([stoppedBy, path.length]).toEqual(['limit', 1000])
  })
})

describe('a simulation of a workflow that a date starts', () => {
  const trigger = {
    type: 'DATE' as const,
    field: 'data.renewsAt',
    offset: { amount: -7, unit: 'days' as const },
    at: '09:00',
  }
  const at = (text: string) => Date.parse(text)
  const runDated = (data: object, rest: Partial<Definition> = {}, events: readonly SimulatedEvent[] = []) =>
    simulate({
      definition: buildDefinition([email('a')], { trigger, ...rest }),
      facts: buildFacts({ data }),
      events,
      startAt: START,
      until: START + 400 * DAY,
    })

  it('begins at the time of the date, with the date as event', () => {
    const { state, emails } = runDated({ renewsAt: '2030-01-31' })
    expect(emails.map((one) => one.at)).toEqual([at('2030-01-24T09:00:00Z')])
    expect(state?.event?.data).toEqual({ field: 'data.renewsAt', date: '2030-01-31' })
  })

  it('follows a date that an event moves, and ignores one that has passed by then', () => {
    const moved = (renewsAt: string): SimulatedEvent => ({
      at: at('2030-01-20T00:00:00Z'),
      name: 'renewed',
      data: {},
      merged: { renewsAt },
    })
    const later = runDated({ renewsAt: '2030-01-31' }, {}, [moved('2030-02-28')])
    expect(later.state?.startedAt).toBe(at('2030-02-21T09:00:00Z'))
    const past = runDated({ renewsAt: '2030-01-31' }, {}, [moved('2030-01-25')])
    expect([past.state, past.reason]).toEqual([
      null,
      'The date 2030-01-25 in data.renewsAt starts nothing from 2030-01-15T08:00:00.000Z to 2031-02-19T08:00:00.000Z.',
    ])
  })

  it('says why nothing starts', () => {
    expect(runDated({}).reason).toBe('The contact has no date in data.renewsAt.')
    expect(runDated({ renewsAt: '2030-01-31' }, { entry: { filters: PRO as never } }).reason).toBe(
      'The contact does not match the entry filters.',
    )
  })

  it('begins on the next day of the year if the date repeats', () => {
    const { state } = runDated({ renewsAt: '1990-01-10' }, { trigger: { ...trigger, repeat: 'yearly' } })
    expect([state?.startedAt, state?.event?.data['years']]).toEqual([at('2031-01-03T09:00:00Z'), 41])
  })
})
