import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { OperationId } from '../../../platform/ids.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import {
  createWebhook,
  deliverAll,
  flush,
  listDeliveries,
  LOOPBACK_ALLOWED,
  track,
} from '../../../../test/support/webhooks.ts'
import type { DeliveryRecord, WebhookRecord } from '../../../../test/support/webhooks.ts'
import { replayWebhooksJob, tidyWebhooksJob } from '../webhooks.jobs.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

async function buildDelivered(count = 1) {
  const app = await inFreshProject(test)
  const webhook = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
  for (let n = 0; n < count; n += 1) await track(app, 'bought')
  await flush(app)
  receiver.requests.length = 0
  return { app, webhook, path: `/webhooks/${webhook.id}`, requests: () => receiver.at(webhook.url) }
}

async function switchOff(app: TestApp, path: string): Promise<void> {
  await call(app, ['PATCH', path], { body: { enabled: false } })
}

describe('GET /webhooks/{id}/deliveries', () => {
  it('lists them newest first, narrowed by status, in pages', async () => {
    const { app, path } = await buildDelivered(3)
    receiver.answer = () => ({ status: 500 })
    await track(app, 'bought')
    await flush(app)
    type Page = { deliveries: DeliveryRecord[]; cursor: string | null; total: number }
    const get = async (query: Record<string, string>) =>
      (await call(app, ['GET', `${path}/deliveries`], { query })).json<Page>()
    expect(await get({ status: 'PENDING' })).toMatchObject({ total: 1, deliveries: [{ status: 'PENDING' }] })
    const first = await get({ limit: '3' })
    const second = await get({ limit: '3', cursor: first.cursor ?? '' })
    expect([first.total, first.deliveries.length, second.deliveries.length]).toEqual([4, 3, 1])
    const reply = await call(app, ['GET', `${path}/deliveries`], { query: { status: 'LOST' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { status: 'invalid_enum_value' }])
  })

  it('finds the address of a contact, the id of a delivery and that of its event', async () => {
    const { app, webhook, path } = await buildDelivered()
    for (const name of ['ben@find', 'cat@find']) await track(app, 'bought', `${name}.example`)
    await flush(app)
    const find = async (search: string, more: Record<string, string> = {}) => {
      const query = { search, ...more }
      const reply = await call(app, ['GET', `${path}/deliveries`], { query })
      expect(reply.statusCode).toBe(200)
      return reply.json<{ deliveries: DeliveryRecord[]; cursor: string | null; total: number }>()
    }
    const first = await find(' @FIND ', { limit: '1' })
    const second = await find(' @FIND ', { limit: '1', cursor: first.cursor ?? '' })
    const [ada, ben, cat] = await listDeliveries(app, webhook.id)
    expect([...first.deliveries, ...second.deliveries]).toEqual([cat, ben])
    expect([first.total, second.cursor]).toEqual([2, null])
    for (const id of [ada?.id, ada?.eventId.toUpperCase()]) {
      expect(await find(id ?? '')).toMatchObject({ deliveries: [ada], total: 1 })
    }
    expect(await find('@find', { status: 'FAILED' })).toMatchObject({ deliveries: [], total: 0 })
    for (const none of ['%', 'nobody', webhook.id, 'ffffffff-ffff-7fff-bfff-ffffffffffff']) {
      expect(await find(none)).toMatchObject({ deliveries: [], total: 0 })
    }
    expect(await find(' ')).toMatchObject({ total: 3 })
    const reply = await call(app, ['GET', `${path}/deliveries`], { query: { search: 'x'.repeat(255) } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { search: 'too_big' }])
  })

  it('shows nothing of another project', async () => {
    const { webhook, app, path } = await buildDelivered()
    const [delivery] = await listDeliveries(app, webhook.id)
    const key = test.other.secretKey
    for (const [method, at] of [
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/deliveries/${delivery?.id}`],
      ['POST', `${path}/deliveries/${delivery?.id}/retry`],
    ] as const) {
      expect((await call(app, [method, at], { key })).statusCode).toBe(404)
    }
    const foreign = await createWebhook(app, { url: receiver.newUrl() })
    const reply = await call(app, ['GET', `/webhooks/${foreign.id}/deliveries/${delivery?.id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
  })
})

describe('POST /webhooks/{id}/deliveries/{deliveryId}/retry', () => {
  it('sends it again at once, with the same id', async () => {
    const { app, webhook, path, requests } = await buildDelivered()
    const [delivery] = await listDeliveries(app, webhook.id)
    const reply = await call(app, ['POST', `${path}/deliveries/${delivery?.id}/retry`])
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { id: delivery?.id, status: 'PENDING' }])
    await deliverAll(app)
    expect(requests().map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.eventId])
    expect(await listDeliveries(app, webhook.id)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
    expect((await call(app, ['POST', `${path}/deliveries/x/retry`])).statusCode).toBe(404)
    await switchOff(app, path)
    const off = await call(app, ['POST', `${path}/deliveries/${delivery?.id}/retry`])
    expect([off.statusCode, errorOf(off).code]).toEqual([400, 'INVALID_STATE'])
  })
})

describe('POST /webhooks/{id}/replay', () => {
  it('sends everything of a time range again, once, however often its job runs', async () => {
    const { app, webhook, path, requests } = await buildDelivered(2)
    test.clock.advance(10_000)
    const from = test.clock.now()
    for (let n = 0; n < 3; n += 1) await track(app, 'bought')
    await flush(app)
    const to = test.clock.now()
    test.clock.advance(10_000)
    await track(app, 'bought')
    await flush(app)
    receiver.requests.length = 0
    const reply = await call(app, ['POST', `${path}/replay`], { body: { from, to } })
    const { jobId } = reply.json<{ jobId: string }>()
    expect([reply.statusCode, reply.json()]).toMatchObject([
      202,
      { status: 'QUEUED', progress: { total: 3 } },
    ])
    await drain(app.deps)
    const payload = { projectId: app.project.projectId, operationId: jobId as OperationId }
    await runJob(app.deps, replayWebhooksJob, { payload })
    await deliverAll(app)
    const wanted = (await listDeliveries(app, webhook.id)).slice(2, 5).map(({ eventId }) => eventId)
    expect(requests()).toHaveLength(3)
    expect(new Set(requests().map(({ headers }) => headers['webhook-id']))).toEqual(new Set(wanted))
    expect((await call(app, ['GET', `/jobs/${jobId}`])).json()).toMatchObject({
      status: 'DONE',
      progress: { done: 3, total: 3 },
    })
  })

  it('refuses a range that ends before it begins, and a webhook that is off', async () => {
    const { app, path } = await buildDelivered(0)
    const replay = (body: unknown) => call(app, ['POST', `${path}/replay`], { body })
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
    expect(fieldsOf(await replay({ from: late, to: early }))).toEqual({ to: 'invalid_date' })
    expect(fieldsOf(await replay({ from: 'today' }))).toEqual({ from: 'invalid_date', to: 'required' })
    await switchOff(app, path)
    expect(errorOf(await replay({ from: early, to: late })).code).toBe('INVALID_STATE')
  })
})

describe('POST /webhooks/{id}/test', () => {
  it('sends an event that only this webhook gets', async () => {
    const { app, webhook, path, requests } = await buildDelivered(0)
    const other = await createWebhook(app, { url: receiver.newUrl() })
    const reply = await call(app, ['POST', `${path}/test`])
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { type: 'webhook.test', status: 'PENDING' }])
    await flush(app)
    expect(requests().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'webhook.test', data: { webhookId: webhook.id } },
    ])
    expect(receiver.at(other.url)).toEqual([])
    await switchOff(app, path)
    expect(errorOf(await call(app, ['POST', `${path}/test`])).code).toBe('INVALID_STATE')
  })
})

