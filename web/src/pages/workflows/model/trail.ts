// The way of one contact through the graph: of an execution, or of a simulation up to a moment.
import type { Tone, Trail } from '../canvas/canvas-context.ts'
import { TRIGGER, waysOf } from './definition.ts'
import type { DraftStep } from './definition.ts'
import { edgeId } from './canvas-edges.ts'

export type Visit = {
  stepId: string
  status: 'WAITING' | 'COMPLETED' | 'FAILED'
  output: Record<string, unknown> | null
}

const TONES: Record<Visit['status'], Tone> = { WAITING: 'info', COMPLETED: 'good', FAILED: 'bad' }

/** By which way it went on. A webhook says success, also where that has no name. */
function wayTaken(step: DraftStep, output: Visit['output']) {
  const ways = waysOf(step)
  return (
    ways.find(({ branch }) => branch === output?.['branch']) ??
    ways.find(({ branch }) => branch === undefined)
  )
}

export function trailOf(steps: readonly DraftStep[], visits: readonly Visit[]): Trail {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const cards = new Map<string, Tone>([[TRIGGER, 'good']])
  const edges = new Set<string>(visits.length > 0 ? [edgeId(TRIGGER, undefined)] : [])
  for (const { stepId, status, output } of visits) {
    cards.set(stepId, TONES[status])
    const step = byId.get(stepId)
    const way = step && status === 'COMPLETED' ? wayTaken(step, output) : undefined
    if (way) edges.add(edgeId(stepId, way.branch))
  }
  return { cards, edges }
}
