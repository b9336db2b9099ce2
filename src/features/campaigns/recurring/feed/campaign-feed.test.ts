// Recurring campaigns with a feed, which a server on this machine serves.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../../../../test/support/factories.ts'
import { inFreshProject } from '../../../../../test/support/factories.ts'
import { buildPartial } from '../../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../../test/support/requests.ts'
import { useReceiver } from '../../../../../test/support/servers/webhook-receiver.ts'
import { useDelivery } from '../../../../../test/support/delivery.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import { deliverAll, readCampaign } from '../../fixtures/campaign-steps.ts'
import {
  buildRecurring,
  patchRecurring,
  postRecurring,
  readRuns,
  runDue,
  runNow,
} from '../../fixtures/recurring-steps.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0', ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
const delivery = useDelivery(test)
const feed = await useReceiver()
const own = {} as TestApp
beforeEach(async () => {
  Object.assign(own, await inFreshProject(test))
  await buildContact(own, { data: { name: 'Ada' } })
})

const SUBJECT = '{{ feed.items[0].title }} and more from {{ feed.title }}'
const BODY =
  '<p>Hello {{ name }}</p>{% for item in feed.items %}<a href="{{ item.url }}">{{ item.title }}</a>{% endfor %}'

type Item = { id: string; title?: string; url?: string }

const serve = (items: Item[]) => {
  const body = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Blog',
    items: items.map(({ id, title = `Post ${id}`, url = `https://blog.test/${id}` }) => ({ id, title, url })),
  })
  feed.answer = () => ({ status: 200, body })
}

const build = (fields: object = {}, settings: object = {}) =>
  buildRecurring(own, {
    subject: SUBJECT,
    body: BODY,
    feed: { url: feed.newUrl(), ...settings },
    ...fields,
  })

describe('a run with a feed', () => {
  it('has its items in subject and body, fixed for all recipients', async () => {
    serve([{ id: '2' }, { id: '1' }])
    const { id } = await build()
    const run = await runNow(own, id)
    expect(run).toMatchObject({ outcome: 'SENT', items: 2 })
    expect(await readCampaign(own, run.campaignId ?? '')).toMatchObject({
      subject: 'Post 2 and more from Blog',
      body: '<p>Hello {{ name }}</p><a href="https://blog.test/2">Post 2</a><a href="https://blog.test/1">Post 1</a>',
    })
    expect(await deliverAll(own, delivery, run.campaignId ?? '')).toMatchObject({ status: 'SENT' })
    const list = await call(own, ['GET', '/emails'])
    const [email] = list.json<{ emails: { id: string; subject: string }[] }>().emails
    expect(email?.subject).toBe('Post 2 and more from Blog')
    const content = await call(own, ['GET', `/emails/${email?.id}/content`])
    expect(content.json<{ html: string }>().html).toContain('Hello Ada')
    // The links of items are tracked like any other.
    expect(content.json<{ html: string }>().html).toContain('/c/')
  })

  it('has its items in partials too, and keeps these from being deleted', async () => {
    serve([{ id: '1' }])
    const partial = await buildPartial(
      own,
      'items',
      '{% for item in feed.items %}[{{ item.title }}]{% endfor %}',
    )
    const { id } = await build({ body: '<p>{{ name }} {% include "items" %}</p>' })
    const run = await runNow(own, id)
    expect((await readCampaign(own, run.campaignId ?? '')).body).toBe('<p>{{ name }} [Post 1]</p>')
    const reply = await call(own, ['DELETE', `/partials/${partial.id}`])
    expect(errorOf(reply).message).toBe(`The partial is in use by the recurring campaign ${id}.`)
  })

  it('has only what is new, and is skipped without', async () => {
    serve([{ id: '1' }])
    const { id } = await build()
    await runNow(own, id)
    expect(await runNow(own, id)).toMatchObject({
      outcome: 'SKIPPED',
      reason: 'The feed has no new items.',
      campaignId: null,
      items: null,
    })
    serve([{ id: '2' }, { id: '1' }])
    const { campaignId } = await runNow(own, id)
    expect((await readCampaign(own, campaignId ?? '')).body).not.toContain('Post 1')
  })

  it('does not take items with other ids for new', async () => {
    serve([{ id: '1', url: 'https://blog.test/one' }])
    const { id } = await build()
    await runNow(own, id)
    serve([{ id: 'changed', url: 'https://blog.test/one?utm_source=feed' }])
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SKIPPED' })
  })

  it('takes the newest maxItems; the others do not come later', async () => {
    serve(['5', '4', '3', '2', '1'].map((id) => ({ id })))
    const { id } = await build({}, { maxItems: 2 })
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SENT', items: 2 })
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SKIPPED' })
  })

  it('takes them every time with onlyNew: false', async () => {
    serve([{ id: '1' }])
    const { id } = await build({}, { onlyNew: false })
    await runNow(own, id)
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SENT', items: 1 })
  })

  it('remembers nothing if it could not be sent', async () => {
    serve([{ id: '1' }])
    const segment = await call(own, ['POST', '/segments'], { body: { name: 'Empty', type: 'STATIC' } })
    const { id: segmentId } = segment.json<{ id: string }>()
    const { id } = await build({ audienceType: 'SEGMENT', segmentId })
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SKIPPED' })
    await patchRecurring(own, id, { audienceType: 'ALL' })
    expect(await runNow(own, id)).toMatchObject({ outcome: 'SENT' })
  })

  it('cannot be given the data of contacts by an item', async () => {
    serve([{ id: '1', title: '{{ email }} {% if x %}' }])
    const { id } = await build()
    const { campaignId } = await runNow(own, id)
    await deliverAll(own, delivery, campaignId ?? '')
    const list = await call(own, ['GET', '/emails'])
    expect(list.json()).toMatchObject({ emails: [{ subject: '{{ email }} {% if x %} and more from Blog' }] })
  })
})

