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

  it('leave the others as much time as a step took', async () => {
    let rounds = 0
    const counted: number[] = []
    const step = async () => {
      await heavyTurn('lane')
      counted.push(rounds)
      const until = performance.now() + 50
      while (performance.now() < until);
    }
    const steps = Promise.all([step(), step()])
    let isOver = false
    void steps.then(() => (isOver = true))
    while (!isOver) {
      await round()
      rounds += 1
    }
    const [first = 0, second = 0] = counted
    expect(second - first).toBeGreaterThan(3)
  })

  it('of several lanes take turns', async () => {
    const order: string[] = []
    const step = (lane: string) => heavyTurn(lane).then(() => order.push(lane))
    await Promise.all([step('crowd'), step('crowd'), step('crowd'), step('one')])
    expect(order).toEqual(['crowd', 'one', 'crowd', 'crowd'])
  })
})
