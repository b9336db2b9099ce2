import { describe, expect, it } from 'vitest'
import type { ProjectId } from '../../../platform/ids.ts'
import { createMailQueue } from './email-queue.ts'

const mail = (project: string, name: string, lane: 0 | 1 = 0) => ({
  project_id: project as ProjectId,
  name,
  lane,
})

type Mail = ReturnType<typeof mail>

function takeAll(queue: { take(): Mail | undefined }): string[] {
  const names: string[] = []
  for (let next = queue.take(); next; next = queue.take()) names.push(next.name)
  return names
}

describe('the queue of a worker', () => {
  it('lets projects take turns, each with its oldest mail, however many another has', () => {
    const queue = createMailQueue<Mail>()
    queue.add([mail('a', 'a1'), mail('a', 'a2'), mail('a', 'a3'), mail('b', 'b1')])
    queue.add([mail('c', 'c1'), mail('b', 'b2')])
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('keeps the order of one project, also when more comes meanwhile', () => {
    const queue = createMailQueue<Mail>()
    queue.add([mail('a', 'a1'), mail('a', 'a2')])
    expect(queue.take()?.name).toBe('a1')
    queue.add([mail('a', 'a3')])
    expect(takeAll(queue)).toEqual(['a2', 'a3'])
  })

  it('gives transactional mail of anybody before marketing mail of anybody', () => {
    const queue = createMailQueue<Mail>()
    queue.add([mail('a', 'a1', 1), mail('a', 'a2', 1), mail('b', 'b1', 1)])
    expect(queue.take()?.name).toBe('a1')
    queue.add([mail('a', 'a3', 0), mail('b', 'b2', 0)])
    expect(takeAll(queue)).toEqual(['a3', 'b2', 'b1', 'a2'])
  })

  it('knows how many it holds, and gives all back at once', () => {
    const queue = createMailQueue<Mail>()
    expect([queue.size, queue.take()]).toEqual([0, undefined])
    queue.add([mail('a', 'a1'), mail('b', 'b1', 1), mail('a', 'a2')])
    queue.take()
    expect(queue.size).toBe(2)
    expect(new Set(queue.empty().map(({ name }) => name))).toEqual(new Set(['a2', 'b1']))
    expect([queue.size, queue.take()]).toEqual([0, undefined])
  })
})
