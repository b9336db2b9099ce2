// Unsubscribing by an email to the address in List-Unsubscribe, from the sent email to the unsubscribed contact.
import { describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import {
  buildContact,
  inFreshProject,
  makeEmail,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { buildTemplate, buildTopic } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { send } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { ACCEPTED, useBounceListener } from './fixtures/bounce-listener.ts'
import {
  abuseReport,
  DOMAIN,
  dsn,
  makeEmailToPerson,
  outOfOffice,
  readEmail,
  readSuppressions,
} from './fixtures/reports.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const deaf = useTestApp({ SEND_RATE_PER_SECOND: '0', BOUNCE_PORT: '0' })
const deafDelivery = useDelivery(deaf)

let own: TestApp
const { report: write } = useBounceListener(test, (project) => (own = project))

/** As Gmail, Apple Mail and others write it for their users. */
const wish = (from: string) =>
  Buffer.from(`From: <${from}>\r\nSubject: unsubscribe\r\n\r\nUnsubscribe me.\r\n`)

const answerToUnsubscribe = ({ address }: { address: string }) =>
  Buffer.from(
    `From: <${address}>\r\nSubject: Re: unsubscribe\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n`,
  )

async function makeNews() {
  const email = await makeEmailToPerson(own, { lane: 'marketing' })
  return { ...email, to: addressOf(email.emailId) }
}

const addressOf = (emailId: string, projectId = own.project.projectId): string =>
  `${createLinkTokens(test.deps.secrets).makeMailbox('unsubscribe', { projectId, emailId })}@bounces.${DOMAIN}`

/** The List-Unsubscribe of the one email that the server received. */
async function readListUnsubscribe(overrides: Record<string, unknown>, engine = delivery): Promise<string> {
  sink.emails.splice(0)
  await send(own, overrides)
  await engine.drain(relayTo(sink))
  const [email] = sink.emails
  const header = email?.bytes.toString('latin1').replaceAll('\r\n ', ' ').split('\r\n\r\n')[0] ?? ''
  return /^list-unsubscribe: (.*)$/im.exec(header)?.[1] ?? ''
}

const asMarketing = async (from: string): Promise<Record<string, unknown>> => {
  const { id: template } = await buildTemplate(own, { type: 'MARKETING', from })
  return { template, from: undefined, subject: undefined, body: undefined, subscribed: true }
}

describe('an email to the address in List-Unsubscribe', () => {
  it('unsubscribes its recipient, and drops queued marketing emails', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const marketing = await asMarketing(`shop@${DOMAIN}`)
    const ways = await readListUnsubscribe({ ...marketing, to: address })
    const [, to = ''] = /^<http[^>]+>, <mailto:([^?>]+)\?subject=unsubscribe>$/.exec(ways) ?? []
    const waiting = await makeEmail(own, { contactId, address, lane: 'marketing' })

    expect(await write(to, wish('another-address@example.com'))).toMatchObject(ACCEPTED)

    expect(await readContact(own, address)).toMatchObject({ subscribed: false })
    expect(await readEmail(own, waiting)).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
    expect(await readEventNames(own, contactId)).toContain('contact.unsubscribed')
    expect(await readSuppressions(own)).toEqual([])
    expect(await test.deps.metrics.render()).toContain(
      'lettermill_feedback_total{kind="unsubscribe",effect="unsubscribed"}',
    )
  })

  it('leaves the topic of the email alone, if it has one', async () => {
    await buildTopic(own, { key: 'news' })
    const { email: address } = await buildContact(own)
    const marketing = await asMarketing(`shop@${DOMAIN}`)
    const ways = await readListUnsubscribe({ ...marketing, to: address, topic: 'news' })
    const [, to = ''] = /<mailto:([^?>]+)/.exec(ways) ?? []
    expect(await write(to, wish(address))).toMatchObject(ACCEPTED)
    expect(await readContact(own, address)).toMatchObject({ subscribed: true, topics: { news: false } })
  })

  it('counts again after they came back', async () => {
    const { to, address, contactId } = await makeNews()
    await write(to, wish(address))
    await call(own, ['PATCH', `/contacts/${contactId}`], { body: { subscribed: true } })
    expect(await readContact(own, address)).toMatchObject({ subscribed: true })
    await write(to, wish(address))
    expect(await readContact(own, address)).toMatchObject({ subscribed: false })
  })

  it.each([
    ['as Apple Mail writes it', ['Auto-Submitted: auto-replied', 'X-Apple-Unsubscribe: true']],
    ['from Apple Mail, whatever its subject', ['X-Apple-Unsubscribe: true'], 'Automatic reply: News'],
    ['marked as a reply of a program', ['Auto-Submitted: auto-replied (unsubscribe)']],
    ['marked as a notice of a program', ['Auto-Submitted: auto-notified; owner-email="ann@example.com"']],
    ['marked as made by a program', ['Auto-Submitted: auto-generated']],
    ['marked with the fields before RFC 3834', ['Precedence: auto_reply', 'X-Autoreply: yes']],
    ['with a subject of its own', ['Auto-Submitted: auto-replied'], 'Unsubscribe from this list'],
  ])('unsubscribes, %s', async (_what, fields, subject = 'unsubscribe') => {
    const { to, address } = await makeNews()
    const email = [`From: <${address}>`, `Subject: ${subject}`, ...fields, '', 'Unsubscribe'].join('\r\n')
    expect(await write(to, Buffer.from(email))).toMatchObject(ACCEPTED)
    expect(await readContact(own, address)).toMatchObject({ subscribed: false })
  })

  it.each([
    ['an automatic answer', outOfOffice],
    ['an automatic answer to "unsubscribe"', answerToUnsubscribe],
    ['a bounce', dsn],
  ])('does nothing when it is %s', async (_what, make) => {
    const { to, address } = await makeNews()
    expect(await write(to, make({ address }))).toMatchObject(ACCEPTED)
    expect(await readContact(own, address)).toMatchObject({ subscribed: true })
  })

  it('only unsubscribes, also when it is a complaint', async () => {
    const { to, address, emailId } = await makeNews()
    expect(await write(to, abuseReport({ address }))).toMatchObject(ACCEPTED)
    expect(await readContact(own, address)).toMatchObject({ subscribed: false })
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
    expect(await readSuppressions(own)).toEqual([])
  })

  it('is accepted, with no effect, for a deleted contact', async () => {
    const { to, address, contactId } = await makeNews()
    await call(own, ['DELETE', `/contacts/${contactId}`])
    expect(await write(to, wish(address))).toMatchObject(ACCEPTED)
  })

  it.each<[string, (to: string, emailId: string) => string]>([
    ['changed', (to) => `${to.slice(0, 10)}${to[10] === 'a' ? 'b' : 'a'}${to.slice(11)}`],
    ['the return path with another letter', (to) => `b${to.slice(1)}`],
    ['signed for another project', (_to, emailId) => addressOf(emailId, own.other.projectId)],
    ['at another domain', (to) => to.replace(DOMAIN, 'elsewhere.test')],
  ])('is refused at an address that is %s', async (_what, forge) => {
    const { to, address, emailId } = await makeNews()
    const refused = { kind: 'rejected', stage: 'rcpt', reply: { code: 550 } }
    expect(await write(forge(to, emailId), wish(address))).toMatchObject(refused)
    expect(await readContact(own, address)).toMatchObject({ subscribed: true })
  })
})

describe('List-Unsubscribe', () => {
  it('names no address of a domain that was not set up', async () => {
    expect(await readListUnsubscribe(await asMarketing('shop@bare.test'))).toMatch(/^<http[^>]+>$/)
  })

  it('names no address without a bounce listener', async () => {
    own = await inFreshProject(deaf)
    await call(own, ['POST', '/domains'], { body: { domain: DOMAIN } })
    const marketing = await asMarketing(`shop@${DOMAIN}`)
    expect(await readListUnsubscribe(marketing, deafDelivery)).toMatch(/^<http[^>]+>$/)
  })

  it('is not on transactional email', async () => {
    expect(await readListUnsubscribe({ from: `shop@${DOMAIN}` })).toBe('')
  })
})
