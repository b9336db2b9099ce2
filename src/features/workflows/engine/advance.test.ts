import { describe, expect, it } from 'vitest'
import type { Definition } from '../definition.schema.ts'
import { buildDefinition, condition, delay, email, PRO, update, wait } from '../fixtures/definitions.ts'
import { buildFacts, START } from '../fixtures/facts.ts'
import { advance, MOST_STEPS_AT_ONCE, MOST_VISITS, startExecution } from './advance.ts'
import type { Advance, ExecutionState, Facts, Input } from './execution.ts'

const DAY = 86_400_000
const EVENT = { name: 'signed-up', data: { plan: 'pro', amount: 60 } }

const begin = (definition: Definition, facts = buildFacts()): Advance =>
  advance(definition, startExecution(definition, { event: EVENT, depth: 0, now: START }), {
    now: START,
    input: { type: 'time' },
    facts,
  })

type Later = { after?: number; input?: Input; facts?: Facts }

const goOn = (definition: Definition, state: ExecutionState, later: Later): Advance =>
  advance(definition, state, {
    now: START + (later.after ?? 0),
    input: later.input ?? { type: 'time' },
    facts: later.facts ?? buildFacts(),
  })

const happened = (name: string, { data = {}, after = 0, depth = 0 } = {}): Later => ({
  after,
  input: { type: 'event', name, data, at: START + after, depth },
})

const pathOf = ({ entries }: Advance) => entries.map(({ stepId, status }) => `${stepId} ${status}`)

