// Complaints to an address of the bounce domain, as feedback loops send them: which email they are about, and what an
// attacker can do with that.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { newId, newIdOf } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import { ACCEPTED, useBounceListener } from './fixtures/bounce-listener.ts'
import { comcast, jmrp, ses, sesBounce, yahoo } from './fixtures/complaints.ts'
import {
  DELAYED,
  DOMAIN,
  dsn,
  makeEmailToPerson,
  readEmail,
  readSuppressions,
  returnPathOf,
} from './fixtures/reports.ts'

const test = useTestApp()

const FBL = `fbl@bounces.${DOMAIN}`
const NO_MAILBOX = { kind: 'rejected', stage: 'rcpt', reply: { code: 550 } }
const DAY_MS = 86_400_000

let own: TestApp
const listener = useBounceListener(test, (project) => (own = project))
const { report } = listener

async function makeEmailWithNames(app = own) {
  const { emailId, address } = await makeEmailToPerson(app)
  return { emailId, address, messageId: `${emailId}@${DOMAIN}`, returnPath: returnPathOf(app, emailId) }
}

async function expectComplained({ emailId, address }: { emailId: string; address: string }): Promise<void> {
  expect(await readEmail(own, emailId)).toMatchObject({ status: 'COMPLAINED' })
  expect(await readSuppressions(own)).toMatchObject([{ email: address, reason: 'complaint' }])
  expect(await readContact(own, address)).toMatchObject({ subscribed: false })
}

async function expectUntouched({ emailId, address }: { emailId: string; address: string }): Promise<void> {
  expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
  expect(await readSuppressions(own)).toEqual([])
  expect(await readContact(own, address)).toMatchObject({ subscribed: true })
}

describe('a complaint to the bounce domain', () => {
  it.each(['fbl', 'abuse', 'postmaster', 'FBL', 'fbl+yahoo'])('is accepted at %s@', async (name) => {
    const { messageId: _, ...email } = await makeEmailWithNames()
    expect(await report(`${name}@bounces.${DOMAIN}`, yahoo(email))).toMatchObject(ACCEPTED)
    await expectComplained(email)
  })

  it.each([
    ['the return path and a hidden recipient, like Yahoo', yahoo, ['returnPath']],
    ['the Message-ID and a hidden recipient, like Yahoo', yahoo, ['messageId']],
    ['the Message-ID in the header alone, like Comcast', comcast, ['messageId']],
    ['the return path in the header alone, like Comcast', comcast, ['returnPath']],
    ['the email and its recipient, like Microsoft', jmrp, ['messageId', 'address']],
    ['the email without its recipient, like Microsoft', jmrp, ['messageId']],
    ['the return path in a notice, like Amazon SES', ses, ['returnPath']],
    ['the Message-ID in a notice, like Amazon SES', ses, ['messageId']],
  ] as const)('is about the email with %s', async (_what, write, known) => {
    const email = await makeEmailWithNames()
    const fields = Object.fromEntries(
      known.map((name) => [name === 'address' ? 'recipient' : name, email[name]]),
    )
    expect(await report(FBL, write(fields))).toMatchObject(ACCEPTED)
    await expectComplained(email)
  })

  it('of fraud is one, and an opt-out only unsubscribes', async () => {
    const [defrauded, leaving] = [await makeEmailWithNames(), await makeEmailWithNames()]
    await report(FBL, yahoo({ messageId: defrauded.messageId, type: 'fraud' }))
    await expectComplained(defrauded)
    await report(FBL, yahoo({ messageId: leaving.messageId, type: 'opt-out' }))
    expect(await readEmail(own, leaving.emailId)).toMatchObject({ status: 'SENT' })
    expect(await readContact(own, leaving.address)).toMatchObject({ subscribed: false })
    expect(await readSuppressions(own)).toHaveLength(1)
  })

  it('that takes one back changes nothing', async () => {
    const email = await makeEmailWithNames()
    expect(await report(FBL, yahoo({ messageId: email.messageId, type: 'not-spam' }))).toMatchObject(ACCEPTED)
    await expectUntouched(email)
  })

  it('may come to the domain of another project, since loops are registered for a server', async () => {
    const email = await makeEmailWithNames()
    const operator = await inFreshProject(test)
    await call(operator, ['POST', '/domains'], { body: { domain: 'operator.test' } })
    expect(await report('fbl@bounces.operator.test', yahoo({ messageId: email.messageId }))).toMatchObject(
      ACCEPTED,
    )
    await expectComplained(email)
  })

  it('is one report, to however many names of the domain it is sent', async () => {
    const email = await makeEmailWithNames()
    const talk = await listener.connectRawSmtp()
    await talk.say('EHLO mx.example.net')
    await talk.say('MAIL FROM:<>')
    for (let time = 0; time < 15; time += 1) {
      const name = ['fbl', 'abuse', 'dmarc'][time % 3] ?? ''
      expect(await talk.say(`RCPT TO:<${name}+${time}@bounces.${DOMAIN}>`)).toMatch(/^250/)
    }
    await talk.say('DATA')
    expect(await talk.say(`${yahoo({ messageId: email.messageId }).toString()}.`)).toMatch(/^250/)
    talk.destroy()
    await expectComplained(email)
  })

  it('has one effect however often it comes, and is deferred after ten times', async () => {
    const email = await makeEmailWithNames()
    const bytes = yahoo({ messageId: email.messageId })
    for (let time = 0; time < 10; time += 1) expect(await report(FBL, bytes)).toMatchObject(ACCEPTED)
    expect(await report(FBL, bytes)).toMatchObject({ kind: 'deferred', stage: 'dot', reply: { code: 450 } })
    const { events } = await readEmail(own, email.emailId)
    expect(events.filter(({ type }) => type === 'complained')).toHaveLength(1)
  })
})

