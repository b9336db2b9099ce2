import { describe, expect, it } from 'vitest'
import { RECIPES } from '../../../../../src/features/workflows/recipes.schema.ts'
import { arrange, CARD, END } from './arrange.ts'
import { edgesOf } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { DraftStep } from './definition.ts'
import { computeLayout } from './layout.ts'
import type { CanvasNode } from './layout.ts'
import { piecesOf } from './pieces.ts'

const step = (id: string, next: string | null = null): DraftStep => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next,
})
const choice = (id: string, yes: string | null, no: string | null): DraftStep => ({
  id,
  type: 'CONDITION',
  config: { filters: { operator: 'AND', conditions: [] } },
  next: { yes, no },
})
const exit = (id: string): DraftStep => ({ id, type: 'EXIT', config: {} })

const idsOf = (steps: readonly DraftStep[]) => {
  const ends = edgesOf(steps).filter(({ isEnd }) => isEnd)
  return [TRIGGER, ...steps.map(({ id }) => id), ...ends.map(({ target }) => target)]
}

const graphOf = (steps: readonly DraftStep[]) => [idsOf(steps), edgesOf(steps)] as const

const cut = (...steps: DraftStep[]) =>
  piecesOf(...graphOf(steps))
    .flat()
    .map(({ ids }) => ids.filter((id) => !id.startsWith('@end')).join(' '))

describe('a workflow is cut', () => {
  it('at every card that all paths lead through', () => {
    const steps = [choice('q', 'a', 'b'), step('a', 'c'), step('b', 'c'), step('c', 'd'), step('d')]
    expect(cut(...steps)).toEqual([`${TRIGGER} q`, 'q a b c', 'c d', 'd'])
  })

  it('below a branch that ends no lower than the card beside it', () => {
    expect(cut(choice('q', 'a', 'x'), step('a', 'b'), exit('x'), step('b'))).toEqual([
      `${TRIGGER} q`,
      'q a x',
      'a b',
      'b',
    ])
  })

  it('not where a branch goes on beside it', () => {
    expect(cut(choice('q', 'a', 'x'), step('a', 'b'), step('x', 'y'), step('y'), step('b'))).toEqual([
      `${TRIGGER} q`,
      'q a x y b',
    ])
  })

  it('not where a line passes by, down or back up', () => {
    expect(cut(choice('q', 'a', 'c'), step('a', 'b'), step('b', 'c'), step('c'))).toEqual([
      `${TRIGGER} q`,
      'q a b c',
      'c',
    ])
    expect(cut(step('a', 'b'), step('b', 'q'), choice('q', 'a', 'c'), step('c'))).toEqual([
      `${TRIGGER} a`,
      'a b q',
      'q c',
      'c',
    ])
  })

  it('with a line from a card to itself where that card is', () => {
    const steps = [choice('q', 'a', 'x'), step('a', 'b'), choice('x', 'x', 'x'), step('b')]
    for (const { ids, edges } of piecesOf(...graphOf(steps)).flat()) {
      for (const { source, target } of edges) expect(ids).toEqual(expect.arrayContaining([source, target]))
    }
  })

  it('apart from cards that nothing leads to, and not at all where two paths begin', () => {
    expect(cut(exit('a'), step('lost', 'more'), step('more'), exit('single'))).toEqual([
      `${TRIGGER} a`,
      'lost more',
      'more',
      'single',
    ])
    expect(cut(step('a', 'b'), step('b', 'c'), step('c'), step('lost', 'b'))).toEqual([
      `${TRIGGER} a b c lost`,
    ])
  })
})

const sizeOf = ({ kind }: CanvasNode) => (kind === 'end' ? END : CARD)

function arrangedAtOnce(steps: readonly DraftStep[]) {
  const ids = idsOf(steps)
  const { nodes } = arrange({ ids, edges: edgesOf(steps) })
  return ids.map((id, n) => {
    const { width, height } = id.startsWith('@end') ? END : CARD
    const { x = 0, y = 0 } = nodes[n] ?? {}
    return { id, x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
  })
}

describe('the layout', () => {
  it.each(RECIPES.map(({ title, workflow }) => [title, workflow.steps as unknown as DraftStep[]] as const))(
    'of the recipe %s is the same as without cutting',
    (_, steps) => {
      expect(computeLayout({ steps }).nodes.map(({ id, x, y }) => ({ id, x, y }))).toEqual(
        arrangedAtOnce(steps),
      )
    },
  )

  it('has no two cards in one place and no line without its ends, whatever the graph', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const steps = randomSteps(seed)
      const { nodes, edges } = computeLayout({ steps })
      expect(nodes).toHaveLength(idsOf(steps).length)
      expect(edges.every(({ path }) => path.startsWith('M'))).toBe(true)
      expect(nodes.flatMap((one, at) => nodes.slice(at + 1).filter((other) => overlaps(one, other)))).toEqual(
        [],
      )
      expect(Math.min(...nodes.map(({ x }) => x))).toBeGreaterThanOrEqual(0)
    }
  })

  it('of two cards in a row is arranged once for all of them', () => {
    const steps = [step('a', 'b'), step('b', 'c'), step('c', 'd'), step('d')]
    const [, first, second] = piecesOf(...graphOf(steps)).flat()
    if (!first || !second) throw new Error('there are four pieces')
    expect(arrange(first)).toBe(arrange(second))
  })
})

function overlaps(a: CanvasNode, b: CanvasNode): boolean {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a]
  return left.x + sizeOf(left).width > right.x && upper.y + sizeOf(upper).height > lower.y
}

/** Pseudo-random steps that lead on, to an end, and now and then back. */
function randomSteps(seed: number): DraftStep[] {
  let state = seed
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const count = 3 + random(30)
  const target = (from: number) => {
    const to = random(12) === 0 ? random(from + 1) : from + 1 + random(3)
    return to < count ? `s${to}` : null
  }
  return Array.from({ length: count }, (_, n) => {
    const id = `s${n}`
    if (random(3) > 0) return step(id, n + 1 < count ? `s${n + 1}` : null)
    return random(6) === 0 ? exit(id) : choice(id, n + 1 < count ? `s${n + 1}` : null, target(n))
  })
}
