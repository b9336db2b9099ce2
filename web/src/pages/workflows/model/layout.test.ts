import { describe, expect, it } from 'vitest'
import { edgesOf } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { DraftStep } from './definition.ts'
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

/** The steps of each piece. */
const cut = (...steps: DraftStep[]) =>
  piecesOf(...graphOf(steps))
    .flat()
    .map(({ ids }) => ids.filter((id) => !id.startsWith('@end')).join(' '))

describe('a workflow is cut', () => {
  it('at every card that all ways lead through', () => {
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

  it('apart from cards that nothing leads to, and not at all where two ways begin', () => {
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
