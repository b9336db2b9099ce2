import { describe, expect, it } from 'vitest'
import { createLaneGate } from './lane-gate.ts'

const LONG_MS = 60_000

describe('a gate with lanes', () => {
  it('lets a few of a lane in, and the others in their order as those leave', async () => {
    const gate = createLaneGate({ perLane: 2, mostWaiting: 10, waitMs: LONG_MS })
    const [first, second] = [await gate.enter('a'), await gate.enter('a')]
    const order: string[] = []
    const third = gate.enter('a').then((leave) => (order.push('third'), leave))
    const fourth = gate.enter('a').then((leave) => (order.push('fourth'), leave))
    await Promise.resolve()
    expect(order).toEqual([])
    second?.()
    // A second release frees no other place.
    second?.()
    ;(await third)?.()
    ;(await fourth)?.()
    expect(order).toEqual(['third', 'fourth'])
    first?.()
    expect(await gate.enter('a')).toBeDefined()
  })

  it('keeps nobody waiting for another lane', async () => {
    const gate = createLaneGate({ perLane: 1, mostWaiting: 10, waitMs: LONG_MS })
    await gate.enter('a')
    void gate.enter('a')
    expect(await gate.enter('b')).toBeDefined()
  })

  it('sends away who waits too long, and lets the one behind in', async () => {
    const gate = createLaneGate({ perLane: 1, mostWaiting: 10, waitMs: 20 })
    const leave = await gate.enter('a')
    expect(await gate.enter('a')).toBeUndefined()
    const next = gate.enter('a')
    leave?.()
    expect(await next).toBeDefined()
  })

  it('sends away at once who would wait behind too many', async () => {
    const gate = createLaneGate({ perLane: 1, mostWaiting: 1, waitMs: LONG_MS })
    const leave = await gate.enter('a')
    const second = gate.enter('a')
    expect(await gate.enter('a')).toBeUndefined()
    leave?.()
    expect(await second).toBeDefined()
  })
})
