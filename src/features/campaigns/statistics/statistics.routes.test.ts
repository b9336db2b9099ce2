// The results of a campaign: figures, links, timeline and recipients.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts, buildKey } from '../../../../test/support/factories.ts'
import { linksIn, visit } from '../../../../test/support/reader.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import { endReportedEmail, lockEmail } from '../../delivery/index.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import {
  act,
  advance,
  buildCampaign,
  expectExact,
  freeze,
  readStatistics,
  send,
  sendThrough,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

type Recipient = {
  contactId: string | null
  email: string | null
  status: string
  emailId: string | null
  reason: string | null
  opened: boolean
  clicked: boolean
}
type RecipientList = { recipients: Recipient[]; cursor: string | null; hasMore: boolean; total: number }
const readRecipients = async (id: string, query: Record<string, string> = {}) =>
  (await call(own, ['GET', `/campaigns/${id}/recipients`], { query })).json<RecipientList>()

const emailOf = async (id: string) => {
  const { recipients } = await readRecipients(id)
  return recipients[0]?.emailId ?? ''
}

/** A receiver that has no mailbox of this name. */
const refusing = (address: string): Transport => ({
  name: 'refusing',
  limit: createConnectionLimit(),
  send: ({ to }) =>
    Promise.resolve(
      to === address
        ? {
            kind: 'rejected',
            stage: 'rcpt',
            reply: { code: 550, enhancedCode: '5.1.1', text: 'No such user' },
          }
        : { kind: 'accepted', reply: { code: 250, enhancedCode: '2.0.0', text: 'OK' }, isDelivered: false },
    ),
  close: () => Promise.resolve(),
})

describe('GET /campaigns/{id}/stats', () => {
  it('is all zero for a draft', async () => {
    const { id } = await buildCampaign(own)
    expect(await readStatistics(own, id)).toMatchObject({
      recipients: 0,
      queued: 0,
      sent: 0,
      openRate: 0,
      links: [],
      timeline: [],
    })
  })

  it('counts opens, clicks and unsubscribes, whether counters are folded or not', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await sendThrough(own, delivery, id)
    const links = await linksIn(own, await emailOf(id))
    const pixel = links.find((url) => url.startsWith('/o/'))
    const click = links.find((url) => url.startsWith('/c/'))
    for (let count = 0; count < 3; count += 1) await visit(own, pixel)
    for (let count = 0; count < 2; count += 1) await visit(own, click)
    await foldCounters(own.deps.database.db)
    const leave = links.find((url) => url.startsWith('/unsubscribe/'))
    for (let count = 0; count < 2; count += 1) await own.app.inject({ method: 'POST', url: leave ?? '' })
    const figures = await readStatistics(own, id)
    expect(figures).toMatchObject({
      recipients: 1,
      sent: 1,
      delivered: 1,
      opened: 1,
      clicked: 1,
      unsubscribed: 1,
      openRate: 1,
      clickRate: 1,
      unsubscribeRate: 1,
      links: [{ url: 'https://shop.test/news', clicks: 2, uniqueClicks: 1 }],
    })
    expect(figures.timeline).toHaveLength(1)
    expect(figures.timeline[0]).toMatchObject({ sent: 1, opened: 1, clicked: 1 })
    expect(figures.timeline[0]?.at).toMatch(/:00:00\.000Z$/)
  })

  it('are in the list of campaigns as well; null for campaigns that have not started', async () => {
    await buildContacts(own, 2)
    const [first, second, draft] = [
      await buildCampaign(own),
      await buildCampaign(own),
      await buildCampaign(own),
    ]
    await sendThrough(own, delivery, first.id)
    await foldCounters(own.deps.database.db)
    await sendThrough(own, delivery, second.id)
    const opened = (await linksIn(own, await emailOf(second.id))).find((url) => url.startsWith('/o/'))
    await visit(own, opened)
    const { campaigns } = (await call(own, ['GET', '/campaigns'])).json<{
      campaigns: { id: string; stats: Record<string, number> | null }[]
    }>()
    expect(campaigns.map(({ id }) => id)).toEqual([draft.id, second.id, first.id])
    expect(
      campaigns.map(({ stats }) => stats && [stats['sent'], stats['opened'], stats['openRate']]),
    ).toEqual([null, [2, 1, 0.5], [2, 0, 0]])
    for (const { id, stats } of campaigns.slice(1)) {
      expect(await readStatistics(own, id)).toMatchObject(stats ?? {})
      expect(Object.keys(stats ?? {})).toContain('bounceRate')
    }
    // By its id, it is what it was.
    const one = (await call(own, ['GET', `/campaigns/${first.id}`])).json<{ data: object }>()
    expect(one.data).not.toHaveProperty('stats')
  })

  it('counts emails by their outcome', async () => {
    await buildContacts(own, 3)
    const refused = await buildContact(own, { email: 'refused@example.com' })
    const late = await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    await call(own, ['PATCH', `/contacts/${late.id}`], { body: { subscribed: false } })
    await advance(own, id)
    await delivery.drain(refusing(refused.email))
    await sql`
      update emails set status = 'COMPLAINED'
      where id = (select id from emails where campaign_id = ${id} and status = 'SENT' limit 1)`.execute(
      own.deps.database.db,
    )
    expect(await readStatistics(own, id)).toMatchObject({
      recipients: 5,
      testRecipients: 0,
      queued: 0,
      sent: 3,
      delivered: 3,
      bounced: 1,
      complained: 1,
      suppressed: 1,
      complaintRate: 1 / 3,
      bounceRate: 1 / 4,
    })
    await expectExact(own, id)
  })

  it('leaves out test recipients, with all their outcomes, opens and clicks', async () => {
    for (const name of ['delivered', 'bounced', 'complained', 'complained+1', 'complained+2', 'suppressed']) {
      await buildContact(own, { email: `${name}@inbox.lettermill.test` })
    }
    await buildContact(own)
    const { id } = await buildCampaign(own)
    expect(await sendThrough(own, delivery, id)).toMatchObject({
      status: 'SENT',
      paused: false,
      recipientCount: 7,
    })
    const { rows } = await sql<{ id: string; contact_id: string }>`
      select id, contact_id from emails where campaign_id = ${id} and address = 'delivered@inbox.lettermill.test'`.execute(
      own.deps.database.db,
    )
    const [email] = rows
    const tokens = createLinkTokens(own.deps.secrets)
    const ids = [own.project.projectId, email?.id ?? '']
    await own.app.inject({ method: 'GET', url: `/o/${tokens.make('open', { ids })}` })
    await own.app.inject({ method: 'GET', url: `/c/${tokens.make('click', { ids, number: 0 })}` })
    const leave = tokens.make('unsubscribe', { ids: [ids[0] ?? '', email?.contact_id ?? '', ids[1] ?? ''] })
    await own.app.inject({ method: 'POST', url: `/unsubscribe/${leave}`, payload: '' })
    const expected = {
      recipients: 1,
      testRecipients: 6,
      sent: 1,
      delivered: 1,
      opened: 0,
      clicked: 0,
      bounced: 0,
      complained: 0,
      suppressed: 0,
      unsubscribed: 0,
      links: [],
    }
    const figures = await readStatistics(own, id)
    expect(figures).toMatchObject(expected)
    expect(figures.timeline).toMatchObject([{ sent: 1, opened: 0, clicked: 0 }])
    expect(await readRecipients(id, {})).toMatchObject({ total: 7 })
    expect(await readRecipients(id, { status: 'COMPLAINED' })).toMatchObject({ total: 3 })
    // A test recipient stays one after its contact is erased.
    await call(own, ['DELETE', `/contacts/${email?.contact_id}`])
    expect(await readStatistics(own, id)).toMatchObject(expected)
  })

  it('counts a later bounce as sent, and no longer as delivered', async () => {
    await buildContacts(own, 2)
    const { id } = await buildCampaign(own)
    await sendThrough(own, delivery, id)
    const emailId = (await emailOf(id)) as EmailId
    const ref = { projectId: own.project.projectId, emailId }
    await inTransaction(own.deps.database.db, async (trx) => {
      const email = await lockEmail(trx, ref)
      if (!email) throw new Error('the email is gone')
      const report = { type: 'bounced', reason: 'no such user', now: own.clock.now() } as const
      await endReportedEmail(trx, { ref, email, ...report })
    })
    expect(await readStatistics(own, id)).toMatchObject({
      sent: 2,
      delivered: 1,
      bounced: 1,
      bounceRate: 0.5,
    })
    expect(await readRecipients(id, { status: 'BOUNCED' })).toMatchObject({
      total: 1,
      recipients: [{ emailId }],
    })
    await expectExact(own, id)
  })

  it('needs a key with the scope read', async () => {
    const { id } = await buildCampaign(own)
    expect((await call(own, ['GET', `/campaigns/${id}/stats`], { key: null })).statusCode).toBe(401)
    expect(
      (await call(own, ['GET', `/campaigns/${id}/stats`], { key: own.project.publicKey })).statusCode,
    ).toBe(403)
    const key = await buildKey(own, { scopes: ['read'] })
    expect((await call(own, ['GET', `/campaigns/${id}/stats`], { key })).statusCode).toBe(200)
  })
})

