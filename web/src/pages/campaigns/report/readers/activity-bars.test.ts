import { describe, expect, it } from 'vitest'
import { barsOf, scalesOf, usualScale } from './activity-bars.ts'

const NOTHING = { sent: 0, opened: 0, clicked: 0, humanOpens: 0, humanClicks: 0 }
const at = (time: string, counts: Partial<typeof NOTHING> = {}) => ({
  ...NOTHING,
  at: `2030-01-${time}:00.000Z`,
  ...counts,
})

const DAY_MS = 86_400_000

describe('the bars of a campaign', () => {
  it('have no gaps', () => {
    const firstDay = [at('01T09:10', { opened: 5, humanOpens: 2 }), at('01T09:40', { clicked: 1 })]
    const { times, opened, humanOpens, clicked } = barsOf({ firstDay, timeline: [] }, 'minutes')
    expect(new Set(times.map((time, index) => time - (times[index - 1] ?? time - 600_000)))).toEqual(
      new Set([600_000]),
    )
    expect([opened, humanOpens, clicked].map((values) => values.slice(0, 5))).toEqual([
      [5, 0, 0, 0, 0],
      [2, 0, 0, 0, 0],
      [0, 0, 0, 1, 0],
    ])
  })

  it('add up the hours of a day, and show the hours of a week at most', () => {
    const timeline = [at('01T12:00', { opened: 5 }), at('20T12:00', { opened: 1 })]
    const days = barsOf({ firstDay: [], timeline }, 'days')
    expect([days.times.length, days.opened[0], days.opened.at(-1)]).toEqual([20, 5, 1])
    expect(barsOf({ firstDay: [], timeline }, 'hours').times).toHaveLength(7 * 24)
  })

  it('are at least twelve, or none', () => {
    const { opened } = barsOf({ firstDay: [], timeline: [at('01T09:00', { opened: 1 })] }, 'hours')
    expect([opened.length, opened[0], opened[1]]).toEqual([12, 1, 0])
    expect(barsOf({ firstDay: [], timeline: [] }, 'days').times).toEqual([])
  })

  it('are fine while news come in, and coarse later', () => {
    const timeline = [at('01T09:00')]
    const both = { timeline, firstDay: [at('01T09:10')] }
    expect(scalesOf(both)).toEqual(['minutes', 'hours', 'days'])
    expect(scalesOf({ timeline, firstDay: [] })).toEqual(['hours', 'days'])
    expect([0, 3 * DAY_MS, 8 * DAY_MS].map((age) => usualScale(both, age))).toEqual([
      'minutes',
      'hours',
      'days',
    ])
    expect(usualScale({ timeline, firstDay: [] }, 0)).toBe('hours')
  })
})
