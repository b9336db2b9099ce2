import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { DueLane } from './claim.queries.ts'
import { createQueueScan } from './queue-scan.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const lane = (projectId = newId<ProjectId>(NOW)): DueLane => ({
  projectId,
  lane: 'transactional',
  from: NOW,
})

/** A queue whose whole look ends when a test says so. */
function start() {
  const wholes: PromiseWithResolvers<DueLane[]>[] = []
  const asked: Date[] = []
  const late: DueLane[][] = []
  const failures: unknown[] = []
  const recent = [lane()]
  const queue = createQueueScan({
    whole: () => {
      const whole = Promise.withResolvers<DueLane[]>()
      wholes.push(whole)
      return whole.promise
    },
    since: (from) => {
      asked.push(from)
      return Promise.resolve(recent)
    },
    onLate: (lanes) => late.push(lanes),
    onFailure: (error) => failures.push(error),
    pollMs: 500,
    now: () => NOW,
  })
  return { queue, wholes, asked, late, failures, recent }
}

describe('a look at the queue', () => {
  it('is a whole one where that is quick', async () => {
    const { queue, wholes, asked } = start()
    const lanes = [lane(), lane()]
    const looked = queue.look()
    wholes[0]?.resolve(lanes)
    expect(await looked).toEqual({ lanes, isWhole: true })
    expect(asked).toEqual([])
    expect(queue.isDue()).toBe(false)
  })

  it('is made again at once where somebody says that there is something new', async () => {
    const { queue, wholes } = start()
    const first = queue.look()
    wholes[0]?.resolve([])
    await first
    queue.hurry()
    expect(queue.isDue()).toBe(true)
    const second = queue.look()
    wholes[1]?.resolve([lane()])
    expect(await second).toMatchObject({ isWhole: true })
  })

  it('does not wait for a whole one that takes long: it finds what became due since', async () => {
    const { queue, wholes, asked, recent } = start()
    expect(await queue.look()).toEqual({ lanes: recent, isWhole: false })
    expect(asked).toEqual([new Date(NOW.getTime() - 60_000)])
    // The long one goes on, and is not begun a second time.
    await queue.look()
    expect(wholes).toHaveLength(1)
  })

  it('tells what the long one found when it ends, and leaves time until the next', async () => {
    const { queue, wholes, late } = start()
    await queue.look()
    const found = [lane()]
    wholes[0]?.resolve(found)
    await expect.poll(() => late).toEqual([found])
    expect(await queue.look()).toMatchObject({ isWhole: false })
    expect(wholes).toHaveLength(1)
  })

  it('goes on when the long one fails, and says so', async () => {
    const { queue, wholes, failures, recent } = start()
    await queue.look()
    const failure = new Error('canceling statement due to statement timeout')
    wholes[0]?.reject(failure)
    await expect.poll(() => failures).toEqual([failure])
    expect(await queue.look()).toEqual({ lanes: recent, isWhole: false })
  })

  it('fails where the quick one fails', async () => {
    const { queue, wholes } = start()
    const looked = queue.look()
    wholes[0]?.reject(new Error('the database is away'))
    await expect(looked).rejects.toThrow('the database is away')
  })
})
