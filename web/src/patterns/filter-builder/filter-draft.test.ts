import { describe, expect, it } from 'vitest'
import {
  checkFilter,
  countConditions,
  levelsBelow,
  NEW_CONDITION,
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

  it('write a NOT around one condition without a level more', () => {
    expect(writeGroup({ kind: 'none', items: [pro] })).toEqual({ operator: 'NOT', conditions: [pro] })
  })

  it('may be put into each other as deep as the API allows', () => {
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

describe('checkFilter', () => {
  it('gives the filter when it is finished', () => {
    const tree: FilterDraft = { operator: 'AND', conditions: [pro] }
    expect(checkFilter(tree)).toEqual({ isReady: true, tree, problems: [] })
  })

  it('tells what is missing from what is wrong, by place', () => {
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