describe('an execution', () => {
  it('runs all steps that do not wait at once', () => {
    const result = begin(buildDefinition([email('a', 'b'), update('b')]))
    expect(result.state).toMatchObject({ status: 'COMPLETED', stepId: null, wakeAt: null, visit: 2 })
    expect(result.effects).toMatchObject([
      { type: 'sendEmail', stepId: 'a', visit: 1 },
      { type: 'updateContact', stepId: 'b', visit: 2, data: { seen: true } },
    ])
    expect(pathOf(result)).toEqual(['a COMPLETED', 'b COMPLETED'])
  })

  it('of a workflow without steps has completed', () => {
    expect(begin(buildDefinition([])).state).toMatchObject({ status: 'COMPLETED', completedAt: START })
  })

  it('waits for a delay, and not a moment longer', () => {
    const definition = buildDefinition([delay('a', 'b'), email('b')])
    const { state, effects } = begin(definition)
    expect([state.status, state.wakeAt, effects]).toEqual(['WAITING', START + DAY, []])
    expect(goOn(definition, state, { after: DAY - 1 })).toEqual({ state, effects: [], entries: [] })
    const later = goOn(definition, state, { after: DAY })
    expect(later.state.status).toBe('COMPLETED')
    expect(pathOf(later)).toEqual(['a COMPLETED', 'b COMPLETED'])
    expect(later.entries[0]).toMatchObject({ startedAt: START, completedAt: START + DAY })
  })

  it('waits until a time of day in the zone of the contact', () => {
    const definition = buildDefinition([{ id: 'a', type: 'DELAY', config: { until: '09:00' } }])
    const inTokyo = begin(definition, buildFacts({ data: { timezone: 'Asia/Tokyo' } }))
    expect(inTokyo.state.wakeAt).toBe(Date.parse('2030-01-16T00:00:00Z'))
    expect(begin(definition).state.wakeAt).toBe(Date.parse('2030-01-15T09:00:00Z'))
  })

  it('waits until some time before a date of the contact, and takes the date from the event', () => {
    const untilDate = { field: 'data.renewsAt', offset: { amount: -2, unit: 'days' }, at: '09:00' }
    const definition = buildDefinition([{ id: 'a', type: 'DELAY', config: { untilDate } }])
    const facts = buildFacts({ data: { renewsAt: '2030-02-01', timezone: 'Europe/Berlin' } })
    expect(begin(definition, facts).state.wakeAt).toBe(Date.parse('2030-01-30T08:00:00Z'))
    const ofEvent = buildDefinition([
      { id: 'a', type: 'DELAY', config: { untilDate: { field: 'event.data.startsAt' } } },
    ])
    const event = { name: 'booked', data: { startsAt: '2030-01-20T12:00:00Z' } }
    const state = startExecution(ofEvent, { event, depth: 0, now: START })
    expect(goOn(ofEvent, state, {}).state.wakeAt).toBe(Date.parse('2030-01-20T12:00:00Z'))
  })

  it('waits for the hour at which the contact usually opens email, in its zone', () => {
    const definition = buildDefinition([
      { id: 'a', type: 'DELAY', config: { untilBestHour: { fallback: '10:30' } }, next: 'b' },
      email('b'),
    ])
    const opens = ['2030-01-12T17:10:00Z', '2030-01-13T17:50:00Z', '2030-01-14T17:20:00Z'].map((at) =>
      Date.parse(at),
    )
    const berlin = { data: { timezone: 'Europe/Berlin' } }
    const known = begin(definition, buildFacts(berlin, { opens }))
    expect(known.state.wakeAt).toBe(Date.parse('2030-01-15T17:00:00Z'))
    expect(known.entries[0]?.output).toMatchObject({ hour: '18:00', isFallback: false })
    const unknown = begin(definition, buildFacts(berlin, { opens: opens.slice(1) }))
    expect(unknown.state.wakeAt).toBe(Date.parse('2030-01-15T09:30:00Z'))
    expect(unknown.entries[0]?.output).toMatchObject({ hour: '10:30', isFallback: true })
    const plain = buildDefinition([{ id: 'a', type: 'DELAY', config: { untilBestHour: {} } }])
    expect(begin(plain).state.wakeAt).toBe(Date.parse('2030-01-15T09:00:00Z'))
  })

  it('goes on at once during that hour', () => {
    const definition = buildDefinition([
      { id: 'a', type: 'DELAY', config: { untilBestHour: {} }, next: 'b' },
      email('b'),
    ])
    const opens = [1, 2, 3].map((days) => START - days * 86_400_000 + 600_000)
    const { state, entries } = begin(definition, buildFacts({}, { opens }))
    expect([state.status, entries[0]?.status, entries[0]?.output]).toEqual([
      'COMPLETED',
      'COMPLETED',
      { hour: '08:00', isFallback: false },
    ])
  })

  const PAST = { data: { renewsAt: '2030-01-01' } }
  const dateStep = (rules: object, next: unknown = 'b') =>
    buildDefinition([
      { id: 'a', type: 'DELAY', config: { untilDate: { field: 'data.renewsAt' }, ...rules }, next },
      email('b'),
      ...(typeof next === 'object' ? [email('c')] : []),
    ])
  const WAYS = { date: 'b', skip: 'c' }

  it.each<[what: string, rules: object, next: unknown, contact: object, path: string[], exit: string | null]>(
    [
      ['goes on at once if the date has passed', {}, 'b', PAST, ['a COMPLETED', 'b COMPLETED'], null],
      ['skips a date that has passed', { ifPast: 'skip' }, WAYS, PAST, ['a COMPLETED', 'c COMPLETED'], null],
      [
        'leaves at a date that has passed',
        { ifPast: 'exit' },
        'b',
        PAST,
        ['a COMPLETED'],
        'The date in data.renewsAt has passed.',
      ],
      ['leaves without a date', {}, 'b', { data: {} }, ['a COMPLETED'], 'There is no date in data.renewsAt.'],
      [
        'takes no other text for a date',
        { ifMissing: 'skip' },
        WAYS,
        { data: { renewsAt: 'soon' } },
        ['a COMPLETED', 'c COMPLETED'],
        null,
      ],
      [
        'goes on at once without a date',
        { ifMissing: 'now' },
        'b',
        { data: {} },
        ['a COMPLETED', 'b COMPLETED'],
        null,
      ],
    ],
  )('%s', (...[, rules, next, contact, path, exit]) => {
    const result = begin(dateStep(rules, next), buildFacts(contact))
    expect(pathOf(result)).toEqual(path)
    expect(result.state).toMatchObject({ status: exit === null ? 'COMPLETED' : 'EXITED', exitReason: exit })
  })

  it('waits again for a date that was moved meanwhile, and leaves if it was deleted', () => {
    const definition = dateStep({ ifPast: 'skip' }, WAYS)
    const { state } = begin(definition, buildFacts({ data: { renewsAt: '2030-01-20' } }))
    const after = Date.parse('2030-01-20T00:00:00Z') - START
    const moved = goOn(definition, state, { after, facts: buildFacts({ data: { renewsAt: '2030-01-25' } }) })
    expect(moved.state).toMatchObject({ status: 'WAITING', wakeAt: Date.parse('2030-01-25T00:00:00Z') })
    expect(moved.effects).toEqual([])
    const deleted = goOn(definition, state, { after, facts: buildFacts() })
    expect(deleted.state).toMatchObject({
      status: 'EXITED',
      exitReason: 'There is no date in data.renewsAt.',
    })
    const reached = goOn(definition, state, {
      after,
      facts: buildFacts({ data: { renewsAt: '2030-01-20' } }),
    })
    expect(pathOf(reached)).toEqual(['a COMPLETED', 'b COMPLETED'])
    expect(reached.entries[0]?.output).toEqual({ branch: 'date' })
  })

  it('waits for an event that fits the one that started it', () => {
    const where = [
      { field: 'data.plan', operator: 'equals', valueFrom: 'event.data.plan' },
      { field: 'data.total', operator: 'greaterThan', valueFrom: 'event.data.amount' },
    ]
    const config = { event: 'bought', timeout: { amount: 2, unit: 'days' }, where }
    const definition = buildDefinition([{ id: 'a', type: 'WAIT_FOR_EVENT', config, next: { event: null } }])
    const { state } = begin(definition)
    const statusAfter = (data: object) =>
      goOn(definition, state, happened('bought', { data, after: 1 })).state.status
    expect(statusAfter({ plan: 'free', total: 61 })).toBe('WAITING')
    expect(statusAfter({ plan: 'pro', total: 60 })).toBe('WAITING')
    expect(statusAfter({ plan: 'pro', total: 61 })).toBe('COMPLETED')
  })

  it('takes no event for the right one if there is nothing to compare it with', () => {
    const where = [{ field: 'data.id', operator: 'notEquals', valueFrom: 'event.data.id' }]
    const config = { event: 'bought', timeout: { amount: 2, unit: 'days' }, where }
    const definition = buildDefinition([{ id: 'a', type: 'WAIT_FOR_EVENT', config, next: { event: null } }])
    const { state } = begin(definition)
    expect(goOn(definition, state, happened('bought', { data: { id: 1 }, after: 1 })).state.status).toBe(
      'WAITING',
    )
  })

  it('computes data from what the contact has, step by step', () => {
    const definition = buildDefinition([
      {
        id: 'a',
        type: 'UPDATE_CONTACT',
        config: { increment: { points: 5 }, append: { tags: 'x' } },
        next: 'b',
      },
      { id: 'b', type: 'UPDATE_CONTACT', config: { increment: { points: 5 }, remove: { tags: 'x' } } },
    ])
    const { effects } = begin(definition, buildFacts({ data: { points: 1 } }))
    expect(effects).toMatchObject([{ data: { points: 6, tags: ['x'] } }, { data: { points: 11, tags: [] } }])
    const failed = begin(definition, buildFacts({ data: { points: 'many' } }))
    expect(failed.state).toMatchObject({ status: 'FAILED', stepId: 'a' })
    expect(failed.state.exitReason).toContain('the contact has "many" there, not a number')
  })

  it('does nothing after it has ended', () => {
    const definition = buildDefinition([email('a')])
    const { state } = begin(definition)
    const inputs: Input[] = [
      { type: 'time' },
      { type: 'cancel', reason: 'x' },
      { type: 'webhook', isOk: true, output: null },
    ]
    for (const input of inputs) {
      expect(goOn(definition, state, { after: DAY, input })).toEqual({ state, effects: [], entries: [] })
    }
  })

  it('goes on at once from a delay that is skipped, and only from the visit that was meant', () => {
    const definition = buildDefinition([delay('a', 'b'), delay('b')])
    const { state } = begin(definition)
    const skip = (visit: number): Later => ({ after: 1, input: { type: 'skip', visit } })
    const later = goOn(definition, state, skip(1))
    expect(pathOf(later)).toEqual(['a COMPLETED', 'b WAITING'])
    expect(later.entries[0]?.output).toEqual({ skipped: true })
    expect(goOn(definition, later.state, skip(1)).state).toEqual(later.state)
  })

  it.each([
    { from: 'the end of a delay', step: delay('a', 'w'), input: { type: 'time' }, arrivedAfter: DAY },
    {
      from: 'a skip',
      step: delay('a', 'w'),
      input: { type: 'skip', visit: 1, at: START + 5 },
      arrivedAfter: 5,
    },
    {
      from: 'the answer of a webhook',
      step: { id: 'a', type: 'WEBHOOK', config: { url: 'https://acme.example' }, next: 'w' },
      input: { type: 'webhook', isOk: true, output: null, at: START + 5 },
      arrivedAfter: 5,
    },
  ] as const)(
    'counts events from $from on, however late that is noticed',
    ({ step, input, arrivedAfter }) => {
      const definition = buildDefinition([step, wait('w', { event: 'b' }), email('b')])
      const late = goOn(definition, begin(definition).state, { after: 2 * DAY, input })
      expect(late.state).toMatchObject({ status: 'WAITING', stepId: 'w' })
      const statusAfter = (after: number) => {
        const event = { type: 'event', name: 'bought', data: {}, at: START + after, depth: 0 } as const
        return goOn(definition, late.state, { after: 2 * DAY, input: event }).state.status
      }
      expect([statusAfter(arrivedAfter - 1), statusAfter(arrivedAfter)]).toEqual(['WAITING', 'COMPLETED'])
    },
  )

  it('takes the branch timeout from a wait that is skipped', () => {
    const definition = buildDefinition([wait('a', { event: 'b', timeout: 'c' }), email('b'), email('c')])
    const { state } = begin(definition)
    const later = goOn(definition, state, { after: 1, input: { type: 'skip', visit: 1 } })
    expect(pathOf(later)).toEqual(['a COMPLETED', 'c COMPLETED'])
    expect(later.entries[0]?.output).toEqual({ branch: 'timeout', skipped: true })
  })

  it('can be cancelled while it waits', () => {
    const definition = buildDefinition([delay('a', 'b'), email('b')])
    const { state } = goOn(definition, begin(definition).state, {
      input: { type: 'cancel', reason: 'The contact was deleted.' },
    })
    expect(state).toMatchObject({
      status: 'CANCELLED',
      exitReason: 'The contact was deleted.',
      wakeAt: null,
      stepId: 'a',
    })
  })

  it('runs a limited number of steps at once, and the rest in the next advances', () => {
    const steps = Array.from({ length: 120 }, (_, i) => update(`s${i}`, i < 119 ? `s${i + 1}` : undefined))
    const definition = buildDefinition(steps)
    const first = begin(definition)
    expect(first.effects).toHaveLength(MOST_STEPS_AT_ONCE)
    expect(first.state).toMatchObject({ status: 'RUNNING', wakeAt: START })
    const second = goOn(definition, first.state, {})
    const third = goOn(definition, second.state, {})
    expect(third.state.status).toBe('COMPLETED')
    const visits = [first, second, third].flatMap(({ effects }) => effects.map(({ visit }) => visit))
    expect(visits).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
  })

  it('fails when it has looped too often', () => {
    const definition = buildDefinition([delay('a', 'a')])
    const state = { ...begin(definition).state, visit: MOST_VISITS }
    const result = goOn(definition, state, { after: DAY })
    expect(result.state).toMatchObject({
      status: 'FAILED',
      stepId: 'a',
      exitReason: 'The execution has made 10000 steps.',
    })
  })
})

