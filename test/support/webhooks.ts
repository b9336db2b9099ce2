// Steps of clients, of the listener and of the worker of webhooks.
import { call } from './requests.ts'
import type { Reply } from './requests.ts'
import type { TestApp } from './test-app.ts'
import { createTurns } from '../../src/platform/concurrency/turns.ts'
import { runDueWork } from '../../src/platform/work/work-loop.ts'
import { announcementWork } from '../../src/features/events/index.ts'
import { webhookWork } from '../../src/features/webhooks/worker/worker.service.ts'
import { createWebhookListener } from '../../src/features/webhooks/index.ts'

/** Settings under which webhooks may reach the receivers of tests. */
export const LOOPBACK_ALLOWED = { ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' }

export type WebhookRecord = {
  id: string
  url: string
  secret: string
  enabled: boolean
  disabledReason: string | null
}

export async function createWebhook(test: TestApp, body: Record<string, unknown>): Promise<WebhookRecord> {
  const reply = await call(test, ['POST', '/webhooks'], { body: { events: ['*'], ...body } })
  if (reply.statusCode !== 201) throw new Error(`the webhook was refused: ${reply.body}`)
  return reply.json<WebhookRecord>()
}

export const track = (test: TestApp, event: string, email = 'ada@example.com'): Promise<Reply> =>
  call(test, ['POST', '/v1/track'], { body: { email, event, data: { plan: 'pro' } } })

/** Turns all announcements into deliveries. */
export async function handleAnnouncements({ deps }: TestApp): Promise<void> {
  await runDueWork(deps, announcementWork(createWebhookListener(deps.clock)))
}

/** Sends everything that is due. */
export const deliverAll = ({ deps }: TestApp): Promise<number> =>
  runDueWork(deps, webhookWork({ ...deps, share: createTurns(4), signal: new AbortController().signal }))

export async function flush(test: TestApp): Promise<void> {
  await handleAnnouncements(test)
  await deliverAll(test)
}

export type DeliveryRecord = {
  id: string
  eventId: string
  type: string
  status: string
  attempts: number
  lastStatus: number | null
  nextAttemptAt: string | null
}

/** Oldest first. */
export async function listDeliveries(test: TestApp, webhookId: string): Promise<DeliveryRecord[]> {
  const reply = await call(test, ['GET', `/webhooks/${webhookId}/deliveries`], { query: { limit: '100' } })
  return reply.json<{ deliveries: DeliveryRecord[] }>().deliveries.toReversed()
}

/** With the request and the answers. */
export const readDelivery = async (test: TestApp, webhookId: string, id = ''): Promise<unknown> =>
  (await call(test, ['GET', `/webhooks/${webhookId}/deliveries/${id}`])).json<unknown>()
