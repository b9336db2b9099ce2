import { describe, expect, it } from 'vitest'
import { firstDayOf, timelineOf } from './timeline.ts'

const START = new Date('2026-05-01T12:30:00Z')
const NOTHING = { opened: 0, clicked: 0, humanOpens: 0, humanClicks: 0 }

describe('the timeline of a campaign', () => {
  it('has the hours in which something happened, in their order, for a month', () => {
    const counts = new Map([
      ['2026-05-01T13 opened', 2],
      ['2026-05-01T12 sent', 5],
      ['2026-05-01T13 sent', 1],
      ['2026-07-01T13 opened', 1],
    ])
    expect(timelineOf(counts, START)).toEqual([
      { ...NOTHING, at: '2026-05-01T12:00:00.000Z', sent: 5 },
      { ...NOTHING, at: '2026-05-01T13:00:00.000Z', sent: 1, opened: 2 },
    ])
  })

  it('adds up the ten minutes of the first day', () => {
    const counts = new Map([
      ['2026-05-01T12:3 opened', 2],
      ['2026-05-01T12:5 opened', 3],
      ['2026-05-01T12:5 human_opened', 1],
      ['2026-05-01T12 human_clicked', -1],
    ])
    expect(timelineOf(counts, START)).toEqual([
      { ...NOTHING, at: '2026-05-01T12:00:00.000Z', sent: 0, opened: 5, humanOpens: 1 },
    ])
  })
})

describe('the first day of a campaign', () => {
  it('has the ten minutes with an open or a click, also beside later hours', () => {
    const counts = new Map([
      ['2026-05-01T13:0 clicked', 1],
      ['2026-05-01T12:3 opened', 2],
      ['2026-05-01T12:3 human_opened', 1],
      ['2026-05-01T12 sent', 9],
      // Half of this hour belongs to the second day.
      ['2026-05-02T12 opened', 4],
    ])
    expect(firstDayOf(counts, START)).toEqual([
      { ...NOTHING, at: '2026-05-01T12:30:00.000Z', opened: 2, humanOpens: 1 },
      { ...NOTHING, at: '2026-05-01T13:00:00.000Z', clicked: 1 },
    ])
  })

  it('is empty if a part of it was counted by the hour', () => {
    const counts = new Map([
      ['2026-05-01T14 opened', 2],
      ['2026-05-01T15:1 opened', 2],
    ])
    expect(firstDayOf(counts, START)).toEqual([])
  })
})