describe('GET /campaigns/{id}/breakdown', () => {
  type Parts = Record<'providers' | 'bounces', { looked: number; isSampled: boolean; list: object[] }>
  const readBreakdown = async (id: string) =>
    (await call(own, ['GET', `/campaigns/${id}/breakdown`])).json<{ data: Parts }>().data

  it('is empty for a draft', async () => {
    const { id } = await buildCampaign(own)
    const nothing = { looked: 0, isSampled: false, list: [] }
    expect(await readBreakdown(id)).toEqual({ providers: nothing, bounces: nothing })
  })

  it('counts by provider and bounces by reason, without test recipients', async () => {
    for (const email of ['a@gmail.com', 'b@googlemail.com', 'c@shop.example', 'nobody@shop.example']) {
      await buildContact(own, { email })
    }
    await buildContact(own, { email: 'delivered@inbox.lettermill.test' })
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    await delivery.drain(refusing('nobody@shop.example'))
    const { providers, bounces } = await readBreakdown(id)
    expect(providers).toEqual({
      looked: 4,
      isSampled: false,
      list: [
        { name: 'Gmail', emails: 2, delivered: 2, bounced: 0, complained: 0 },
        { name: 'shop.example', emails: 2, delivered: 1, bounced: 1, complained: 0 },
      ],
    })
    const mailbox = { code: '5.1.1', reason: 'The mailbox does not exist', count: 1 }
    expect(bounces).toEqual({ looked: 1, isSampled: false, list: [mailbox] })
  })
})

