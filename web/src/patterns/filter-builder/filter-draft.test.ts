import { describe, expect, it } from 'vitest'
import {
  changeGroup,
  checkFilter,
  countConditions,
  EMPTY_FILTER,
  isFull,
  changesStructure,
  levelsBelow,
  NEW_CONDITION,
  newGroupIn,
  problemsAt,
  readGroup,
  shownProblems,
  writeGroup,
} from './filter-draft.ts'
import type { FilterDraft, NodeDraft } from './filter-draft.ts'

const pro: NodeDraft = { field: 'data.plan', operator: 'equals', value: 'pro' }
const subscribed: NodeDraft = { field: 'subscribed', operator: 'equals', value: true }

const at = (tree: FilterDraft, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((from, step) => (from as Record<string, unknown>)[step], tree)

describe('groups', () => {
  it.each([
    ['all', { operator: 'AND', conditions: [pro, subscribed] }],
    ['any', { operator: 'OR', conditions: [pro, subscribed] }],
    ['none', { operator: 'NOT', conditions: [{ operator: 'OR', conditions: [pro, subscribed] }] }],
    ['none', { operator: 'NOT', conditions: [pro] }],
    ['notAll', { operator: 'NOT', conditions: [{ operator: 'AND', conditions: [pro, subscribed] }] }],
    ['none', { operator: 'NOT', conditions: [{ operator: 'NOT', conditions: [pro] }] }],
  ] as const)('read as "%s", written back as they were', (kind, tree) => {
    const given = structuredClone(tree) as unknown as FilterDraft
    const group = readGroup(given)
    expect(group.kind).toBe(kind)
    for (const [index, item] of group.items.entries()) expect(at(given, group.pathOf(index))).toBe(item)
    const back = readGroup(writeGroup(group))
    expect({ kind: back.kind, items: back.items }).toEqual({ kind, items: group.items })
  })

  it('need no additional level for a NOT around one condition', () => {
    expect(writeGroup({ kind: 'none', items: [pro] })).toEqual({ operator: 'NOT', conditions: [pro] })
  })

  it('can be nested as deep as the API allows', () => {
    const nested = (levels: number): FilterDraft => ({
      operator: 'AND',
      conditions: [levels === 1 ? pro : nested(levels - 1)],
    })
    for (const levels of [1, 2, 3, 4, 5, 6]) {
      const path = Array.from({ length: levels }, () => ['conditions', 0] as const)
        .flat()
        .slice(0, -1)
      const fits = checkFilter(nested(levels + 1)).isReady
      expect(levelsBelow(path) > 0).toBe(fits)
    }
  })
})

describe('a group that is changed', () => {
  const none: FilterDraft = {
    operator: 'NOT',
    conditions: [{ operator: 'OR', conditions: [pro, subscribed] }],
  }

  it('appends, changes and removes a condition', () => {
    const one = changeGroup(EMPTY_FILTER, { add: NEW_CONDITION })
    const two = changeGroup(one, { add: subscribed })
    const filled = changeGroup(two, { at: 0, put: pro })
    expect(filled).toEqual({ operator: 'AND', conditions: [pro, subscribed] })
    expect(changeGroup(filled, { remove: 0 })).toEqual({ operator: 'AND', conditions: [subscribed] })
    expect(EMPTY_FILTER.conditions).toEqual([])
  })

  it('keeps its kind and its conditions inside a NOT', () => {
    const left = changeGroup(none, { remove: 1 })
    expect(left).toEqual({ operator: 'NOT', conditions: [pro] })
    expect(changeGroup(left, { add: subscribed })).toEqual(none)
    expect(changeGroup(none, { at: 1, put: pro })).toMatchObject({ conditions: [{ conditions: [pro, pro] }] })
  })

  it('changes its kind and back with the same conditions', () => {
    const any = changeGroup(none, { kind: 'any' })
    expect(any).toEqual({ operator: 'OR', conditions: [pro, subscribed] })
    expect(changeGroup(any, { kind: 'none' })).toEqual(none)
  })

  it('contains a group with the other operator, which is changed separately', () => {
    expect([newGroupIn('all').operator, newGroupIn('any').operator]).toEqual(['OR', 'AND'])
    const outer = changeGroup({ operator: 'AND', conditions: [pro] }, { add: newGroupIn('all') })
    const inner = changeGroup(outer.conditions[1] as FilterDraft, { add: subscribed })
    expect(changeGroup(outer, { at: 1, put: inner })).toEqual({
      operator: 'AND',
      conditions: [pro, { operator: 'OR', conditions: [subscribed] }],
    })
    expect(changeGroup(outer, { remove: 1 })).toEqual({ operator: 'AND', conditions: [pro] })
  })

  it('is full exactly when the API would refuse one more condition', () => {
    let tree: FilterDraft = { operator: 'AND', conditions: [pro] }
    while (!isFull(tree)) tree = changeGroup(tree, { add: pro })
    expect(checkFilter(tree).isReady).toBe(true)
    expect(checkFilter(changeGroup(tree, { add: pro })).isReady).toBe(false)
  })
})

describe('a change', () => {
  const tree: FilterDraft = { operator: 'AND', conditions: [pro, { operator: 'OR', conditions: [] }] }

  it('that adds or removes a condition or a group changes the structure', () => {
    expect(changesStructure(tree, changeGroup(tree, { add: subscribed }))).toBe(true)
    expect(changesStructure(tree, changeGroup(tree, { remove: 0 }))).toBe(true)
    expect(changesStructure(tree, changeGroup(tree, { remove: 1 }))).toBe(true)
    const counted = { ...pro, where: [{ field: 'total', operator: 'exists' }] }
    expect(changesStructure(tree, changeGroup(tree, { at: 0, put: counted }))).toBe(true)
  })

  it('of a value is not', () => {
    expect(changesStructure(tree, changeGroup(tree, { at: 0, put: { ...pro, value: 'pr' } }))).toBe(false)
    expect(changesStructure(tree, changeGroup(tree, { kind: 'any' }))).toBe(false)
  })
})

describe('checkFilter', () => {
  it('returns the filter when it is complete', () => {
    const tree: FilterDraft = { operator: 'AND', conditions: [pro] }
    expect(checkFilter(tree)).toEqual({ isReady: true, tree, problems: [] })
  })

  it('distinguishes missing from invalid values, by path', () => {
    const wrong: FilterDraft = {
      operator: 'AND',
      conditions: [
        NEW_CONDITION,
        { field: 'createdAt', operator: 'within', value: { amount: 0, unit: 'days' } },
        { field: 'data.age', operator: 'greaterThan' },
        { field: 'emailActivity.opened', operator: 'triggered', campaignId: '' },
        { operator: 'OR', conditions: [] },
      ],
    }
    const { problems } = checkFilter(wrong)
    expect(problems.map(({ path, isMissing }) => [path.join('.'), isMissing])).toEqual([
      ['conditions.0.field', true],
      ['conditions.1.value.amount', false],
      ['conditions.2.value', true],
      ['conditions.4.conditions', true],
      ['conditions.3.campaignId', true],
    ])
    expect(shownProblems(problems, false)).toHaveLength(1)
    expect(shownProblems(problems, true)).toHaveLength(5)
    expect(problemsAt(problems, ['conditions', 1])).toMatchObject([{ path: ['value', 'amount'] }])
  })
})

describe('countConditions', () => {
  it('counts conditions on events as well', () => {
    const event: NodeDraft = { field: 'event.paid', operator: 'triggered', where: [pro, pro] }
    expect(
      countConditions({ operator: 'AND', conditions: [pro, { operator: 'OR', conditions: [event] }] }),
    ).toBe(4)
  })
})
