import { expect, it } from 'vitest'
import { filterWords } from './filter-words.ts'
import { FilterTree } from '../filters.schema.ts'

const and = (...conditions: unknown[]) => ({ operator: 'AND', conditions })
const or = (...conditions: unknown[]) => ({ operator: 'OR', conditions })
const not = (condition: unknown) => ({ operator: 'NOT', conditions: [condition] })
const leaf = (field: string, operator: string, value?: unknown) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
})

const PRO = leaf('data.plan', 'equals', 'pro')
const OLD = leaf('data.age', 'greaterThan', 60)
const ON = leaf('subscribed', 'equals', true)

it.each<[words: string, tree: unknown]>([
  ['plan is pro', and(PRO)],
  ['plan is pro and age is greater than 60', and(PRO, OLD)],
  ['subscribed and (plan is pro or age is greater than 60)', and(ON, or(PRO, OLD))],
  ['plan is pro or not (subscribed and age is greater than 60)', or(PRO, not(and(ON, OLD)))],
  ['not (plan is pro)', not(PRO)],
  [
    'plan is pro and not opened in the last 30 days',
    and(PRO, {
      field: 'emailActivity.opened',
      operator: 'notTriggered',
      within: { amount: 30, unit: 'days' },
    }),
  ],
  [
    'clicked a link with "/sale" at least 2 times in the last 7 days',
    and({
      field: 'emailActivity.clicked',
      operator: 'triggered',
      link: { contains: '/sale' },
      count: { atLeast: 2 },
      within: { amount: 7, unit: 'days' },
    }),
  ],
  [
    'triggered order.paid at least 3 times where amount is greater than 50',
    and({
      field: 'event.order.paid',
      operator: 'triggered',
      count: { atLeast: 3 },
      where: [leaf('data.amount', 'greaterThan', 50)],
    }),
  ],
  [
    'not triggered "two words" exactly once',
    and({ field: 'event.two words', operator: 'notTriggered', count: { atLeast: 1, atMost: 1 } }),
  ],
  ['in the topic news', and(leaf('topics.news', 'equals', true))],
  ['not in the topic news', and(leaf('topics.news', 'notEquals', true))],
  ['not in the topic news', and(leaf('topics.news', 'equals', false))],
  ['has chosen about the topic news', and(leaf('topics.news', 'exists'))],
  ['has not chosen about the topic news', and(leaf('topics.news', 'notExists'))],
  ['not subscribed', and(leaf('subscribed', 'notEquals', true))],
  ['created in the last 30 days', and(leaf('createdAt', 'within', { amount: 30, unit: 'days' }))],
  ['updated more than 1 hour ago', and(leaf('updatedAt', 'olderThan', { amount: 1, unit: 'hours' }))],
  [
    'birthday has its anniversary today',
    and(leaf('data.birthday', 'anniversaryIn', { amount: 0, unit: 'days' })),
  ],
  [
    'birthday has its anniversary today or in the next 7 days',
    and(leaf('data.birthday', 'anniversaryWithinNext', { amount: 7, unit: 'days' })),
  ],
  [
    'created with its anniversary 1 day ago',
    and(leaf('createdAt', 'anniversaryAgo', { amount: 1, unit: 'days' })),
  ],
  ['trialEnds is in the next 3 days', and(leaf('data.trialEnds', 'withinNext', { amount: 3, unit: 'days' }))],
  ['age is between 18 and 30', and(leaf('data.age', 'between', [18, 30]))],
  [
    'city is one of Kyiv, "New York", Oslo and 2 more',
    and(leaf('data.city', 'in', ['Kyiv', 'New York', 'Oslo', 'Rome', 'Bern'])),
  ],
  ['email does not contain "%"', and(leaf('email', 'notContains', '%'))],
  ['address.city is set', and(leaf('data.address.city', 'exists'))],
  ['a.b is not set', and(leaf(String.raw`data.a\.b`, 'notExists'))],
  ['"first name" is ""', and(leaf('data.first name', 'equals', ''))],
])('says: %s', (words, tree) => {
  expect(filterWords(FilterTree.parse(tree))).toBe(words)
})
