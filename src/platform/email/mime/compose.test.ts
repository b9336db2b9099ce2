import { extract } from 'letterparser'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { wholeText } from '../../text/text-pieces.ts'
import { composeMessage } from './compose.ts'
import { address, buildAttachment, buildMessage, mailbox } from '../fixtures/messages.ts'
import { readStrictly } from '../fixtures/strict-mime.ts'
import type { StrictPart } from '../fixtures/strict-mime.ts'
import type { Message } from '../message.ts'

const compose = (overrides: Partial<Message> = {}) => composeMessage(buildMessage(overrides))
const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\r\n')

/** The tree of an email, as text/plain or multipart/mixed(…). */
function shape({ type, children }: StrictPart): string {
  const [name = ''] = type.split(';')
  return children.length === 0 ? name : `${name}(${children.map(shape).join(' ')})`
}
const shapeOf = (overrides: Partial<Message>) => shape(readStrictly(compose(overrides)))

const logo = buildAttachment({
  filename: 'logo.png',
  contentType: 'image/png',
  disposition: 'inline',
  contentId: 'logo',
})

describe('the tree of an email', () => {
  const text = Buffer.from('text')
  const nothing = Buffer.alloc(0)

  it.each<[string, Partial<Message>, string]>([
    ['text and HTML', {}, 'multipart/alternative(text/plain text/html)'],
    ['text only', { html: nothing, text }, 'text/plain'],
    ['HTML only', { html: text, text: nothing }, 'text/html'],
    ['nothing at all', { html: nothing, text: nothing }, 'text/plain'],
    [
      'a file',
      { attachments: [buildAttachment()] },
      'multipart/mixed(multipart/alternative(text/plain text/html) application/pdf)',
    ],
    [
      'an inline image',
      { attachments: [logo] },
      'multipart/related(multipart/alternative(text/plain text/html) image/png)',
    ],
    [
      'both',
      { attachments: [buildAttachment(), logo] },
      'multipart/mixed(multipart/related(multipart/alternative(text/plain text/html) image/png) application/pdf)',
    ],
    [
      'an inline image that HTML cannot name',
      { attachments: [{ ...logo, contentId: undefined }] },
      'multipart/mixed(multipart/alternative(text/plain text/html) image/png)',
    ],
    [
      'a file and text only',
      { html: nothing, attachments: [buildAttachment()] },
      'multipart/mixed(text/plain application/pdf)',
    ],
  ])('with %s', (_name, overrides, expected) => {
    expect(shapeOf(overrides)).toBe(expected)
  })

  it('says of which type the shown part of an HTML with images is', () => {
    expect(compose({ attachments: [logo] }).toString()).toContain(
      'multipart/related;\r\n type="multipart/alternative"',
    )
  })

  it.each([
    'multipart/mixed',
    'message/rfc822',
    'Message/Partial',
    'nonsense',
    'a/b; c',
    'text/html\r\nX-Evil: 1',
  ])('sends a file called %j as bytes of no known type', (contentType) => {
    expect(shapeOf({ attachments: [buildAttachment({ contentType })] })).toContain('application/octet-stream')
  })

  it('keeps the parameters of a content type', () => {
    const attachments = [
      buildAttachment({ contentType: 'text/calendar; method=REQUEST', filename: 'invite.ics' }),
    ]
    expect(compose({ attachments }).toString()).toContain(
      'Content-Type: text/calendar; method=REQUEST;\r\n name="invite.ics"\r\n',
    )
  })
})

describe('the headers of an email', () => {
  it('come in one order, each once, with the date in UTC', () => {
    const bytes = compose({
      cc: [mailbox('bob@example.net')],
      replyTo: mailbox('help@example.org'),
      headers: [['X-Order', '17']],
      serviceHeaders: [['Feedback-ID', 'a:b']],
    })
    expect(readStrictly(bytes).headers.slice(0, -1)).toEqual([
      ['From', 'Example News <news@example.org>'],
      ['To', 'Ann <ann@example.net>'],
      ['Cc', 'bob@example.net'],
      ['Reply-To', 'help@example.org'],
      ['Subject', 'Spring is here'],
      ['Date', 'Mon, 05 Jan 2026 07:08:09 +0000'],
      ['Message-ID', '<0190f2a4-1111-7222-8333-444455556666@example.org>'],
      ['X-Order', '17'],
      ['Feedback-ID', 'a:b'],
      ['MIME-Version', '1.0'],
    ])
  })

  it('leave out a To and a Cc that nobody stands in', () => {
    const names = readStrictly(compose({ to: [], cc: [] })).headers.map(([name]) => name)
    expect(names).not.toContain('To')
    expect(names).not.toContain('Cc')
  })

  it.each<[string, Partial<Message>]>([
    ['a header name with a line break', { headers: [['X-A\r\nBcc', 'x']] }],
    ['a header name with a colon', { headers: [['X-A:', 'x']] }],
    ['a header name with a blank', { headers: [['X A', 'x']] }],
    ['an empty header name', { headers: [['', 'x']] }],
    ['a header name that is not ASCII', { headers: [['X-Ä', 'x']] }],
    ['a second From', { headers: [['from', 'boss@example.org']] }],
    ['a second Content-Type', { headers: [['CONTENT-TYPE', 'text/html']] }],
    ['a Bcc', { headers: [['Bcc', 'x@example.org']] }],
    ['a second Feedback-ID', { headers: [['Feedback-Id', 'x']] }],
    ['a Message-ID with a line break', { messageId: 'a@b\r\nX: 1' }],
    ['a Message-ID with a bracket', { messageId: 'a@b>' }],
    ['no Message-ID', { messageId: '' }],
    ['a content id with a blank', { attachments: [{ ...logo, contentId: 'my logo' }] }],
    ['an address with a line break', { to: [{ address: address('a@b\r\nX: 1') }] }],
    ['an address with a second one in it', { to: [{ address: address('a@b,c@d') }] }],
    ['a date that is none', { date: new Date(Number.NaN) }],
  ])('refuse %s', (_name, overrides) => {
    expect(() => compose(overrides)).toThrow(expect.objectContaining({ name: 'InvalidMessageError' }))
  })
})

