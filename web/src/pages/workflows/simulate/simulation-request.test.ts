import { describe, expect, it } from 'vitest'
import type { WorkflowDraft } from '../model/definition.ts'
import { firstEvents, isComplete, requestOf, withNewEvent } from './simulation-request.ts'
import type { SimulationInput, SimulatedEvent } from './simulation-request.ts'

const NOW = new Date('2026-03-02T15:30:00.000Z')
const draft: WorkflowDraft = {
  name: 'Welcome',
  description: '',
  trigger: { type: 'EVENT', event: 'signed.up' },
  steps: [],
  entry: null,
  exit: null,
  goal: null,
  holdout: null,
}
const [signedUp] = firstEvents(draft, NOW) as [SimulatedEvent]
const inputOf = (changes: Partial<SimulationInput> = {}): SimulationInput => ({
  kind: 'own',
  email: 'ada@example.com',
  data: '{"name":"Ada"}',
  events: [signedUp],
  answers: {},
  contactId: undefined,
  ...changes,
})

describe('the events of a simulation', () => {
  it('begin with the trigger of the workflow, if it is an event', () => {
    expect(signedUp).toMatchObject({ event: 'signed.up', data: '' })
    expect(new Date(signedUp.at)).toEqual(NOW)
    expect(firstEvents({ trigger: { type: 'MANUAL' } }, NOW)).toEqual([])
  })

  it('are added a day after the last, or now', () => {
    const dayLater = new Date('2026-03-03T15:30:00.000Z')
    expect(new Date(withNewEvent([signedUp], NOW)[1]?.at ?? '')).toEqual(dayLater)
    expect(new Date(withNewEvent([], NOW)[0]?.at ?? '')).toEqual(NOW)
    expect(new Date(withNewEvent([{ ...signedUp, at: '' }], NOW)[1]?.at ?? '')).toEqual(NOW)
  })
})

describe('a simulation', () => {
  it('can run with an invented contact', () => {
    expect(isComplete(inputOf())).toBe(true)
    expect(isComplete(inputOf({ email: '' }))).toBe(false)
    expect(isComplete(inputOf({ data: '[1]' }))).toBe(false)
    expect(isComplete(inputOf({ data: ' ' }))).toBe(true)
  })

  it('can run with an existing contact, once it is found', () => {
    expect(isComplete(inputOf({ kind: 'existing', data: 'whatever' }))).toBe(false)
    expect(isComplete(inputOf({ kind: 'existing', contactId: 'c1' }))).toBe(true)
  })

  it.each([{ event: '' }, { at: '' }, { data: '{' }])('cannot run with an event of %j', (changes) => {
    expect(isComplete(inputOf({ events: [signedUp, { ...signedUp, ...changes }] }))).toBe(false)
  })

  it.each([{ statusCode: '20' }, { statusCode: '600' }, { data: '[1]' }])(
    'cannot run with the answer %j to a webhook',
    (changes) => {
      const answer = { statusCode: '200', data: '{}', ...changes }
      expect(isComplete(inputOf({ answers: { call: answer } }))).toBe(false)
    },
  )

  it('sends the answers to webhooks that the workflow has', () => {
    const steps = [
      { id: 'call', type: 'WEBHOOK' as const, config: { url: 'https://example.com' }, next: null },
    ]
    const answers = {
      call: { statusCode: '404', data: '{"why":"gone"}' },
      removed: { statusCode: '200', data: '' },
    }
    const webhooks = { call: { statusCode: 404, data: { why: 'gone' } } }
    expect(requestOf({ ...draft, steps }, inputOf({ answers }))).toMatchObject({ webhooks })
    expect(requestOf(draft, inputOf({ answers }))).not.toHaveProperty('webhooks')
  })

  it('sends the input in the form of the API', () => {
    const paid = { event: 'paid', at: signedUp.at, data: '{"total":3}' }
    const { trigger, steps, entry, exit, goal, holdout } = draft
    expect(requestOf(draft, inputOf({ events: [signedUp, paid] }))).toEqual({
      trigger,
      steps,
      entry,
      exit,
      goal,
      holdout,
      contact: { email: 'ada@example.com', data: { name: 'Ada' } },
      events: [
        { event: 'signed.up', at: NOW.toISOString() },
        { event: 'paid', at: NOW.toISOString(), data: { total: 3 } },
      ],
    })
    expect(requestOf(draft, inputOf({ kind: 'existing', contactId: 'c1' })).contact).toEqual({ id: 'c1' })
  })
})