describe('WAIT_FOR_EVENT', () => {
  const definition = buildDefinition([
    {
      ...wait('a', { event: 'b', timeout: 'c' }),
      config: {
        event: 'bought',
        where: [{ field: 'data.amount', operator: 'greaterThan', value: 50 }],
        timeout: { amount: 2, unit: 'days' },
      },
    },
    email('b'),
    email('c'),
  ])
  const { state } = begin(definition)
  const sent = ({ effects }: Advance) => effects.map(({ stepId }) => stepId)

  it('goes on with the event when it happens', () => {
    const result = goOn(definition, state, happened('bought', { data: { amount: 60 }, after: DAY }))
    expect([result.state.status, sent(result)]).toEqual(['COMPLETED', ['b']])
    expect(result.entries[0]?.output).toEqual({ branch: 'event' })
  })

  it('goes on with the timeout when it has passed', () => {
    expect(sent(goOn(definition, state, { after: 2 * DAY }))).toEqual(['c'])
  })

  it('is not interested in other events, nor in other data', () => {
    for (const other of [
      happened('sold', { data: { amount: 60 } }),
      happened('bought', { data: { amount: 50 } }),
    ]) {
      expect(goOn(definition, state, other)).toEqual({ state, effects: [], entries: [] })
    }
  })

  it('decides once between an event and its timeout, by their times', () => {
    const inTime = { ...happened('bought', { data: { amount: 60 }, after: 2 * DAY - 1 }), after: 3 * DAY }
    expect(sent(goOn(definition, state, inTime))).toEqual(['b'])
    const tooLate = happened('bought', { data: { amount: 60 }, after: 2 * DAY })
    const late = goOn(definition, state, tooLate)
    expect(sent(late)).toEqual(['c'])
    expect(sent(goOn(definition, late.state, tooLate))).toEqual([])
  })

  it('is not woken by an event that executions have passed on ten times', () => {
    const far = happened('bought', { data: { amount: 60 }, depth: 11 })
    expect(goOn(definition, state, far).state).toEqual(state)
    expect(goOn(definition, state, happened('bought', { data: { amount: 60 }, depth: 10 })).state.depth).toBe(
      10,
    )
  })
})

