// Email that leaves by accounts at SES which projects have added.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { countByAttempts } from '../../../test/support/emails.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, multiplyEmail, newAddress } from '../../../test/support/factories.ts'
import {
  buildDomain,
  buildSesTransport,
  buildTransport,
  useTransports,
} from '../../../test/support/feature-steps.ts'
import type { TransportAnswer } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { send } from '../../../test/support/send-steps.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useSesServer } from '../../../test/support/servers/ses-server.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { judgeSignatures } from '../../../test/support/signatures.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const ses = await useSesServer()
const dns = await useDnsServer()
const [instance, relay] = [useSmtpSink(), useSmtpSink()]
const test = useTestApp({
  DNS_SERVERS: dns.address,
  SEND_RATE_PER_SECOND: '0',
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
})
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** The address of a sender whose domain sends by these transports. */
async function buildSender(...transports: TransportAnswer[]): Promise<string> {
  const { id, domain, records } = await buildDomain(own)
  dns.publish(records)
  await useTransports(own, { domainId: id, transports })
  return `shop@${domain}`
}

describe('email by the account of a project', () => {
  it('is sent once each, keeps a valid signature, and carries our reference', async () => {
    const settings = { configurationSet: 'bulk' }
    const account = await buildSesTransport(own, { server: ses, settings })
    const from = await buildSender(account)
    const to = newAddress()
    await send(own, { to, from: { name: 'Zoë', email: from } })
    await delivery.start(relayTo(instance))
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': 1 }))
    expect(ses.emails).toMatchObject([{ to: [to], configurationSet: 'bulk' }])
    const text = ses.emails[0]?.bytes.toString('latin1') ?? ''
    expect(text).toMatch(/^X-SES-MESSAGE-TAGS: lettermill=[\w-]{60,}\r$/m)
    const replaced = text
      .replace(/^Date: .*$/m, 'Date: Fri, 01 May 2026 00:00:00 +0000')
      .replace(/^Message-ID: .*$/im, 'Message-ID: <0102@eu-west-1.amazonses.com>')
      .replace(/^X-SES-MESSAGE-TAGS: .*\r\n/m, '')
    expect(replaced).not.toBe(text)
    expect(await judgeSignatures(Buffer.from(replaced, 'latin1'), dns)).toMatchObject([{ result: 'pass' }])
    expect(instance.emails).toEqual([])
  })

  it('waits while its quota is used up, and says so', async () => {
    ses.quota = { ...ses.quota, Max24HourSend: 200, SentLast24Hours: 200 }
    const account = await buildSesTransport(own, { server: ses })
    await makeEmail(own, { content: { fromEmail: await buildSender(account) } })
    await delivery.start(relayTo(instance))
    await eventually(async () => {
      const shown = await call(own, ['GET', `/transports/${account.id}`])
      expect(shown.json<TransportAnswer>().state).toMatchObject({
        status: 'failing',
        lastError: expect.stringContaining('used up its quota: 200 of 200 emails') as unknown,
      })
    })
    expect(ses.requests).toBe(0)
  })

  it('leaves by the next transport of the domain while the account is paused, once each', async () => {
    ses.isSendingEnabled = false
    const account = await buildSesTransport(own, { server: ses })
    const fromEmail = await buildSender(account, await buildTransport(own, { port: relay.port }))
    const id = await makeEmail(own, { content: { fromEmail } })
    await multiplyEmail(test, { id, count: 20, columns: { address: sql`'p' || n || '@example.com'` } })
    await delivery.start(relayTo(instance))
    await eventually(() => expect(relay.emails).toHaveLength(20))
    expect(new Set(relay.emails.flatMap(({ to }) => to)).size).toBe(20)
    expect(ses.emails).toEqual([])
  })
})
