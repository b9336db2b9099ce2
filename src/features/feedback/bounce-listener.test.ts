// The listener on the wire: which reports it accepts, its replies, and that 250 means committed.
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cutConnections } from '../../../test/support/database/cut-connections.ts'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject, readContact, readEventNames } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { SINK_CERTIFICATE, SINK_KEY, useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { newId } from '../../platform/ids.ts'
import { listenForBounces, startBounceListener } from './bounce-listener.service.ts'
import { ACCEPTED, addDomain, ANY_PORT, useBounceListener } from './fixtures/bounce-listener.ts'
import {
  abuseReport,
  deliver,
  DOMAIN,
  dsn,
  makeEmailToPerson,
  outOfOffice,
  readEmail,
  readSuppressions,
  readTally,
  returnPathOf,
} from './fixtures/reports.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

let own: TestApp
const listener = useBounceListener(test, (project) => (own = project))
const { connectRawSmtp, report } = listener

const NO_MAILBOX = { kind: 'rejected', stage: 'rcpt', reply: { code: 550, enhancedCode: '5.1.1' } }
const LATER = { kind: 'deferred', reply: { code: 451, enhancedCode: '4.3.0' } }

async function expectUntouched(emailId: string, address: string): Promise<void> {
  expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT', reason: null })
  expect((await readEmail(own, emailId)).events.map(({ type }) => type)).toEqual(['queued', 'sent'])
  expect(await readSuppressions(own)).toEqual([])
  expect(await readContact(own, address)).toMatchObject({ subscribed: true })
  expect(await readTally(own)).toEqual({ sent: 1 })
}

describe('a bounce that comes to the return path of an email', () => {
  it('ends the email and suppresses its recipient, from the wire to the timeline', async () => {
    const person = await buildContact(own)
    const { email } = await sendOne(own, { to: person.email })
    await delivery.drain(relayTo(sink))
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT' })
    const returnPath = sink.emails[0]?.from ?? ''
    expect(returnPath).toMatch(/^b-[a-z2-7]{46}@bounces\.shop\.test$/)

    expect(await report(returnPath, dsn({ address: person.email }))).toMatchObject(ACCEPTED)

    const bounced = await readEmail(own, email)
    expect(bounced).toMatchObject({ status: 'BOUNCED', sentAt: expect.any(String) as unknown })
    expect(bounced.reason).toContain('User unknown')
    expect(bounced.events.map(({ type }) => type)).toEqual(['queued', 'sent', 'bounced'])
    expect(bounced.events[2]?.data).toMatchObject({ class: 'hard', code: '5.1.1', source: 'dsn' })
    expect(await readSuppressions(own)).toMatchObject([
      { email: person.email, reason: 'hard_bounce', source: 'bounce', expiresAt: null },
    ])
    expect(await readContact(own, person.email)).toMatchObject({ subscribed: false })
    expect((await readEventNames(own, person.id)).toSorted()).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'email.bounced',
    ])
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
    expect(await sendOne(own, { to: person.email })).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'hard_bounce',
    })
  })

  it('has one effect however often it comes', async () => {
    const { contactId, address, emailId } = await makeEmailToPerson(own)
    const to = returnPathOf(own, emailId)
    await report(to, dsn({ address }))
    await Promise.all([1, 2, 3].map(() => report(to, dsn({ address }))))
    expect((await readEmail(own, emailId)).events.map(({ type }) => type)).toEqual([
      'queued',
      'sent',
      'bounced',
    ])
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
    const names = await readEventNames(own, contactId)
    expect(names.filter((name) => name === 'email.bounced')).toHaveLength(1)
  })

  it('is a complaint when it is an abuse report', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    expect(await report(returnPathOf(own, emailId), abuseReport({ address }))).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'COMPLAINED' })
    expect(await readSuppressions(own)).toMatchObject([
      { email: address, reason: 'complaint', source: 'complaint' },
    ])
  })

  it('is accepted and changes nothing when it is an out-of-office reply', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    expect(await report(returnPathOf(own, emailId), outOfOffice({ address }))).toMatchObject(ACCEPTED)
    await expectUntouched(emailId, address)
    expect(await test.deps.metrics.render()).toContain(
      'lettermill_feedback_total{kind="auto-reply",effect="none"}',
    )
  })

  it('is accepted in any letter case, and for any project that has the domain, verified or not', async () => {
    const second = await inFreshProject(test)
    await addDomain(second)
    const { emailId, address } = await makeEmailToPerson(second)
    const to = returnPathOf(second, emailId).toUpperCase()
    expect(await report(to, dsn({ address }))).toMatchObject(ACCEPTED)
    expect(await readEmail(second, emailId)).toMatchObject({ status: 'BOUNCED' })
  })

  it('finds an international domain by its ASCII name', async () => {
    await addDomain(own, 'bücher.test')
    const { emailId, address } = await makeEmailToPerson(own)
    const to = returnPathOf(own, emailId, { domain: 'xn--bcher-kva.test' })
    expect(await report(to, dsn({ address }))).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
  })

  it('may be about several emails at once', async () => {
    const emails = [await makeEmailToPerson(own), await makeEmailToPerson(own)]
    const talk = await connectRawSmtp()
    await talk.say('EHLO mx.example.net')
    await talk.say('MAIL FROM:<>')
    for (const { emailId } of emails) {
      expect(await talk.say(`RCPT TO:<${returnPathOf(own, emailId)}>`)).toMatch(/^250/)
    }
    await talk.say('DATA')
    expect(await talk.say(`${dsn({ address: 'x@example.com' }).toString()}.`)).toMatch(/^250/)
    for (const { emailId } of emails) expect((await readEmail(own, emailId)).status).toBe('BOUNCED')
  })
})

