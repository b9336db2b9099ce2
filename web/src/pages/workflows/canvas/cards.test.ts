import { describe, expect, it } from 'vitest'
import { TRIGGER } from '../model/definition.ts'
import type { DraftStep } from '../model/definition.ts'
import { changeStep } from '../model/edit-graph.ts'
import { NO_NAMES } from '../model/step-labels.ts'
import { cardsOf } from './cards.ts'

const steps: DraftStep[] = ['a', 'b', 'c'].map((id, index, ids) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next: ids[index + 1] ?? null,
}))
const definition = {
  trigger: { type: 'MANUAL' as const },
  steps,
  entry: null,
  exit: null,
  goal: null,
  holdout: null,
}
const START = { title: 'Start', detail: '', type: 'TRIGGER' as const }

describe('the data of a card', () => {
  const before = cardsOf(START, definition, NO_NAMES)
  const changedSince = (after: ReturnType<typeof cardsOf>) =>
    [...before.keys()].filter((id) => before.get(id) !== after.get(id))

  it('stays the same object unless its step changes, so that only that card renders again', () => {
    const [, b] = steps
    const changed = changeStep(definition, { ...(b as DraftStep), name: 'A pause' })
    const after = cardsOf(START, changed, NO_NAMES)
    expect([...after.keys()]).toEqual([TRIGGER, 'a', 'b', 'c'])
    expect(changedSince(after)).toEqual(['b'])
    expect(after.get('b')?.title).toBe('A pause')
  })

  it('changes with the names of templates and segments', () => {
    const names = { templates: new Map(), segments: new Map() }
    expect(changedSince(cardsOf(START, definition, names))).toEqual(['a', 'b', 'c'])
  })
})
