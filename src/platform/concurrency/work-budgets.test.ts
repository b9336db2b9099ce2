import { describe, expect, it } from 'vitest'
import { createWorkBudgets } from './work-budgets.ts'

function watch() {
  let now = Date.parse('2026-01-05T07:08:09Z')
  const clock = { now: () => new Date(now) }
  const budgets = createWorkBudgets({ clock, burst: 100, perSecond: 10 })
  return { ...budgets, pass: (seconds: number) => void (now += seconds * 1000) }
}

describe('a budget', () => {
  it('lets a caller use its burst, and then what comes in again', () => {
    const { take, pass } = watch()
    expect([take('a', 60), take('a', 40), take('a', 1)]).toEqual([true, true, false])
    pass(1)
    expect([take('a', 9), take('a', 2), take('a', 1)]).toEqual([true, false, true])
  })

  it('is each caller’s own', () => {
    const { take } = watch()
    take('a', 100)
    expect([take('a', 1), take('b', 1)]).toEqual([false, true])
  })

  it('is not used up by asking in vain', () => {
    const { take, pass } = watch()
    take('a', 100)
    for (let time = 0; time < 100; time += 1) take('a', 5)
    pass(0.5)
    expect(take('a', 5)).toBe(true)
  })

  it('may be overdrawn by work whose cost is known late, and is then paid back first', () => {
    const { take, charge, pass } = watch()
    charge('a', 150)
    pass(5)
    expect(take('a', 1)).toBe(false)
    pass(0.1)
    expect(take('a', 1)).toBe(true)
  })

  it('knows no debt beyond one burst, and no savings beyond one either', () => {
    const { take, charge, pass } = watch()
    for (let time = 0; time < 50; time += 1) charge('a', 1_000)
    pass(10.1)
    expect(take('a', 1)).toBe(true)
    pass(1_000)
    expect([take('a', 100), take('a', 1)]).toEqual([true, false])
  })

  it('is not refilled by a clock that is set back', () => {
    const { take, pass } = watch()
    take('a', 100)
    pass(-1_000)
    expect(take('a', 1)).toBe(false)
  })
})
