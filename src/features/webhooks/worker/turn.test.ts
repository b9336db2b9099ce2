import { Webhook } from 'standardwebhooks'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import type { WebhookRequest } from '../../../../test/support/servers/webhook-receiver.ts'
import {
  createWebhook,
  deliverAll,
  flush,
  handleAnnouncements,
  listDeliveries,
  LOOPBACK_ALLOWED,
  readDelivery,
  track,
} from '../../../../test/support/webhooks.ts'
import type { WebhookRecord } from '../../../../test/support/webhooks.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** An endpoint that wants one event, and a project of its own. */
async function buildEndpoint(options: Record<string, unknown> = {}) {
  const app = await inFreshProject(test)
  const webhook = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'], ...options })
  return { app, webhook, requests: () => receiver.at(webhook.url) }
}

const read = async (app: TestApp, { id }: WebhookRecord) =>
  (await call(app, ['GET', `/webhooks/${id}`])).json<WebhookRecord>()

const verify = ({ body, headers }: WebhookRequest, { secret }: WebhookRecord, now = test.clock.now()) => {
  // The package compares with the clock of the machine, which tests do not turn.
  const isTurned = now > new Date(Date.now() + 60_000)
  const timestamp = Number(headers['webhook-timestamp']) * 1000
  expect(Math.abs(timestamp - now.getTime())).toBeLessThan(60_000)
  if (isTurned) return undefined
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

describe('a request', () => {
  it('is signed so that the package standardwebhooks verifies it', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    await track(app, 'bought')
    await flush(app)
    const [request] = requests() as [WebhookRequest]
    expect(
      new Webhook(webhook.secret).verify(request.body, request.headers as Record<string, string>),
    ).toEqual(JSON.parse(request.body))
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Lettermill\//) as unknown,
    })
  })

  it('has two signatures while a secret is replaced, and then one', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    const rotate = await call(app, ['POST', `/webhooks/${webhook.id}/rotate`], { body: { graceSeconds: 60 } })
    const renewed = rotate.json<WebhookRecord>()
    expect(renewed.secret).not.toBe(webhook.secret)
    await track(app, 'bought')
    await flush(app)
    const [request] = requests() as [WebhookRequest]
    for (const one of [webhook, renewed]) expect(verify(request, one)).toBeDefined()
    test.clock.advance(61_000)
    await track(app, 'bought')
    await flush(app)
    expect(requests()[1]?.headers['webhook-signature']).not.toContain(' ')
  })
})

describe('a failed attempt', () => {
  it('is repeated on the schedule with the same id and body, and fails for good after the seventh', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    receiver.answer = () => ({ status: 500, body: 'broken' })
    await track(app, 'bought')
    await flush(app)
    const waits: number[] = []
    for (;;) {
      const [delivery] = await listDeliveries(app, webhook.id)
      if (!delivery?.nextAttemptAt) break
      const waitMs = Date.parse(delivery.nextAttemptAt) - test.clock.now().getTime()
      waits.push(Math.round(waitMs / 1000))
      test.clock.advance(waitMs + 1)
      await deliverAll(app)
    }
    const base = [5, 300, 1800, 7200, 18_000, 36_000]
    expect(waits).toHaveLength(base.length)
    for (const [place, seconds] of base.entries()) {
      expect(waits[place]).toBeGreaterThanOrEqual(seconds - 2)
      expect(waits[place]).toBeLessThanOrEqual(seconds * 1.1 + 1)
    }
    expect(await listDeliveries(app, webhook.id)).toMatchObject([
      { status: 'FAILED', attempts: 7, lastStatus: 500, nextAttemptAt: null },
    ])
    expect(new Set(requests().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(requests().map(({ body }) => body)).size).toBe(1)
  })

  it('is a redirect too, which is not followed', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    receiver.answer = () => ({ status: 307, headers: { location: receiver.newUrl() } })
    await track(app, 'bought')
    await flush(app)
    expect(requests()).toHaveLength(1)
    expect(await listDeliveries(app, webhook.id)).toMatchObject([{ status: 'PENDING', lastStatus: 307 }])
  })

  it('waits as long as Retry-After says, and so do the other events of the endpoint', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '120' } })
    await track(app, 'bought')
    await flush(app)
    receiver.answer = () => ({ status: 200 })
    await track(app, 'bought')
    test.clock.advance(30_000)
    await flush(app)
    expect(requests()).toHaveLength(1)
    test.clock.advance(91_000)
    await flush(app)
    expect(requests()).toHaveLength(3)
    expect((await listDeliveries(app, webhook.id)).map(({ status }) => status)).toEqual([
      'DELIVERED',
      'DELIVERED',
    ])
  })

  it('leaves a trace in the log: what was sent, and each answer', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    receiver.answer = () => ({ status: 503, body: 'busy'.repeat(2000) })
    await track(app, 'bought')
    await flush(app)
    receiver.answer = () => ({ status: 204 })
    test.clock.advance(6_000)
    await deliverAll(app)
    const [delivery] = await listDeliveries(app, webhook.id)
    const details = await readDelivery(app, webhook.id, delivery?.id)
    expect(details).toMatchObject({
      status: 'DELIVERED',
      attempts: 2,
      request: {
        method: 'POST',
        url: webhook.url,
        headers: { 'webhook-id': delivery?.eventId },
        body: requests()[0]?.body,
      },
      answers: [
        { status: 503, body: 'busy'.repeat(1024), error: null },
        { status: 204, body: '', error: null },
      ],
    })
  })

  it('without an answer says why', async () => {
    const { app, webhook } = await buildEndpoint({ url: 'http://127.0.0.1:9/' })
    await track(app, 'bought')
    await flush(app)
    const [delivery] = await listDeliveries(app, webhook.id)
    const details = await readDelivery(app, webhook.id, delivery?.id)
    expect(details).toMatchObject({
      status: 'PENDING',
      lastStatus: null,
      answers: [{ status: null, body: null, error: 'the connection was refused' }],
    })
  })
})

