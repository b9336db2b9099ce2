import { describe, expect, it } from 'vitest'
import { EMPTY_FILTER, NEW_CONDITION } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { parseDraft, serialize, urlUpdate } from './url-filter.ts'

const pro: FilterDraft = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

describe('the filter in the URL', () => {
  it('is the draft, once it is complete', () => {
    expect(urlUpdate(pro, serialize(undefined))).toEqual({ text: serialize(pro), tree: pro })
    const unfinished: FilterDraft = { ...pro, conditions: [...pro.conditions, NEW_CONDITION] }
    expect(urlUpdate(unfinished, serialize(pro))).toBeUndefined()
  })

  it('is not written again', () => {
    expect(urlUpdate(pro, serialize(pro))).toBeUndefined()
    expect(urlUpdate(EMPTY_FILTER, serialize(undefined))).toBeUndefined()
  })

  it('is removed with the last condition', () => {
    expect(urlUpdate(EMPTY_FILTER, serialize(pro))).toEqual({ text: serialize(undefined), tree: undefined })
  })

  it('can be edited when it comes from a link', () => {
    expect(parseDraft(serialize(pro))).toEqual(pro)
    expect(parseDraft(serialize(undefined))).toEqual(EMPTY_FILTER)
  })
})
