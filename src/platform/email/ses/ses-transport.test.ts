import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { refuse, SES_KEY, useSesServer } from '../../../../test/support/servers/ses-server.ts'
import { SINK_CERTIFICATE, SINK_KEY } from '../../../../test/support/servers/smtp-sink.ts'
import type { EmailAddress } from '../../addresses/email-address.ts'
import { systemClock } from '../../clock.ts'
import type { EmailId, ProjectId } from '../../ids.ts'
import { createConnectionLimit } from '../smtp/connection-limit.ts'
import type { Envelope, SendHooks, Transport } from '../transport.ts'
import { createSesTransport } from './ses-transport.ts'
import type { SesTransportOptions } from './ses-transport.ts'
import { EXCHANGE_TIMEOUTS_MS } from './http-exchange.ts'

const ses = await useSesServer()
const secure = await useSesServer({ cert: SINK_CERTIFICATE, key: SINK_KEY })
const ENVELOPE: Envelope = {
  from: 'b-1@bounces.shop.test',
  to: 'ann@example.net' as EmailAddress,
  projectId: 'p' as ProjectId,
  emailId: 'e' as EmailId,
}
const YES: SendHooks = { canStart: () => Promise.resolve(true), isLeaseHeld: () => Promise.resolve(true) }
const SHORT = Buffer.from('From: shop@shop.test\r\nSubject: Hi\r\n\r\nHello Zoë\r\n')
const LONG = Buffer.concat([SHORT, Buffer.alloc(1_500_000, 'x')])

let opened: Transport[] = []
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  opened = []
})

const build = ({
  options = {},
  endpoint = ses.url,
  key = SES_KEY,
  configurationSet,
}: Build = {}): Transport => {
  const server = { region: 'eu-west-1', endpoint: new URL(endpoint), credentials: key, configurationSet }
  const transport = createSesTransport(server, { clock: systemClock, ...options })
  opened.push(transport)
  return transport
}
type Build = {
  options?: Partial<SesTransportOptions>
  endpoint?: string
  key?: typeof SES_KEY
  configurationSet?: string
}

const send = (transport: Transport, bytes = SHORT, hooks: Partial<SendHooks> = {}) =>
  transport.send(ENVELOPE, bytes, { ...YES, ...hooks })

describe('an email to SES', () => {
  it.each([
    ['short', SHORT],
    ['long', LONG],
  ])('arrives as it is, with its recipient and the address for bounces: %s', async (_size, bytes) => {
    expect(await send(build({ configurationSet: 'bulk' }), bytes)).toEqual({
      kind: 'accepted',
      reply: { code: 250, enhancedCode: '2.0.0', text: 'Ok 0102-1' },
      isDelivered: false,
    })
    const [email] = ses.emails
    expect(email).toMatchObject({
      // Nothing that changes the email, as FromEmailAddress does.
      fields: ['Destination', 'FeedbackForwardingEmailAddress', 'ConfigurationSetName', 'Content'],
      to: ['ann@example.net'],
      feedbackTo: 'b-1@bounces.shop.test',
      configurationSet: 'bulk',
    })
    expect(email?.bytes.equals(bytes)).toBe(true)
  })

  it('uses the connection of the one before', async () => {
    const transport = build()
    for (let times = 0; times < 3; times += 1) await send(transport)
    expect(ses.emails.map(({ connection }) => connection)).toEqual([1, 1, 1])
    expect(transport.limit.open).toBe(1)
  })

  it('waits while as many as allowed are on their way', async () => {
    const transport = build({ options: { limit: createConnectionLimit({ most: 2 }) } })
    await Promise.all(Array.from({ length: 9 }, () => send(transport)))
    expect(ses.emails).toHaveLength(9)
    expect(ses.connections).toBeLessThanOrEqual(2)
  })

  it('that is too large is refused here', async () => {
    const bytes = Buffer.alloc(32 * 1_048_576)
    expect(await send(build(), bytes)).toEqual({
      kind: 'rejected',
      stage: 'mail',
      reply: {
        code: 552,
        enhancedCode: '5.3.4',
        text: 'the email has 43 MB in base64, and SES takes at most 40 MB',
      },
    })
    expect(ses.requests).toBe(0)
  })

  it('with a wrong secret is not accepted', async () => {
    const transport = build({ key: { ...SES_KEY, secretAccessKey: 'another' } })
    expect(await send(transport)).toMatchObject({ kind: 'deferred', stage: 'auth', reply: { code: 535 } })
    expect(ses.emails).toEqual([])
  })
})

