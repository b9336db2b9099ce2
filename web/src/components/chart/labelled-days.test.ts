import { describe, expect, it } from 'vitest'
import { labelledDays } from './labelled-days.ts'

const days = (count: number) => Array.from({ length: count }, (_, index) => Date.UTC(2026, 2, 1 + index))
const dateOf = (ms: number) => new Date(ms).getUTCDate()

describe('the days with a label', () => {
  it.each([
    [7, 800, [1, 2, 3, 4, 5, 6, 7]],
    [7, 320, [1, 3, 5, 7]],
    [30, 800, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]],
    [30, 10, [30]],
    [1, 800, [1]],
    [0, 800, []],
  ])('of %i, %i px wide, are days of the chart up to the last', (count, width, expected) => {
    expect(labelledDays(days(count), width).map(dateOf)).toEqual(expected)
  })
})
