import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildForm,
  inFreshProject,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { exhaustRateLimit } from '../../../test/support/rates.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { setProjectDisabled } from '../projects/index.ts'
import { act, buttonOf, look, ONE_CLICK, pageUrl, titleOf } from './fixtures/recipient.ts'

const test = useTestApp()

const isSubscribed = async (email: string) => (await readContact(test, email))?.subscribed

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')

const everything = async () => {
  const { rows } = await sql<{ all: string }>`
    select concat((select md5(string_agg(c::text, ',' order by id)) from contacts as c), ' ',
      (select count(*) from events), ' ', (select count(*) from email_hits), ' ',
      (select md5(string_agg(e::text, ',' order by id)) from all_emails as e)) as all`.execute(
    test.deps.database.db,
  )
  return rows[0]?.all
}

describe('GET /unsubscribe/{token}', () => {
  it('asks, with one button, and says who asks', async () => {
    const fresh = await inFreshProject(test)
    await call(fresh, ['PATCH', '/project'], {
      body: { name: 'Müller & <Söhne>', postalAddress: 'Main Street 1\nSpringfield' },
    })
    const contact = await buildContact(fresh)
    const url = pageUrl(fresh, { purpose: 'unsubscribe', contactId: contact.id })
    const reply = await look(fresh, url)
    expect(reply.statusCode).toBe(200)
    expect(titleOf(reply)).toBe('Unsubscribe?')
    expect(buttonOf(reply).label).toBe('Unsubscribe')
    expect(reply.body.match(/<form/g)).toHaveLength(1)
    expect(reply.body).toContain(contact.email)
    expect(reply.body).toContain('Müller &amp; &lt;Söhne&gt;')
    expect(reply.body).toContain('Main Street 1\nSpringfield')
  })

  it('changes nothing, nor does HEAD, whatever page it is', async () => {
    const contact = await buildContact(test)
    const before = await everything()
    for (const purpose of ['unsubscribe', 'subscribe', 'manage'] as const) {
      const url = pageUrl(test, { purpose, contactId: contact.id })
      expect((await look(test, url)).statusCode).toBe(200)
      expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    }
    expect(await everything()).toBe(before)
  })

  it('has no script, loads nothing, sets no cookie and is not cached', async () => {
    const contact = await buildContact(test)
    const { headers, body } = await look(
      test,
      pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id }),
    )
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).not.toMatch(/<script|<link|<img|<iframe|https?:\/\//)
  })

  it('says so if the contact is already unsubscribed', async () => {
    const contact = await buildContact(test, { subscribed: false })
    const reply = await look(test, pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id }))
    expect(titleOf(reply)).toBe('You are unsubscribed')
  })

  it('is refused with any one character changed', async () => {
    const contact = await buildContact(test)
    const url = pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id })
    const start = '/unsubscribe/'.length
    let tried = 0
    for (let at = start; at < url.length; at += 1) {
      for (const other of CHARACTERS.filter((_, index) => index % 16 === at % 16)) {
        if (other === url[at]) continue
        const changed = url.slice(0, at) + other + url.slice(at + 1)
        const statuses = [await look(test, changed), await act(test, changed)].map((one) => one.statusCode)
        if (statuses.some((status) => status !== 404)) throw new Error(`accepted: ${changed}`)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(250)
    expect(await isSubscribed(contact.email)).toBe(true)
  })

  it('is refused with the token of another page', async () => {
    const contact = await buildContact(test)
    const other = pageUrl(test, { purpose: 'manage', contactId: contact.id })
    const reply = await act(test, other.replace('/manage/', '/unsubscribe/'))
    expect(reply.statusCode).toBe(404)
    expect(titleOf(reply)).toBe('This link is not valid')
    expect(await isSubscribed(contact.email)).toBe(true)
  })
})

