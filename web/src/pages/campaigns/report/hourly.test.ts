import { describe, expect, it } from 'vitest'
import { hourly } from './hourly.ts'

const at = (hour: string) => ({ at: `2030-01-01T${hour}:00:00.000Z`, sent: 0, opened: 0, clicked: 0 })

describe('the hours of a campaign', () => {
  it('have no gaps', () => {
    const { times, sent, opened } = hourly([
      { ...at('09'), sent: 5 },
      { ...at('12'), opened: 2 },
    ])
    expect(times).toHaveLength(4)
    expect(sent).toEqual([5, 0, 0, 0])
    expect(opened).toEqual([0, 0, 0, 2])
  })

  it('are at least two, or none', () => {
    expect(hourly([{ ...at('09'), sent: 1 }]).sent).toEqual([1, 0])
    expect(hourly([]).times).toEqual([])
  })
})
