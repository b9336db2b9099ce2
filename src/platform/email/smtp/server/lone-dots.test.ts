import { describe, expect, it } from 'vitest'
import { createLoneDotDetector } from './lone-dots.ts'

/** In pieces of every size: a sequence may be cut anywhere. */
function findIn(email: string): boolean[] {
  const bytes = Buffer.from(email, 'latin1')
  return [1, 2, 3, bytes.length].map((size) => {
    const detector = createLoneDotDetector()
    for (let at = 0; at < bytes.length; at += size) detector.scan(bytes.subarray(at, at + size))
    return detector.isFound
  })
}

const ENDS = { CRLF: '\r\n', LF: '\n', CR: '\r' }
const PAIRS = Object.entries(ENDS).flatMap(([before, a]) =>
  Object.entries(ENDS).map(([after, b]) => ({ before, after, email: `x${a}.${b}MAIL FROM:<a@b>\r\n` })),
)

describe('a line of one dot', () => {
  it.each(PAIRS)('between $before and $after', ({ before, after, email }) => {
    const isFound = before !== 'CRLF' || after !== 'CRLF'
    expect(new Set(findIn(email))).toEqual(new Set([isFound]))
  })

  it.each(['.\nMAIL', '.\rMAIL', 'a\r\r\n.\nMAIL', 'a\n\n.\r\nMAIL', 'a\r.\r\nMAIL'])(
    'is found in %j',
    (email) => {
      expect(new Set(findIn(email))).toEqual(new Set([true]))
    },
  )

  it.each(['.\r\n', 'a\r\n.\r\nb\r\n', 'a\n..\nb', 'a\n.b\n', 'a\rb\n', 'a.\nb', '\r\n. \n', 'one\ntwo\n'])(
    'is not in %j',
    (email) => {
      expect(new Set(findIn(email))).toEqual(new Set([false]))
    },
  )
})
