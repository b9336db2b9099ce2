// For any workflow and any input, the engine waits or ends, and does nothing twice for one visit of a step.
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

/** Only definitions that can be saved, after unreachable steps are removed. */
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

const timedInput = fc.record({
  after: fc.integer({ min: 0, max: 60 * 3_600_000 }),
  input: fc.oneof(
    fc.constant<Input>({ type: 'time' }),
    event.map((name): Input => ({ type: 'event', name, data: {}, at: 0, depth: 0 })),
    fc.boolean().map((isOk): Input => ({ type: 'webhook', isOk, output: null })),
  ),
})

const ENDED = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED']

/** Ended, or waiting for a later time or an input, or with more steps to run at once. */
function isSound({ status, wakeAt, completedAt }: ExecutionState, now: number): boolean {
  if (ENDED.includes(status)) return wakeAt === null && completedAt !== null
  if (status === 'WAITING') return wakeAt === null || wakeAt > now
  return status === 'RUNNING' && wakeAt === now
}

it('always waits or ends, and acts once for each visit of a step', () => {
  fc.assert(
    fc.property(definition, fc.array(timedInput, { maxLength: 40 }), (workflow, inputs) => {
      const facts = buildFacts()
      let now = START
      let state = startExecution(workflow, { event: { name: 'x', data: {} }, depth: 0, now })
      const effects: Effect[] = []
      const apply = (input: Input) => {
        const before = state.visit
        const result = advance(workflow, state, { now, input, facts })
        // A second call gives the same result: nothing is random, and the input is not changed.
        expect(advance(workflow, state, { now, input, facts })).toEqual(result)
        expect(result.state.visit - before).toBeLessThanOrEqual(2 * MOST_STEPS_AT_ONCE)
        // Input that does not concern the execution leaves it unchanged, even if it is due.
        const isUntouched = input.type !== 'time' && isDeepStrictEqual(result.state, state)
        state = result.state
        effects.push(...result.effects)
        expect(isUntouched || isSound(state, now)).toBe(true)
      }
      apply({ type: 'time' })
      for (const { after, input } of inputs) {
        now += after
        apply(input.type === 'event' ? { ...input, at: now } : input)
      }
      const visits = effects.map(({ visit }) => visit)
      expect(new Set(visits).size).toBe(visits.length)
    }),
    propertyRuns(300),
  )
})
