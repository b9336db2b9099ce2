import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { createWebhook } from '../../../../test/support/webhooks.ts'
import type { WebhookRecord } from '../../../../test/support/webhooks.ts'

const dns = await useDnsServer()
dns.set('shop.example', 'A', ['93.184.215.14'])
dns.set('inside.example', 'A', ['10.0.0.1'])
const test = useTestApp({ DNS_SERVERS: dns.address, ALLOW_PRIVATE_HOSTS: 'n8n.internal' })

const url = 'https://shop.example/hooks'
const post = (body: unknown, options = {}) => call(test, ['POST', '/webhooks'], { body, ...options })

describe('POST /webhooks', () => {
  it('returns the webhook with its secret, which is shown once', async () => {
    const reply = await post({
      url,
      events: ['email.bounced', 'email.bounced', 'bought'],
      description: 'Shop',
    })
    expect(reply.statusCode).toBe(201)
    const { secret, ...webhook } = reply.json<WebhookRecord>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(String) as unknown,
      url,
      description: 'Shop',
      events: ['email.bounced', 'bought'],
      enabled: true,
      batch: null,
      disabledReason: null,
      createdAt: expect.any(String) as unknown,
      updatedAt: expect.any(String) as unknown,
    })
    expect((await call(test, ['GET', `/webhooks/${webhook.id}`])).json()).toEqual(webhook)
    const { rows } = await sql<{ text: string }>`
      select encode(secret, 'escape') as text from webhooks where id = ${webhook.id}`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.text).not.toContain('whsec_')
  })

  it('shows no secret in a replayed response', async () => {
    const headers = { 'idempotency-key': 'webhook-1' }
    const first = await post({ url, events: ['*'] }, { headers })
    const second = await post({ url, events: ['*'] }, { headers })
    expect(second.json()).toEqual({ ...first.json<object>(), secret: null })
  })

  it.each([
    [{ url: 'ftp://shop.example', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: 'shop.example', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: 'http://127.0.0.1/', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: 'http://inside.example/', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: 'http://[::ffff:10.0.0.1]/', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: 'https://user:pass@shop.example/', events: ['*'] }, { url: 'invalid_string' }],
    [{ url: `https://shop.example/${'x'.repeat(2048)}`, events: ['*'] }, { url: 'too_big' }],
    [{ url, events: [] }, { events: 'too_small' }],
    [{ url, events: ['x'.repeat(256)] }, { 'events.0': 'too_big' }],
    [{ url, events: Array.from({ length: 101 }, (_, n) => `e${n}`) }, { events: 'too_big' }],
    [{ url, events: ['bought', 'email.bounce'] }, { 'events.1': 'invalid_enum_value' }],
    [{ url, events: ['*'], batch: { max: 0, waitMs: 0 } }, { 'batch.max': 'too_small' }],
    [
      { url, events: ['*'], batch: { max: 501, waitMs: 60_001 } },
      { 'batch.max': 'too_big', 'batch.waitMs': 'too_big' },
    ],
    [{ url, events: ['*'], description: 'x'.repeat(501) }, { description: 'too_big' }],
    [{ url, events: ['*'], enabled: 'yes' }, { enabled: 'invalid_type' }],
    [{}, { url: 'required', events: 'required' }],
  ])('refuses %j', async (body, fields) => {
    const reply = await post(body)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(fields)
  })

  it('says what was meant by an event that does not exist, and how to allow a private address', async () => {
    const reply = await post({ url: 'http://inside.example/', events: ['email.bounce'] })
    expect(errorOf(reply).errors).toMatchObject([
      { field: 'url', message: expect.stringContaining('ALLOW_PRIVATE_HOSTS') as unknown },
      {
        field: 'events.0',
        message: expect.stringMatching(
          /^is not an event of Lettermill\. Did you mean email\.bounced\? Its events are email\.queued, .*workflow\.completed/,
        ) as unknown,
      },
    ])
  })

  it('takes a host that is not in DNS yet, and one that the operator has allowed', async () => {
    expect((await post({ url: 'https://soon.example/', events: ['*'] })).statusCode).toBe(201)
    expect((await post({ url: 'http://n8n.internal:5678/', events: ['*'] })).statusCode).toBe(201)
  })

  it('refuses the 101st webhook of a project', async () => {
    const app = await inFreshProject(test)
    const { id } = await createWebhook(app, { url })
    await sql`
      insert into webhooks (project_id, id, url, events, enabled, secret, created_at, updated_at)
      select project_id, gen_random_uuid(), url, events, false, secret, created_at, updated_at
      from webhooks, generate_series(1, 99) where id = ${id}`.execute(test.deps.database.db)
    const reply = await call(app, ['POST', '/webhooks'], { body: { url, events: ['*'] } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })
})

