// The public pages with the campaigns of a project: the list, its RSS feed, and each email.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { exhaustRateLimit } from '../../../../test/support/rates.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { CampaignId } from '../../../platform/ids.ts'
import { setProjectDisabled } from '../../projects/index.ts'
import type { Project } from '../../projects/projects.schema.ts'
import {
  act,
  advance,
  buildCampaign,
  later,
  postCampaign,
  readCampaign,
  recordOf,
  send,
  sendThrough,
} from '../fixtures/campaign-steps.ts'
import type { CampaignRecord } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

/** As a browser without a key. */
const visit = (url: string): Promise<Reply> => test.app.inject({ method: 'GET', url }) as Promise<Reply>

const readArchive = async (app: TestApp) =>
  (await call(app, ['GET', '/project'])).json<z.infer<typeof Project>>().archive

/** Switches the archive on, and returns its path. */
async function publish(app: TestApp, fields: object = {}): Promise<string> {
  const reply = await call(app, ['PATCH', '/project'], { body: { archive: { enabled: true, ...fields } } })
  expect(reply.statusCode).toBe(200)
  return (await readArchive(app)).path
}

/** A campaign that one contact got, whose data no page may show. */
async function sendCampaign(fields: object = {}): Promise<CampaignRecord> {
  await buildContact(own, { email: 'ann@person.test', data: { name: 'Ann Secret', x: 'data of Ann' } })
  const { id } = await buildCampaign(own, { archived: true, ...fields })
  return sendThrough(own, delivery, id)
}

const setArchived = (id: string, archived: unknown): Promise<Reply> =>
  call(own, ['PATCH', `/campaigns/${id}`], { body: { archived } })

describe('the archive of a project', () => {
  it('is off by default', async () => {
    const { archiveSlug: slug } = await sendCampaign()
    const archive = await readArchive(own)
    expect(archive).toMatchObject({ enabled: false, title: null })
    expect(archive.path).toMatch(/^\/archive\/[\w-]{36}$/)
    expect(archive.path).not.toContain(own.project.projectId)
    for (const url of [archive.path, `${archive.path}/feed.xml`, `${archive.path}/${slug}`]) {
      const reply = await visit(url)
      expect([reply.statusCode, reply.headers['x-robots-tag']]).toEqual([404, 'noindex'])
      expect(reply.body).toContain('This page is not available')
    }
  })

  it('lists what is archived and sent, newest first', async () => {
    const path = await publish(own)
    expect((await visit(path)).body).toContain('There are no newsletters yet.')
    const first = await sendCampaign({ subject: 'The first' })
    await sendCampaign({ subject: 'Not shown', archived: false })
    await buildCampaign(own, { subject: 'A draft', archived: true })
    const second = await sendCampaign({ subject: 'The second' })
    const { body, headers, statusCode } = await visit(path)
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'public, max-age=60',
      undefined,
    ])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers.link).toContain(`${path}>; rel="canonical"`)
    expect(body).not.toContain('Not shown')
    expect(body).not.toContain('A draft')
    expect(body.indexOf('The second')).toBeLessThan(body.indexOf('The first'))
    for (const { id, archiveSlug } of [first, second]) {
      expect((await visit(`${path}/${archiveSlug}`)).statusCode).toBe(200)
      expect(body).not.toContain(id)
    }
  })

  it('shows a campaign from its first email on, not while it can return to DRAFT', async () => {
    const path = await publish(own)
    await buildContact(own)
    const { id } = await buildCampaign(own, { subject: 'Soon', archived: true })
    await send(own, id, { delaySeconds: 60 })
    await advance(own, id)
    expect((await visit(path)).body).not.toContain('Soon')
    await later(own, 61_000, async () => {
      expect((await visit(path)).body).toContain('Soon')
      await act(own, [id, 'cancel'])
      expect((await visit(path)).body).not.toContain('Soon')
    })
  })

  it('has pages of fifty', async () => {
    const path = await publish(own)
    await buildContact(own)
    for (let number = 0; number < 51; number += 1) {
      const { id } = await buildCampaign(own, { subject: `Number ${number}.`, archived: true })
      await send(own, id)
      await advance(own, id)
    }
    const first = await visit(path)
    expect(first.body.match(/<li>/g)).toHaveLength(50)
    expect(first.body).toContain('?page=2">Older')
    const second = await visit(`${path}?page=2`)
    expect(second.body.match(/<li>/g)).toHaveLength(1)
    expect(second.body).toContain('?page=1">Newer')
    expect((await visit(`${path}?page=x`)).body).toBe(first.body)
    expect((await visit(`${path}/feed.xml`)).body.match(/<item>/g)).toHaveLength(50)
  })

  it('has a title, and the language of the project', async () => {
    const path = await publish(own, { title: 'Nachrichten <b>' })
    await call(own, ['PATCH', '/project'], { body: { locale: 'de-AT', brandColor: '#0f766e' } })
    const titled = await visit(path)
    expect(titled.body).toContain('<h1>Nachrichten &lt;b&gt;</h1>')
    expect(titled.body).toContain('#0f766e')
    await publish(own, { title: null })
    expect((await visit(path)).body).toContain('<h1>Unsere Newsletter</h1>')
  })

  it.each([
    [{ enabled: 'yes' }, 'archive.enabled'],
    [{ title: '' }, 'archive.title'],
    [{ title: 'x'.repeat(101) }, 'archive.title'],
  ])('refuses the settings %j', async (archive, field) => {
    const reply = await call(own, ['PATCH', '/project'], { body: { archive } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
  })

  it('is gone when it is switched off, or the project is disabled, and back at the same address', async () => {
    const path = await publish(own)
    const { archiveSlug } = await sendCampaign()
    const email = `${path}/${archiveSlug}`
    expect((await visit(email)).statusCode).toBe(200)
    await publish(own, { enabled: false })
    expect([(await visit(path)).statusCode, (await visit(email)).statusCode]).toEqual([404, 404])
    expect(await publish(own)).toBe(path)
    const { projectId } = own.project
    await setProjectDisabled(test.deps.database.db, { projectId, isDisabled: true, now: test.clock.now() })
    expect([(await visit(path)).statusCode, (await visit(email)).statusCode]).toEqual([404, 404])
  })

  it('does not show the campaigns of another project', async () => {
    const { archiveSlug } = await sendCampaign()
    await publish(own)
    const other = await publish(await inFreshProject(test))
    expect((await visit(`${other}/${archiveSlug}`)).statusCode).toBe(404)
    expect((await visit(other)).body).not.toContain(archiveSlug)
  })

  it.each([
    '/archive/x',
    `/archive/${crypto.randomUUID()}`,
    '/archive/x/feed.xml',
    '/archive/x/y',
    "/archive/'",
  ])('answers %s with a page that says so', async (url) => {
    expect((await visit(url)).statusCode).toBe(404)
    const path = await publish(own)
    expect((await visit(`${path}/${url.slice('/archive/'.length, 40)}`)).statusCode).toBe(404)
  })

  it('has a limit per network', async () => {
    const path = await publish(own)
    await exhaustRateLimit(test, 'archive:203.0.113.9')
    const reply = await test.app.inject({ method: 'GET', url: path, remoteAddress: '203.0.113.9' })
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await visit(path)).statusCode).toBe(200)
  })
})

