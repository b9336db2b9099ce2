// Whatever is built and whatever happens: the engine waits or ends, and does nothing twice for one visit of a step.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { Steps } from '../definition.schema.ts'
import type { Definition } from '../definition.schema.ts'
import { buildFacts, START } from '../fixtures/facts.ts'
import { advance, MOST_STEPS_AT_ONCE, startExecution } from './advance.ts'
import type { Effect, ExecutionState, Input } from './execution.ts'

const COUNT = 8
const EVENTS = ['x', 'y', 'z']
const FILTERS = {
  operator: 'OR',
  conditions: [
    { field: 'data.n', operator: 'greaterThan', value: 1 },
    { field: 'event.data.n', operator: 'exists' },
  ],
}

const target = fc.option(
  fc.nat(COUNT - 1).map((n) => `s${n}`),
  { nil: null },
)
const event = fc.constantFrom(...EVENTS)
const hours = fc.record({ amount: fc.integer({ min: 1, max: 100 }), unit: fc.constant('hours') })
const branched = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, target])))

const step = fc.oneof(
  fc.record({ type: fc.constant('SEND_EMAIL'), config: fc.constant({ templateId: 'x' }), next: target }),
  fc.record({ type: fc.constant('DELAY'), config: hours, next: target }),
  fc.record({
    type: fc.constant('DELAY'),
    config: fc.constant({ until: '09:00', weekdays: ['mon'] }),
    next: target,
  }),
  fc.record({
    type: fc.constant('WAIT_FOR_EVENT'),
    config: fc.record({ event, timeout: hours }),
    next: branched('event', 'timeout'),
  }),
  fc.record({
    type: fc.constant('CONDITION'),
    config: fc.constant({ filters: FILTERS }),
    next: branched('yes', 'no'),
  }),
  fc.record({
    type: fc.constant('SPLIT'),
    config: fc.constant({ weights: { a: 1, b: 1 } }),
    next: branched('a', 'b'),
  }),
  fc.record({
    type: fc.constant('UPDATE_CONTACT'),
    config: fc.record({ data: fc.record({ n: fc.nat(3) }) }),
    next: target,
  }),
  fc.record({
    type: fc.constant('WEBHOOK'),
    config: fc.constant({ url: 'https://example.com' }),
    next: branched('success', 'failure'),
  }),
  fc.record({ type: fc.constant('TRACK_EVENT'), config: fc.record({ event }), next: target }),
  fc.record({ type: fc.constant('EXIT') }),
)

/** Only those that can be saved; steps that nothing leads to are left out first. */
const definition = fc
  .array(step, { minLength: COUNT, maxLength: COUNT })
  .map((steps) => {
    const named = steps.map((one, index) => ({ ...one, id: `s${index}` }))
    const targets = (id: string): string[] => {
      const { next } = (named.find((other) => other.id === id) ?? {}) as { next?: unknown }
      return typeof next === 'string' ? [next] : Object.values((next ?? {}) as Record<string, string>)
    }
    const reached = new Set(['s0'])
    for (const id of reached) targets(id).forEach((one) => reached.add(one))
    return named.filter(({ id }) => reached.has(id))
  })
  .filter((steps) => Steps.safeParse(steps).success)
  .map((steps): Definition => ({
    trigger: { type: 'EVENT', event: 'x' },
    steps: Steps.parse(steps),
    exit: { event: 'z' },
  }))

const happening = fc.record({
  after: fc.integer({ min: 0, max: 60 * 3_600_000 }),
  input: fc.oneof(
    fc.constant<Input>({ type: 'time' }),
    event.map((name): Input => ({ type: 'event', name, data: {}, at: 0, depth: 0 })),
    fc.boolean().map((isOk): Input => ({ type: 'webhook', isOk, output: null })),
  ),
})

const ENDED = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED']

/** Ended for good, or waiting for something that is still to come, or with more to do at once. */
function isSound({ status, wakeAt, completedAt }: ExecutionState, now: number): boolean {
  if (ENDED.includes(status)) return wakeAt === null && completedAt !== null
  if (status === 'WAITING') return wakeAt === null || wakeAt > now
  return status === 'RUNNING' && wakeAt === now
}

it('always waits or ends, and acts once for each visit of a step', () => {
  fc.assert(
    fc.property(definition, fc.array(happening, { maxLength: 40 }), (made, happenings) => {
      const facts = buildFacts()
      let now = START
      let state = startExecution(made, { event: { name: 'x', data: {} }, depth: 0, now })
      const effects: Effect[] = []
      const take = (input: Input) => {
        const before = state.visit
        const result = advance(made, state, { now, input, facts })
        // The same again gives the same: nothing is drawn by lot, and nothing that was given is changed.
        expect(advance(made, state, { now, input, facts })).toEqual(result)
        expect(result.state.visit - before).toBeLessThanOrEqual(2 * MOST_STEPS_AT_ONCE)
        // What does not concern it leaves it as it is, also when its time has come already.
        const isUntouched = input.type !== 'time' && isDeepStrictEqual(result.state, state)
        state = result.state
        effects.push(...result.effects)
        expect(isUntouched || isSound(state, now)).toBe(true)
      }
      take({ type: 'time' })
      for (const { after, input } of happenings) {
        now += after
        take(input.type === 'event' ? { ...input, at: now } : input)
      }
      const visits = effects.map(({ visit }) => visit)
      expect(new Set(visits).size).toBe(visits.length)
    }),
    propertyRuns(300),
  )
})
