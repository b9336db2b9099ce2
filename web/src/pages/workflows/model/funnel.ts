// How contacts go through a workflow: who entered a step, is there, left there, and which way they took. Pure.
import type { Statistics } from '../../../api/sending/workflows.ts'
import { edgesOf } from './canvas-edges.ts'
import type { CanvasEdge } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { DraftStep } from './definition.ts'

type StepCounts = Statistics['steps'][number]

export type CardFigures = { entered: number; here: number; left: number; email: StepCounts['email'] }
/** `share`: of those who went on from the card where the line begins. */
export type EdgeFigures = { count: number; share: number }

export type Funnel = {
  cards: ReadonlyMap<string, CardFigures>
  edges: ReadonlyMap<string, EdgeFigures>
}

/** Failed executions are still at their step. Those who leave at an EXIT step have completed it, too. */
function cardFigures({ type, waiting, passed, failed, left, email }: StepCounts): CardFigures {
  const here = waiting + failed
  const entered = here + (type === 'EXIT' ? Math.max(passed, left) : passed + left)
  return { entered, here, left, email }
}

export function funnelOf(steps: readonly DraftStep[], statistics: Statistics): Funnel {
  const counted = new Map(statistics.steps.map((step) => [step.stepId, step]))
  const cards = new Map(statistics.steps.map((step) => [step.stepId, cardFigures(step)]))
  const edges = edgesOf(steps)
  const enteredFirst = cards.get(steps[0]?.id ?? '')?.entered
  const wentOn = (id: string) => (id === TRIGGER ? enteredFirst : counted.get(id)?.passed)
  const incoming = new Map<string, number>()
  for (const { target } of edges) incoming.set(target, (incoming.get(target) ?? 0) + 1)
  const figures = new Map<string, EdgeFigures>()
  for (const [source, own] of Map.groupBy(edges, (edge) => edge.source)) {
    const total = wentOn(source)
    if (total === undefined) continue
    for (const [id, count] of countsOf(own, { total, incoming, cards })) {
      figures.set(id, { count, share: total === 0 ? 0 : count / total })
    }
  }
  return { cards, edges: figures }
}

type EdgeSources = {
  /** Those who went on from the card. */
  total: number
  incoming: ReadonlyMap<string, number>
  cards: Funnel['cards']
}

/**
 * The server counts steps, not lines. A line that alone leads to a step has as many contacts as the step; the last unknown one of a
 * card has the rest. Where ways meet, more may be unknown: those have no figure.
 */
function countsOf(
  edges: readonly CanvasEdge[],
  { total, incoming, cards }: EdgeSources,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { id, target, isEnd } of edges) {
    const entered = isEnd || incoming.get(target) !== 1 ? undefined : cards.get(target)?.entered
    // Contacts who were moved, by hand or by the goal, may enter without having come this way.
    if (edges.length > 1 && entered !== undefined) counts.set(id, Math.min(entered, total))
  }
  const unknown = edges.filter(({ id }) => !counts.has(id))
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [only, ...others] = unknown
  if (only && others.length === 0) counts.set(only.id, Math.max(0, total - known))
  return counts
}
