import { describe, expect, it } from 'vitest'
import { conditionWords } from './condition-words.ts'

const SEGMENTS = new Map([['s1', 'Pro customers']])
const of = (...conditions: object[]) => conditionWords({ operator: 'AND', conditions }, SEGMENTS)
const PRO = { field: 'data.plan', operator: 'equals', value: 'pro' }

describe('a condition in words', () => {
  it.each([
    [PRO, 'plan is pro?'],
    [
      { field: 'event.data.total', operator: 'greaterThan', value: 50 },
      'total of the event is more than 50?',
    ],
    [{ field: 'data.a\\.b', operator: 'in', value: ['x', 'y', 'z'] }, 'a.b is one of x, y or z?'],
    [{ field: 'data.age', operator: 'between', value: [18, 30] }, 'age is between 18 and 30?'],
    [
      { field: 'createdAt', operator: 'olderThan', value: { amount: 1, unit: 'days' } },
      'Created was more than 1 day ago?',
    ],
    [{ field: 'data.name', operator: 'exists' }, 'name is known?'],
    [{ field: 'data.vip', operator: 'equals', value: true }, 'vip is yes?'],
    [{ field: 'subscribed', operator: 'equals', value: false }, 'Not subscribed?'],
    [{ field: 'topics.news', operator: 'equals', value: true }, 'In the topic “news”?'],
    [{ field: 'segment', operator: 'memberOf', value: 's1' }, 'In “Pro customers”?'],
    [{ field: 'segment', operator: 'notMemberOf', value: 'gone' }, 'Not in a segment?'],
    [{ field: 'event.order.paid', operator: 'triggered' }, '“order.paid” happened?'],
    [{ field: 'emailActivity.opened', operator: 'notTriggered' }, 'Opened no email?'],
  ])('%j is %s', (condition, words) => {
    expect(of(condition)).toBe(words)
  })

  it('names two, and counts more', () => {
    const vip = { field: 'data.vip', operator: 'exists' }
    expect(of(PRO, vip)).toBe('plan is pro and vip is known?')
    expect(of(PRO, vip, vip)).toBe('plan is pro, and 2 more?')
    expect(conditionWords({ operator: 'OR', conditions: [PRO, vip] }, SEGMENTS)).toBe(
      'plan is pro or vip is known?',
    )
    expect(conditionWords({ operator: 'NOT', conditions: [PRO] }, SEGMENTS)).toBe('Not: plan is pro?')
  })

  it('leaves out what is not complete', () => {
    expect(of()).toBeUndefined()
    expect(of({ field: '', operator: 'equals' })).toBeUndefined()
    expect(of({ field: 'data.plan', operator: 'equals', value: '' })).toBeUndefined()
    expect(conditionWords(undefined, SEGMENTS)).toBeUndefined()
  })
})
