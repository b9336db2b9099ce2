// The API of SES as the transport of the engine: what becomes of emails with each of its answers.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { countByAttempts, makeEmailsToDomains } from '../../../test/support/emails.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, newAddress } from '../../../test/support/factories.ts'
import { buildDomain, newDomain, verify } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail, send } from '../../../test/support/send-steps.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { refuse, sesUrl, useSesServer } from '../../../test/support/servers/ses-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { judgeSignatures } from '../../../test/support/signatures.ts'
import { createTransport } from './transports/transports.ts'

const REST_MS = 2_000
const CREDENTIALS_REST_MS = 300_000

const ses = await useSesServer()
const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const MAIL_TRANSPORT = sesUrl(ses, '&configuration-set=bulk')
let own: TestApp
let skippedMs = 0
beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

const sesConfig = (url = MAIL_TRANSPORT) => ({ ...test.deps.config, MAIL_TRANSPORT: url })
const transport = (url?: string) => createTransport({ ...test.deps, config: sesConfig(url) })

/** Ends the rest of the transport: the waiting emails are due. */
async function endRest(ms: number): Promise<void> {
  test.clock.advance(ms)
  skippedMs += ms
  await sql`update email_queue set run_at = clock_timestamp() where status = 'DEFERRED'`.execute(
    test.deps.database.db,
  )
}

/** The transport has failed, no email is on its way, and none has used up an attempt. */
const untilAllWait = () =>
  eventually(async () => {
    const counts = await countByAttempts(test)
    expect(counts).toHaveProperty(['DEFERRED 0'])
    expect(Object.keys(counts).filter((key) => key !== 'DEFERRED 0' && key !== 'QUEUED 0')).toEqual([])
  })

/** Why email waits. */
const readTrouble = () =>
  eventually(async () => {
    const { rows } = await sql<{ reason: string }>`select reason from transport_troubles`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.reason
  })

const suppressions = async () =>
  (await call(own, ['GET', '/suppressions'])).json<{ suppressions: unknown[] }>().suppressions

describe('email through SES', () => {
  it('is sent over few connections, each once', async () => {
    await makeEmailsToDomains(own, 60)
    await delivery.start(transport())
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': 60 }))
    expect(new Set(ses.emails.map(({ to }) => String(to))).size).toBe(60)
    expect(ses.connections).toBeLessThanOrEqual(51)
  })

  it('keeps a valid signature although SES replaces headers, and carries our reference', async () => {
    const domain = await buildDomain(own, { domain: newDomain() })
    dns.publish(domain.records)
    await verify(own, domain.id)
    await send(own, { to: newAddress(), from: { name: 'Zoë', email: `shop@${domain.domain}` } })
    await delivery.start(transport(), { config: sesConfig() })
    const email = await eventually(() => {
      expect(ses.emails).toHaveLength(1)
      return ses.emails[0]
    })
    expect(email).toMatchObject({ configurationSet: 'bulk' })
    expect(email?.feedbackTo).toMatch(new RegExp(`@bounces\\.${domain.domain}$`))
    const text = email?.bytes.toString('latin1') ?? ''
    expect(text).toMatch(/^X-SES-MESSAGE-TAGS: lettermill=[\w-]{60,}\r$/m)
    const replaced = text
      .replace(/^Date: .*$/m, 'Date: Fri, 01 May 2026 00:00:00 +0000')
      .replace(/^Message-ID: .*$/im, 'Message-ID: <0102@eu-west-1.amazonses.com>')
      .replace(/^X-SES-MESSAGE-TAGS: .*\r\n/m, '')
    expect(replaced).not.toBe(text)
    expect(await judgeSignatures(Buffer.from(replaced, 'latin1'), dns)).toMatchObject([{ result: 'pass' }])
  })
})

describe('an account that sends too fast', () => {
  it('waits, and every email is sent at its first attempt', async () => {
    const ALLOWED = 10
    let left = ALLOWED
    ses.answer = () => {
      left -= 1
      return left < 0 ? refuse(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.') : undefined
    }
    await makeEmailsToDomains(own, 3 * ALLOWED)
    await delivery.start(transport())
    await eventually(async () => {
      const counts = await countByAttempts(test)
      if (left < 0 && !Object.keys(counts).some((key) => key.startsWith('SENDING'))) {
        left = ALLOWED
        await endRest(REST_MS)
      }
      expect(counts).toEqual({ 'SENT 1': 3 * ALLOWED })
    })
    expect(ses.emails).toHaveLength(3 * ALLOWED)
  })

  it('sends nothing while its quota is used up, and says so', async () => {
    ses.quota = { ...ses.quota, Max24HourSend: 200, SentLast24Hours: 200 }
    await makeEmailsToDomains(own, 20)
    await delivery.start(transport())
    await untilAllWait()
    expect(await readTrouble()).toBe(
      'the relay accepts no more email for now: 421 4.7.0 the SES account has used up its quota: 200 of 200 emails in 24 hours',
    )
    expect(ses.requests).toBe(0)
  })
})

describe('wrong credentials', () => {
  it('make all email wait, and nothing is lost', async () => {
    ses.answer = () => refuse(403, 'UnrecognizedClientException', 'The security token is invalid.')
    await makeEmailsToDomains(own, 20)
    await delivery.start(transport())
    await untilAllWait()
    const { emails } = (await call(own, ['GET', '/emails'])).json<{ emails: { reason: string | null }[] }>()
    expect(emails[0]?.reason).toContain(
      'UnrecognizedClientException: The security token is invalid.; check the access key',
    )
    ses.answer = () => undefined
    await endRest(CREDENTIALS_REST_MS)
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': 20 }))
    expect(await suppressions()).toEqual([])
  })
})

describe('a connection to SES', () => {
  it('that is cut after the email leaves it unknown: the email is sent again', async () => {
    ses.answer = (number) => (number === 1 ? 'drop' : undefined)
    const id = await makeEmail(own)
    await delivery.start(transport())
    await eventually(async () => expect(await readEmail(own, id)).toMatchObject({ status: 'DEFERRED' }))
    expect((await readEmail(own, id)).reason).toMatch(
      /^the connection broke after the email was handed over: /,
    )
    await endRest(0)
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 2': 1 }))
  })

  it('that is killed between two emails costs none of them an attempt', async () => {
    const kept = transport()
    await delivery.start(kept)
    for (const count of [1, 2]) {
      await makeEmail(own)
      await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': count }))
      for (const socket of ses.open) socket.destroy()
      await eventually(() => expect(kept.limit.open).toBe(0))
    }
    expect(new Set(ses.emails.map(({ connection }) => connection)).size).toBe(2)
  })

  it('that cannot be made lets email wait', async () => {
    await makeEmailsToDomains(own, 5)
    await delivery.start(transport(sesUrl({ url: 'http://127.0.0.1:1' })))
    await untilAllWait()
    expect(await readTrouble()).toBe('nothing accepts connections at 127.0.0.1:1')
  })
})

describe('an email that SES refuses', () => {
  it('bounces, and its recipient is not suppressed', async () => {
    ses.answer = () => refuse(400, 'MessageRejected', 'Mailbox does not exist: user unknown')
    const id = await makeEmail(own)
    await delivery.drain(transport())
    expect(await readEmail(own, id)).toMatchObject({ status: 'BOUNCED' })
    expect(await suppressions()).toEqual([])
  })
})
