import { describe, expect, it } from 'vitest'
import { createThreadDemand, CHECK_EVERY_MS } from './thread-demand.ts'

const MINUTE_CHECKS = 60_000 / CHECK_EVERY_MS

function update(demand: ReturnType<typeof createThreadDemand>, loads: readonly number[], times = 1): void {
  for (let count = 0; count < times; count += 1) demand.update(loads)
}

describe('the number of threads that is wanted', () => {
  it('is one on an idle node, however many there may be', () => {
    const demand = createThreadDemand({ least: 1, most: 16 })
    update(demand, [0.02], 2 * MINUTE_CHECKS)
    expect(demand.wanted).toBe(1)
  })

  it('grows while all of them are busy, up to the most', () => {
    const demand = createThreadDemand({ least: 1, most: 3 })
    update(demand, [0.9])
    expect(demand.wanted).toBe(1)
    update(demand, [0.9])
    expect(demand.wanted).toBe(2)
    update(demand, [0.9, 0.8], 2)
    expect(demand.wanted).toBe(3)
    update(demand, [0.9, 0.9, 0.9], 10)
    expect(demand.wanted).toBe(3)
  })

  it('does not grow while the last one is still starting, or while one has time left', () => {
    const demand = createThreadDemand({ least: 1, most: 8 })
    update(demand, [0.9], 20)
    expect(demand.wanted).toBe(2)
    update(demand, [0.9, 0.2], 20)
    expect(demand.wanted).toBe(2)
  })

  it('falls after a quiet minute, one at a time', () => {
    const demand = createThreadDemand({ least: 1, most: 8 })
    update(demand, [0.9], 2)
    update(demand, [0.9, 0.9], 2)
    expect(demand.wanted).toBe(3)
    update(demand, [0.1, 0, 0], MINUTE_CHECKS)
    expect(demand.wanted).toBe(2)
    update(demand, [0.1, 0], 2 * MINUTE_CHECKS)
    expect(demand.wanted).toBe(1)
  })

  it('stays when the others would be busy without it', () => {
    const demand = createThreadDemand({ least: 1, most: 8 })
    update(demand, [0.9], 2)
    update(demand, [0.4, 0.4], 2 * MINUTE_CHECKS)
    expect(demand.wanted).toBe(2)
  })

  it('is never more than there may be', () => {
    expect(createThreadDemand({ least: 2, most: 1 }).wanted).toBe(1)
  })
})
