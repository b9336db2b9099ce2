// Opens and clicks as they come in, who clicked what, and a campaign against earlier ones.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { buildCampaign, later, readStatistics, sendThrough } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HUMAN = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

type SentEmail = { id: string; address: string; contact_id: string }

async function readEmails(campaignId: string): Promise<SentEmail[]> {
  const { rows } = await sql<SentEmail>`
    select id, address, contact_id from emails where campaign_id = ${campaignId} order by id`.execute(
    own.deps.database.db,
  )
  return rows
}

async function click({ id }: SentEmail, number: number, afterMs = 10 * MINUTE_MS): Promise<void> {
  const token = createLinkTokens(own.deps.secrets).make('click', { ids: [own.project.projectId, id], number })
  await later(own, afterMs, () => own.app.inject({ method: 'GET', url: `/c/${token}`, headers: HUMAN }))
}

type ClickPage = {
  clicks: { contactId: string; email: string; emailId: string; clickedAt: string }[]
  cursor: string | null
  total: number | null
}

const getClicks = (id: string, query: Record<string, string>) =>
  call(own, ['GET', `/campaigns/${id}/clicks`], { query })

const LINKS = {
  body: '<a href="https://shop.test/a">A</a> <a href="https://shop.test/b">B</a> <a href="https://shop.test/a">A again</a>',
}

async function sendTo(count: number, fields: object = {}): Promise<{ id: string; emails: SentEmail[] }> {
  await buildContacts(own, count)
  const { id } = await buildCampaign(own, { ...fields })
  await sendThrough(own, delivery, id)
  return { id, emails: await readEmails(id) }
}

describe('the first day of GET /campaigns/{id}/stats', () => {
  it('has ten minutes for a day, and hours afterwards, with those of people apart', async () => {
    const { id, emails } = await sendTo(3)
    const [first, second, third] = emails
    if (!first || !second || !third) throw new Error('three emails were sent')
    await click(first, 0)
    await click(second, 0)
    await click(third, 0, 3 * DAY_MS)
    const { firstDay, timeline, humanClicks } = await readStatistics(own, id)
    expect(humanClicks).toBe(3)
    const sum = (rows: readonly Record<'clicked' | 'humanClicks', number>[]) =>
      rows.reduce((total, { clicked, humanClicks: human }) => total + clicked * 10 + human, 0)
    expect(sum(firstDay)).toBe(22)
    expect(sum(timeline)).toBe(33)
    expect(firstDay.map(({ at }) => at).every((at) => /:[0-5]0:00\.000Z$/.test(at))).toBe(true)
    expect(timeline.map(({ at }) => at).every((at) => at.endsWith(':00:00.000Z'))).toBe(true)
  })
})

