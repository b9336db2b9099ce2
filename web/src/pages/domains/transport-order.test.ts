import { expect, it } from 'vitest'
import { inOrder, moved } from './transport-order.ts'

it('moves one up or down, and stops at the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

it('finds the records of ids in their order, without those that are gone', () => {
  const records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(inOrder(['c', 'gone', 'a'], records)).toEqual([{ id: 'c' }, { id: 'a' }])
})
