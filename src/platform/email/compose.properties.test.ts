import fc from 'fast-check'
import { parse } from 'letterparser'
import type { LetterparserNode } from 'letterparser'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { composeMessage } from './mime/compose.ts'
import {
  buildAttachment,
  buildMessage,
  hostileBody,
  hostileMessage,
  hostileText,
  unfitMessage,
} from './fixtures/messages.ts'
import { readStrictly } from './fixtures/strict-mime.ts'
import type { StrictPart } from './fixtures/strict-mime.ts'
import { InvalidMessageError } from './message.ts'
import type { Message } from './message.ts'
import { wholeText } from '../text/text-pieces.ts'

const thorough = propertyRuns(400)

/** Text as a reader sees it: control characters became blanks, and the ends are trimmed. */
const asRead = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Decoders take U+FEFF for a byte order mark and swallow it, at the start of every encoded word. */
const withoutMark = (text = '') => text.replaceAll('\ufeff', '')

/** Line ends as they travel. */
const asSent = (text: Buffer) =>
  Buffer.from(
    text
      .toString('latin1')
      .replaceAll('\0', '')
      .replace(/\r\n|\r|\n/g, '\r\n'),
    'latin1',
  )

/** Exactly the headers that were asked for. */
function expectedNames({ to, cc = [], replyTo, headers, serviceHeaders = [] }: Message): string[] {
  return [
    'From',
    ...(to.length > 0 ? ['To'] : []),
    ...(cc.length > 0 ? ['Cc'] : []),
    ...(replyTo ? ['Reply-To'] : []),
    'Subject',
    'Date',
    'Message-ID',
    ...[...headers, ...serviceHeaders].map(([name]) => name),
    'MIME-Version',
  ]
}

const leaves = (part: StrictPart): StrictPart[] =>
  part.children.length === 0 ? [part] : part.children.flatMap(leaves)

const PART_HEADERS = /^Content-(?:Type|Transfer-Encoding|Disposition|ID)$/

function expectOnlyWhatWasMeant(message: Message, root: StrictPart): void {
  const names = root.headers.map(([name]) => name)
  const wanted = expectedNames(message)
  expect(names.slice(0, wanted.length)).toEqual(wanted)
  expect(names.slice(wanted.length).every((name) => PART_HEADERS.test(name))).toBe(true)
  const inner = root.children.flatMap(function all(part): StrictPart[] {
    return [part, ...part.children.flatMap(all)]
  })
  for (const { headers } of inner) expect(headers.every(([name]) => PART_HEADERS.test(name))).toBe(true)
}

describe('with any text in it, an email', () => {
  it('is 7bit, in lines of at most 998 that end in CRLF, with the headers that were meant and the bodies', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const root = readStrictly(composeMessage(message))
        expectOnlyWhatWasMeant(message, root)
        const bodies = [message.text, message.html].map(wholeText).filter((body) => body.length > 0)
        const contents = leaves(root).map(({ content }) => content)
        for (const [index, body] of bodies.entries()) {
          // An email of one part ends its last line, if the text did not.
          const found = contents[index]?.subarray(0, asSent(body).length)
          expect(found?.equals(asSent(body))).toBe(true)
        }
        expect(contents.length).toBe(Math.max(1, bodies.length) + message.attachments.length)
      }),
      thorough,
    )
  })

  it('is refused, or is that too, when its names, ids and addresses are anything', () => {
    let refused = 0
    fc.assert(
      fc.property(unfitMessage, (message) => {
        try {
          expectOnlyWhatWasMeant(message, readStrictly(composeMessage(message)))
        } catch (error) {
          if (!(error instanceof InvalidMessageError)) throw error
          refused += 1
        }
      }),
      thorough,
    )
    // Most of them are unfit.
    expect(refused).toBeGreaterThan(thorough.numRuns / 2)
  })

  it('has the same bytes when it is written again', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        expect(composeMessage({ ...message }).equals(composeMessage(message))).toBe(true)
      }),
      propertyRuns(50),
    )
  })

  it('shows a reader the subject, the names and the file names that were written', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (subject, name, filename) => {
        const message = buildMessage({ subject, attachments: [buildAttachment({ filename })] })
        const read = await PostalMime.parse(composeMessage({ ...message, to: [{ ...message.from, name }] }))
        expect(withoutMark(read.subject)).toBe(withoutMark(asRead(subject)))
        expect(read.to?.[0]?.address).toBe('news@example.org')
        expect(withoutMark(read.to?.[0]?.name)).toBe(withoutMark(asRead(name)))
        // This parser decodes encoded words even where they are not allowed (RFC 2231 section 4).
        if (filename.includes('=?')) return
        expect(withoutMark(read.attachments[0]?.filename ?? '')).toBe(withoutMark(asRead(filename)))
      }),
      thorough,
    )
  })
})

/** The parts of an email as letterparser sees them. */
function letterLeaves({
  contentType,
  body,
}: LetterparserNode): [type: string, content: string | Uint8Array][] {
  if (Array.isArray(body)) return body.flatMap(letterLeaves)
  if (typeof body === 'string' || body instanceof Uint8Array) return [[contentType.type, body]]
  return letterLeaves(body)
}

const readable = hostileBody.filter((body) => body.length > 0)
const unixLines = (text: string) => text.replaceAll('\r\n', '\n')
/** The libraries add a final line end or not, depending on the encoding. */
const openEnded = (text: unknown) => withoutMark(unixLines(String(text)).replace(/\n+$/, ''))

it('two parsers agree with the strict reader on types and contents of the parts', async () => {
  await fc.assert(
    fc.asyncProperty(readable, readable, fc.uint8Array({ maxLength: 400 }), async (html, text, file) => {
      const attachments = [buildAttachment({ content: Buffer.from(file) })]
      const bytes = composeMessage(buildMessage({ html, text, attachments }))
      const [sentText, sentHtml] = [asSent(text), asSent(html)]
      const strict = leaves(readStrictly(bytes))
      expect(strict.map(({ type }) => type.split(';')[0])).toEqual([
        'text/plain',
        'text/html',
        'application/pdf',
      ])
      expect(strict.map(({ content }) => content)).toEqual([sentText, sentHtml, Buffer.from(file)])

      const letter = letterLeaves(parse(unixLines(bytes.toString('latin1'))))
      expect(letter.map(([type]) => type)).toEqual(['text/plain', 'text/html', 'application/pdf'])
      expect(openEnded(letter[0]?.[1])).toBe(openEnded(sentText))
      expect(openEnded(letter[1]?.[1])).toBe(openEnded(sentHtml))
      expect(Buffer.from(letter[2]?.[1] ?? '')).toEqual(Buffer.from(file))

      const postal = await PostalMime.parse(bytes)
      expect(openEnded(postal.text)).toBe(openEnded(sentText))
      expect(openEnded(postal.html)).toBe(openEnded(sentHtml))
      expect(Buffer.from(postal.attachments[0]?.content as ArrayBuffer)).toEqual(Buffer.from(file))
    }),
    propertyRuns(200),
  )
})
