// The path of one contact through the graph: an execution, or a simulation up to a moment.
import type { Tone, Trail } from '../canvas/canvas-context.ts'
import { TRIGGER, transitionsOf } from './definition.ts'
import type { DraftStep } from './definition.ts'
import { edgeId } from './canvas-edges.ts'

export type Visit = {
  stepId: string
  status: 'WAITING' | 'COMPLETED' | 'FAILED'
  output: Record<string, unknown> | null
}

const TONES: Record<Visit['status'], Tone> = { WAITING: 'info', COMPLETED: 'good', FAILED: 'bad' }

/** A webhook reports `success` even if it has no branch of that name. */
function transitionTaken(step: DraftStep, output: Visit['output']) {
  const transitions = transitionsOf(step)
  return (
    transitions.find(({ branch }) => branch === output?.['branch']) ??
    transitions.find(({ branch }) => branch === undefined)
  )
}

export function trailOf(steps: readonly DraftStep[], visits: readonly Visit[]): Trail {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const cards = new Map<string, Tone>([[TRIGGER, 'good']])
  const edges = new Set<string>(visits.length > 0 ? [edgeId(TRIGGER, undefined)] : [])
  for (const { stepId, status, output } of visits) {
    cards.set(stepId, TONES[status])
    const step = byId.get(stepId)
    const transition = step && status === 'COMPLETED' ? transitionTaken(step, output) : undefined
    if (transition) edges.add(edgeId(stepId, transition.branch))
  }
  return { cards, edges }
}
