import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { parseEmailAddress } from './email-address.ts'

/** Fragments that might confuse an address parser, combined in any order. */
const fragments = [
  'a Z 0 . - _ + @ " \\ \t , < > ( ) : ; [ ] %41 / xn-- xn--mnchen-3ya .com @example.com example. 0x7f 127.1',
  'ü ß ς Σ İ א 。 ． １ Ａ ① ≠ ☕ ❤\ufe0f \u00ad \u200d \u200b \u0301 \ud800 \n \0 \u0085 \u2028 \u00a0',
]
const fragment = fc.constantFrom(' ', ...fragments.join(' ').split(' '))
const confusing = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''))
const confusingDomain = fc
  .tuple(fc.emailAddress(), fc.array(fragment, { minLength: 1, maxLength: 5 }))
  .map(([address, domain]) => `${address}${domain.join('')}.com`)
const confusingLocal = fc
  .array(fragment, { minLength: 1, maxLength: 4 })
  .map((parts) => `${parts.join('')}@example.com`)
const quotedPart = fc.oneof(fc.constantFrom('\\"', '\\\\', '\\a', '..', ':'), fc.stringMatching(/^[!-~]$/))
const quoted = fc.array(quotedPart, { maxLength: 8 }).map((parts) => `"${parts.join('')}"@example.com`)
const anything = fc.oneof(
  confusing,
  confusingDomain,
  confusingLocal,
  quoted,
  fc.emailAddress(),
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 4 }).map((name) => `ann@${name}.com`),
  fc.string({ unit: 'grapheme', maxLength: 4 }).map((name) => `ann@${name}.com`),
)
const accepted = anything.map(parseEmailAddress).filter((parsed) => parsed.ok)
const thorough = propertyRuns(5000)

describe('every accepted address', () => {
  it('is its own canonical form, on the fast path and (with a blank before it) on the slow one', () => {
    fc.assert(
      fc.property(accepted, (parsed) => {
        expect(parseEmailAddress(parsed.address)).toEqual(parsed)
        expect(parseEmailAddress(` ${parsed.address}`)).toEqual(parsed)
      }),
      thorough,
    )
  })

  it('is printable ASCII without capitals, within the limits, with one @ that is not quoted', () => {
    fc.assert(
      fc.property(accepted, ({ address, local, domain }) => {
        expect(address).toMatch(/^[\x21-\x7e]+$/)
        expect(address).not.toMatch(/[A-Z<>, ]/)
        expect(address.split('@')).toEqual([local, domain])
        expect(local).toMatch(/^(?:[^\s()<>[\]:;@\\,"]+|"(?:[^"\\]|\\["\\])+")$/)
        expect(local.length).toBeLessThanOrEqual(64)
        expect(address.length).toBeLessThanOrEqual(254)
      }),
      thorough,
    )
  })

  it('is the same for every case, and with blanks around', () => {
    const blanks = fc.stringMatching(/^[ \t]*$/)
    fc.assert(
      fc.property(fc.emailAddress(), blanks, blanks, (input, before, after) => {
        const plain = parseEmailAddress(input)
        expect(plain.ok).toBe(true)
        expect(parseEmailAddress(`${before}${input.toUpperCase()}${after}`)).toEqual(plain)
      }),
      propertyRuns(100),
    )
  })

  it('is the same when its local part is quoted and every character escaped', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (input) => {
        const [local = '', domain = ''] = input.split('@')
        const escaped = local.replace(/./g, '\\$&')
        expect(parseEmailAddress(`"${escaped}"@${domain}`)).toEqual(parseEmailAddress(input))
      }),
      propertyRuns(100),
    )
  })
})

describe('any text', () => {
  it('with a control character in it is refused for that', () => {
    const control = fc.constantFrom('\0', '\n', '\r', '\x1f', '\x7f', '\x80', '\x9f', '\u2028', '\u2029')
    fc.assert(
      fc.property(anything, control, fc.nat(), (input, char, place) => {
        const cut = place % (input.length + 1)
        const parsed = parseEmailAddress(`${input.slice(0, cut)}${char}${input.slice(cut)}`)
        expect(parsed).toMatchObject({ ok: false, problem: { code: 'control-character' } })
      }),
      thorough,
    )
  })

  const million = 1_000_000
  it.each([
    ['letters', 'a'.repeat(million)],
    ['dots and letters before the @', `${'a.'.repeat(million / 2)}@example.com`],
    ['at signs', '@'.repeat(million)],
    ['labels', `ann@${'a.'.repeat(million / 2)}com`],
    ['hyphens', `ann@${'a-'.repeat(million / 2)}`],
    ['blanks around', `${' '.repeat(million / 2)}ann@example.com${'\t'.repeat(million / 2)}`],
    ['blanks inside', `ann@example.com${' '.repeat(million)}x`],
    ['escapes', `"${'\\"'.repeat(million / 2)}"@example.com`],
    ['an open quotation mark', `"${'\\\\'.repeat(million / 2)}`],
    ['combining marks', `ann@a${'\u0301'.repeat(million)}.com`],
    ['emoji', `ann@${'❤\ufe0f'.repeat(million / 2)}.com`],
    ['an address literal left open', `ann@[${'1'.repeat(million)}`],
  ])(
    'of a megabyte is refused without looking at any of it twice, which would take hours: %s',
    (_name, input) => {
      expect(parseEmailAddress(input).ok).toBe(false)
    },
  )
})
