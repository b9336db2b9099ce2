import { describe, expect, it } from 'vitest'
import type { SimulationResult } from '../../../api/workflows.ts'
import { edgeId } from '../model/canvas-edges.ts'
import { TRIGGER } from '../model/definition.ts'
import type { DraftStep } from '../model/definition.ts'
import { trailOf } from '../model/trail.ts'
import { firstAt, momentsOf, shownAt } from './moments.ts'
import { simulation as texts } from './simulate.texts.ts'

const at = (day: number) => `2026-03-0${day}T09:00:00.000Z`

const steps: DraftStep[] = [
  { id: 'hello', type: 'SEND_EMAIL', name: 'Hello', config: {}, next: 'wait' },
  { id: 'wait', type: 'DELAY', name: 'Wait', config: { amount: 2, unit: 'days' }, next: 'again' },
  { id: 'again', type: 'SEND_EMAIL', name: 'Again', config: {}, next: null },
  { id: 'never', type: 'EXIT', name: 'Never', config: {} },
]

type Visit = SimulationResult['path'][number]
/** From one day to another. */
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
  ({ stepId, at: at(day), subject: stepId }) as SimulationResult['emails'][number]

/** Two emails, two days apart; an event starts it, another changes nothing. */
const answer = (changes: Partial<SimulationResult> = {}): SimulationResult =>
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
  }) as Partial<SimulationResult> as SimulationResult

const names = { template: () => undefined, segment: () => undefined } as never
const momentsFor = (given: SimulationResult) => momentsOf(given, { steps, names })

describe('the moments of a simulation', () => {
  it('are events, steps and the end, in their order; an event comes before what it leads to', () => {
    const moments = momentsFor(answer())
    expect(moments.map(({ key }) => key)).toEqual(['event 0', 'step 0', 'step 1', 'event 1', 'step 2', 'end'])
    expect(moments.map(({ visits }) => visits)).toEqual([0, 1, 2, 2, 3, 3])
    expect(moments.at(-1)).toMatchObject({ title: texts.ends.COMPLETED, at: at(3), isBad: false })
  })

  it('have their own email each, also where a step is made twice', () => {
    const path = [visit('hello', [1, 1]), visit('hello', [1, 1]), visit('hello', [2, 2])]
    const emails = [email('hello', 1), { ...email('hello', 1), subject: 'second' }]
    const made = momentsFor(answer({ path, emails, events: [] }))
    expect(made.map((one) => one.email?.subject)).toEqual(['hello', 'second', undefined, undefined])
  })

  it('say what went wrong, how long it took, and by which branch it went on', () => {
    const path = [visit('hello', [1, 1], { status: 'FAILED', error: 'No sender.' })]
    const [failed, end] = momentsFor(answer({ path, status: 'FAILED', events: [] }))
    expect([failed?.detail, failed?.isBad, end?.isBad]).toEqual(['No sender.', true, true])
    const output = { branch: 'event' }
    const [waited] = momentsFor(answer({ path: [visit('wait', [1, 3], { output })], events: [] }))
    expect(waited?.detail).toMatch(/^Until .*\. Goes on by/)
  })

  it('are the reason alone if the workflow does not start', () => {
    const given = answer({ started: false, status: null, reason: 'Not subscribed.', path: [], events: [] })
    expect(momentsFor(given)).toMatchObject([
      { key: 'end', title: texts.notStarted, detail: 'Not subscribed.' },
    ])
  })
})

describe('what the page shows', () => {
  const given = answer()
  const moments = momentsFor(given)
  const shown = moments.map((_, index) => shownAt(given, moments, index))

  it('is the step that was made last, and the email that was sent last', () => {
    expect(shown.map(({ stepId }) => stepId)).toEqual([undefined, 'hello', 'wait', 'wait', 'again', 'again'])
    expect(shown.map((one) => one.email?.subject)).toEqual([
      undefined,
      'hello',
      'hello',
      'hello',
      'again',
      'again',
    ])
  })

  it('is the way up to there', () => {
    const trail = trailOf(steps, given.path.slice(0, shown[2]?.visits))
    expect([...trail.cards.keys()]).toEqual([TRIGGER, 'hello', 'wait'])
    expect([...trail.edges]).toEqual([TRIGGER, 'hello', 'wait'].map((id) => edgeId(id, undefined)))
    expect([...trailOf(steps, []).edges]).toEqual([])
  })

  it('is the first moment at a step that is chosen on the canvas, if the contact came to it', () => {
    expect([firstAt(given, moments, 'hello'), firstAt(given, moments, 'again')]).toEqual([1, 4])
    expect(firstAt(given, moments, 'never')).toBeUndefined()
  })
})