describe('GET /campaigns/{id}/recipients', () => {
  it('shows every recipient once, from all tables, page by page', async () => {
    const contacts = await buildContacts(own, 7)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    expect(await readRecipients(id, { limit: '1' })).toMatchObject({
      total: 7,
      recipients: [{ status: 'QUEUED', emailId: null }],
    })
    await advance(own, id)
    expect(await readRecipients(id, { status: 'QUEUED' })).toMatchObject({ total: 7 })
    await delivery.drain()
    const seen: Recipient[] = []
    let cursor: string | null = null
    do {
      const page: RecipientList = await readRecipients(id, { limit: '3', ...(cursor !== null && { cursor }) })
      seen.push(...page.recipients)
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen.map(({ email }) => email ?? '').toSorted()).toEqual(
      contacts.map(({ email }) => email).toSorted(),
    )
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
    expect(await readRecipients(id, { status: 'QUEUED' })).toMatchObject({ total: 0, recipients: [] })
    expect(await readRecipients(id, { status: 'DELIVERED', limit: '2' })).toMatchObject({
      total: 7,
      hasMore: true,
    })
  })

  it('shows who opened it and who clicked', async () => {
    const [reader, clicker] = [await buildContact(own), await buildContact(own), await buildContact(own)]
    const { id } = await buildCampaign(own)
    await sendThrough(own, delivery, id)
    const { recipients } = await readRecipients(id)
    const visitAs = async ({ id: contactId }: { id: string }, part: string) => {
      const { emailId } = recipients.find((one) => one.contactId === contactId) ?? {}
      const links = await linksIn(own, emailId ?? '')
      await visit(
        own,
        links.find((path) => path.startsWith(part)),
      )
    }
    await visitAs(reader, '/o/')
    await visitAs(clicker, '/c/')
    const read = (await readRecipients(id)).recipients.map(({ contactId, opened, clicked }) => ({
      contactId,
      opened,
      clicked,
    }))
    expect(read).toHaveLength(3)
    expect(read).toContainEqual({ contactId: reader.id, opened: true, clicked: false })
    expect(read.find(({ contactId }) => contactId === clicker.id)?.clicked).toBe(true)
    expect(read.filter(({ opened, clicked }) => opened || clicked)).toHaveLength(2)
  })

  it('shows those who never got an email, and why', async () => {
    const [gone, kept] = [await buildContact(own), await buildContact(own)]
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    await call(own, ['DELETE', `/contacts/${gone.id}`])
    await advance(own, id)
    await act(own, [id, 'cancel'])
    const { recipients, total } = await readRecipients(id, { status: 'CANCELLED' })
    expect(total).toBe(2)
    expect(recipients).toContainEqual({
      contactId: null,
      email: null,
      status: 'CANCELLED',
      reason: 'its contact was deleted',
      emailId: null,
      sentAt: null,
      opened: false,
      clicked: false,
    })
    expect(recipients).toContainEqual(
      expect.objectContaining({ contactId: kept.id, reason: 'the campaign was cancelled' }),
    )
  })

  it('refuses an unknown status, and a cursor of another list', async () => {
    const { id } = await buildCampaign(own)
    const bad = await call(own, ['GET', `/campaigns/${id}/recipients`], { query: { status: 'OPENED' } })
    expect(fieldsOf(bad)).toEqual({ status: 'invalid_enum_value' })
    const foreign = await call(own, ['GET', `/campaigns/${id}/recipients`], { query: { cursor: 'abc' } })
    expect([foreign.statusCode, errorOf(foreign).code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('the search of GET /campaigns/{id}/recipients', () => {
  const ADDRESSES = ['ada@find.example', 'bob@find.example', 'cat@other.example', 'dan@find.example']
  const emailsOf = ({ recipients }: RecipientList) => recipients.map(({ email }) => email ?? '')

  it('finds recipients by a part of their address, before and after their emails are made, page by page', async () => {
    for (const email of ADDRESSES) await buildContact(own, { email })
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    const found = ['ada@find.example', 'bob@find.example', 'dan@find.example']
    const search = '@FIND'
    expect(emailsOf(await readRecipients(id, { search })).toSorted()).toEqual(found)
    expect(await readRecipients(id, { search })).toMatchObject({ total: 3 })
    await advance(own, id)
    expect(await readRecipients(id, { search })).toMatchObject({ total: 3 })
    await delivery.drain()
    const first = await readRecipients(id, { search, limit: '2' })
    const second = await readRecipients(id, { search, limit: '2', cursor: first.cursor ?? '' })
    expect([...emailsOf(first), ...emailsOf(second)].toSorted()).toEqual(found)
    expect([first.total, first.hasMore, second.hasMore]).toEqual([3, true, false])
    expect(await readRecipients(id, { search, status: 'CANCELLED' })).toMatchObject({
      recipients: [],
      total: 0,
    })
    expect(await readRecipients(id, { search: 'nobody' })).toMatchObject({ recipients: [], total: 0 })
    const tooLong = await call(own, ['GET', `/campaigns/${id}/recipients`], {
      query: { search: 'x'.repeat(255) },
    })
    expect(fieldsOf(tooLong)).toEqual({ search: 'too_big' })
  })

  // More contacts than are looked up one by one.
  it('finds a text that most addresses have', async () => {
    await buildContacts(own, 1_001, { emailOf: (n) => `n${n}@many.example` })
    await buildContact(own, { email: 'cat@other.example' })
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    expect(await readRecipients(id, { search: '@many', limit: '1' })).toMatchObject({ total: 1_001 })
    expect((await readRecipients(id, { search: 'n77@many' })).recipients).toHaveLength(1)
  })
})
