import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { composeMessage } from './mime/compose.ts'
import { relaxedBody } from './dkim-body.ts'
import { dkimSignatures } from './dkim.ts'
import type { DkimKey } from './dkim.ts'
import { ed25519Key, verifyDkim, rsaKey } from './fixtures/dkim-verifier.ts'
import { buildAttachment, buildMessage, mailbox } from './fixtures/messages.ts'

const NOW = new Date('2026-01-05T07:08:09Z')

async function signed(email: Buffer, keys: DkimKey[] = [rsaKey]): Promise<Buffer> {
  return Buffer.concat([dkimSignatures(email, keys, { now: NOW }), email])
}

const newsletter = composeMessage(
  buildMessage({
    from: mailbox('news@example.org', 'Zoë van Dijk'),
    cc: [mailbox('bob@example.net')],
    replyTo: mailbox('help@example.org'),
    subject: 'Весна пришла: только сегодня и только для вас, дорогие читатели нашей рассылки',
    html: Buffer.from('  <p>\tHello   Zoë </p>  \n\n\n'),
    headers: [['X-Tag', 'spring']],
    serviceHeaders: [
      ['List-Unsubscribe', '<https://example.org/u/1>, <mailto:u@example.org>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['Feedback-ID', 'campaign:project:example'],
    ],
    attachments: [buildAttachment()],
  }),
)

/** The tag of the first signature, without the white space that folds it. */
async function tagOf(email: Buffer, tag: string): Promise<string | undefined> {
  const header = dkimSignatures(email, [rsaKey], { now: NOW }).toString()
  return new RegExp(`[;:]\\s*${tag}=([^;]*)`).exec(header)?.[1]?.replace(/\s/g, '')
}

describe('a signed email', () => {
  it('verifies with an RSA key', async () => {
    expect(await verifyDkim(await signed(newsletter))).toEqual(['pass'])
  })

  it('verifies with an RSA and an Ed25519 key, each by itself', async () => {
    expect(await verifyDkim(await signed(newsletter, [rsaKey, ed25519Key]))).toEqual(['pass', 'pass'])
  })

  it('without a key is left alone', async () => {
    expect(dkimSignatures(newsletter, [], { now: NOW })).toHaveLength(0)
  })

  it('covers every header of the list that it has, and no other', async () => {
    const names = new Set((await tagOf(newsletter, 'h'))?.split(':'))
    const wanted = ['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'list-unsubscribe']
    expect(names).toEqual(
      new Set([...wanted, 'list-unsubscribe-post', 'feedback-id', 'mime-version', 'content-type']),
    )
  })

  it('holds although SES replaces the headers that it leaves out', async () => {
    const unsignedHeaders = ['date', 'message-id']
    const header = dkimSignatures(newsletter, [rsaKey], { now: NOW, unsignedHeaders })
    expect(header.toString()).not.toMatch(/\bdate\b|message-id/)
    const replaced = newsletter
      .toString('latin1')
      .replace(/^Date: .*$/m, 'Date: Tue, 06 Jan 2026 00:00:00 +0000')
      .replace(/^Message-ID: .*$/im, 'Message-ID: <010201@eu-west-1.amazonses.com>')
    const arrived = Buffer.concat([header, Buffer.from(replaced, 'latin1')])
    expect(arrived).not.toEqual(Buffer.concat([header, newsletter]))
    expect(await verifyDkim(arrived)).toEqual(['pass'])
  })

  it('says when it was signed', async () => {
    expect(await tagOf(newsletter, 't')).toBe('1767596889')
  })

  it('has signature lines that no server has to fold', async () => {
    const lines = dkimSignatures(newsletter, [rsaKey, ed25519Key], { now: NOW }).toString().split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78)
  })

  it('has the same signature when it is signed again with a key that was read again', async () => {
    const copy = createPrivateKey(rsaKey.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const [first, second] = [
      await signed(newsletter),
      await signed(newsletter, [{ ...rsaKey, privateKey: copy }]),
    ]
    expect(second.equals(first)).toBe(true)
  })

  it('does not verify against another key of the same name', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(await verifyDkim(await signed(newsletter, [{ ...rsaKey, privateKey }]))).not.toContain('pass')
  })
})

describe('a signature breaks', () => {
  it.each(['From', 'To', 'Cc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'])(
    'when a second %s is put on top',
    async (name) => {
      const email = await signed(newsletter)
      expect(
        await verifyDkim(Buffer.concat([Buffer.from(`${name}: other@example.org\r\n`), email])),
      ).not.toContain('pass')
    },
  )

  it('when a Reply-To is added to an email that had none', async () => {
    const email = await signed(composeMessage(buildMessage()))
    expect(await verifyDkim(email)).toEqual(['pass'])
    expect(
      await verifyDkim(Buffer.concat([Buffer.from('Reply-To: x@example.com\r\n'), email])),
    ).not.toContain('pass')
  })

  it.each([
    ['a signed header', 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks'],
    ['the body', 'Hello', 'Hullo'],
    ['the header list', 'h=from:from:', 'h=from:'],
    ['the domain', 'd=example.org', 'd=example.com'],
    ['the time', 't=1767596889', 't=1767596890'],
  ])('when %s is changed', async (_name, before, after) => {
    const email = (await signed(newsletter)).toString('latin1')
    expect(email).toContain(before)
    expect(await verifyDkim(Buffer.from(email.replace(before, after), 'latin1'))).not.toContain('pass')
  })
})

describe('a signature survives', () => {
  it.each([
    [
      'a list header added on top',
      'List-Id: <list.example.org>\r\nList-Unsubscribe: <https://list.example.org>\r\n',
      '',
    ],
    ['trace headers', 'Received: from a by b; Mon, 5 Jan 2026 07:08:10 +0000\r\nX-Spam: no\r\n', ''],
    ['blank lines at the end', '', '\r\n\r\n \t\r\n'],
  ])('%s', async (_name, before, after) => {
    const email = Buffer.concat([Buffer.from(before), await signed(newsletter), Buffer.from(after)])
    expect(await verifyDkim(email)).toEqual(['pass'])
  })

  it('other folding, and other white space', async () => {
    const email = (await signed(newsletter)).toString('latin1')
    const refolded = email
      .replace('Feedback-ID: campaign', 'FEEDBACK-ID \t:\r\n\t campaign')
      .replace('Hello', 'Hello \t')
    expect(refolded).not.toBe(email)
    expect(await verifyDkim(Buffer.from(refolded, 'latin1'))).toEqual(['pass'])
  })
})

describe('the relaxed form of a body', () => {
  it.each([
    ['', ''],
    ['\r\n', ''],
    ['\r\n\r\n\r\n', ''],
    ['  \t', ''],
    [' \r\n\t\r\n', ''],
    ['a', 'a\r\n'],
    ['a\r\n', 'a\r\n'],
    ['a\r\n\r\n\r\n', 'a\r\n'],
    ['a\r\n  ', 'a\r\n'],
    ['a \t b\t\r\n', 'a b\r\n'],
    ['  a\r\n', ' a\r\n'],
    ['a\r\n\r\nb ', 'a\r\n\r\nb\r\n'],
    ['a\rb\nc\r\n', 'a\rb\nc\r\n'],
    ['a \rb', 'a \rb\r\n'],
  ])('of %j is %j (RFC 6376 section 3.4.4)', (body, expected) => {
    expect(relaxedBody(Buffer.from(body)).toString()).toBe(expected)
  })

  it.each([
    ['line ends', '\r\n'.repeat(1_000_000) + 'x', '\r\n'.repeat(1_000_000) + 'x\r\n'],
    ['blanks', ' '.repeat(2_000_000) + 'x', ' x\r\n'],
    ['tabs before line ends', '\t\t\t\r\n'.repeat(400_000), ''],
  ])(
    'of two megabytes of %s is made without looking at any of it twice: that would take hours',
    (_name, body, expected) => {
      expect(relaxedBody(Buffer.from(body)).equals(Buffer.from(expected))).toBe(true)
    },
  )
})
