// The preference page over HTTP: what it shows, and what a form changes.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail, readContact } from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { buildTopic } from '../../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../../test/support/feature-steps.ts'
import { exhaustRateLimit } from '../../../../test/support/rates.ts'
import { call } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { readCounter } from '../../../platform/db/counters.ts'
import type { CampaignId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import {
  act,
  buttonOf,
  fieldsOfForm,
  look,
  otherButtonOf,
  pageUrl,
  submit,
  titleOf,
} from '../fixtures/recipient.ts'

const test = useTestApp()

const DAY = 86_400_000
const WRITTEN = {
  payload: 'pause=90&topic.news=on',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

const campaignId = randomUUID() as CampaignId

let app: TestApp
let news: TopicRecord
let contact: ContactRecord
let emailId: string
let url: string
beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news', name: 'News', description: 'Once a month.' })
  await buildTopic(app, { key: 'offers', name: 'Offers', optIn: 'explicit' })
  await buildTopic(app, { key: 'staff', name: 'Staff only', isPublic: false })
  contact = await buildContact(app)
  const stored = { status: 'SENT', topic_id: news.id, campaign_id: campaignId, sent_at: test.clock.now() }
  emailId = await makeEmail(app, { lane: 'marketing', contactId: contact.id, address: contact.email, stored })
  const ids = [app.project.projectId, contact.id, emailId]
  url = `/manage/${createLinkTokens(test.deps.secrets).make('manage', { ids })}`
})

const read = async () => {
  const { subscribed, topics, pausedUntil } = (await readContact(app, contact.email)) ?? {}
  return { subscribed, topics, pausedUntil }
}
const patch = (body: Record<string, unknown>) => call(app, ['PATCH', `/contacts/${contact.id}`], { body })
const form = async () => fieldsOfForm(await look(app, url))
const events = async () => {
  const { rows } = await sql<{ name: string; email_id: string; data: object }>`
    select name, email_id, data from events where contact_id = ${contact.id} and name <> 'contact.created'
    order by id`.execute(test.deps.database.db)
  return rows
}
/** How many days are left of the pause, as the contact shows it. */
const daysLeft = async () =>
  Math.round((Date.parse((await read()).pausedUntil ?? '') - test.clock.now().getTime()) / DAY)
const isShown = (reply: Reply, text: string) => reply.body.includes(text)