describe('POST /unsubscribe/{token}', () => {
  it('acts at once, without a cookie or another page, and offers the way back', async () => {
    const contact = await buildContact(test)
    const reply = await act(test, pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id }))
    expect(reply.statusCode).toBe(200)
    expect(titleOf(reply)).toBe('You are unsubscribed')
    expect(await isSubscribed(contact.email)).toBe(false)
    expect(await readEventNames(test, contact.id)).toEqual(['contact.created', 'contact.unsubscribed'])
    const { url, label } = buttonOf(reply)
    expect(label).toBe('Subscribe again')
    expect(titleOf(await act(test, url))).toBe('You are subscribed')
    expect(await isSubscribed(contact.email)).toBe(true)
  })

  it('names the email in its event', async () => {
    const contact = await buildContact(test)
    const emailId = randomUUID()
    const ids = [test.project.projectId, contact.id, emailId]
    await act(test, `/unsubscribe/${createLinkTokens(test.deps.secrets).make('unsubscribe', { ids })}`)
    const { rows } = await sql`
      select email_id from events where contact_id = ${contact.id} and name = 'contact.unsubscribed'`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ email_id: emailId }])
  })

  it.each([
    ['a form', ONE_CLICK],
    [
      'a form of parts',
      (() => {
        const { body, headers } = buildForm({ fields: { 'List-Unsubscribe': 'One-Click' } })
        return { payload: body, headers }
      })(),
    ],
    ['nothing', {}],
    ['an empty form', { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    [
      'JSON',
      { payload: '{"List-Unsubscribe":"One-Click"}', headers: { 'content-type': 'application/json' } },
    ],
    ['broken JSON', { payload: '{', headers: { 'content-type': 'application/json' } }],
    ['text', { payload: 'x', headers: { 'content-type': 'text/plain; charset=latin1' } }],
    ['a table', { payload: 'a,b', headers: { 'content-type': 'text/csv' } }],
    ['a type that is none', { payload: 'x', headers: { 'content-type': 'nonsense' } }],
    ['no type', { payload: 'x' }],
  ])('takes %s', async (_what, body) => {
    const contact = await buildContact(test)
    const reply = await act(test, pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id }), body)
    expect(reply.statusCode).toBe(200)
    expect(await isSubscribed(contact.email)).toBe(false)
  })

  it('does not take a body without end', async () => {
    const contact = await buildContact(test)
    const url = pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id })
    const reply = await act(test, url, {
      payload: 'x'.repeat(70_000),
      headers: { 'content-type': 'text/plain' },
    })
    expect(reply.statusCode).toBe(413)
  })

  it('is one event however often and however many at once', async () => {
    const contact = await buildContact(test)
    const url = pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id })
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(test, url)))
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(await readEventNames(test, contact.id)).toEqual(['contact.created', 'contact.unsubscribed'])
  })

  it('works for a project that is disabled', async () => {
    const fresh = await inFreshProject(test)
    const contact = await buildContact(fresh)
    const { db } = test.deps.database
    const { projectId } = fresh.project
    await setProjectDisabled(db, { projectId, isDisabled: true, now: test.clock.now() })
    const reply = await act(fresh, pageUrl(fresh, { purpose: 'unsubscribe', contactId: contact.id }))
    expect(titleOf(reply)).toBe('You are unsubscribed')
    const { rows } = await sql`select subscribed from contacts where id = ${contact.id}`.execute(db)
    expect(rows).toEqual([{ subscribed: false }])
  })

  it('is a friendly page for a deleted contact, and for a copy without a contact', async () => {
    const contact = await buildContact(test)
    await call(test, ['DELETE', `/contacts/${contact.id}`])
    const tokens = createLinkTokens(test.deps.secrets)
    const copy = tokens.make('unsubscribe', { ids: [test.project.projectId, randomUUID()] })
    const unknown = tokens.make('unsubscribe', { ids: [randomUUID(), randomUUID(), randomUUID()] })
    const urls = [pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id }), `/unsubscribe/${copy}`]
    for (const url of [...urls, `/unsubscribe/${unknown}`]) {
      for (const reply of [await look(test, url), await act(test, url)]) {
        expect(reply.statusCode).toBe(200)
        expect(titleOf(reply)).toBe('You are not on the list')
        expect(buttonOf(reply).url).toBe('')
      }
    }
  })

  it('reaches the contact of its own project only', async () => {
    const contact = await buildContact(test)
    const foreign = pageUrl(
      { ...test, project: test.other },
      { purpose: 'unsubscribe', contactId: contact.id },
    )
    expect(titleOf(await act(test, foreign))).toBe('You are not on the list')
    expect(await isSubscribed(contact.email)).toBe(true)
  })

  it('answers another method with 405', async () => {
    const url = pageUrl(test, { purpose: 'unsubscribe', contactId: randomUUID() })
    const reply = await test.app.inject({ method: 'PUT', url })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, POST')
  })
})