describe('the same message', () => {
  it('has the same bytes', () => {
    const attachments = [buildAttachment(), logo]
    expect(compose({ attachments }).equals(compose({ attachments }))).toBe(true)
  })

  it('with another Message-ID has other boundaries', () => {
    const boundaries = (messageId: string) =>
      linesOf(compose({ messageId })).filter((line) => line.startsWith('--'))
    expect(boundaries('a@example.org')).not.toEqual(boundaries('b@example.org'))
  })
})

describe('a body', () => {
  it('that holds a boundary of the email does not end its part', () => {
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(compose().toString()) ?? []
    const text = Buffer.from(
      `before\r\n--${boundary}--\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\n<p>after`,
    )
    const { children } = readStrictly(compose({ text }))
    expect(children).toHaveLength(2)
    expect(children[0]?.content).toEqual(text)
  })

  it('of any line ends, with NUL, arrives with CRLF and without', () => {
    const { children } = readStrictly(compose({ text: Buffer.from('a\nb\rc\r\nd\0e\n\r') }))
    expect(children[0]?.content.toString()).toBe('a\r\nb\r\nc\r\nde\r\n\r\n')
  })
})

const unixLines = (text = '') => text.replaceAll('\r\n', '\n').trim()

describe('two parsers that know nothing of each other', () => {
  const message = buildMessage({
    from: mailbox('news@example.org', 'Zoë "Z" van Dijk, Example'),
    to: [mailbox('ann@example.net', 'Ann'), mailbox('petr@example.net', 'Пётр '.repeat(20))],
    cc: [mailbox('cc@example.net')],
    replyTo: mailbox('help@example.org', 'Help (24/7)'),
    subject: 'Весна пришла: только сегодня — € 25 statt € 50, und ein Wort mehr für die dritte Zeile',
    html: Buffer.from(`<p>${'Zoë zahlt € 25. '.repeat(40)}</p>\n<img src="cid:logo">\n`),
    text: Buffer.from('Наша весенняя коллекция\n'.repeat(30)),
    attachments: [
      logo,
      buildAttachment(),
      buildAttachment({ filename: 'data.bin', content: Buffer.alloc(5000, 0xff) }),
    ],
  })

  it('find what was put in', async () => {
    const bytes = composeMessage(message)
    const postal = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' })
    const letter = extract(bytes.toString('latin1'))
    for (const one of [postal, letter]) {
      expect(one.subject).toBe(message.subject)
      expect(one.from).toMatchObject({ address: 'news@example.org' })
      expect(unixLines(one.html)).toBe(wholeText(message.html).toString().trim())
      expect(unixLines(one.text)).toBe(wholeText(message.text).toString().trim())
      expect(one.attachments?.map(({ filename }) => filename)).toEqual([
        'logo.png',
        'price list.pdf',
        'data.bin',
      ])
    }
    expect(postal.from?.name).toBe(message.from.name)
    expect(postal.to?.map(({ name }) => name)).toEqual(['Ann', 'Пётр '.repeat(20).trim()])
    expect(postal.replyTo?.[0]).toMatchObject({ name: 'Help (24/7)', address: 'help@example.org' })
    expect(postal.attachments[0]).toMatchObject({ contentId: '<logo>', disposition: 'inline', related: true })
    expect(Buffer.from(postal.attachments[2]?.content as ArrayBuffer)).toEqual(Buffer.alloc(5000, 0xff))
    expect(Buffer.from(letter.attachments?.[2]?.body as Uint8Array)).toEqual(Buffer.alloc(5000, 0xff))
  })
})
