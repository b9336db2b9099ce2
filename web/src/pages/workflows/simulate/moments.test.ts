import { describe, expect, it } from 'vitest'
import type { Simulation } from '../../../api/sending/workflows.ts'
import { edgeId } from '../model/canvas-edges.ts'
import { TRIGGER } from '../model/definition.ts'
import type { DraftStep } from '../model/definition.ts'
import { trailOf } from '../model/trail.ts'
import { momentAt, momentsOf, stateAt } from './moments.ts'
import { simulation as texts } from './simulate.texts.ts'

const at = (day: number) => `2026-03-0${day}T09:00:00.000Z`

const steps: DraftStep[] = [
  { id: 'hello', type: 'SEND_EMAIL', name: 'Hello', config: {}, next: 'wait' },
  { id: 'wait', type: 'DELAY', name: 'Wait', config: { amount: 2, unit: 'days' }, next: 'again' },
  { id: 'again', type: 'SEND_EMAIL', name: 'Again', config: {}, next: null },
  { id: 'never', type: 'EXIT', name: 'Never', config: {} },
]

type Visit = Simulation['path'][number]
const visit = (stepId: string, [from, to]: [number, number], changes: Partial<Visit> = {}): Visit =>
  ({
    stepId,
    type: stepId === 'wait' ? 'DELAY' : 'SEND_EMAIL',
    status: 'COMPLETED',
    startedAt: at(from),
    completedAt: at(to),
    output: null,
    error: null,
    ...changes,
  }) as Visit
const email = (stepId: string, day: number) =>
  ({ stepId, at: at(day), subject: stepId }) as Simulation['emails'][number]

/** Two emails, two days apart; the first event starts the workflow, the second is ignored. */
const simulate = (changes: Partial<Simulation> = {}): Simulation =>
  ({
    started: true,
    reason: null,
    status: 'COMPLETED',
    exitReason: null,
    stoppedBy: 'end',
    startedAt: at(1),
    completedAt: at(3),
    path: [visit('hello', [1, 1]), visit('wait', [1, 3]), visit('again', [3, 3])],
    emails: [email('hello', 1), email('again', 3)],
    events: [
      { at: at(1), event: 'signed.up', outcome: 'started' },
      { at: at(2), event: 'paid', outcome: 'ignored' },
    ],
    ...changes,
  }) as Partial<Simulation> as Simulation

const names = { template: () => undefined, segment: () => undefined } as never
const momentsFor = (simulation: Simulation) => momentsOf(simulation, steps, names)

describe('the moments of a simulation', () => {
  it('are events, steps and the end, by time; events come before the steps they start', () => {
    const moments = momentsFor(simulate())
    expect(moments.map(({ key }) => key)).toEqual(['event 0', 'step 0', 'step 1', 'event 1', 'step 2', 'end'])
    expect(moments.map(({ visits }) => visits)).toEqual([0, 1, 2, 2, 3, 3])
    expect(moments.at(-1)).toMatchObject({ title: texts.ends.COMPLETED, at: at(3), isBad: false })
  })

  it('have their own email each, also if a step runs twice', () => {
    const path = [visit('hello', [1, 1]), visit('hello', [1, 1]), visit('hello', [2, 2])]
    const emails = [email('hello', 1), { ...email('hello', 1), subject: 'second' }]
    const moments = momentsFor(simulate({ path, emails, events: [] }))
    expect(moments.map((one) => one.email?.subject)).toEqual(['hello', 'second', undefined, undefined])
  })

  it('have the error, the duration and the branch as their detail', () => {
    const path = [visit('hello', [1, 1], { status: 'FAILED', error: 'No sender.' })]
    const [failed, end] = momentsFor(simulate({ path, status: 'FAILED', events: [] }))
    expect([failed?.detail, failed?.isBad, end?.isBad]).toEqual(['No sender.', true, true])
    const output = { branch: 'event' }
    const [waited] = momentsFor(simulate({ path: [visit('wait', [1, 3], { output })], events: [] }))
    expect(waited?.detail).toMatch(/^Until .*\. Goes on through/)
  })

  it('are only the reason if the workflow does not start', () => {
    const result = simulate({ started: false, status: null, reason: 'Not subscribed.', path: [], events: [] })
    expect(momentsFor(result)).toMatchObject([
      { key: 'end', title: texts.notStarted, detail: 'Not subscribed.' },
    ])
  })
})

describe('the state at a moment', () => {
  const simulation = simulate()
  const moments = momentsFor(simulation)
  const states = moments.map((_, index) => stateAt(simulation, moments, index))

  it('is the last step and the last email', () => {
    expect(states.map(({ stepId }) => stepId)).toEqual([undefined, 'hello', 'wait', 'wait', 'again', 'again'])
    expect(states.map((one) => one.email?.subject)).toEqual([
      undefined,
      'hello',
      'hello',
      'hello',
      'again',
      'again',
    ])
  })

  it('is the path so far', () => {
    const trail = trailOf(steps, simulation.path.slice(0, states[2]?.visits))
    expect([...trail.cards.keys()]).toEqual([TRIGGER, 'hello', 'wait'])
    expect([...trail.edges]).toEqual([TRIGGER, 'hello', 'wait'].map((id) => edgeId(id, undefined)))
    expect([...trailOf(steps, []).edges]).toEqual([])
  })

  it('finds the first moment at a step, if the contact reached it', () => {
    expect([momentAt(simulation, moments, 'hello'), momentAt(simulation, moments, 'again')]).toEqual([1, 4])
    expect(momentAt(simulation, moments, 'never')).toBeUndefined()
  })
})
