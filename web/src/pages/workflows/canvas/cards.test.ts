import { describe, expect, it } from 'vitest'
import { TRIGGER } from '../model/definition.ts'
import type { DraftStep } from '../model/definition.ts'
import { changeStep } from '../model/edit-graph.ts'
import { layOut } from '../model/layout.ts'
import { NO_NAMES } from '../model/step-words.ts'
import { cardsOf, edgesOf, nodesOf } from './cards.ts'

const steps: DraftStep[] = ['a', 'b', 'c'].map((id, index, ids) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next: ids[index + 1] ?? null,
}))
const definition = { trigger: { type: 'MANUAL' as const }, steps, entry: null, exit: null }
const START = { title: 'Start', detail: '', type: 'TRIGGER' as const }

describe('the parts of the canvas', () => {
  const picture = layOut(definition)
  const before = cardsOf(START, definition, NO_NAMES)

  it('stay the same objects, so that only the card is drawn anew in whose step somebody types', () => {
    const [, b] = steps
    const changed = changeStep(definition, { ...(b as DraftStep), name: 'A pause' })
    const after = cardsOf(START, changed, NO_NAMES)
    const isSame = (old: readonly object[], now: readonly object[]) => old.map((one, at) => one === now[at])
    const nodes = nodesOf(picture, before)
    expect(nodes.map(({ id }) => id)).toEqual([TRIGGER, 'a', 'b', 'c', expect.stringContaining('@end')])
    expect(isSame(nodes, nodesOf(picture, after))).toEqual([true, true, false, true, true])
    expect(isSame(edgesOf(picture, before), edgesOf(picture, after))).toEqual([true, true, false, true])
    expect(nodesOf(picture, after)[2]?.data.title).toBe('A pause')
  })

  it('are made anew when what templates and segments are called is known', () => {
    const names = { templates: new Map(), segments: new Map() }
    const [first, second] = nodesOf(picture, cardsOf(START, definition, names))
    expect(first).toBe(nodesOf(picture, before)[0])
    expect(second).not.toBe(nodesOf(picture, before)[1])
  })
})