describe('before it is sent', () => {
  it.each([
    ['short', SHORT],
    ['long', LONG],
  ])('nothing leaves if it must not start: %s', async (_size, bytes) => {
    const transport = build()
    expect(await send(transport, bytes, { canStart: () => Promise.resolve(false) })).toEqual({
      kind: 'unsent',
    })
    expect(ses.requests).toBe(0)
  })

  it.each([
    ['short', SHORT],
    ['long', LONG],
  ])('its end does not leave if the lease was lost: %s', async (_size, bytes) => {
    const result = await send(build(), bytes, { isLeaseHeld: () => Promise.resolve(false) })
    expect(result).toEqual({
      kind: 'deferred',
      stage: 'data',
      reply: null,
      reason: 'the lease on this email was lost',
    })
    expect(ses.emails).toEqual([])
  })

  it('the start is asked for before the lease', async () => {
    const asked: string[] = []
    const ask = (name: string) => () => {
      asked.push(`${name} ${ses.requests}`)
      return Promise.resolve(true)
    }
    await send(build(), SHORT, { canStart: ask('start'), isLeaseHeld: ask('lease') })
    expect(asked).toEqual(['start 0', 'lease 0'])
  })
})

/** The transport has noticed that the server closed its connection. */
async function untilClosed({ limit }: Transport): Promise<boolean> {
  await eventually(() => expect(limit.open).toBe(0))
  return true
}

describe('a connection', () => {
  it('that cannot be made defers the email', async () => {
    expect(await send(build({ endpoint: 'http://127.0.0.1:1' }))).toEqual({
      kind: 'deferred',
      stage: 'tls',
      reply: null,
      reason: 'nothing accepts connections at 127.0.0.1:1',
    })
  })

  it('that is lost before the end of the email defers it', async () => {
    ses.isCutEarly = () => true
    const transport = build()
    const isLeaseHeld = () => untilClosed(transport)
    expect(await send(transport, LONG, { isLeaseHeld })).toMatchObject({
      kind: 'deferred',
      stage: 'data',
      reply: null,
    })
  })

  it('that is lost after the email is ambiguous', async () => {
    ses.answer = () => 'drop'
    expect(await send(build())).toEqual({
      kind: 'ambiguous',
      reason: expect.stringContaining('closed') as string,
    })
  })

  it('that the server closed since the last email is replaced', async () => {
    const transport = build()
    await send(transport)
    ses.isCutEarly = (number) => number === 2
    let asked = 0
    const isLeaseHeld = async () => (asked += 1) > 1 || untilClosed(transport)
    expect(await send(transport, LONG, { isLeaseHeld })).toMatchObject({ kind: 'accepted' })
    expect(ses.emails.map(({ connection }) => connection)).toEqual([1, 2])
  })

  it('on which no answer comes is given up', async () => {
    ses.answer = () => new Promise(() => undefined)
    const timeouts = { ...EXCHANGE_TIMEOUTS_MS, answer: 50 }
    expect(await send(build({ options: { timeouts } }))).toEqual({
      kind: 'ambiguous',
      reason: 'no answer within 0.05 s',
    })
  })

  it('with TLS needs a certificate that this machine trusts', async () => {
    const untrusted = await send(build({ endpoint: secure.url }))
    expect(untrusted).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
    const trusted = getCACertificates()
    onTestFinished(() => setDefaultCACertificates(trusted))
    setDefaultCACertificates([...trusted, SINK_CERTIFICATE])
    const transport = build({ endpoint: secure.url })
    for (const bytes of [SHORT, LONG]) {
      expect(await send(transport, bytes)).toMatchObject({ kind: 'accepted' })
    }
    expect(secure.emails.map(({ connection }) => connection)).toEqual([1, 1])
  })

  it('is closed with the transport', async () => {
    const transport = build()
    await send(transport)
    await transport.close()
    expect(await send(transport)).toEqual({ kind: 'unsent' })
    await eventually(() => expect([ses.open.size, transport.limit.open]).toEqual([0, 0]))
  })
})

