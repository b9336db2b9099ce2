import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { composeMessage } from './mime/compose.ts'
import { dkimSignatures } from './dkim.ts'
import type { DkimKey } from './dkim.ts'
import { ed25519Key, verifyDkim, rsaKey } from './fixtures/dkim-verifier.ts'
import { hostileMessage } from './fixtures/messages.ts'

const NOW = new Date('2026-01-05T07:08:09Z')
const runs = propertyRuns(200)

async function signed(email: Buffer, keys: DkimKey[]): Promise<Buffer> {
  return Buffer.concat([dkimSignatures(email, keys, { now: NOW }), email])
}

/** Bytes of a header value: words, every kind of folding, 8-bit bytes, blanks in a row. */
const FOLDS = ['\r\n ', '\r\n\t', '\r\n \t ', ' ', '  ', '\t', ' \t ']
const WORDS = [
  'word',
  'Ann <ann@example.net>,',
  ':',
  ';',
  '=',
  '=?UTF-8?B?w6s=?=',
  'b=',
  'h=from',
  'x'.repeat(120),
]
const BYTES = ['\xc3\xab', '\xff\xfe', '\xa0', '\x0b', '\x0c']
const valuePiece = fc.constantFrom(...FOLDS, ...WORDS, ...BYTES)
const value = fc
  .array(valuePiece, { maxLength: 12 })
  .map((pieces) => ` ${pieces.join('')}`)
  // A continuation line of blanks only is obsolete (RFC 5322 section 4.2) and read in more than one way.
  .filter((text) => !/\r\n[ \t]+(?:\r\n|$)/.test(text))

const NAMES = [
  'To,CC,subject,Date,Message-ID,Reply-to,List-Unsubscribe,LIST-UNSUBSCRIBE-POST,Feedback-ID',
  'MIME-Version,Content-Type,X-Other,Received,To\t,Subject ',
]
const name = fc.constantFrom(...NAMES.join(',').split(','))
const from = fc.constantFrom(
  'From: a@example.org',
  'FROM:\r\n\t"A  B"\r\n <a@example.org> ',
  'from :a@example.org',
)
const headers = fc
  .tuple(from, fc.array(fc.tuple(name, value), { maxLength: 10 }))
  .map(([first, rest]) => [first, ...rest.map(([key, text]) => `${key}:${text}`)].join('\r\n'))

const LINES = ['\r\n', '\r\n\r\n', ' \r\n', '\t\r\n', ' ', '  ', '\t', ' \t']
const TEXTS = ['word', '.', '..', '=', '\xc3\xab', '\xff', '\x00', 'x'.repeat(998), '--boundary', 'From ']
const bodyPiece = fc.constantFrom(...LINES, ...TEXTS)
const body = fc.array(bodyPiece, { maxLength: 25 }).map((pieces) => pieces.join(''))
const message = fc.tuple(headers, body).map(([head, text]) => Buffer.from(`${head}\r\n\r\n${text}`, 'latin1'))

/** Every position of a letter that the signature covers. */
function coveredLetters(email: Buffer): number[] {
  const text = email.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const places: number[] = []
  const add = (start: number, piece: string) => {
    for (const match of piece.matchAll(/[a-z]/g)) places.push(start + match.index)
  }
  let start = 0
  for (const line of text.slice(0, end).split(/\r\n(?![ \t])/)) {
    const colon = line.indexOf(':')
    const isSigned = !/^(?:x-other|received)[ \t]*:/i.test(line)
    if (isSigned) add(start + colon, line.slice(colon))
    start += line.length + 2
  }
  add(end, text.slice(end))
  return places
}

describe('whatever an email looks like', () => {
  it('both signatures over it verify: folding, tabs, repeated and 8-bit headers, blank lines, empty bodies', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (email) => {
        expect(await verifyDkim(await signed(email, [rsaKey, ed25519Key]))).toEqual(['pass', 'pass'])
      }),
      runs,
    )
  })

  it('neither verifies when one letter of a signed header or of the body is another', async () => {
    await fc.assert(
      fc.asyncProperty(message, fc.nat(), async (email, choice) => {
        const places = coveredLetters(email)
        const place = places[choice % places.length] ?? 0
        const keys = [rsaKey, ed25519Key]
        const changed = Buffer.from(email)
        changed[place] = (changed[place] ?? 0) === 0x61 ? 0x62 : 0x61
        const signatures = dkimSignatures(email, keys, { now: NOW })
        expect(await verifyDkim(Buffer.concat([signatures, changed]))).not.toContain('pass')
      }),
      runs,
    )
  })

  it('a composed email verifies, whatever texts it holds', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMessage, async (one) => {
        expect(await verifyDkim(await signed(composeMessage(one), [rsaKey]))).toEqual(['pass'])
      }),
      propertyRuns(100),
    )
  })
})
