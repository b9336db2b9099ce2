import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { hostileText } from '../fixtures/messages.ts'
import { textHeader } from './header-encoding.ts'

describe('a text header', () => {
  it('has encoded words of at most 75 characters in lines of at most 76, which do not split a character', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('Subject', 'X', `X-${'y'.repeat(74)}`), (value, name) => {
        const header = textHeader(name, value)
        for (const line of header.trimEnd().split('\r\n')) {
          if (!line.includes('=?UTF-8?B?')) continue
          expect(line.length).toBeLessThanOrEqual(76)
        }
        for (const [word, base64] of header.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)) {
          expect(word.length).toBeLessThanOrEqual(75)
          expect(() =>
            new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64 ?? '', 'base64')),
          ).not.toThrow()
        }
      }),
      propertyRuns(500),
    )
  })
})