describe('an answer', () => {
  it('before the end of the email is a refusal', async () => {
    ses.earlyAnswer = refuse(400, 'MessageRejected', 'no')
    const result = await send(build(), LONG)
    expect(result).toMatchObject({ kind: 'rejected', stage: 'mail', reply: { text: 'MessageRejected: no' } })
  })

  it.each(['', '{}', '<html>', '{"MessageId":null}'])(
    'of success without an id is ambiguous: %s',
    async (body) => {
      ses.answer = () => ({ status: 200, body })
      expect(await send(build())).toEqual({
        kind: 'ambiguous',
        reason: 'HTTP 200 without a MessageId of SES',
      })
    },
  )

  it('without an end is not read', async () => {
    ses.answer = () => ({ status: 500, body: 'x'.repeat(1_000_000) })
    expect(await send(build())).toEqual({ kind: 'ambiguous', reason: 'the answer has no end' })
  })
})

describe('the quota of the account', () => {
  it('holds email back when it is used up, and nothing is asked of SES but the quota', async () => {
    ses.quota = { ...ses.quota, Max24HourSend: 200, SentLast24Hours: 200 }
    expect(await send(build())).toMatchObject({
      kind: 'deferred',
      stage: 'mail',
      reply: { code: 421, text: 'the SES account has used up its quota: 200 of 200 emails in 24 hours' },
    })
    expect([ses.requests, ses.accountRequests]).toEqual([0, 1])
  })

  it('has a rate too: an email waits for its turn, and is not sent if the transport is closed before', async () => {
    ses.quota = { ...ses.quota, MaxSendRate: 0.001 }
    const transport = build()
    expect(await send(transport)).toMatchObject({ kind: 'accepted' })
    const second = send(transport)
    await transport.close()
    expect(await second).toEqual({ kind: 'unsent' })
    expect(ses.requests).toBe(1)
  })

  it('is respected to the last email', async () => {
    ses.quota = { ...ses.quota, Max24HourSend: 2 }
    const transport = build()
    const results = []
    for (let times = 0; times < 4; times += 1) results.push((await send(transport)).kind)
    expect(results).toEqual(['accepted', 'accepted', 'deferred', 'deferred'])
    expect(ses.requests).toBe(2)
  })

  it('holds email back while sending is paused', async () => {
    ses.isSendingEnabled = false
    expect(await send(build())).toMatchObject({ kind: 'deferred', reply: { code: 421 } })
  })

  it.each([
    () => refuse(403, 'AccessDeniedException', 'not ses:GetAccount'),
    () => ({ status: 200, body: '[]' }),
  ])('that cannot be read holds nothing back, and is reported', async (account) => {
    ses.account = account
    const reasons: string[] = []
    const transport = build({ options: { onUnknownQuota: (reason) => void reasons.push(reason) } })
    expect(await send(transport)).toMatchObject({ kind: 'accepted' })
    expect(reasons).toEqual([expect.stringMatching(/^HTTP \d+ /)])
  })

  it('is read again when SES says that it is exhausted', async () => {
    const transport = build()
    ses.answer = () => refuse(400, 'LimitExceededException', 'Daily message quota exceeded.')
    await send(transport)
    ses.answer = () => undefined
    expect(await send(transport)).toMatchObject({ kind: 'accepted' })
    expect(ses.accountRequests).toBe(2)
  })
})
