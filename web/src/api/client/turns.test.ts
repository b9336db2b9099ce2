import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('work in turns', () => {
  it('runs so much at once, in its order, also after failures', async () => {
    const inTurn = createTurns(2)
    const begun: number[] = []
    const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<number>())
    const results = ends.map(({ promise }, index) =>
      inTurn(() => {
        begun.push(index)
        return promise
      }).catch(() => -1),
    )
    expect(begun).toEqual([0, 1])
    ends[1]?.reject(new Error('refused'))
    expect(await results[1]).toBe(-1)
    expect(begun).toEqual([0, 1, 2])
    ends[0]?.resolve(0)
    ends[2]?.resolve(2)
    ends[3]?.resolve(3)
    expect(await Promise.all(results)).toEqual([0, -1, 2, 3])
    expect(begun).toEqual([0, 1, 2, 3])
  })
})
