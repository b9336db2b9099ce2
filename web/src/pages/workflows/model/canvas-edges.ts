// The lines of the canvas: which cards are connected, without positions.
import { TRIGGER, transitionsOf } from './definition.ts'
import type { Definition, DraftStep } from './definition.ts'

export type CanvasEdge = {
  id: string
  source: string
  branch: string | undefined
  target: string
  isEnd: boolean
}

export const edgeId = (source: string, branch: string | undefined): string => `${source}>${branch ?? ''}`
const endId = (source: string, branch: string | undefined) => `@end ${edgeId(source, branch)}`

/** One edge per transition. Each transition to the end has its own end node: a shared one would need long lines. */
export function edgesOf(steps: readonly DraftStep[]): CanvasEdge[] {
  const ids = new Set(steps.map(({ id }) => id))
  const edge = (source: string, branch: string | undefined, target: string | null): CanvasEdge => {
    const isEnd = target === null || !ids.has(target)
    return {
      id: edgeId(source, branch),
      source,
      branch,
      target: isEnd ? endId(source, branch) : target,
      isEnd,
    }
  }
  return [
    edge(TRIGGER, undefined, steps[0]?.id ?? null),
    ...steps.flatMap((step) =>
      transitionsOf(step).map(({ branch, target }) => edge(step.id, branch, target)),
    ),
  ]
}

/** Changes only when the layout does: the settings of a step move nothing. */
export const shapeOf = ({ steps }: Pick<Definition, 'steps'>): string =>
  JSON.stringify(
    steps.map((step) => [step.id, transitionsOf(step).map(({ branch, target }) => [branch, target])]),
  )
