import { describe, expect, it } from 'vitest'
import { EMPTY_FILTER, NEW_CONDITION } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { draftOf, textOf, toSay } from './address-filter.ts'

const pro: FilterDraft = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

describe('the filter in the address', () => {
  it('is the one that was built, once it is finished', () => {
    expect(toSay(pro, textOf(undefined))).toEqual({ text: textOf(pro), tree: pro })
    const unfinished: FilterDraft = { ...pro, conditions: [...pro.conditions, NEW_CONDITION] }
    expect(toSay(unfinished, textOf(pro))).toBeUndefined()
  })

  it('is not said again', () => {
    expect(toSay(pro, textOf(pro))).toBeUndefined()
    expect(toSay(EMPTY_FILTER, textOf(undefined))).toBeUndefined()
  })

  it('is gone when the last condition is removed', () => {
    expect(toSay(EMPTY_FILTER, textOf(pro))).toEqual({ text: textOf(undefined), tree: undefined })
  })

  it('can be built on when it comes from a link', () => {
    expect(draftOf(textOf(pro))).toEqual(pro)
    expect(draftOf(textOf(undefined))).toEqual(EMPTY_FILTER)
  })
})
