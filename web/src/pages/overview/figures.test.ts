import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import type { Day } from './figures.ts'

const NONE = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0 }
const day = (date: number, counts: Partial<Day>): Day => ({
  date: `2026-03-${String(date).padStart(2, '0')}`,
  ...NONE,
  ...counts,
})

describe('the figures of a period', () => {
  const days = [
    day(1, { sent: 10, delivered: 10 }),
    day(2, { sent: 10, delivered: 8, opened: 4, bounced: 2 }),
    day(3, { sent: 30, delivered: 30, opened: 15 }),
    day(4, { sent: 10, delivered: 10, complained: 1 }),
  ]

  it('are summed up, and compared with the period before', () => {
    const figures = figuresOf(days, 2)
    expect(figures.find(({ name }) => name === 'sent')).toEqual({
      name: 'sent',
      count: 40,
      share: null,
      change: 1,
    })
    expect(figures.find(({ name }) => name === 'opened')).toMatchObject({ count: 15, share: 15 / 40 })
    expect(figures.find(({ name }) => name === 'bounced')).toMatchObject({ count: 0, share: 0, change: -1 })
  })

  it('have no comparison if the period before is unknown or empty', () => {
    expect(figuresOf(days, 4).map(({ change }) => change)).toEqual(Array(6).fill(null))
    expect(figuresOf(days, 2).find(({ name }) => name === 'complained')).toMatchObject({ change: null })
  })

  it('have no shares before anything was sent', () => {
    expect(figuresOf([day(1, {})], 1).map(({ share }) => share)).toEqual(Array(6).fill(null))
  })
})
