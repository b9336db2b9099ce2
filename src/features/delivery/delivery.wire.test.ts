// The bytes that a server receives, read by two parsers that share no code with us; a third program verifies the
// signature.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { extract } from 'letterparser'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { buildContact, newAddress } from '../../../test/support/factories.ts'
import {
  buildDomain,
  buildTemplate,
  newDomain,
  recordFor,
  verify,
} from '../../../test/support/feature-steps.ts'
import type { DomainAnswer } from '../../../test/support/feature-steps.ts'
import { send, sendOne } from '../../../test/support/send-steps.ts'
import { judgeSignatures } from '../../../test/support/signatures.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { readStrictly } from '../../platform/email/fixtures/strict-mime.ts'

type ReceivedEmail = { from: string; to: string[]; bytes: Buffer }

const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  PUBLIC_URL: 'https://app.host.net',
  SEND_RATE_PER_SECOND: '0',
})
const delivery = useDelivery(test)

/** A server written by others. */
const taken: ReceivedEmail[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const from = mailFrom === false ? '' : mailFrom.address
      taken.push({ from, to: rcptTo.map(({ address }) => address), bytes: Buffer.concat(chunks) })
      done()
    })
  },
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
beforeEach(() => void taken.splice(0))

/** Sends the due emails and returns those that the server received, in the order of the addresses. */
async function sendDue(): Promise<ReceivedEmail[]> {
  await delivery.drain(relayTo(server.server.address() as AddressInfo))
  return taken.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))
}

async function sendAndReceive(overrides: Record<string, unknown>): Promise<ReceivedEmail> {
  await send(test, { to: newAddress(), from: domainSender, ...overrides })
  const [arrived] = await sendDue()
  if (!arrived) throw new Error('nothing arrived')
  return arrived
}

let domain: DomainAnswer
let domainSender = ''
beforeAll(async () => {
  domain = await buildDomain(test, { domain: newDomain() })
  dns.publish(domain.records)
  await verify(test, domain.id)
  domainSender = `shop@${domain.domain}`
})

const headersOf = (bytes: Buffer) => readStrictly(bytes).headers
const headerOf = (bytes: Buffer, name: string) =>
  headersOf(bytes).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]

const judge = (bytes: Buffer) => judgeSignatures(bytes, dns)