describe('a bounce to the address for complaints', () => {
  /** A report with the header of the original, as most servers add it. */
  const withOriginal = (bytes: Buffer, header: string): Buffer =>
    Buffer.from(
      bytes
        .toString()
        .replace(
          '--=_part--',
          `--=_part\r\nContent-Type: text/rfc822-headers\r\n\r\n${header}\r\n\r\n--=_part--`,
        ),
    )

  it.each([
    [
      'a report of a server',
      ({ address, returnPath }) => withOriginal(dsn({ address }), `Return-Path: <${returnPath}>`),
    ],
    ['a notice of Amazon SES', ({ address, returnPath }) => sesBounce({ recipient: address, returnPath })],
  ] satisfies [string, (email: Awaited<ReturnType<typeof makeEmailWithNames>>) => Buffer][])(
    'counts as a bounce: %s',
    async (_what, write) => {
      const email = await makeEmailWithNames()
      expect(await report(FBL, write(email))).toMatchObject(ACCEPTED)
      expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'BOUNCED' })
      expect(await readSuppressions(own)).toMatchObject([{ email: email.address, reason: 'hard_bounce' }])
    },
  )

  it('that only delays an email is noted in its history', async () => {
    const email = await makeEmailWithNames()
    const bytes = withOriginal(
      dsn({ address: email.address, ...DELAYED }),
      `Return-Path: <${email.returnPath}>`,
    )
    expect(await report(FBL, bytes)).toMatchObject(ACCEPTED)
    await expectUntouched(email)
    const { events } = await readEmail(own, email.emailId)
    expect(events.map(({ type }) => type)).toContain('delayed')
  })
})

describe('an email with copies', () => {
  /** One Message-ID for both, as the planner of a call makes them. */
  async function makeCopies() {
    const now = test.clock.now()
    const ids = [newId<EmailId>(now), newId<EmailId>(now)] as const
    const [to, copy] = [await buildContact(own), await buildContact(own)]
    const messageId = `${ids[0]}@${DOMAIN}`
    const stored = { status: 'SENT', attempts: 1, sent_at: now }
    await makeEmail(own, { contactId: to.id, address: to.email, stored: { ...stored, id: ids[0] } })
    await makeEmail(own, { address: copy.email, stored: { ...stored, id: ids[1], message_id: messageId } })
    return { ids, to, copy, messageId }
  }

  it('is complained about by the named recipient', async () => {
    const { ids, copy, to, messageId } = await makeCopies()
    await report(FBL, yahoo({ messageId, recipient: copy.email }))
    expect(await readEmail(own, ids[1])).toMatchObject({ status: 'COMPLAINED' })
    expect(await readEmail(own, ids[0])).toMatchObject({ status: 'SENT' })
    expect(await readSuppressions(own)).toMatchObject([{ email: copy.email }])
    expect(await readContact(own, to.email)).toMatchObject({ subscribed: true })
  })

  it('suppresses nobody if the report hides the recipient', async () => {
    const { ids, messageId } = await makeCopies()
    expect(await report(FBL, yahoo({ messageId }))).toMatchObject(ACCEPTED)
    for (const id of ids) expect(await readEmail(own, id)).toMatchObject({ status: 'SENT' })
    expect(await readSuppressions(own)).toEqual([])
  })
})