describe('an unknown return path', () => {
  it('is refused with every single character of it changed, and nothing is stored', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    const good = returnPathOf(own, emailId)
    const at = good.indexOf('@')
    const flipped = Array.from({ length: at }, (_, index) => {
      const other = good[index] === 'a' ? 'b' : 'a'
      return `${good.slice(0, index)}${other}${good.slice(index + 1)}`
    })
    while (flipped.length > 0) {
      const talk = await connectRawSmtp()
      await talk.say('EHLO mx.example.net')
      await talk.say('MAIL FROM:<>')
      for (const to of flipped.splice(0, 20)) {
        expect(await talk.say(`RCPT TO:<${to}>`)).toMatch(/^550 5\.1\.1/)
      }
      expect(await talk.say('DATA')).toMatch(/^503/)
      expect(await talk.say(`RCPT TO:<${good}>`)).toMatch(/^250/)
    }
    await expectUntouched(emailId, address)
  })

  it.each<[string, (good: string, own: TestApp, emailId: string) => string]>([
    ['unsigned', (_good, _app, emailId) => `${emailId}@bounces.${DOMAIN}`],
    ['of another domain', (good) => good.replace(DOMAIN, 'elsewhere.test')],
    ['of the domain itself', (good) => good.replace('bounces.', '')],
    [
      'signed for another project',
      (_good, app, emailId) => returnPathOf(app, emailId, { projectId: app.other.projectId }),
    ],
    ['cut short', (good) => good.replace('b-', '')],
    ['with more behind it', (good) => good.replace('@', 'a@')],
    ['a person', () => `postmaster@${DOMAIN}`],
  ])('is refused: %s', async (_what, forge) => {
    const { address, emailId } = await makeEmailToPerson(own)
    const to = forge(returnPathOf(own, emailId), own, emailId)
    expect(await report(to, dsn({ address }))).toMatchObject(NO_MAILBOX)
    await expectUntouched(emailId, address)
  })

  it('is refused once the domain is deleted', async () => {
    const app = await inFreshProject(test)
    const id = await addDomain(app, 'left.test')
    const { emailId, address } = await makeEmailToPerson(app)
    await call(app, ['DELETE', `/domains/${id}`])
    const to = returnPathOf(app, emailId, { domain: 'left.test' })
    expect(await report(to, dsn({ address }))).toMatchObject(NO_MAILBOX)
  })

  it('is accepted for an email that no longer exists, with no effect', async () => {
    const to = returnPathOf(own, '0198a6a0-0000-7000-8000-000000000000')
    expect(await report(to, dsn({ address: 'x@example.com' }))).toMatchObject(ACCEPTED)
    expect(await readTally(own)).toEqual({})
  })
})

