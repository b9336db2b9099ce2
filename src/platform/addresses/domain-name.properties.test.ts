import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { displayDomain, parseDomainName, readMailDomain } from './domain-name.ts'

const pieces = [
  'a B 1 - . 。 ． xn-- xn--mnchen-3ya ü u\u0308 ß ς Σ İ א ع १ ﾄ ﾞ １ Ａ ① ≠ ⁄ ☕ ❤\ufe0f \u00ad \u200d \u200c क्',
  '\u0301 0x7f Ꭰ %41',
]
const acceptedDomain = fc
  .oneof(
    fc
      .array(fc.constantFrom(...pieces.join(' ').split(' ')), { maxLength: 10 })
      .map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.stringMatching(/^[a-z0-9-]{1,12}$/).map((tail) => `xn--${tail}`),
  )
  .map((name) => parseDomainName(`${name}.com`))
  .filter((parsed) => parsed.ok)

describe('every accepted domain', () => {
  it('is lower-case letters, digits, hyphens and dots, and its own canonical form', () => {
    fc.assert(
      fc.property(acceptedDomain, (parsed) => {
        expect(parsed.domain).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/)
        expect(readMailDomain(parsed.domain)).toEqual(parsed)
      }),
      propertyRuns(5000),
    )
  })

  it('can be read back from the form for people', () => {
    fc.assert(
      fc.property(acceptedDomain, (parsed) => {
        expect(parseDomainName(displayDomain(parsed.domain))).toEqual(parsed)
      }),
      propertyRuns(5000),
    )
  })
})