describe('GET /manage/{token}', () => {
  it('shows the public topics as they are now, implied ones included', async () => {
    const reply = await look(app, url)
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Your email preferences'])
    expect(isShown(reply, 'Once a month.')).toBe(true)
    expect(isShown(reply, 'Staff only')).toBe(false)
    expect(Object.fromEntries(fieldsOfForm(reply))).toEqual({
      'shown.news': 'on',
      'topic.news': 'on',
      'shown.offers': 'off',
      pause: 'keep',
    })
    expect(isShown(reply, 'End the pause')).toBe(false)
    await patch({ topics: { news: false, offers: true } })
    expect(Object.fromEntries(await form())).toEqual({
      'shown.news': 'off',
      'shown.offers': 'on',
      'topic.offers': 'on',
      pause: 'keep',
    })
  })

  it('changes nothing, nor does HEAD', async () => {
    const stored = async () => {
      const { rows } = await sql`select c::text, (select count(*) from events) from contacts as c
        where id = ${contact.id}`.execute(test.deps.database.db)
      return rows
    }
    const before = await stored()
    await look(app, `${url}?pause=90&topic.offers=on&saved=true&action=leave`)
    expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    expect(await stored()).toEqual(before)
  })

  it('has no script, loads nothing, is not cached and not indexed', async () => {
    await call(app, ['PATCH', '/project'], { body: { brandColor: '#0f766e' } })
    const { headers, body } = await look(app, url)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).toContain('--act: #0f766e')
    expect(body).not.toMatch(/<script|<link|<img|<iframe|style=|https?:\/\//)
  })

  it('shows the end of a pause, and offers to end it', async () => {
    await patch({ pausedUntil: new Date(test.clock.now().getTime() + 400 * DAY).toISOString() })
    const { pausedUntil } = await read()
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
    const reply = await look(app, url)
    expect(isShown(reply, `Stay paused until ${date.format(Date.parse(pausedUntil ?? ''))}`)).toBe(true)
    expect(isShown(reply, 'End the pause now')).toBe(true)
  })

  it('is in the language of the browser, or in the chosen one, and names all', async () => {
    await call(app, ['PATCH', '/project'], { body: { locale: 'fr' } })
    const title = async (query: string, header: string) =>
      titleOf(await look(app, url + query, { 'accept-language': header }))
    expect(await title('', 'de-AT,en;q=0.5')).toBe('Ihre E-Mail-Einstellungen')
    expect(await title('?lang=nl', 'de')).toBe('Uw e-mailvoorkeuren')
    expect(await title('?lang=tlh', 'de')).toBe('Ihre E-Mail-Einstellungen')
    expect(await title('', 'fi')).toBe('Vos préférences d’e-mail')
    await patch({ data: { locale: 'ja' } })
    expect(await title('', '')).toBe('メール配信の設定')
    const reply = await look(app, `${url}?lang=ar`)
    expect(reply.body.match(/hreflang="/g)).toHaveLength(11)
    expect(isShown(reply, '<html lang="ar" dir="rtl">')).toBe(true)
    expect(isShown(reply, '<form method="post" action="?lang=ar">')).toBe(true)
  })

  it('leads back for somebody who has unsubscribed', async () => {
    const [leave = '', label] = otherButtonOf(await look(app, `${url}?lang=en`))
    expect(label).toBe('Unsubscribe from everything')
    expect(titleOf(await act(app, leave, {}))).toBe('You are unsubscribed')
    const left = await look(app, url)
    expect(titleOf(left)).toBe('You are unsubscribed')
    const joined = await act(app, buttonOf(left).url, {})
    expect(titleOf(joined)).toBe('You are subscribed')
    const [, back = ''] = /<a href="\.\.([^"]+)">Choose what you receive</.exec(joined.body) ?? []
    expect(titleOf(await look(app, back))).toBe('Your email preferences')
    expect(await read()).toMatchObject({ subscribed: true, topics: {} })
  })

  it('is the target of a link on the unsubscribe page', async () => {
    const page = pageUrl(app, { purpose: 'unsubscribe', contactId: contact.id })
    expect((await look(app, page)).body).toMatch(
      /href="\.\.\/manage\/[\w-]+\?lang=en">Choose what you receive</,
    )
  })

  it('is a friendly page for a deleted contact, a copy without one, and a project that is gone', async () => {
    await call(app, ['DELETE', `/contacts/${contact.id}`])
    const tokens = createLinkTokens(test.deps.secrets)
    const copy = tokens.make('manage', { ids: [app.project.projectId, randomUUID()] })
    const unknown = tokens.make('manage', { ids: [randomUUID(), randomUUID(), randomUUID()] })
    for (const one of [url, `/manage/${copy}`, `/manage/${unknown}`]) {
      for (const reply of [await look(app, one), await submit(app, one, [['pause', '30']])]) {
        expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'You are not on the list'])
      }
    }
  })

  it('refuses links of other pages and altered ones, by GET and by POST', async () => {
    const other = pageUrl(app, { purpose: 'unsubscribe', contactId: contact.id })
    for (const bad of [other.replace('/unsubscribe/', '/manage/'), `${url}x`, '/manage/preview']) {
      for (const reply of [await look(app, bad), await act(app, bad, WRITTEN)]) {
        expect([reply.statusCode, titleOf(reply)]).toEqual([404, 'This link is not valid'])
      }
    }
    expect(await read()).toEqual({ subscribed: true, topics: {}, pausedUntil: null })
  })

  it('reaches the contact of its own project only', async () => {
    const foreign = pageUrl({ ...app, project: test.other }, { purpose: 'manage', contactId: contact.id })
    const reply = await submit(app, foreign, [['pause', '30']])
    expect(titleOf(reply)).toBe('You are not on the list')
    expect((await read()).pausedUntil).toBeNull()
  })
})