describe('GET /campaigns/{id}/clicks', () => {
  it('lists who clicked a link, each once, in pages', async () => {
    const { id, emails } = await sendTo(4, LINKS)
    const [first, second, third] = emails
    if (!first || !second || !third) throw new Error('four emails were sent')
    await click(first, 0)
    await click(first, 2)
    await click(second, 0)
    await click(third, 1)
    const all = (await getClicks(id, { url: 'https://shop.test/a' })).json<ClickPage>()
    expect(all).toMatchObject({
      clicks: [
        { email: first.address, emailId: first.id, contactId: first.contact_id },
        { email: second.address },
      ],
      cursor: null,
      total: 2,
    })
    const page = (await getClicks(id, { url: 'https://shop.test/a', limit: '1' })).json<ClickPage>()
    expect(page.clicks.map(({ email }) => email)).toEqual([first.address])
    const next = await getClicks(id, { url: 'https://shop.test/a', limit: '1', cursor: page.cursor ?? '' })
    expect(next.json<ClickPage>()).toMatchObject({ clicks: [{ email: second.address }], cursor: null })
    const foreign = await getClicks(id, { url: 'https://shop.test/b', cursor: page.cursor ?? '' })
    expect(errorOf(foreign).code).toBe('BAD_REQUEST')
    const other = (await getClicks(id, { url: 'https://shop.test/b' })).json<ClickPage>()
    expect([other.clicks.map(({ email }) => email), other.total]).toEqual([[third.address], 1])
    const none = await getClicks(id, { url: 'https://shop.test/unknown', total: 'false' })
    expect(none.json<ClickPage>()).toMatchObject({ clicks: [], total: null })
  })

  it('are the contacts of the filter on that link', async () => {
    const { id, emails } = await sendTo(3, LINKS)
    const [first] = emails
    if (!first) throw new Error('three emails were sent')
    await click(first, 1)
    const [link] = (await readStatistics(own, id)).links
    const conditions = [
      { field: 'emailActivity.clicked', operator: 'triggered', campaignId: id, link: { equals: link?.url } },
    ]
    const body = { filters: { operator: 'AND', conditions } }
    const preview = await call(own, ['POST', '/segments/preview'], { body })
    expect(preview.json<{ sample: { email: string }[] }>().sample.map(({ email }) => email)).toEqual([
      first.address,
    ])
  })

  it('is empty for a draft and for test recipients, and keeps the rows of deleted contacts', async () => {
    const { id: draft } = await buildCampaign(own)
    expect((await getClicks(draft, { url: 'https://shop.test/a' })).json()).toMatchObject({
      clicks: [],
      total: 0,
    })
    const contact = await buildContact(own)
    await buildContact(own, { email: 'clicked@inbox.lettermill.test' })
    const { id } = await buildCampaign(own, LINKS)
    await sendThrough(own, delivery, id)
    for (const email of await readEmails(id)) await click(email, 1)
    await call(own, ['DELETE', `/contacts/${contact.id}`])
    const { clicks, total } = (await getClicks(id, { url: 'https://shop.test/b' })).json<ClickPage>()
    expect([clicks.length, clicks[0]?.contactId, total]).toEqual([1, null, 1])
    expect(clicks[0]?.email).not.toBe(contact.email)
  })

  it('refuses a missing and a long URL, and needs a key of the project', async () => {
    const { id } = await buildCampaign(own)
    expect(fieldsOf(await getClicks(id, {}))).toEqual({ url: 'required' })
    expect(fieldsOf(await getClicks(id, { url: '' }))).toEqual({ url: 'too_small' })
    expect(fieldsOf(await getClicks(id, { url: 'x'.repeat(2001) }))).toEqual({ url: 'too_big' })
    expect((await getClicks(UNKNOWN, { url: 'x' })).statusCode).toBe(404)
    const statusWith = async (key: string | null) =>
      (await call(own, ['GET', `/campaigns/${id}/clicks`], { query: { url: 'x' }, key })).statusCode
    expect(await statusWith(null)).toBe(401)
    expect(await statusWith(own.project.publicKey)).toBe(403)
    expect(await statusWith(test.project.secretKey)).toBe(404)
  })
})

describe('GET /campaigns/{id}/comparison', () => {
  const compare = async (id: string, options = {}) =>
    call(own, ['GET', `/campaigns/${id}/comparison`], options)

  it('compares with up to ten that were sent before', async () => {
    await buildContacts(own, 2)
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) {
      const { id } = await buildCampaign(own)
      await sendThrough(own, delivery, id)
      const [first, second] = await readEmails(id)
      if (count > 0 && first) await click(first, 0)
      if (count === 3 && second) await click(second, 0)
      ids.push(id)
    }
    const [first = '', , third = '', last = ''] = ids
    expect((await compare(first)).json()).toEqual({ success: true, data: { compared: 0, rates: null } })
    expect((await compare(third)).json()).toMatchObject({ data: { compared: 2, rates: null } })
    expect((await compare(last)).json()).toMatchObject({
      data: {
        compared: 3,
        rates: {
          clickRate: { own: 1, median: 0.5, place: 1, of: 4 },
          bounceRate: { own: 0, median: 0, place: 1, of: 4 },
        },
      },
    })
  })

  it('is empty for a draft, and needs a key of the project', async () => {
    const { id } = await buildCampaign(own)
    expect((await compare(id)).json()).toMatchObject({ data: { compared: 0, rates: null } })
    expect((await compare(UNKNOWN)).statusCode).toBe(404)
    expect((await compare(id, { key: null })).statusCode).toBe(401)
    expect((await compare(id, { key: own.project.publicKey })).statusCode).toBe(403)
    expect((await compare(id, { key: test.project.secretKey })).statusCode).toBe(404)
  })
})
