import { describe, expect, it } from 'vitest'
import type { ProjectId } from '../../../platform/ids.ts'
import { createClaimedQueue } from './claimed-queue.ts'

const email = (project: string, name: string, lane: 0 | 1 = 0) => ({
  project_id: project as ProjectId,
  name,
  lane,
})

type Email = ReturnType<typeof email>

function drainAll(queue: { next(): Email | undefined }): string[] {
  const names: string[] = []
  for (let email = queue.next(); email; email = queue.next()) names.push(email.name)
  return names
}

describe('the queue of a worker', () => {
  it('lets projects take turns, each with its oldest email, however many another has', () => {
    const queue = createClaimedQueue<Email>()
    queue.add([email('a', 'a1'), email('a', 'a2'), email('a', 'a3'), email('b', 'b1')])
    queue.add([email('c', 'c1'), email('b', 'b2')])
    expect(drainAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('keeps the order of one project, also when more comes meanwhile', () => {
    const queue = createClaimedQueue<Email>()
    queue.add([email('a', 'a1'), email('a', 'a2')])
    expect(queue.next()?.name).toBe('a1')
    queue.add([email('a', 'a3')])
    expect(drainAll(queue)).toEqual(['a2', 'a3'])
  })

  it('returns transactional email of all projects before marketing email of any', () => {
    const queue = createClaimedQueue<Email>()
    queue.add([email('a', 'a1', 1), email('a', 'a2', 1), email('b', 'b1', 1)])
    expect(queue.next()?.name).toBe('a1')
    queue.add([email('a', 'a3', 0), email('b', 'b2', 0)])
    expect(drainAll(queue)).toEqual(['a3', 'b2', 'b1', 'a2'])
  })

  it('knows its size, and returns all emails at once', () => {
    const queue = createClaimedQueue<Email>()
    expect([queue.size, queue.next()]).toEqual([0, undefined])
    queue.add([email('a', 'a1'), email('b', 'b1', 1), email('a', 'a2')])
    queue.next()
    expect(queue.size).toBe(2)
    expect(new Set(queue.empty().map(({ name }) => name))).toEqual(new Set(['a2', 'b1']))
    expect([queue.size, queue.next()]).toEqual([0, undefined])
  })
})