describe('a feed that cannot be read', () => {
  it.each([
    ['an error page', { status: 404 }, 'answered 404'],
    [
      'a redirect to a private address',
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      'redirect',
    ],
    ['HTML', { status: 200, body: '<html></html>' }, 'neither RSS'],
    ['a huge document', { status: 200, body: `<rss>${' '.repeat(2_200_000)}</rss>` }, 'more than 2 MB'],
    ['broken XML', { status: 200, body: '<rss><channel>' }, 'ends in the middle'],
    ['no items', { status: 200, body: '<rss><channel></channel></rss>' }, 'no items'],
  ])('is the reason of its run: %s', async (_, answer, reason) => {
    feed.answer = () => answer
    const { id } = await build()
    const run = await runNow(own, id)
    expect(run).toMatchObject({ campaignId: null, reason: expect.stringContaining(reason) as unknown })
  })

  it('is tried again if its server fails, and then is the reason', async () => {
    feed.answer = () => ({ status: 503 })
    const { id } = await build()
    await call(own, ['POST', `/recurring-campaigns/${id}/run`])
    for (const pauseMs of [60_000, 300_000, 900_000]) {
      await runDue(own)
      expect(await readRuns(own, id)).toEqual([])
      own.clock.advance(pauseMs)
    }
    await runDue(own)
    expect(await readRuns(own, id)).toMatchObject([
      { outcome: 'FAILED', reason: 'The feed could not be read: the server answered 503.' },
    ])
  })

  it('is sent once its server is back', async () => {
    feed.answer = () => ({ status: 503 })
    const { id } = await build()
    await call(own, ['POST', `/recurring-campaigns/${id}/run`])
    await runDue(own)
    serve([{ id: '1' }])
    own.clock.advance(60_000)
    await runDue(own)
    expect(await readRuns(own, id)).toMatchObject([{ outcome: 'SENT' }])
  })
})

describe('the settings of a feed', () => {
  it.each([
    ['an empty URL', { url: '' }, { 'feed.url': 'too_small' }],
    ['another protocol', { url: 'file:///etc/passwd' }, { 'feed.url': 'invalid_string' }],
    ['a private address', { url: 'http://10.0.0.1/feed' }, { 'feed.url': 'invalid_string' }],
    ['a URL that is too long', { url: `https://a.test/${'x'.repeat(2100)}` }, { 'feed.url': 'too_big' }],
    ['no items', { url: 'https://blog.test', maxItems: 0 }, { 'feed.maxItems': 'too_small' }],
    ['too many items', { url: 'https://blog.test', maxItems: 51 }, { 'feed.maxItems': 'too_big' }],
    ['no URL', {}, { 'feed.url': 'required' }],
  ])('are refused: %s', async (_, settings, expected) => {
    const reply = await postRecurring(own, { feed: settings })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, expected])
  })

  it('need Liquid that does not mix the feed and the recipient', async () => {
    const body = '{% for item in feed.items %}{{ item.title | append: name }}{% endfor %}'
    const reply = await postRecurring(own, { body, feed: { url: feed.url } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { body: 'custom' }])
    expect(errorOf(reply).message).toContain('both the feed and the recipient')
  })

  it('can be changed and removed', async () => {
    const { id } = await build()
    const url = feed.newUrl()
    const changed = await patchRecurring(own, id, { feed: { url, maxItems: 3 } })
    expect(changed.json()).toMatchObject({ feed: { url, maxItems: 3, onlyNew: true } })
    expect((await patchRecurring(own, id, { feed: null })).json()).toMatchObject({ feed: null })
  })
})

describe('POST /recurring-campaigns/preview-feed', () => {
  const preview = (body: object, key?: string) =>
    call(own, ['POST', '/recurring-campaigns/preview-feed'], { body, ...(key !== undefined && { key }) })

  it('shows the newest items', async () => {
    serve([{ id: '2' }, { id: '1' }])
    const reply = await preview({ url: feed.newUrl(), maxItems: 1 })
    expect(reply.json()).toEqual({
      title: 'Blog',
      url: null,
      description: null,
      items: [
        {
          id: '2',
          title: 'Post 2',
          url: 'https://blog.test/2',
          summary: null,
          image: null,
          author: null,
          publishedAt: null,
        },
      ],
    })
  })

  it('says why it cannot', async () => {
    feed.answer = () => ({ status: 200, body: 'nothing' })
    const replies = [
      await preview({ url: feed.newUrl() }),
      await preview({ url: 'http://10.0.0.1/' }),
      await preview({}),
    ]
    expect(replies.map((reply) => [reply.statusCode, fieldsOf(reply)])).toEqual([
      [422, { url: 'custom' }],
      [422, { url: 'custom' }],
      [422, { url: 'required' }],
    ])
  })

  it('needs a key with full rights', async () => {
    const replies = [
      await preview({ url: feed.url }, ''),
      await preview({ url: feed.url }, own.project.publicKey),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403])
  })
})