describe('the log', () => {
  const countRows = async ({ id }: WebhookRecord) => {
    const { rows } = await sql<{ deliveries: number; attempts: number }>`
      select (select count(*) from webhook_deliveries where webhook_id = ${id}) as deliveries,
        (select count(*) from webhook_attempts where webhook_id = ${id}) as attempts`.execute(
      test.deps.database.db,
    )
    return rows[0]
  }

  it('is kept for 30 days', async () => {
    const { app, webhook } = await buildDelivered(2)
    test.clock.advance(29 * 86_400_000)
    await track(app, 'bought')
    await flush(app)
    await runJob(app.deps, tidyWebhooksJob, { payload: {} })
    expect(await countRows(webhook)).toEqual({ deliveries: 3, attempts: 3 })
    test.clock.advance(2 * 86_400_000)
    for (let times = 0; times < 2; times += 1) await runJob(app.deps, tidyWebhooksJob, { payload: {} })
    expect(await countRows(webhook)).toEqual({ deliveries: 1, attempts: 1 })
  })

  it('goes with its webhook', async () => {
    const { app, webhook, path } = await buildDelivered(2)
    const { webhook: other } = await buildDelivered(1)
    await call(app, ['DELETE', path])
    await drain(app.deps)
    expect([await countRows(webhook), await countRows(other)]).toEqual([
      { deliveries: 0, attempts: 0 },
      { deliveries: 1, attempts: 1 },
    ])
  })
})
