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

/** A queue whose full scan ends when a test says so. */
function start() {
  const fullScans: PromiseWithResolvers<DueLane[]>[] = []
  const asked: Date[] = []
  const late: DueLane[][] = []
  const failures: unknown[] = []
  const recent = [lane()]
  const scanner = createQueueScan({
    full: () => {
      const full = Promise.withResolvers<DueLane[]>()
      fullScans.push(full)
      return full.promise
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
  return { scanner, fullScans, asked, late, failures, recent }
}

describe('a scan of the queue', () => {
  it('is a full one if that is quick', async () => {
    const { scanner, fullScans, asked } = start()
    const lanes = [lane(), lane()]
    const scanned = scanner.scan()
    fullScans[0]?.resolve(lanes)
    expect(await scanned).toEqual({ lanes, isComplete: true })
    expect(asked).toEqual([])
    expect(scanner.isDue()).toBe(false)
  })

  it('is repeated at once after a notification of new email', async () => {
    const { scanner, fullScans } = start()
    const first = scanner.scan()
    fullScans[0]?.resolve([])
    await first
    scanner.scanNow()
    expect(scanner.isDue()).toBe(true)
    const second = scanner.scan()
    fullScans[1]?.resolve([lane()])
    expect(await second).toMatchObject({ isComplete: true })
  })

  it('does not wait for a slow full scan: it finds the email that became due since', async () => {
    const { scanner, fullScans, asked, recent } = start()
    expect(await scanner.scan()).toEqual({ lanes: recent, isComplete: false })
    expect(asked).toEqual([new Date(NOW.getTime() - 60_000)])
    // The slow scan goes on, and is not started a second time.
    await scanner.scan()
    expect(fullScans).toHaveLength(1)
  })

  it('reports the result of the slow scan when it ends, and leaves time until the next', async () => {
    const { scanner, fullScans, late } = start()
    await scanner.scan()
    const found = [lane()]
    fullScans[0]?.resolve(found)
    await expect.poll(() => late).toEqual([found])
    expect(await scanner.scan()).toMatchObject({ isComplete: false })
    expect(fullScans).toHaveLength(1)
  })

  it('goes on if the slow scan fails, and reports the failure', async () => {
    const { scanner, fullScans, failures, recent } = start()
    await scanner.scan()
    const failure = new Error('canceling statement due to statement timeout')
    fullScans[0]?.reject(failure)
    await expect.poll(() => failures).toEqual([failure])
    expect(await scanner.scan()).toEqual({ lanes: recent, isComplete: false })
  })

  it('fails if a quick full scan fails', async () => {
    const { scanner, fullScans } = start()
    const scanned = scanner.scan()
    fullScans[0]?.reject(new Error('the database is away'))
    await expect(scanned).rejects.toThrow('the database is away')
  })
})