describe('an email on the wire', () => {
  it('has the parts that two parsers agree on', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])
    const arrived = await sendAndReceive({
      subject: 'Grüße an {{ name }} 😀',
      body: '<p>Hallo {{ name }}, größer als <b>je</b> <img src="cid:logo"></p>',
      text: 'Hallo {{ name }}, größer als je',
      data: { name: 'Ann' },
      attachments: [
        {
          filename: 'Preisliste – größer.pdf',
          content: Buffer.from('%PDF').toString('base64'),
          type: 'application/pdf',
        },
        {
          filename: 'logo.png',
          content: picture.toString('base64'),
          contentType: 'image/png',
          disposition: 'inline',
          contentId: 'logo',
        },
      ],
    })
    readStrictly(arrived.bytes)
    const postal = await PostalMime.parse(arrived.bytes)
    const letter = extract(arrived.bytes.toString('latin1'))
    for (const seen of [postal, letter]) {
      expect(seen.subject).toBe('Grüße an Ann 😀')
      expect(seen.html?.trim()).toBe('<p>Hallo Ann, größer als <b>je</b> <img src="cid:logo"></p>')
      expect(seen.text?.trim()).toBe('Hallo Ann, größer als je')
    }
    expect(
      postal.attachments.map(({ filename, mimeType, contentId, content }) => ({
        filename,
        mimeType,
        contentId: contentId?.replace(/[<>]/g, ''),
        bytes: Buffer.from(content as ArrayBuffer).toString('hex'),
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          filename: 'Preisliste – größer.pdf',
          mimeType: 'application/pdf',
          contentId: undefined,
          bytes: Buffer.from('%PDF').toString('hex'),
        },
        { filename: 'logo.png', mimeType: 'image/png', contentId: 'logo', bytes: picture.toString('hex') },
      ]),
    )
    const bodies = letter.attachments?.map(({ body }) => Buffer.from(body as Uint8Array).toString('hex'))
    expect(bodies?.toSorted()).toEqual(
      [Buffer.from('%PDF').toString('hex'), picture.toString('hex')].toSorted(),
    )
  })

  it.each([
    'Ann "the" Smith, Jr.',
    'O’Hara <evil@example.com>',
    'a\\b',
    'Ünïcödé (comment)',
    '=?utf-8?q?x?=',
  ])('carries a display name intact: %s', async (name) => {
    const to = newAddress()
    await send(test, { to: { email: to, name }, from: { email: domainSender, name } })
    const [arrived] = await sendDue()
    const postal = await PostalMime.parse(arrived?.bytes ?? '')
    expect(postal.from).toMatchObject({ name, address: domainSender })
    expect(postal.to).toMatchObject([{ name, address: to }])
    expect(postal.to).toHaveLength(1)
  })

  it('carries the headers of the caller, the reply address and the ids of the service', async () => {
    const to = newAddress()
    const { email } = await sendOne(test, {
      to,
      from: domainSender,
      reply: 'answers@example.com',
      headers: { 'X-Order': '17', References: '<a@b>' },
    })
    const [arrived] = await sendDue()
    const bytes = arrived?.bytes ?? Buffer.alloc(0)
    expect(headerOf(bytes, 'x-order')).toBe('17')
    expect(headerOf(bytes, 'references')).toBe('<a@b>')
    expect(headerOf(bytes, 'reply-to')).toBe('answers@example.com')
    expect(headerOf(bytes, 'message-id')).toBe(`<${email}@${domain.domain}>`)
    expect(headerOf(bytes, 'feedback-id')).toBe(`none:${test.project.projectId}:transactional:lettermill`)
    expect(headerOf(bytes, 'list-unsubscribe')).toBeUndefined()
  })

  it('has a return path for this email', async () => {
    const to = newAddress()
    const { email } = await sendOne(test, { to, from: domainSender })
    const [arrived] = await sendDue()
    const [local = '', host] = (arrived?.from ?? '').split('@')
    expect(host).toBe(`bounces.${domain.domain}`)
    const { projectId } = test.project
    const tokens = createLinkTokens(test.deps.secrets)
    expect(tokens.readMailbox(local, [test.other.projectId, projectId])).toEqual({
      use: 'return-path',
      projectId,
      emailId: email,
    })
    expect(arrived?.to).toEqual([to])
  })
})

