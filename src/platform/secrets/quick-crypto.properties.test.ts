import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { createCounterMask, createQuickHmac } from './quick-crypto.ts'

const MOST = 100
const bytes = (length: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(length).map((array) => Buffer.from(array))
const nonce = fc.oneof(
  bytes({ minLength: 16, maxLength: 16 }),
  // Counters that overflow.
  fc.nat(15).map((zeros) => Buffer.concat([Buffer.alloc(zeros), Buffer.alloc(16 - zeros, 0xff)])),
)

it('an HMAC is that of Node, for one text after the other', () => {
  fc.assert(
    fc.property(bytes({ maxLength: 64 }), fc.array(bytes({ maxLength: MOST })), (key, texts) => {
      const hmac = createQuickHmac(key, { mostBytes: MOST })
      for (const text of texts) {
        const expected = createHmac('sha256', key).update(text).digest()
        expect(Buffer.from(hmac(text), 'latin1').equals(expected)).toBe(true)
      }
    }),
    propertyRuns(100),
  )
})

it('a mask is AES-256-CTR of Node, for one text after the other', () => {
  const key = randomBytes(32)
  const mask = createCounterMask(key, { mostBytes: MOST })
  fc.assert(
    fc.property(bytes({ maxLength: MOST }), nonce, (text, iv) => {
      const masked = Buffer.from(text)
      mask(masked, iv)
      expect(masked.equals(createCipheriv('aes-256-ctr', key, iv).update(text))).toBe(true)
      mask(masked, iv)
      expect(masked.equals(text)).toBe(true)
    }),
    propertyRuns(100),
  )
})

it('what is longer than was said is refused', () => {
  const long = Buffer.alloc(MOST + 1)
  expect(() => createQuickHmac(Buffer.alloc(32), { mostBytes: MOST })(long)).toThrow('at most 100')
  expect(() => createCounterMask(Buffer.alloc(32), { mostBytes: MOST })(long, Buffer.alloc(16))).toThrow(
    'at most 100',
  )
  expect(() => createQuickHmac(Buffer.alloc(65), { mostBytes: MOST })).toThrow('block')
})