describe('CONDITION', () => {
  const answers = (filters: unknown, facts = buildFacts()) =>
    begin(buildDefinition([{ id: 'a', type: 'CONDITION', config: { filters } }]), facts).entries[0]?.output
      ?.branch
  const leaf = (field: string, operator: string, value?: unknown) => ({
    operator: 'AND',
    conditions: [{ field, operator, ...(value !== undefined && { value }) }],
  })

  it('asks for the contact', () => {
    expect(answers(PRO, buildFacts({ data: { plan: 'pro' } }))).toBe('yes')
    expect(answers(PRO)).toBe('no')
  })

  it('asks for the data of the event, or for an event of that name: the operator decides', () => {
    expect(answers(leaf('event.data.amount', 'greaterThan', 50))).toBe('yes')
    expect(answers(leaf('event.data.amount', 'greaterThan', 70))).toBe('no')
    expect(answers(leaf('event.data.amount', 'triggered'))).toBe('no')
    const events = [{ name: 'data.amount', data: {}, createdAt: new Date(START) }]
    expect(
      answers(leaf('event.data.amount', 'triggered'), buildFacts({}, { history: { events, emails: [] } })),
    ).toBe('yes')
  })

  it('combines conditions of all kinds', () => {
    const onEvent = leaf('event.data.plan', 'equals', 'pro')
    expect(answers({ operator: 'NOT', conditions: [onEvent] })).toBe('no')
    expect(answers({ operator: 'OR', conditions: [PRO, onEvent] })).toBe('yes')
    expect(answers({ operator: 'AND', conditions: [PRO, onEvent] })).toBe('no')
  })

  it('takes the first of several branches that holds, else the default', () => {
    const config = {
      branches: [
        { name: 'large', filters: leaf('event.data.amount', 'greaterThan', 100) },
        { name: 'middle', filters: leaf('event.data.amount', 'greaterThan', 50) },
        { name: 'any', filters: leaf('event.data.amount', 'exists') },
      ],
    }
    const definition = buildDefinition([{ id: 'a', type: 'CONDITION', config }])
    expect(begin(definition).entries[0]?.output).toEqual({ branch: 'middle' })
    const empty = startExecution(definition, { event: null, depth: 0, now: START })
    expect(goOn(definition, empty, {}).entries[0]?.output).toEqual({ branch: 'default' })
  })

  it('sees what the steps before it have changed', () => {
    const definition = buildDefinition([
      { id: 'a', type: 'UPDATE_CONTACT', config: { data: { plan: 'pro', old: null } }, next: 'b' },
      condition('b', { yes: 'c' }),
      { id: 'c', type: 'TRACK_EVENT', config: { event: 'done' }, next: 'd' },
      { id: 'd', type: 'ADD_TO_SEGMENT', config: { segmentId: 's' }, next: 'e' },
      {
        id: 'e',
        type: 'CONDITION',
        config: {
          filters: {
            operator: 'AND',
            conditions: [
              { field: 'event.done', operator: 'triggered' },
              { field: 'data.old', operator: 'notExists' },
            ],
          },
        },
      },
    ])
    const { entries, effects } = begin(definition, buildFacts({ data: { old: 1 } }))
    expect(entries.map(({ output }) => output?.branch)).toEqual([
      undefined,
      'yes',
      undefined,
      undefined,
      'yes',
    ])
    expect(effects[1]).toMatchObject({ type: 'trackEvent', event: 'done', depth: 1 })
  })
})

