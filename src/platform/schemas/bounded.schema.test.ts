import { describe, expect, it } from 'vitest'
import { bytesUpTo, Instant, jsonObjectUpTo, SpanStart, textUpTo } from './bounded.schema.ts'

describe('a text of bounded bytes', () => {
  it.each([
    ['a'.repeat(1024), true],
    ['a'.repeat(1025), false],
    ['é'.repeat(512), true],
    ['é'.repeat(513), false],
    ['漢'.repeat(341), true],
    ['漢'.repeat(342), false],
    ['😀'.repeat(256), true],
    ['😀'.repeat(257), false],
  ])('is counted as UTF-8: %#', (text, fits) => {
    expect(bytesUpTo(1024).safeParse(text).success).toBe(fits)
    expect(Buffer.byteLength(text) <= 1024).toBe(fits)
  })

  it('says its limit once', () => {
    expect(bytesUpTo(65_536).safeParse('a'.repeat(70_000)).error?.issues).toMatchObject([
      { message: 'must be at most 64 kB' },
    ])
  })
})

describe('a text of bounded length', () => {
  it('is not looked at any further when it is too long', () => {
    const field = textUpTo(10).regex(/^a*$/, 'must be a')
    expect(field.safeParse('b'.repeat(11)).error?.issues).toMatchObject([
      { message: 'must have at most 10 characters' },
    ])
  })
})

describe('an object of bounded JSON', () => {
  it.each([
    [{ a: 'x'.repeat(1016) }, true],
    [{ a: 'x'.repeat(1017) }, false],
    [{ a: '"'.repeat(508) }, true],
    [{ a: '"'.repeat(509) }, false],
    [{ a: Array.from({ length: 508 }, () => 1) }, true],
    [{ a: Array.from({ length: 509 }, () => 1) }, false],
    [{ a: [{ b: [{ c: '漢'.repeat(400) }] }] }, false],
    [{}, true],
  ])('is counted as it would be written: %#', (value, fits) => {
    expect(jsonObjectUpTo(1024).safeParse(value).success).toBe(fits)
    expect(Buffer.byteLength(JSON.stringify(value)) <= 1024).toBe(fits)
  })
})

describe('a point in time', () => {
  it('is a date with its offset', () => {
    expect(Instant.parse('2030-01-31T09:00:00.123456789+01:00')).toEqual(new Date('2030-01-31T08:00:00.123Z'))
    expect(Instant.safeParse('2030-01-31T09:00:00').success).toBe(false)
    expect(Instant.safeParse(`2030-01-31T09:00:00.${'1'.repeat(100)}Z`).success).toBe(false)
  })

  it.each([
    ['2030-01-31T09:00Z', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31T09:00+01:00', '2030-01-31T08:00:00.000Z'],
    ['2030-01-31T09:00-05:30', '2030-01-31T14:30:00.000Z'],
  ])('may leave out its seconds: %s', (text, instant) => {
    expect(Instant.parse(text).toISOString()).toBe(instant)
    expect(SpanStart.parse(text).toISOString()).toBe(instant)
  })

  it.each(['2030-01-31T09:00', '2030-01-31T09:00:00', '2030-01-31T09:00:00.5'])(
    'is told what to add without its offset: %s',
    (text) => {
      const message = `must say its offset from UTC: ${text}Z if it is in UTC, or such as ${text}+01:00`
      expect(Instant.safeParse(text).error?.issues).toMatchObject([{ message }])
      expect(Instant.safeParse(`${text}+01:00`).success).toBe(true)
    },
  )

  it.each(['soon', '2030-01-31', '2030-02-30T09:00Z', '2030-01-31T24:00Z', '2030-01-31 09:00Z'])(
    'is otherwise refused with an example: %s',
    (text) => {
      expect(Instant.safeParse(text).error?.issues[0]?.message).toContain('such as 2030-01-31T09:00:00Z')
    },
  )
})