const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

describe('access to webhooks', () => {
  it('needs a key, and for changes one with the scope full', async () => {
    const { id } = await createWebhook(test, { url })
    const keys = await call(test, ['POST', '/keys'], { body: { name: 'reader', scopes: ['read'] } })
    const { key: reader } = keys.json<{ key: string }>()
    const routes = [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/rotate`],
      ['POST', `/webhooks/${id}/test`],
      ['POST', `/webhooks/${id}/replay`],
      ['GET', `/webhooks/${id}/deliveries`],
    ] as const
    for (const [method, path] of routes) {
      const status = async (key: string | null) => (await call(test, [method, path], { key })).statusCode
      expect(await status(null)).toBe(401)
      expect(await status(test.project.publicKey)).toBe(403)
      expect(await status(reader)).toBe(method === 'GET' ? 200 : 403)
    }
    for (const [method, path] of routes.filter(([, path]) => path !== '/webhooks')) {
      const body = path.endsWith('/replay') ? RANGE : undefined
      const reply = await call(test, [method, path], { key: test.other.secretKey, body })
      expect(reply.statusCode).toBe(404)
    }
    expect((await call(test, ['GET', '/webhooks'], { key: test.other.secretKey })).json()).toMatchObject({
      webhooks: [],
      total: 0,
    })
  })
})

describe('GET /webhooks', () => {
  it('lists them newest first, in pages', async () => {
    const app = await inFreshProject(test)
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await createWebhook(app, { url })).id)
    type Page = { webhooks: { id: string }[]; cursor: string | null; total: number }
    const page = (query: Record<string, string>) => call(app, ['GET', '/webhooks'], { query })
    const first = (await page({ limit: '2' })).json<Page>()
    const second = (await page({ limit: '2', cursor: first.cursor ?? '' })).json<Page>()
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id)).toEqual(ids)
    expect([first.total, second.cursor]).toEqual([3, null])
  })
})

describe('PATCH /webhooks/{id}', () => {
  it('changes the given fields, and clears optional ones', async () => {
    const { id } = await createWebhook(test, { url, description: 'Shop', batch: { max: 10, waitMs: 100 } })
    const patch = (body: unknown) => call(test, ['PATCH', `/webhooks/${id}`], { body })
    expect((await patch({ events: ['bought'] })).json()).toMatchObject({
      url,
      description: 'Shop',
      events: ['bought'],
      batch: { max: 10, waitMs: 100 },
    })
    expect((await patch({ description: null, batch: null, enabled: false })).json()).toMatchObject({
      description: null,
      batch: null,
      enabled: false,
    })
    expect(fieldsOf(await patch({ url: 'http://10.0.0.1/', events: ['email.snt'] }))).toEqual({
      url: 'invalid_string',
      'events.0': 'invalid_enum_value',
    })
    expect(fieldsOf(await patch({ url: null }))).toEqual({ url: 'invalid_type' })
  })

  it('decides which events are announced, together with the others of the project', async () => {
    const app = await inFreshProject(test)
    const [first, second] = [
      await createWebhook(app, { url, events: ['a', 'b'] }),
      await createWebhook(app, { url, events: ['b', 'c'] }),
    ]
    const names = async () => {
      const { rows } = await sql<{ name: string }>`
        select name from event_listeners where project_id = ${app.project.projectId} and listener = 'webhooks'
        order by name`.execute(test.deps.database.db)
      return rows.map(({ name }) => name)
    }
    expect(await names()).toEqual(['a', 'b', 'c'])
    await call(app, ['PATCH', `/webhooks/${first.id}`], { body: { enabled: false } })
    expect(await names()).toEqual(['b', 'c'])
    await call(app, ['PATCH', `/webhooks/${first.id}`], { body: { enabled: true, events: ['*', 'a'] } })
    expect(await names()).toEqual(['*'])
    for (const { id } of [first, second]) await call(app, ['DELETE', `/webhooks/${id}`])
    expect(await names()).toEqual([])
  })
})

describe('DELETE /webhooks/{id}', () => {
  it('answers 204, and then there is none', async () => {
    const { id } = await createWebhook(test, { url })
    expect((await call(test, ['DELETE', `/webhooks/${id}`])).statusCode).toBe(204)
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await call(test, [method, `/webhooks/${id}`])
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    }
  })
})
