import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { wholeText } from '../../text/text-pieces.ts'
import type { TextPieces } from '../../text/text-pieces.ts'
import { encodeText } from './body-encoding.ts'
import { composeMessage } from './compose.ts'
import { canBeSentAs7bit } from './seven-bit-pieces.ts'
import { buildMessage, hostileText } from '../fixtures/messages.ts'

/** `parts`: literal, value, literal and so on, beginning and ending with a literal. */
const piecesOf = (...parts: string[]): TextPieces => ({
  literals: parts.filter((_, index) => index % 2 === 0).map((part) => Buffer.from(part)),
  values: parts.filter((_, index) => index % 2 === 1),
})

// Ends and beginnings that matter to the decision come up often.
const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '<p>Hello</p>\r\n', 'code=', '-', '--', '=', '_', '--=', '=_', '--=_'),
  },
  { weight: 3, arbitrary: fc.constantFrom('\r\n', '\r', '\n', '\t', '\u0000', 'é', '.', '\r\n.', '😀') },
  { weight: 2, arbitrary: fc.nat(1_100).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: hostileText },
)
const pieces = fc
  .array(fc.tuple(piece, piece), { maxLength: 8 })
  .chain((pairs) => piece.map((last) => piecesOf(...pairs.flat(), last)))

describe('a text in pieces', () => {
  it('gives an email of the same bytes as the whole text', () => {
    fc.assert(
      fc.property(pieces, pieces, (html, text) => {
        const inPieces = composeMessage(buildMessage({ html, text }))
        const whole = composeMessage(buildMessage({ html: wholeText(html), text: wholeText(text) }))
        expect(inPieces.equals(whole)).toBe(true)
      }),
      propertyRuns(3_000),
    )
  })

  it('is fit now and then: else the long way was compared with itself', () => {
    const fit = fc.sample(pieces, { numRuns: 1_000, seed: 1 }).filter((text) => canBeSentAs7bit(text))
    expect(fit.length).toBeGreaterThan(30)
  })

  it('is never called fit where reading all of it finds that it is not', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const { encoding, bytes } = encodeText(wholeText(text))
        const isUnchanged = encoding === '7bit' && bytes.equals(wholeText(text))
        expect(!canBeSentAs7bit(text) || isUnchanged).toBe(true)
      }),
      propertyRuns(5_000),
    )
  })

  it.each([
    ['plain words', ['<p>Hello ', 'Ann', '</p>\r\n']],
    ['a link with a query', ['<a href="', 'https://a.example/?b=1&c=_d', '">x</a>']],
    ['a line of 998 bytes', ['x'.repeat(500), 'y'.repeat(498), '']],
    ['a long value behind a line break', ['x'.repeat(900), 'y', '\r\n', 'z'.repeat(998), '\r\n']],
  ])('is fit with %s', (_what, parts) => {
    expect(canBeSentAs7bit(piecesOf(...parts))).toBe(true)
  })

  it.each([
    ['a line of 999 bytes', ['x'.repeat(500), 'y'.repeat(498), 'z']],
    ['a line break in a value', ['<p>', 'a\r\nb', '</p>']],
    ['an accent in a value', ['<p>', 'Zoë', '</p>']],
    ['an accent in a literal', ['<p>é', 'x', '</p>']],
    ['a lone line feed in a literal', ['<p>\n', 'x', '</p>']],
    ['a boundary in a value', ['', '--=_', '']],
    ['a boundary in a literal', ['--=_', 'x', '']],
    ['a boundary made of both', ['--', '=_', '']],
    ['a boundary made of three', ['', '-', '-=', '_', '']],
  ])('is not fit with %s', (_what, parts) => {
    expect(canBeSentAs7bit(piecesOf(...parts))).toBe(false)
  })
})
