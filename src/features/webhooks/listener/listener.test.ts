import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import {
  createWebhook,
  flush,
  handleAnnouncements,
  listDeliveries,
  LOOPBACK_ALLOWED,
  track,
} from '../../../../test/support/webhooks.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)
const delivery = useDelivery(test)

describe('events for an endpoint that gets batches', () => {
  it('are put together at once where a batch is full, and the rest waits for more', async () => {
    const app = await inFreshProject(test)
    const { id } = await createWebhook(app, {
      url: receiver.newUrl(),
      events: ['bought'],
      batch: { max: 10, waitMs: 60_000 },
    })
    for (let n = 0; n < 25; n += 1) await track(app, 'bought')
    await handleAnnouncements(app)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from webhook_deliveries where webhook_id = ${id} group by batch_id
      order by batch_id nulls last`.execute(app.deps.database.db)
    expect(rows.map(({ count }) => count)).toEqual([10, 10, 5])
  })
})

describe('an event', () => {
  it('becomes a delivery for each webhook that wants it, and for no other', async () => {
    const app = await inFreshProject(test)
    const all = await createWebhook(app, { url: receiver.newUrl() })
    const some = await createWebhook(app, { url: receiver.newUrl(), events: ['bought', 'email.sent'] })
    const none = await createWebhook(app, { url: receiver.newUrl(), events: ['email.bounced'] })
    const off = await createWebhook(app, { url: receiver.newUrl(), enabled: false })
    await track(app, 'bought')
    await track(app, 'seen')
    await handleAnnouncements(app)
    const types = async ({ id }: { id: string }) => (await listDeliveries(app, id)).map(({ type }) => type)
    expect(await types(all)).toEqual(['contact.created', 'bought', 'seen'])
    expect(await types(some)).toEqual(['bought'])
    expect([await types(none), await types(off)]).toEqual([[], []])
  })

  it('is sent as the record that GET /events shows', async () => {
    const app = await inFreshProject(test)
    const { id, url } = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
    await track(app, 'bought')
    await flush(app)
    const { events } = (await call(app, ['GET', '/events'], { query: { name: 'bought' } })).json<{
      events: Record<string, unknown>[]
    }>()
    const [request] = receiver.at(url)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'bought',
      timestamp: events[0]?.createdAt,
      data: events[0],
    })
    expect(request?.headers['webhook-id']).toBe(events[0]?.id)
    expect(await listDeliveries(app, id)).toMatchObject([
      { eventId: events[0]?.id, status: 'DELIVERED', attempts: 1, lastStatus: 200, nextAttemptAt: null },
    ])
  })

  it('that an email was sent is sent as the record that GET /emails/{id} shows', async () => {
    const app = await inFreshProject(test)
    const { url } = await createWebhook(app, {
      url: receiver.newUrl(),
      events: ['email.queued', 'email.sent', 'email.delivered'],
    })
    const { email } = await sendOne(app)
    await handleAnnouncements(app)
    await delivery.drain()
    await flush(app)
    const record: unknown = (await call(app, ['GET', `/emails/${email}`])).json()
    const bodies = receiver.at(url).map(({ body }) => JSON.parse(body) as { type: string; data: unknown })
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      'email.delivered',
      'email.queued',
      'email.sent',
    ])
    expect(bodies.find(({ type }) => type === 'email.queued')?.data).toMatchObject({
      id: email,
      status: 'QUEUED',
    })
    expect(bodies.find(({ type }) => type === 'email.sent')?.data).toEqual(record)
    expect(new Set(receiver.at(url).map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  it('costs nothing where no webhook wants it', async () => {
    const app = await inFreshProject(test)
    await createWebhook(app, { url: receiver.newUrl(), events: ['email.bounced'] })
    await track(app, 'bought')
    await sendOne(app)
    const { rows } = await sql`
      select from announcements where project_id = ${app.project.projectId}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })

  it('is forgotten by webhooks when its contact is deleted', async () => {
    const app = await inFreshProject(test)
    const { id, url } = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
    const contact = await buildContact(app)
    await track(app, 'bought', contact.email)
    await track(app, 'bought', 'other@example.com')
    await handleAnnouncements(app)
    await call(app, ['DELETE', `/contacts/${contact.id}`])
    expect(await listDeliveries(app, id)).toHaveLength(1)
    await flush(app)
    expect(receiver.at(url).map(({ body }) => body.includes(contact.email))).toEqual([false])
  })
})
