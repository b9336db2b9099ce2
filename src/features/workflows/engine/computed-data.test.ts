import { describe, expect, it } from 'vitest'
import { computeData } from './computed-data.ts'

const BEFORE = { points: 7, tags: ['new', 'trial'], name: 'Ada', empty: null }

describe('the data of an update', () => {
  type Case = [what: string, update: Parameters<typeof computeData>[0], expected: object]

  it.each<Case>([
    ['sets values beside computed ones', { data: { a: 1 }, increment: { points: 1 } }, { a: 1, points: 8 }],
    ['adds to a number, and subtracts', { increment: { points: -2.5 } }, { points: 4.5 }],
    ['counts from 0', { increment: { visits: 1, empty: 2 } }, { visits: 1, empty: 2 }],
    ['appends to a list', { append: { tags: 'vip' } }, { tags: ['new', 'trial', 'vip'] }],
    ['appends no element twice', { append: { tags: 'new' } }, {}],
    [
      'appends each element of a list',
      { append: { tags: ['new', 'a', 'b'] } },
      { tags: ['new', 'trial', 'a', 'b'] },
    ],
    ['begins a list', { append: { orders: { id: 1 } } }, { orders: [{ id: 1 }] }],
    ['appends nothing for null', { append: { tags: null } }, {}],
    ['removes from a list', { remove: { tags: 'trial' } }, { tags: ['new'] }],
    ['removes every element of a list', { remove: { tags: ['new', 'trial'] } }, { tags: [] }],
    ['removes nothing that is not there', { remove: { tags: 'x', other: 'x' } }, {}],
  ])('%s', (_, update, expected) => {
    expect(computeData(update, BEFORE)).toEqual(expected)
  })

  it.each<[update: Parameters<typeof computeData>[0], problem: string]>([
    [
      { increment: { name: 1 } },
      'The step cannot increment data.name: the contact has "Ada" there, not a number.',
    ],
    [
      { increment: { points: '7' } },
      'The step cannot increment data.points: the amount is "7", not a number.',
    ],
    [{ append: { name: 'x' } }, 'The step cannot append data.name: the contact has "Ada" there, not a list.'],
    [{ remove: { points: 1 } }, 'The step cannot remove data.points: the contact has 7 there, not a list.'],
  ])('refuses %o', (update, problem) => {
    expect(computeData(update, BEFORE)).toBe(problem)
  })

  it('takes no value from the prototype of the data', () => {
    expect(computeData({ increment: { constructor: 1 } }, {})).toEqual({ constructor: 1 })
  })
})
