import { describe, expect, it } from 'vitest'
import { ownProcPath, processorWaitMs } from './processor-wait.ts'
import { timeLeft } from './thread.ts'

describe('the time of a task', () => {
  it.each([
    ['is what has passed', { passedMs: 300, waitedMs: 0 }, 700],
    ['is over at its limit', { passedMs: 1_000, waitedMs: 0 }, 0],
    ['stands still while there is no processor', { passedMs: 4_000, waitedMs: 3_900 }, 900],
    ['ends all the same on a machine that never has one', { passedMs: 8_000, waitedMs: 7_990 }, 0],
  ])('%s', (_, spent, left) => {
    expect(timeLeft({ limitMs: 1_000, ...spent })).toBe(left)
  })
})

describe('what a thread waited for a processor', () => {
  it('is read from Linux, and only grows', () => {
    const procPath = ownProcPath()
    const before = processorWaitMs(procPath)
    const after = processorWaitMs(procPath)
    expect(procPath).toMatch(/^\d+\/task\/\d+$/)
    expect(after).toBeGreaterThanOrEqual(before)
  })

  it('is 0 if the system does not tell', () => {
    expect(processorWaitMs(undefined)).toBe(0)
    expect(processorWaitMs('0/task/0')).toBe(0)
  })
})
