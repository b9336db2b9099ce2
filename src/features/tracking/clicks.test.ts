import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { exhaustRateLimit } from '../../../test/support/rates.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  clickToken,
  makeTrackedEmail,
  openToken,
  readHits,
  readEmailEvents,
  readTallies,
  visit,
} from './fixtures/tracked-email.ts'

const test = useTestApp()

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')

/** Rows of everything that a scanner must not change. */
const fingerprint = async () => {
  const { rows } = await sql<{ contacts: string; emails: string; events: number }>`
    select (select md5(string_agg(c::text, ',' order by id)) from contacts as c) as contacts,
      (select md5(string_agg(e::text, ',' order by id)) from all_emails as e) as emails,
      (select count(*) from events where name like 'contact.%') as events`.execute(test.deps.database.db)
  return rows[0]
}

describe('GET /c/{token}', () => {
  it('leads to the address of the link, and records an event', async () => {
    const fresh = await inFreshProject(test)
    const contact = await buildContact(fresh)
    const emailId = await makeTrackedEmail(fresh, { contactId: contact.id })
    const reply = await visit(fresh, `/c/${clickToken(fresh, emailId, 1)}`)
    expect(reply.statusCode).toBe(302)
    expect(reply.headers).toMatchObject({ location: 'https://shop.test/b', 'cache-control': 'no-store' })
    expect(await readEmailEvents(fresh, emailId)).toMatchObject([
      {
        name: 'email.clicked',
        contactId: contact.id,
        data: { url: 'https://shop.test/b', link: 1, verdict: 'human' },
      },
    ])
    const shown = (await call(fresh, ['GET', `/emails/${emailId}`])).json<{
      events: { type: string; data: object }[]
    }>()
    expect(shown.events.filter(({ type }) => type === 'clicked')).toMatchObject([
      { data: { url: 'https://shop.test/b' } },
    ])
    expect(await readTallies(fresh)).toEqual({ clicked: 1, human_clicked: 1 })
  })

  it('records an event per link once, and counts the email once', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    for (const link of [0, 0, 1, 1]) {
      await visit(fresh, `/c/${clickToken(fresh, emailId, link)}`)
      fresh.clock.advance(120_000)
    }
    expect(await readHits(fresh, emailId)).toHaveLength(4)
    const events = await readEmailEvents(fresh, emailId)
    expect(events.map(({ data }) => data.link)).toEqual([0, 1])
    expect(await readTallies(fresh)).toEqual({ clicked: 1, human_clicked: 1 })
  })

  it('fills in the values of the email and of its contact', async () => {
    const contact = await buildContact(test, { data: { plan: 'gold & more', city: 'Köln' } })
    const html =
      '<a href="https://shop.test/{{ order }}/x?p={{ plan | url_encode }}&amp;c={{ data.city }}&amp;e={{ email }}">x</a>'
    const emailId = await makeTrackedEmail(test, { html, contactId: contact.id, variables: { order: 'A 1' } })
    const reply = await visit(test, `/c/${clickToken(test, emailId)}`)
    expect(reply.headers.location).toBe(
      `https://shop.test/A%201/x?p=gold+%26+more&c=K%C3%B6ln&e=${contact.email}`,
    )
  })

  it.each([
    '//evil.test/',
    'https://evil.test/',
    '@evil.test',
    '\r\nlocation: https://evil.test/',
    '\\\\evil.test\\',
    '../../..//evil.test',
    'javascript:alert(1)',
    '\u0000',
    '%0d%0aset-cookie:a=b',
  ])('stays at its host whatever a value says: %j', async (path) => {
    const html = '<a href="https://shop.test/{{ path }}">x</a>'
    const emailId = await makeTrackedEmail(test, {
      html,
      variables: { path: path.replaceAll('\0', '') },
    })
    const reply = await visit(test, `/c/${clickToken(test, emailId)}`)
    expect(reply.statusCode).toBe(302)
    expect(new URL(reply.headers.location ?? '').host).toBe('shop.test')
    expect(reply.headers.location).not.toMatch(/[\s\r\n]/)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('never leads anywhere for a token with one character changed', async () => {
    const emailId = await makeTrackedEmail(test)
    const token = clickToken(test, emailId)
    let tried = 0
    for (let at = 0; at < token.length; at += 1) {
      for (const other of CHARACTERS.filter((_, index) => index % 8 === at % 8)) {
        if (other === token[at]) continue
        const reply = await visit(test, `/c/${token.slice(0, at)}${other}${token.slice(at + 1)}`)
        const isRefused = reply.statusCode === 404 && reply.headers.location === undefined
        if (!isRefused) throw new Error(`led on: ${at} ${other}`)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(500)
    expect(await readHits(test, emailId)).toEqual([])
  })

  it.each([
    ['a pixel', (id: never) => openToken(test, id)],
    ['a link that the email does not have', (id: never) => clickToken(test, id, 9)],
    ['an address', () => encodeURIComponent('https://evil.test/')],
    ['nothing', () => 'x'],
  ])('is a plain page for the token of %s', async (_what, tokenOf) => {
    const emailId = await makeTrackedEmail(test)
    const reply = await visit(test, `/c/${tokenOf(emailId as never)}?url=https://evil.test/`)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers.location).toBeUndefined()
    expect(reply.body).toContain('This link is not valid')
  })

  it('is a plain page when the email is gone, or belongs to another project', async () => {
    const emailId = await makeTrackedEmail(test)
    const foreign = clickToken({ ...test, project: test.other }, emailId)
    expect((await visit(test, `/c/${foreign}`)).statusCode).toBe(404)
    await sql`delete from emails where id = ${emailId}`.execute(test.deps.database.db)
    expect((await visit(test, `/c/${clickToken(test, emailId)}`)).statusCode).toBe(404)
  })
})

describe('a scanner', () => {
  it('that follows every link of an email at once is a machine, from its first link on', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    await Promise.all([0, 1, 2, 3].map((link) => visit(fresh, `/c/${clickToken(fresh, emailId, link)}`)))
    const hits = await readHits(fresh, emailId)
    expect(hits).toHaveLength(4)
    expect(hits.every(({ verdict }) => verdict === 'machine')).toBe(true)
    expect(await readTallies(fresh)).toEqual({ clicked: 1 })
  })

  it('that one request reveals is a machine with all its requests, and no other client is', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    await visit(fresh, `/c/${clickToken(fresh, emailId, 0)}`, { ip: '192.0.2.9' })
    fresh.clock.advance(20_000)
    await visit(fresh, `/c/${clickToken(fresh, emailId, 1)}`, { ip: '192.0.2.1' })
    fresh.clock.advance(20_000)
    await visit(fresh, `/c/${clickToken(fresh, emailId, 2)}`, { ip: '192.0.2.9', method: 'HEAD' })
    expect(await readHits(fresh, emailId)).toMatchObject([
      { link: 0, verdict: 'machine', reasons: ['with_machine'] },
      { link: 1, verdict: 'human' },
      { link: 2, verdict: 'machine', reasons: ['head_request'] },
    ])
    const events = await readEmailEvents(fresh, emailId)
    expect(events.map(({ data }) => data.link)).toEqual([0, 1, 2])
    expect(await readTallies(fresh)).toEqual({ clicked: 1, human_clicked: 1 })
  })

  it('corrects the count of its first click', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    await visit(fresh, `/c/${clickToken(fresh, emailId, 0)}`)
    expect(await readTallies(fresh)).toEqual({ clicked: 1, human_clicked: 1 })
    await visit(fresh, `/c/${clickToken(fresh, emailId, 1)}`, { agent: 'curl/8' })
    expect(await readTallies(fresh)).toEqual({ clicked: 1 })
  })

  it('by GET and HEAD changes nothing but its own record', async () => {
    const contact = await buildContact(test)
    const emailId = await makeTrackedEmail(test, { contactId: contact.id })
    const before = await fingerprint()
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/o/${openToken(test, emailId)}`, `/c/${clickToken(test, emailId)}`]) {
        await visit(test, url, { method, agent: 'Barracuda Sentinel (EE)' })
      }
    }
    expect(await fingerprint()).toEqual(before)
    const hits = await readHits(test, emailId)
    expect(hits.map(({ verdict }) => verdict)).toEqual(['machine', 'machine', 'machine', 'machine'])
  })

  it('by HEAD is led on like a reader', async () => {
    const emailId = await makeTrackedEmail(test)
    const reply = await visit(test, `/c/${clickToken(test, emailId)}`, { method: 'HEAD' })
    expect(reply.headers.location).toBe('https://shop.test/a')
  })
})

it('a prefetching browser is not a reader', async () => {
  const emailId = await makeTrackedEmail(test)
  await visit(test, `/c/${clickToken(test, emailId)}`, { headers: { 'sec-purpose': 'prefetch;prerender' } })
  expect(await readHits(test, emailId)).toMatchObject([{ verdict: 'machine', reasons: ['prefetch'] }])
})

it('an email that was not sent yet has no readers', async () => {
  const emailId = await makeTrackedEmail(test, { sentMsAgo: null })
  await visit(test, `/c/${clickToken(test, emailId)}`)
  expect(await readHits(test, emailId)).toMatchObject([{ verdict: 'machine', reasons: ['too_soon'] }])
})

it('a network that sends too many requests is led on, and leaves no further trace', async () => {
  const emailId = await makeTrackedEmail(test)
  const [clicking, opening] = ['2001:db8:5:1:2::3', '::ffff:192.0.2.202']
  const networks = ['2001:db8:5:1::/64', '192.0.2.202']
  for (const network of networks) await exhaustRateLimit(test, `hits:${network}`)
  const reply = await visit(test, `/c/${clickToken(test, emailId)}`, { ip: clicking })
  expect(reply.headers.location).toBe('https://shop.test/a')
  expect((await visit(test, `/o/${openToken(test, emailId)}`, { ip: opening })).statusCode).toBe(200)
  expect(await readHits(test, emailId)).toEqual([])
  await visit(test, `/c/${clickToken(test, emailId)}`)
  expect(await readHits(test, emailId)).toHaveLength(1)
})
