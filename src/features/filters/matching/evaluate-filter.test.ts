import { describe, expect, it } from 'vitest'
import { makeDataTest } from './evaluate-filter.ts'

describe('a test of the data of events', () => {
  it('tests all conditions, for one event after the other', () => {
    const holds = makeDataTest([
      { field: 'data.total', operator: 'greaterThan', value: 100 },
      { field: 'data.plan', operator: 'notEquals', value: 'free' },
    ])
    const events = [
      { total: 101, plan: 'pro' },
      { total: 100, plan: 'pro' },
      { total: 101, plan: 'free' },
      {},
    ]
    expect(events.map((data) => holds(data, new Date(0)))).toEqual([true, false, false, false])
  })

  it('ends time windows at the time of each test', () => {
    const holds = makeDataTest([
      { field: 'data.endsAt', operator: 'withinNext', value: { amount: 2, unit: 'days' } },
    ])
    const data = { endsAt: '2026-11-10T00:00:00Z' }
    const days = ['2026-11-07', '2026-11-09', '2026-11-11']
    expect(days.map((day) => holds(data, new Date(`${day}T00:00:00Z`)))).toEqual([false, true, false])
  })

  it('without conditions holds for everything', () => {
    expect(makeDataTest([])(undefined, new Date(0))).toBe(true)
  })
})