describe('a message with copies', () => {
  it('goes to each address in its own transaction, and shows no Bcc', async () => {
    const person = await buildContact(test, { email: 'a-to@example.com', data: { plan: 'pro' } })
    const entries = await send(test, {
      to: { email: person.email, name: 'To' },
      cc: ['b-cc@example.com'],
      bcc: ['c-bcc@example.com'],
      from: domainSender,
      body: '<p>{{ plan }} {{ email }}</p>',
    })
    const emails = await sendDue()
    expect(emails.map(({ to }) => to)).toEqual([
      ['a-to@example.com'],
      ['b-cc@example.com'],
      ['c-bcc@example.com'],
    ])
    expect(new Set(emails.map(({ from }) => from)).size).toBe(3)
    for (const { bytes } of emails) {
      const postal = await PostalMime.parse(bytes)
      expect(postal.messageId).toBe(`<${entries[0]?.email}@${domain.domain}>`)
      expect(postal.to).toMatchObject([{ address: 'a-to@example.com', name: 'To' }])
      expect(postal.cc).toMatchObject([{ address: 'b-cc@example.com' }])
      expect(postal.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(bytes.toString('latin1')).not.toContain('c-bcc@example.com')
      expect(postal.html?.trim()).toBe('<p>pro a-to@example.com</p>')
    }
  })

  it('is not what several recipients in `to` get', async () => {
    await send(test, { to: ['x@example.com', 'y@example.com'], from: domainSender })
    const emails = await sendDue()
    const seen = await Promise.all(emails.map(async ({ bytes }) => PostalMime.parse(bytes)))
    expect(seen.map(({ to }) => to)).toMatchObject([
      [{ address: 'x@example.com' }],
      [{ address: 'y@example.com' }],
    ])
    expect(new Set(seen.map(({ messageId }) => messageId)).size).toBe(2)
    expect(emails[0]?.bytes.includes('y@example.com')).toBe(false)
  })
})

describe('the signature', () => {
  it('verifies by the key that the domain publishes, and covers the visible headers', async () => {
    const { bytes } = await sendAndReceive({ reply: 'answers@example.com' })
    const [verdict, ...others] = await judge(bytes)
    expect(others).toEqual([])
    expect(verdict?.result).toBe('pass')
    for (const name of [
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'reply-to',
      'feedback-id',
      'mime-version',
      'content-type',
    ]) {
      expect(verdict?.signed).toContain(name)
    }
    expect(headerOf(bytes, 'dkim-signature')).toContain(`d=${domain.domain}`)
    expect(headerOf(bytes, 'dkim-signature')).toContain(`s=${recordFor(domain, 'dkim').name.split('.')[0]}`)
  })

  it.each([
    ['of the body', 'It is on', 'It is ox'],
    ['of the subject', 'Your order', 'Your ordex'],
    ['of the sender', 'From: shop@', 'From: shoq@'],
    ['by a header that was not there', 'MIME-Version', 'Reply-To: evil@example.com\r\nMIME-Version'],
  ])('is broken by a change %s', async (_where, before, after) => {
    const { bytes } = await sendAndReceive({})
    const changed = Buffer.from(bytes.toString('latin1').replace(before, after), 'latin1')
    expect(changed.equals(bytes)).toBe(false)
    expect((await judge(bytes)).map(({ result }) => result)).toEqual(['pass'])
    expect((await judge(changed)).map(({ result }) => result)).not.toContain('pass')
  })

  it('is missing for a test domain, which has no published key', async () => {
    const { bytes, from } = await sendAndReceive({ from: 'shop@shop.test' })
    expect(headerOf(bytes, 'dkim-signature')).toBeUndefined()
    expect(from).toBe('shop@shop.test')
  })
})

describe('marketing email', () => {
  it('has signed headers for one-click unsubscribe, and a footer', async () => {
    const { id: template } = await buildTemplate(test, {
      type: 'MARKETING',
      subject: 'News',
      body: '<p>News</p>',
      from: domainSender,
    })
    const { bytes } = await sendAndReceive({
      template,
      from: undefined,
      subject: undefined,
      body: undefined,
      subscribed: true,
    })
    const [verdict] = await judge(bytes)
    expect(verdict?.result).toBe('pass')
    expect(verdict?.signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
    const [, link, address] =
      /^<(https:\/\/app\.host\.net\/unsubscribe\/[\w-]+)>, <mailto:([^?]+)\?subject=unsubscribe>$/.exec(
        headerOf(bytes, 'list-unsubscribe') ?? '',
      ) ?? []
    expect(address).toMatch(/^u-[a-z2-7]{46}@/)
    expect(address?.slice(address.indexOf('@') + 1)).toBe(`bounces.${domain.domain}`)
    expect(headerOf(bytes, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(bytes, 'feedback-id')).toBe(`${template}:${test.project.projectId}:marketing:lettermill`)
    const postal = await PostalMime.parse(bytes)
    expect(postal.html).toContain(`href="${link}"`)
    expect(postal.text).toContain(link)
  })
})