describe('an endpoint', () => {
  it('that answers 410 is switched off with a reason', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    receiver.answer = () => ({ status: 410 })
    await track(app, 'bought')
    await flush(app)
    expect(await read(app, webhook)).toMatchObject({
      enabled: false,
      disabledReason: 'The endpoint answered 410 Gone.',
    })
    expect(await listDeliveries(app, webhook.id)).toMatchObject([{ status: 'FAILED', lastStatus: 410 }])
    await track(app, 'bought')
    await flush(app)
    expect(requests()).toHaveLength(1)
  })

  it('that fails for five days is switched off, and can be switched on again', async () => {
    const { app, webhook } = await buildEndpoint()
    receiver.answer = () => ({ status: 500 })
    for (let day = 0; day <= 5; day += 1) {
      await track(app, 'bought')
      await flush(app)
      expect((await read(app, webhook)).enabled).toBe(day < 5)
      test.clock.advance(DAY_MS + MINUTE_MS)
    }
    expect((await read(app, webhook)).disabledReason).toBe('Every request has failed for five days.')
    await deliverAll(app)
    expect(new Set((await listDeliveries(app, webhook.id)).map(({ status }) => status))).toEqual(
      new Set(['FAILED']),
    )
    receiver.answer = () => ({ status: 200 })
    await call(app, ['PATCH', `/webhooks/${webhook.id}`], { body: { enabled: true } })
    await track(app, 'bought')
    await flush(app)
    expect(await read(app, webhook)).toMatchObject({ enabled: true, disabledReason: null })
    expect((await listDeliveries(app, webhook.id)).at(-1)).toMatchObject({ status: 'DELIVERED' })
  })

  it('that succeeds now and then is never switched off', async () => {
    const { app, webhook } = await buildEndpoint()
    for (let day = 0; day <= 7; day += 1) {
      receiver.answer = () => ({ status: day % 3 === 2 ? 200 : 500 })
      await track(app, 'bought')
      await flush(app)
      test.clock.advance(DAY_MS)
      await deliverAll(app)
    }
    expect((await read(app, webhook)).enabled).toBe(true)
  })

  it('gets at most eight requests at the same time, and all of many', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    await Promise.all(Array.from({ length: 50 }, () => track(app, 'bought')))
    const isFull = Promise.withResolvers<void>()
    receiver.answer = async () => {
      if (receiver.mostAtOnce >= 8) isFull.resolve()
      await isFull.promise
      return { status: 200 }
    }
    await flush(app)
    expect(receiver.mostAtOnce).toBe(8)
    expect(requests()).toHaveLength(50)
    expect(new Set((await listDeliveries(app, webhook.id)).map(({ status }) => status))).toEqual(
      new Set(['DELIVERED']),
    )
  })

  it('that does not answer does not hold up others', async () => {
    const [slow, quick] = [await buildEndpoint(), await buildEndpoint()]
    const release = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    receiver.answer = async ({ path }) => {
      if (slow.webhook.url.endsWith(path)) await release.promise
      else if (quick.webhook.url.endsWith(path)) arrived.resolve()
      return { status: 200 }
    }
    for (let n = 0; n < 20; n += 1) await track(slow.app, 'bought')
    await track(quick.app, 'bought')
    await handleAnnouncements(test)
    const all = deliverAll(test)
    await arrived.promise
    release.resolve()
    await all
    expect([slow.requests().length, quick.requests().length]).toEqual([20, 1])
  })

  it('whose worker died is served again by the next one', async () => {
    const { app, webhook, requests } = await buildEndpoint()
    await track(app, 'bought')
    await handleAnnouncements(app)
    // As a worker leaves it that was killed while it sent.
    await sql`
      update webhook_turns set attempts = 1, fence = fence + 1, due_at = ${new Date(test.clock.now().getTime() + MINUTE_MS)}
      where id = ${webhook.id}`.execute(test.deps.database.db)
    await track(app, 'bought')
    await flush(app)
    expect(requests()).toHaveLength(0)
    test.clock.advance(MINUTE_MS + 1)
    await deliverAll(app)
    expect(requests()).toHaveLength(2)
  })

  it('of a disabled project waits', async () => {
    const { app, requests } = await buildEndpoint()
    await track(app, 'bought')
    await handleAnnouncements(app)
    const disable = (at: Date | null) =>
      sql`update projects set disabled_at = ${at} where id = ${app.project.projectId}`.execute(
        test.deps.database.db,
      )
    await disable(test.clock.now())
    await deliverAll(app)
    expect(requests()).toHaveLength(0)
    await disable(null)
    await deliverAll(app)
    expect(requests()).toHaveLength(1)
  })
})