describe('SPLIT', () => {
  const definition = buildDefinition([{ id: 'a', type: 'SPLIT', config: { weights: { a: 1, b: 3 } } }])
  const branch = (id: string, seed = 'workflow') =>
    begin(definition, buildFacts({ id }, { seed })).entries[0]?.output?.branch

  it('takes the same branch for a contact every time', () => {
    for (const id of ['x', 'y', 'z']) expect(branch(id)).toBe(branch(id))
  })

  it('divides contacts by the weights, in each workflow differently', () => {
    const ids = Array.from({ length: 4000 }, (_, i) => `contact ${i}`)
    const share = ids.filter((id) => branch(id) === 'a').length / ids.length
    expect(share).toBeGreaterThan(0.22)
    expect(share).toBeLessThan(0.28)
    expect(ids.some((id) => branch(id) !== branch(id, 'other'))).toBe(true)
  })
})

describe('WEBHOOK', () => {
  const webhook = (next: unknown) =>
    buildDefinition([
      { id: 'a', type: 'WEBHOOK', config: { url: 'https://example.com' }, next },
      ...(next === undefined ? [] : [email('b')]),
    ])
  const output = { webhookId: 'w', attempts: 5, statusCode: 503, body: 'busy' }
  const answered = (definition: Definition, isOk: boolean) =>
    goOn(definition, begin(definition).state, { input: { type: 'webhook', isOk, output } })

  it('waits for the answer without a time limit', () => {
    const { state, effects } = begin(webhook('b'))
    expect(state).toMatchObject({ status: 'WAITING', wakeAt: null })
    expect(effects).toMatchObject([{ type: 'callWebhook', visit: 1 }])
    expect(goOn(webhook('b'), state, { after: 400 * DAY }).state).toEqual(state)
  })

  it('goes on by the answer', () => {
    expect(answered(webhook('b'), true).effects).toMatchObject([{ stepId: 'b' }])
    expect(answered(webhook({ success: null, failure: 'b' }), true).effects).toEqual([])
    expect(answered(webhook({ success: null, failure: 'b' }), false).effects).toMatchObject([{ stepId: 'b' }])
  })

  it('fails the execution if the step has no branch for failure', () => {
    expect(answered(webhook('b'), false).state).toMatchObject({ status: 'FAILED', stepId: 'a' })
    expect(answered(webhook({ success: 'b' }), false).state.status).toBe('FAILED')
  })

  it('says what was answered when it fails', () => {
    const { state, entries } = answered(webhook('b'), false)
    expect(state.exitReason).toContain('after 5 attempts')
    expect(state.exitReason).toContain('status 503')
    expect(entries).toMatchObject([{ status: 'FAILED', error: state.exitReason, output: { answer: output } }])
  })
})

