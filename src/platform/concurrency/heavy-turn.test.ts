import { describe, expect, it } from 'vitest'
import { heavyTurn } from './heavy-turn.ts'

const round = () => new Promise((resolve) => setImmediate(resolve))

describe('heavy steps', () => {
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

  it('of several lanes take turns', async () => {
    const order: string[] = []
    const step = (lane: string) => heavyTurn(lane).then(() => order.push(lane))
    await Promise.all([step('crowd'), step('crowd'), step('crowd'), step('one')])
    expect(order).toEqual(['crowd', 'one', 'crowd', 'crowd'])
  })
})