describe('POST /manage/{token}', () => {
  it('leads to the page, which says that it is saved, in the same language', async () => {
    const reply = await act(app, `${url}?lang=de`, WRITTEN)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '?saved=true&lang=de'])
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(isShown(await look(app, `${url}?saved=true&lang=de`), 'Ihre Auswahl ist gespeichert.')).toBe(true)
    expect(isShown(await look(app, url), 'saved.')).toBe(false)
  })

  it('writes nothing if nothing was changed: being in a topic does not become a choice', async () => {
    await submit(app, url, await form())
    expect(await read()).toEqual({ subscribed: true, topics: {}, pausedUntil: null })
    expect(await events()).toEqual([])
  })

  it('leaves and joins topics, with one event each that names the email', async () => {
    const fields = await form()
    fields.delete('topic.news')
    fields.set('topic.offers', 'on')
    await submit(app, url, fields)
    expect(await read()).toEqual({
      subscribed: true,
      topics: { news: false, offers: true },
      pausedUntil: null,
    })
    expect(await events()).toMatchObject([
      { name: 'contact.topic_left', email_id: emailId, data: { topic: 'news' } },
      { name: 'contact.topic_joined', email_id: emailId, data: { topic: 'offers' } },
    ])
  })

  it('acts once, however often and however many at once', async () => {
    const fields = await form()
    fields.delete('topic.news')
    fields.set('topic.offers', 'on')
    await Promise.all(Array.from({ length: 8 }, () => submit(app, url, fields)))
    expect(await events()).toHaveLength(2)
    const { contacts } = (await call(app, ['GET', `/topics/${news.id}`])).json<TopicRecord>()
    expect(contacts).toEqual({ in: 0, out: 1 })
  })

  it('keeps what was changed elsewhere meanwhile', async () => {
    const fields = await form()
    await patch({ topics: { news: false } })
    fields.set('topic.offers', 'on')
    await submit(app, url, fields)
    expect((await read()).topics).toEqual({ news: false, offers: true })
  })

  it('does not unsubscribe who leaves all topics', async () => {
    await submit(app, url, [['shown.news', 'on']])
    expect(await read()).toMatchObject({ subscribed: true, topics: { news: false } })
  })

  it('pauses, changes the pause, and ends it', async () => {
    const shown = await submit(app, url, [['pause', '30']])
    expect(isShown(shown, 'Stay paused until')).toBe(true)
    expect(await daysLeft()).toBe(30)
    await submit(app, url, [['pause', 'keep']])
    expect(await daysLeft()).toBe(30)
    await submit(app, url, [['pause', '90']])
    expect(await daysLeft()).toBe(90)
    await submit(app, url, [['pause', 'end']])
    expect(await read()).toEqual({ subscribed: true, topics: {}, pausedUntil: null })
    expect(await events()).toEqual([])
  })

  it('ignores topics that are deleted or not for people, and fields that it does not know', async () => {
    const fields = await form()
    await call(app, ['DELETE', `/topics/${news.id}`])
    fields.delete('topic.news')
    fields.set('topic.offers', 'on')
    for (const key of ['staff', 'none', '__proto__', 'constructor']) {
      fields.set(`shown.${key}`, 'off').set(`topic.${key}`, 'on')
    }
    fields.set('subscribed', 'false').set('pause', '36500').set('shown.offers', 'off')
    await submit(app, url, fields)
    expect(await read()).toEqual({ subscribed: true, topics: { offers: true }, pausedUntil: null })
  })

  it('needs the state that was shown to tell a change', async () => {
    await submit(app, url, [
      ['topic.offers', 'on'],
      ['shown.news', 'maybe'],
    ])
    expect((await read()).topics).toEqual({})
  })

  it.each([
    ['nothing', {}],
    ['JSON', { payload: '{"pause":30}', headers: { 'content-type': 'application/json' } }],
    ['bytes that are no text', { payload: Buffer.from([0xff, 0x00, 0x3d, 0xff]) }],
    ['a thousand fields', { payload: 'a&'.repeat(1_000) }],
  ])('takes %s, and changes nothing', async (_what, body) => {
    expect((await act(app, url, body)).statusCode).toBe(303)
    expect(await read()).toEqual({ subscribed: true, topics: {}, pausedUntil: null })
  })

  it('does not take a body without end', async () => {
    expect((await act(app, url, { payload: 'x'.repeat(70_000) })).statusCode).toBe(413)
  })

  it('saves the choices of somebody who has unsubscribed meanwhile', async () => {
    const fields = await form()
    await patch({ subscribed: false })
    fields.delete('topic.news')
    expect(titleOf(await submit(app, url, fields))).toBe('You are unsubscribed')
    expect(await read()).toMatchObject({ subscribed: false, topics: { news: false } })
  })

  it('counts leaving the topic of the email for its campaign, once, and no other topic', async () => {
    await patch({ topics: { offers: true } })
    const count = async () =>
      (
        await readCounter(test.deps.database.db, { projectId: app.project.projectId, counter: 'campaigns' })
      ).get(`${campaignId} unsubscribed`) ?? 0
    const fields = await form()
    fields.delete('topic.offers')
    await submit(app, url, fields)
    expect(await count()).toBe(0)
    fields.delete('topic.news')
    for (let times = 0; times < 2; times += 1) await submit(app, url, fields)
    expect(await count()).toBe(1)
  })

  it('asks a client with too many requests to wait', async () => {
    await exhaustRateLimit(test, 'page:2001:db8:7:9::/64')
    const busy = await test.app.inject({ method: 'POST', url, remoteAddress: '2001:db8:7:9::1', ...WRITTEN })
    expect([busy.statusCode, titleOf(busy)]).toEqual([429, 'Please try again in a minute'])
    expect((await read()).pausedUntil).toBeNull()
  })
})