describe('the listener', () => {
  it('refuses an email that declares to be too large, and one that is', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    const talk = await connectRawSmtp()
    expect(await talk.say('EHLO mx.example.net')).toMatch(/SIZE 20000000/)
    expect(await talk.say('MAIL FROM:<> SIZE=20000001')).toMatch(/^552/)
    await talk.say('MAIL FROM:<>')
    await talk.say(`RCPT TO:<${returnPathOf(own, emailId)}>`)
    await talk.say('DATA')
    const filling = `${'x'.repeat(98)}\r\n`.repeat(200_001)
    expect(await talk.say(`${dsn({ address }).toString()}${filling}.`)).toMatch(/^552/)
    await expectUntouched(emailId, address)
  })

  it('reads a report that quotes a large email', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    const quoted = Buffer.from(`${'x'.repeat(98)}\r\n`.repeat(50_000))
    const bytes = Buffer.concat([dsn({ address }), quoted])
    expect(await report(returnPathOf(own, emailId), bytes)).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
  })

  it('ignores half a report', async () => {
    const { address, emailId } = await makeEmailToPerson(own)
    const talk = await connectRawSmtp()
    await talk.say('EHLO mx.example.net')
    await talk.say('MAIL FROM:<>')
    await talk.say(`RCPT TO:<${returnPathOf(own, emailId)}>`)
    await talk.say('DATA')
    await talk.hangUp(dsn({ address }))
    await listener.stop()
    await expectUntouched(emailId, address)
  })

  it('accepts at most 50 recipients per email', async () => {
    const talk = await connectRawSmtp()
    await talk.say('EHLO mx.example.net')
    await talk.say('MAIL FROM:<>')
    const answers: string[] = []
    for (let index = 0; index < 51; index += 1) {
      // The existence of the email is checked later.
      const to = returnPathOf(own, newId(test.clock.now()))
      answers.push((await talk.say(`RCPT TO:<${to}>`)).slice(0, 3))
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => '250'), '452'])
  })

  it('offers encryption and no sign-in', async () => {
    const talk = await connectRawSmtp()
    const offers = await talk.say('EHLO mx.example.net')
    expect(offers).toContain('STARTTLS')
    expect(offers).not.toContain('AUTH')
    expect(await talk.say('AUTH PLAIN AGEAYg==')).toMatch(/^500/)
  })

  it('encrypts with the certificate of SMTP_TLS_CERT where there is one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lettermill-cert-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const files = { SMTP_TLS_CERT: path.join(folder, 'cert.pem'), SMTP_TLS_KEY: path.join(folder, 'key.pem') }
    await writeFile(files.SMTP_TLS_CERT, SINK_CERTIFICATE)
    await writeFile(files.SMTP_TLS_KEY, SINK_KEY)
    await listener.restart({}, { config: { ...test.deps.config, ...files } })
    const talk = await connectRawSmtp()
    await talk.say('EHLO mx.example.net')
    expect(await talk.say('STARTTLS')).toMatch(/^220/)
    const { fingerprint256 } = (await talk.encrypt()).getPeerCertificate()
    expect(fingerprint256).toBe(new X509Certificate(SINK_CERTIFICATE).fingerprint256)
  })

  it('says which port is in use, and how to choose another', async () => {
    await expect(listenForBounces(test.deps, { ...ANY_PORT, port: listener.port })).rejects.toThrow(
      `Port ${listener.port} of 127.0.0.1, for bounces, is taken`,
    )
  })

  it('says which certificate cannot be read', async () => {
    const config = {
      ...test.deps.config,
      SMTP_TLS_CERT: '/nowhere/cert.pem',
      SMTP_TLS_KEY: '/nowhere/key.pem',
    }
    await expect(listenForBounces({ ...test.deps, config }, ANY_PORT)).rejects.toThrow(
      'SMTP_TLS_CERT cannot be read',
    )
  })

  it('is off with BOUNCE_PORT=0', async () => {
    const off = await startBounceListener({ ...test.deps, config: { ...test.deps.config, BOUNCE_PORT: 0 } })
    expect(off).not.toHaveProperty('port')
    await off.stop()
  })
})

describe('while the database is away', () => {
  /** A listener whose database can be disconnected and reconnected. */
  async function startFragile() {
    const deps = buildTestDeps(test.url)
    const fragile = await listenForBounces(deps, ANY_PORT)
    onTestFinished(async () => {
      await fragile.stop()
      await deps.threads.close()
      await deps.database.close()
    })
    const cut = async () => {
      await deps.database.connectTo(['postgres://nobody@127.0.0.1:1/nothing'])
      await cutConnections(test.deps.database.db)
    }
    return { port: fragile.port, cut, mend: () => deps.database.connectTo([test.url]) }
  }

  it('a recipient is deferred, and accepted on retry', async () => {
    const { port, cut, mend } = await startFragile()
    const { address, emailId } = await makeEmailToPerson(own)
    const email = { to: returnPathOf(own, emailId), bytes: dsn({ address }) }
    await cut()
    expect(await deliver(port, email)).toMatchObject({ ...LATER, stage: 'rcpt' })
    await mend()
    expect(await deliver(port, email)).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
  })

  it('a report is deferred after its last line, not accepted and lost', async () => {
    const { port, cut, mend } = await startFragile()
    const { address, emailId } = await makeEmailToPerson(own)
    const email = { to: returnPathOf(own, emailId), bytes: dsn({ address }) }
    expect(await deliver(port, { ...email, beforeDot: cut })).toMatchObject({ ...LATER, stage: 'dot' })
    await expectUntouched(emailId, address)
    await mend()
    expect(await deliver(port, email)).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
  })
})
