import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const drainAll = (queue: { next(): string | undefined }): string[] => {
  const items: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item)
  return items
}

it('lets lanes take turns, each in its own order', () => {
  const queue = createFairQueue<string>({ perLane: 10, total: 20 })
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  queue.add('b', 'b1')
  queue.add('c', 'c1')
  queue.add('c', 'c2')
  expect(drainAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.size).toBe(0)
})

it('puts a newcomer behind at most one of each other lane', () => {
  const queue = createFairQueue<string>({ perLane: 10, total: 20 })
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  expect(queue.next()).toBe('a1')
  queue.add('b', 'b1')
  expect(drainAll(queue)).toEqual(['a2', 'b1', 'a3'])
})

it('passes over a lane that has to wait, which keeps its place', () => {
  const queue = createFairQueue<string>({ perLane: 10, total: 20 })
  for (const item of ['a1', 'a2']) queue.add('a', item)
  queue.add('b', 'b1')
  expect(queue.next((lane) => lane !== 'a')).toBe('b1')
  expect(queue.next((lane) => lane !== 'a')).toBeUndefined()
  expect(queue.size).toBe(2)
  expect(drainAll(queue)).toEqual(['a1', 'a2'])
})

it('is full for a lane before it is full for all', () => {
  const queue = createFairQueue<string>({ perLane: 2, total: 3 })
  expect([queue.add('a', '1'), queue.add('a', '2'), queue.add('a', '3')]).toEqual([true, true, false])
  expect([queue.add('b', '4'), queue.add('c', '5')]).toEqual([true, false])
  expect(queue.size).toBe(3)
})

it('can be emptied', () => {
  const queue = createFairQueue<string>({ perLane: 2, total: 3 })
  queue.add('a', '1')
  queue.add('b', '2')
  expect(queue.drain()).toEqual(['1', '2'])
  expect([queue.size, queue.next()]).toEqual([0, undefined])
})
