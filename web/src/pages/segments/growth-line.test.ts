import { describe, expect, it } from 'vitest'
import { linePath } from './growth-line.ts'

const BOX = { width: 100, height: 56 }

describe('the line of growth', () => {
  it('goes from the lowest number at the bottom to the highest at the top', () => {
    const days = [
      { day: '2026-02-01', members: 10 },
      { day: '2026-02-02', members: 20 },
      { day: '2026-02-05', members: 30 },
    ]
    expect(linePath(days, BOX)).toEqual({
      line: 'M0,53L25,28L100,3',
      area: 'M0,53L25,28L100,3L100,56L0,56Z',
    })
  })

  it('is level in the middle without changes', () => {
    const days = ['2026-02-01', '2026-02-02'].map((day) => ({ day, members: 5 }))
    expect(linePath(days, BOX).line).toBe('M0,28L100,28')
  })
})
