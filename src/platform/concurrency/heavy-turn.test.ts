import { beforeEach, describe, expect, it, vi } from 'vitest'
import { heavyTurn } from './heavy-turn.ts'

const round = () => new Promise((resolve) => setImmediate(resolve))

describe('heavy steps', () => {
  // Steps take no time but what a test gives them: on a busy machine, one that is interrupted would be followed by a pause.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    return async () => {
      // The last step is measured after it, with the clock that it began with. By another one it took as long as this process, and
      // the steps of the next file would wait as long.
      await round()
      vi.useRealTimers()
    }
  })

  it('are let through one in each round of the event loop, and the others have theirs in between', async () => {
    const order: string[] = []
    const steps = ['a', 'b', 'c'].map((name) => heavyTurn('lane').then(() => order.push(name)))
    for (let count = 0; count < 3; count += 1) {
      await round()
      order.push('others')
    }
    await Promise.all(steps)
    expect(order).toEqual(['a', 'others', 'b', 'others', 'c', 'others'])
  })

  it('leave the others as much time as a step took', async () => {
    const begun: string[] = []
    const step = (name: string) =>
      heavyTurn('lane').then(() => {
        begun.push(name)
        vi.advanceTimersByTime(50)
      })
    const steps = Promise.all([step('first'), step('second')])
    for (let count = 0; count < 10; count += 1) await round()
    expect(begun).toEqual(['first'])
    vi.advanceTimersByTime(49)
    for (let count = 0; count < 10; count += 1) await round()
    expect(begun).toEqual(['first'])
    vi.advanceTimersByTime(1)
    await steps
    expect(begun).toEqual(['first', 'second'])
    // The pause after the second step must not delay the next test.
    await round()
    vi.advanceTimersByTime(50)
  })

  it('of several lanes take turns', async () => {
    const order: string[] = []
    const step = (lane: string) => heavyTurn(lane).then(() => order.push(lane))
    await Promise.all([step('crowd'), step('crowd'), step('crowd'), step('one')])
    expect(order).toEqual(['crowd', 'one', 'crowd', 'crowd'])
  })
})
