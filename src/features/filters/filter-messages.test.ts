// Callers of the API know JSON, not the library that checks it: every problem of a filter has a message of our own.
import { describe, expect, it } from 'vitest'
import { readValue } from '../../platform/http/validation/validation.ts'
import { FilterTree } from './filters.schema.ts'
import { CONTACT_OPERATORS } from './language/filter-leaves.schema.ts'
import { HISTORY_OPERATORS } from './language/filter-history-leaves.schema.ts'
import { SEGMENT_OPERATORS } from './language/filter-segment-leaves.schema.ts'

const OPERATORS = [...CONTACT_OPERATORS, ...HISTORY_OPERATORS, ...SEGMENT_OPERATORS, 'like', 7, null]
const FIELDS = [
  'email',
  'subscribed',
  'createdAt',
  'data.plan',
  'event.paid',
  'emailActivity.opened',
  'segment',
]
const MISTAKES: object[] = [
  {},
  ...[null, '', 'text', 'x'.repeat(600), 7, 1e300, 1.5, true, [], [1], [null, {}], {}].map((value) => ({
    value,
  })),
  { value: [2, 1] },
  { value: ['2030-01-01', 5] },
  { value: { amount: 1.5, unit: 'weeks', more: 1 } },
  { value: { amount: 1e300, unit: 'days' } },
  { value: 'pro', ignoreCase: true, caseSensitive: false },
  { within: 'a day', count: 3, where: {}, campaignId: 5 },
  { within: {}, count: {}, where: [], campaignId: 'x'.repeat(40) },
  { count: { atLeast: -1, atMost: 1e300, exactly: 1 }, where: [null, 'x', { field: 'plan' }] },
  { where: [{ field: 'data.a', operator: 'exists', value: 1, more: 1 }] },
]
const TREES: unknown[] = [
  null,
  'plan = pro',
  [],
  {},
  { operator: 'XOR', conditions: 'x' },
  { operator: 'AND', conditions: [], and: 1 },
  { operator: 'AND', conditions: [null, 'x', [], { field: 7 }, {}] },
  { field: 'data.plan', operator: 'equals', value: 'pro' },
]

const LEAVES = FIELDS.flatMap((field) =>
  OPERATORS.flatMap((operator) => MISTAKES.map((more) => ({ field, operator, ...more }))),
)

/** Words of the library, in the forms in which it says them. */
const LIBRARY_WORDS = /invalid|expected|received|too (big|small)|unrecognized|a null|undefined|NaN|never/i

const messagesOf = (tree: unknown) => readValue(FilterTree, tree).problems.map(({ message }) => message)
const all = (...conditions: unknown[]) => ({ operator: 'AND', conditions })
const messagesOfLeaf = (leaf: object) => messagesOf(all(leaf))

describe('the messages of a filter', () => {
  it('are our own for every problem', () => {
    const messages = new Set([...TREES.flatMap(messagesOf), ...LEAVES.flatMap(messagesOfLeaf)])
    expect(messages.size).toBeGreaterThan(30)
    expect([...messages].filter((message) => message === '' || LIBRARY_WORDS.test(message))).toEqual([])
  })

  it('say that exists takes no value', () => {
    expect(messagesOfLeaf({ field: 'data.plan', operator: 'exists', value: true })).toEqual([
      'must be left out: this operator takes no value',
    ])
  })

  it('name the valid fields after an unknown one', () => {
    expect(
      messagesOfLeaf({ field: 'data.plan', operator: 'equals', value: 'pro', ignoreCase: true }),
    ).toEqual(['has an unknown field, "ignoreCase": the fields here are field, operator, value'])
  })

  it('explain the meaning of a group without conditions', () => {
    expect(messagesOf(all())).toEqual([
      'must have at least one condition: an empty AND would match every contact, an empty OR none. To match every contact, use {"field": "email", "operator": "exists"}',
    ])
  })
})
