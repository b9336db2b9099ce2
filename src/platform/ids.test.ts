import { describe, expect, it } from 'vitest'
import { lowestIdAfter, lowestIdOf, newId, newIdOf } from './ids.ts'
import { isUuid } from './uuid.ts'

const timeOf = (id: string) => parseInt(id.slice(0, 13).replace('-', ''), 16)

describe('a new id', () => {
  it('is a UUIDv7 of its time (RFC 9562, section 5.7)', () => {
    // Far in the future, so that no earlier id of this process can affect it.
    const now = new Date('2100-01-01T00:00:00.123Z')
    const id = newId(now)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timeOf(id)).toBe(now.getTime())
  })

  it('is greater than every one before, also within a millisecond, through many counters full', () => {
    const now = new Date('2101-01-01T00:00:00Z')
    const ids = Array.from({ length: 20_000 }, () => newId(now))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is greater than every one before when the clock is set back a little', () => {
    const before = newId(new Date('2102-01-01T00:00:00Z'))
    expect(newId(new Date('2101-12-31T23:59:55Z')) > before).toBe(true)
  })

  it('cannot be guessed from the one before', () => {
    const now = new Date('2103-01-01T00:00:00Z')
    const tails = Array.from({ length: 1000 }, () => newId(now).slice(20))
    expect(new Set(tails).size).toBe(1000)
    // Every hex digit of the random part takes every value.
    for (let place = 0; place < tails[0]!.length; place += 1) {
      if (tails[0]![place] === '-') continue
      expect(new Set(tails.map((tail) => tail[place])).size).toBe(16)
    }
  })

  it('carries all variants', () => {
    const now = new Date('2104-01-01T00:00:00Z')
    const variants = new Set(Array.from({ length: 500 }, () => newId(now)[19]))
    expect(variants).toEqual(new Set(['8', '9', 'a', 'b']))
  })
})

describe('newIdOf', () => {
  const past = new Date('2025-02-03T04:05:06.789Z')

  it('is of exactly the millisecond, and each is another', () => {
    const ids = Array.from({ length: 1000 }, () => newIdOf(past))
    expect(new Set(ids).size).toBe(1000)
    expect(new Set(ids.map(timeOf))).toEqual(new Set([past.getTime()]))
    expect(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true)
  })

  it('does not disturb the order of the others', () => {
    const now = new Date('2105-01-01T00:00:00Z')
    const ids = Array.from({ length: 500 }, () => (newIdOf(past), newId(now)))
    expect(ids).toEqual(ids.toSorted())
    expect(timeOf(ids[499] ?? '')).toBe(now.getTime())
  })
})

describe('the bounds of a time', () => {
  it('lie below all ids of the millisecond, and above', () => {
    const at = new Date('2025-02-03T04:05:06.789Z')
    const ids = Array.from({ length: 1000 }, () => newIdOf(at))
    expect(ids.every((id) => lowestIdOf(at) <= id && id < lowestIdAfter(at))).toBe(true)
    expect([timeOf(lowestIdOf(at)), timeOf(lowestIdAfter(at))]).toEqual([at.getTime(), at.getTime() + 1])
    expect(isUuid(lowestIdOf(new Date(0)))).toBe(true)
  })
})

describe('a clock that had run far ahead', () => {
  it('does not keep later ids in the future once it is mended', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    newId(new Date('2031-01-01T00:00:00Z'))
    expect(timeOf(newId(now))).toBe(now.getTime())
  })
})