describe('an attacker', () => {
  it.each<[string, (email: Awaited<ReturnType<typeof makeEmailWithNames>>) => Buffer]>([
    ['a Message-ID that is none', ({ address }) => yahoo({ messageId: `1@${DOMAIN}`, recipient: address })],
    [
      'a Message-ID of the same moment',
      ({ emailId, address }) =>
        yahoo({
          messageId: `${newIdOf(new Date(parseInt(emailId.replaceAll('-', '').slice(0, 12), 16)))}@${DOMAIN}`,
          recipient: address,
        }),
    ],
    ['a Message-ID at another domain', ({ emailId }) => yahoo({ messageId: `${emailId}@elsewhere.test` })],
    [
      'a return path without its signature',
      ({ returnPath }) => yahoo({ returnPath: returnPath.replace(/.{8}@/, 'aaaaaaaa@') }),
    ],
    ['the address alone', ({ address }) => yahoo({ recipient: address })],
    [
      'a bounce with the Message-ID',
      ({ messageId, address }) =>
        Buffer.from(
          dsn({ address })
            .toString()
            .replace(
              '--=_part--',
              `--=_part\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${messageId}>\r\n\r\n--=_part--`,
            ),
        ),
    ],
    [
      'an email of a person',
      ({ messageId }) =>
        Buffer.from(
          `From: ann@example.net\r\nSubject: spam!\r\nIn-Reply-To: <${messageId}>\r\n\r\nI do not want this.\r\n`,
        ),
    ],
  ])('changes nothing with %s', async (_what, forge) => {
    const email = await makeEmailWithNames()
    expect(await report(FBL, forge(email))).toMatchObject(ACCEPTED)
    await expectUntouched(email)
  })

  it('changes nothing with the Message-ID of an email of a project without the domain', async () => {
    const elsewhere = await inFreshProject(test)
    const { emailId } = await makeEmailToPerson(elsewhere)
    expect(await report(FBL, yahoo({ messageId: `${emailId}@${DOMAIN}` }))).toMatchObject(ACCEPTED)
    expect(await readEmail(elsewhere, emailId)).toMatchObject({ status: 'SENT' })
  })

  it('changes nothing with a Message-ID that is 90 days old', async () => {
    const email = await makeEmailWithNames()
    test.clock.advance(91 * DAY_MS)
    expect(await report(FBL, yahoo({ messageId: email.messageId }))).toMatchObject(ACCEPTED)
    await expectUntouched(email)
  })

  it('finds no other mailbox', async () => {
    for (const to of [`sales@bounces.${DOMAIN}`, 'fbl@bounces.unknown.test', `fbl@${DOMAIN}`]) {
      expect(await report(to, yahoo({}))).toMatchObject(NO_MAILBOX)
    }
  })

  it('has no more than the share of its network', async () => {
    await listener.restart({ networkBurstMs: 60, networkMsPerSecond: 0 })
    const results = []
    for (let time = 0; time < 12; time += 1) {
      results.push(await report(FBL, yahoo({ recipient: 'x@example.net' })))
    }
    expect(results[0]).toMatchObject(ACCEPTED)
    expect(results.at(-1)).toMatchObject({ kind: 'deferred', reply: { code: 421 } })
  })
})

describe('a report of DMARC', () => {
  it('is accepted and counted, and not stored', async () => {
    const zipped = Buffer.from(
      'From: noreply-dmarc@example.net\r\nSubject: Report domain: shop.test\r\n\r\nPK...\r\n',
    )
    expect(await report(`dmarc@bounces.${DOMAIN}`, zipped)).toMatchObject(ACCEPTED)
    expect(await test.deps.metrics.render()).toContain(
      'lettermill_feedback_total{kind="dmarc",effect="none"}',
    )
  })
})