describe('/subscribe/{token}', () => {
  it('asks first, and acts on POST', async () => {
    const contact = await buildContact(test, { subscribed: false })
    const url = pageUrl(test, { purpose: 'subscribe', contactId: contact.id })
    expect(titleOf(await look(test, url))).toBe('Subscribe?')
    expect(await isSubscribed(contact.email)).toBe(false)
    expect(titleOf(await act(test, url))).toBe('You are subscribed')
    expect(await isSubscribed(contact.email)).toBe(true)
    expect(await readEventNames(test, contact.id)).toEqual(['contact.created', 'contact.subscribed'])
  })
})

describe('the language of a page', () => {
  const titleFor = async (
    data: Record<string, unknown>,
    headers: Record<string, string> = {},
    locale = 'en',
  ) => {
    const fresh = await inFreshProject(test)
    await call(fresh, ['PATCH', '/project'], { body: { locale } })
    const contact = await buildContact(fresh, { data })
    return look(fresh, pageUrl(fresh, { purpose: 'unsubscribe', contactId: contact.id }), headers)
  }

  it("is the contact's, then the project's, then the browser's", async () => {
    const german = { 'accept-language': 'de' }
    expect(titleOf(await titleFor({ locale: 'ja-JP' }, german, 'fr'))).toBe('配信を停止しますか？')
    expect(titleOf(await titleFor({ locale: 'tlh' }, german, 'fr'))).toBe('Se désabonner ?')
    expect(titleOf(await titleFor({}, german, 'fi'))).toBe('Abmelden?')
    expect(titleOf(await titleFor({ locale: 7 }, {}, 'fi'))).toBe('Unsubscribe?')
  })

  it('is the one that the link asks for, and stays it', async () => {
    const contact = await buildContact(test)
    const url = pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id })
    const asked = await look(test, `${url}?lang=nl`)
    expect(titleOf(asked)).toBe('Afmelden?')
    const left = await act(test, buttonOf(asked).url)
    expect(titleOf(left)).toBe('U bent afgemeld')
    expect(titleOf(await act(test, buttonOf(left).url))).toBe('U bent aangemeld')
    for (const other of ['tlh', '', 'x'.repeat(10_000), 'nl&lang=de', '%3Cb%3E']) {
      expect(titleOf(await look(test, `${url}?lang=${other}`))).toBe('Unsubscribe?')
    }
  })

  it('is written from right to left where it has to be', async () => {
    const { body } = await titleFor({ locale: 'ar' })
    expect(body).toContain('<html lang="ar" dir="rtl">')
  })

  it('of a bad link is what the browser asks for', async () => {
    const reply = await look(test, '/unsubscribe/x', { 'accept-language': 'tlh, nl;q=0.3, sv;q=0.8, de;q=0' })
    expect(reply.statusCode).toBe(404)
    expect(titleOf(reply)).toBe('Länken är inte giltig')
  })
})

it('the preview of a template leads to a page that says so', async () => {
  expect(titleOf(await look(test, '/unsubscribe/preview'))).toBe('This link is not valid')
})

it('a client that sends too many requests is asked to wait, from any address of its network; others are not', async () => {
  const contact = await buildContact(test)
  const url = pageUrl(test, { purpose: 'unsubscribe', contactId: contact.id })
  const remoteAddress = '2001:db8:7:8:9::1'
  await exhaustRateLimit(test, 'page:2001:db8:7:8::/64')
  const busy = await test.app.inject({ method: 'POST', url, remoteAddress })
  expect(busy.statusCode).toBe(429)
  expect(busy.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(titleOf(busy)).toBe('Please try again in a minute')
  expect(await isSubscribed(contact.email)).toBe(true)
  expect((await act(test, url)).statusCode).toBe(200)
})