describe('leaving', () => {
  it('happens at an EXIT step, with its reason', () => {
    const reason = 'Has bought already.'
    expect(begin(buildDefinition([{ id: 'a', type: 'EXIT', config: { reason } }])).state).toMatchObject({
      status: 'EXITED',
      exitReason: reason,
    })
  })

  it('happens before any step when the exit filters match', () => {
    const exit = { filters: PRO as never }
    const definition = buildDefinition([email('a', 'b'), delay('b', 'c'), email('c')], { exit })
    expect(begin(definition, buildFacts({ data: { plan: 'pro' } }))).toMatchObject({
      effects: [],
      state: { status: 'EXITED', visit: 0 },
    })
    const later = goOn(definition, begin(definition).state, {
      after: DAY,
      facts: buildFacts({ data: { plan: 'pro' } }),
    })
    expect(later).toMatchObject({
      effects: [],
      state: { status: 'EXITED', exitReason: 'The exit filters match.' },
    })
  })

  it('happens at once when the exit event happens', () => {
    const definition = buildDefinition([delay('a', 'b'), email('b')], { exit: { event: 'unsubscribed' } })
    const { state } = begin(definition)
    expect(goOn(definition, state, happened('unsubscribed')).state).toMatchObject({
      status: 'EXITED',
      exitReason: 'The exit event "unsubscribed" happened.',
    })
  })
})

describe('a step whose template or segment was deleted', () => {
  it.each([
    ['SEND_EMAIL', { templateId: 'x' }, 'There is no template x any more.'],
    ['ADD_TO_SEGMENT', { segmentId: 'x' }, 'There is no segment x any more.'],
  ])('fails with a reason: %s', (type, config, error) => {
    const definition = buildDefinition([{ id: 'a', type, config }])
    const result = begin(definition, buildFacts({}, { missing: new Set(['x']) }))
    expect(result.state).toMatchObject({ status: 'FAILED', stepId: 'a', exitReason: error })
    expect(result.effects).toEqual([])
    expect(result.entries).toMatchObject([{ status: 'FAILED', error }])
  })
})
