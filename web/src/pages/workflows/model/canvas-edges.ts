// The lines of the canvas: which cards a workflow connects, before anybody has said where they stand.
import { TRIGGER, waysOf } from './definition.ts'
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

/** One edge per way out. A way that ends has an end of its own: one for all would draw long lines to it. */
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
    ...steps.flatMap((step) => waysOf(step).map(({ branch, target }) => edge(step.id, branch, target))),
  ]
}

/** Changes when the picture does: what is written in a step moves nothing. */
export const shapeOf = ({ steps }: Pick<Definition, 'steps'>): string =>
  JSON.stringify(steps.map((step) => [step.id, waysOf(step).map(({ branch, target }) => [branch, target])]))
