import { beforeEach, describe, expect, it } from 'vitest'
import { createSesPace } from './ses-pace.ts'
import type { SesPace } from './ses-pace.ts'

let nowMs = 0
let users = 1
let pace: SesPace
beforeEach(() => {
  nowMs = 0
  users = 1
  pace = createSesPace({ users: () => users, nowMs: () => nowMs })
})

/** How long each of the next emails has to wait. */
const turns = (count: number) => Array.from({ length: count }, () => pace.takeTurnMs())

describe('the pace of sending', () => {
  it('is not limited before the rate is known', () => {
    expect(turns(3)).toEqual([0, 0, 0])
  })

  it('spreads emails evenly over a second', () => {
    pace.setRate(10)
    expect(turns(3)).toEqual([0, 100, 200])
    nowMs = 250
    expect(turns(2)).toEqual([50, 150])
    nowMs = 5_000
    expect(turns(1)).toEqual([0])
  })

  it('is shared with the other threads that send', () => {
    pace.setRate(10)
    users = 4
    expect(turns(2)).toEqual([0, 400])
  })

  it('is halved when SES says so, once for emails that are refused together', () => {
    pace.setRate(10)
    pace.slowed()
    nowMs = 500
    pace.slowed()
    const [first, second] = turns(2)
    expect([first, Math.round(second ?? 0)]).toEqual([0, 200])
  })

  it('rises again within minutes, and never stops', () => {
    pace.setRate(10)
    for (let times = 0; times < 20; times += 1) {
      pace.slowed()
      nowMs += 1_000
    }
    expect(turns(2)[1]).toBeLessThan(3_300)
    nowMs += 11 * 60_000
    expect(turns(2)).toEqual([0, 100])
  })
})