describe('a batch', () => {
  const parse = ({ body }: WebhookRequest) => JSON.parse(body) as { id: string; type: string }[]

  it('waits for more events, and is sent as an array under one signature', async () => {
    test.clock.stop()
    const { app, webhook, requests } = await buildEndpoint({ batch: { max: 10, waitMs: 5_000 } })
    await track(app, 'bought')
    await flush(app)
    test.clock.advance(3_000)
    await track(app, 'bought')
    await flush(app)
    expect(requests()).toHaveLength(0)
    test.clock.advance(2_001)
    await flush(app)
    const [request] = requests() as [WebhookRequest]
    const deliveries = await listDeliveries(app, webhook.id)
    expect(parse(request).map(({ id }) => id)).toEqual(deliveries.map(({ eventId }) => eventId))
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  })

  it('is not longer than its maximum, and is sent at once when it is full', async () => {
    const { app, requests } = await buildEndpoint({ batch: { max: 10, waitMs: 60_000 } })
    for (let n = 0; n < 25; n += 1) await track(app, 'bought')
    await flush(app)
    expect(requests().map((request) => parse(request).length)).toEqual([10, 10, 5])
  })

  it('that fails is sent again as it was, whatever has come meanwhile', async () => {
    const { app, webhook, requests } = await buildEndpoint({ batch: { max: 3, waitMs: 0 } })
    for (let n = 0; n < 2; n += 1) await track(app, 'bought')
    receiver.answer = () => ({ status: 500 })
    await flush(app)
    receiver.answer = () => ({ status: 200 })
    await track(app, 'bought')
    test.clock.advance(6_000)
    await flush(app)
    const byId = Map.groupBy(requests(), ({ headers }) => headers['webhook-id'])
    expect(new Set([...byId.values()].map((same) => same.length))).toEqual(new Set([1, 2]))
    for (const same of byId.values()) {
      expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    }
    const [first] = await listDeliveries(app, webhook.id)
    const details = await readDelivery(app, webhook.id, first?.id)
    expect(details).toMatchObject({
      request: { body: requests()[0]?.body },
      answers: [{ status: 500 }, { status: 200 }],
    })
  })
})