const PERSONAL = [
  'Hello {{ name | default: "reader" }}, {{ email }} {{ data.x }} {{ contact.email }} {{ contact.data.x }} {{ id }}.',
  '<a href="{{ unsubscribeUrl }}">Leave</a> <a href="{{ manageUrl }}">Choose</a> <a href="{{ browserUrl }}">View</a>',
  '<a href="https://shop.test/news">News</a>',
].join('\n')

describe('an email of the archive', () => {
  it.each([
    ['with variables only', PERSONAL],
    ['with conditions', `{% if email %}Dear {{ email }}{% endif %}${PERSONAL}`],
  ])('%s has no data of a contact, and no tracking', async (_name, body) => {
    const path = await publish(own)
    const utm = { source: 'news' }
    const { archiveSlug } = await sendCampaign({ subject: 'For {{ name }} {{ email }}!', body, utm })
    const reply = await visit(`${path}/${archiveSlug}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox(?!.*allow-scripts)/)
    expect(reply.body).toContain('Hello reader')
    expect(reply.body).toContain('href="https://shop.test/news?utm_source=news"')
    expect(reply.body.match(/href="#"/g)).toHaveLength(3)
    const pages = [reply, await visit(path), await visit(`${path}/feed.xml`)]
    for (const { body: page } of pages) {
      expect(page).not.toMatch(/ann@person|Secret|data of Ann|\/(c|o|unsubscribe|manage|browser)\//i)
    }
    expect(pages[1]?.body).toContain('>For !</a>')
  })

  it('shows no coupon code', async () => {
    const path = await publish(own)
    const list = await call(own, ['POST', '/coupon-lists'], { body: { key: 'spring', name: 'Spring' } })
    const codes = `/coupon-lists/${list.json<{ id: string }>().id}/codes`
    expect((await call(own, ['POST', codes], { body: { codes: ['REAL-CODE'] } })).statusCode).toBe(200)
    const { archiveSlug } = await sendCampaign({ body: '<p>Code: [{{ coupons.spring }}]</p>' })
    const { body } = await visit(`${path}/${archiveSlug}`)
    expect(body).toContain('Code: []')
  })

  it('is the winner of a test', async () => {
    const path = await publish(own)
    const variants = [{ subject: 'Subject B', body: '<p>Body B</p>' }]
    const { id, archiveSlug } = await buildCampaign(own, {
      subject: 'Subject A',
      body: '<p>Body A</p>',
      variants,
      test: { share: 0.5, waitMinutes: 60, metric: 'clicks' },
      archived: true,
    })
    await buildContact(own)
    await send(own, id)
    await advance(own, id)
    expect((await visit(`${path}/${archiveSlug}`)).body).toContain('Body A')
    const decide = (winner: number) =>
      test.deps.database.db
        .updateTable('campaigns')
        .set({ winner, decision: '{}' })
        .where('id', '=', id as CampaignId)
        .execute()
    await decide(1)
    expect((await visit(`${path}/${archiveSlug}`)).body).toContain('Body B')
    expect((await visit(path)).body).toContain('Subject B')
    await decide(0)
    expect((await visit(path)).body).toContain('Subject A')
  })

  it('can have any text: nothing of it runs, or breaks the list and the feed', async () => {
    const path = await publish(own, { title: 'A ]]> "title" & <more>' })
    const subject = '</title><script>alert(1)</script> ]]> "quoted" \'& {{ name }}'
    const { archiveSlug } = await sendCampaign({ subject, body: '<p>Hi</p><script>alert(2)</script>' })
    const list = await visit(path)
    const feed = await visit(`${path}/feed.xml`)
    const email = await visit(`${path}/${archiveSlug}`)
    expect(list.body).not.toContain('<script')
    expect(list.body).toContain('&lt;script&gt;alert(1)')
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(feed.body).not.toMatch(/<script|]]>/)
    expect(feed.body).toContain('<title>A ]]&gt; &#34;title&#34; &amp; &lt;more&gt;</title>')
    expect(feed.body).toMatch(new RegExp(`<guid isPermaLink="true">http.*${path}/${archiveSlug}</guid>`))
    expect(email.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox(?!.*allow-scripts)/)
  })

  it('is not shown if it cannot be rendered without a contact, and the list still is', async () => {
    const path = await publish(own)
    const loop =
      '{% for a in (1..3000) %}{% for b in (1..3000) %}{% for c in (1..100) %}x{% endfor %}{% endfor %}{% endfor %}'
    const body = `<p>{% if email %}Hi{% else %}${loop}{% endif %}</p>`
    const { archiveSlug } = await sendCampaign({ subject: '{{ name }}', body })
    expect((await visit(`${path}/${archiveSlug}`)).statusCode).toBe(404)
    expect((await visit(path)).body).toContain('>Our newsletters</a>')
  })
})

describe('archived', () => {
  it('is false by default, and can be changed at any time', async () => {
    const path = await publish(own)
    const sent = await sendCampaign({ subject: 'Changed', archived: undefined })
    expect([sent.archived, sent.archiveSlug]).toEqual([false, null])
    const shown = recordOf(await setArchived(sent.id, true))
    expect([shown.archived, shown.status]).toEqual([true, 'SENT'])
    expect((await visit(`${path}/${shown.archiveSlug}`)).statusCode).toBe(200)
    const hidden = recordOf(await setArchived(sent.id, false))
    expect([hidden.archived, hidden.archiveSlug]).toEqual([false, shown.archiveSlug])
    expect((await visit(`${path}/${shown.archiveSlug}`)).statusCode).toBe(404)
    expect((await visit(path)).body).not.toContain('Changed')
    expect(recordOf(await setArchived(sent.id, true)).archiveSlug).toBe(shown.archiveSlug)
  })

  it('is one of the fields of a draft', async () => {
    const { id } = await buildCampaign(own)
    const patch = { archived: true, name: 'Both' }
    const changed = recordOf(await call(own, ['PATCH', `/campaigns/${id}`], { body: patch }))
    expect([changed.archived, changed.name]).toEqual([true, 'Both'])
    const again = recordOf(await call(own, ['PATCH', `/campaigns/${id}`], { body: { name: 'Again' } }))
    expect([again.archived, again.archiveSlug]).toEqual([true, changed.archiveSlug])
    const copy = recordOf(await act(own, [id, 'duplicate']))
    expect([copy.archived, copy.archiveSlug]).toEqual([false, null])
  })

  it('does not open the other fields of a sent campaign', async () => {
    const { id } = await sendCampaign()
    const body = { archived: false, name: 'Another' }
    expect((await call(own, ['PATCH', `/campaigns/${id}`], { body })).statusCode).toBe(400)
    expect((await readCampaign(own, id)).archived).toBe(true)
  })

  it('is refused if it is not a boolean, the campaign has changed, or belongs to another project', async () => {
    const { id } = await buildCampaign(own)
    expect((await postCampaign(own, { archived: 'yes' })).statusCode).toBe(422)
    expect((await setArchived(id, null)).statusCode).toBe(422)
    const stale = { archived: true, ifUpdatedAt: '2020-01-01T00:00:00Z' }
    expect((await call(own, ['PATCH', `/campaigns/${id}`], { body: stale })).statusCode).toBe(409)
    const other = await inFreshProject(test)
    const foreign = await call(other, ['PATCH', `/campaigns/${id}`], { body: { archived: true } })
    expect(foreign.statusCode).toBe(404)
  })
})
