// Turns events into deliveries: one row per event and endpoint that wants it, and one in the feed of local development,
// written in the transaction that deletes the announcement. A crash undoes both, and the announcement is handled again.
import type { z } from 'zod'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id, ProjectId, WebhookDeliveryId, WebhookId } from '../../../platform/ids.ts'
import type { Clock } from '../../../platform/clock.ts'
import { wakeRows } from '../../../platform/work/due-rows.ts'
import { readEmailsById } from '../../emails/index.ts'
import { UNSTORED_EVENT_NAMES } from '../../events/index.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import type { Event } from '../../events/events.schema.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { listEnabledWebhooks } from '../endpoints/webhooks.queries.ts'
import type { WebhookRow } from '../endpoints/webhooks.queries.ts'
import { LISTENER } from '../endpoints/webhooks.service.ts'
import { appendToFeed, findFeed } from '../feed/feed.queries.ts'
import type { FeedRow, NewFeedEvent } from '../feed/feed.queries.ts'
import { insertDeliveries } from '../log/deliveries.queries.ts'
import type { NewDelivery } from '../log/deliveries.queries.ts'
import { splitIntoBatches } from '../message.ts'
import type { WebhookBody } from '../payloads/webhook-body.schema.ts'
import { listAddresses } from './addresses.queries.ts'

export const createWebhookListener = (clock: Clock): Listener => ({
  name: LISTENER,
  handle: (trx, batch) => insertBatch(trx, { ...batch, now: clock.now() }),
  wakes: [TURN_TABLE],
})

type ProjectAnnouncements = { projectId: ProjectId; announcements: readonly Announcement[] }

// Emails are announced by the thousand. Rendering this many bodies takes a few milliseconds; then other work on this thread
// gets its turn.
const RENDER_BATCH = 100

async function insertBatch(
  trx: Trx,
  { projectId, announcements, now }: ProjectAnnouncements & { now: Date },
): Promise<void> {
  const webhooks = await listEnabledWebhooks(trx, { projectId })
  const feed = await findFeed(trx, { projectId })
  const readers = [...webhooks, ...(feed ? [{ events: feed.names }] : [])]
  // A webhook may have been switched off since the event.
  const wanted = announcements.filter(({ name }) => readers.some((reader) => wants(reader, name)))
  const dueTimes = new Map<WebhookId, Date>()
  for (const webhook of webhooks) {
    const count = wanted.filter(({ name }) => wants(webhook, name)).length
    if (count > 0) dueTimes.set(webhook.id, dueAt(webhook, { count, now }))
  }
  const partial = new Map<string, NewDelivery[]>()
  const feedEvents: NewFeedEvent[] = []
  for (let from = 0; from < wanted.length; from += RENDER_BATCH) {
    const batch = wanted.slice(from, from + RENDER_BATCH)
    const bodies = await renderBodies(trx, { projectId, announcements: batch })
    if (feed) feedEvents.push(...planFeedEvents(feed, batch, bodies))
    for (const webhook of webhooks) {
      const fresh = planDeliveries(webhook, batch, { bodies, dueTimes, now })
      const planned = [...(partial.get(webhook.id) ?? []), ...fresh]
      const { full, rest } = fillBatches(webhook, { planned, now })
      partial.set(webhook.id, rest)
      if (full.length > 0) await insertDeliveries(trx, { projectId, deliveries: full })
    }
  }
  const rest = [...partial.values()].flat()
  if (rest.length > 0) await insertDeliveries(trx, { projectId, deliveries: rest })
  if (dueTimes.size > 0) await wakeRows(trx, { table: TURN_TABLE, projectId, dueAt: dueTimes })
  // Last, because it locks the feed, which every listener reads.
  if (feedEvents.length > 0) await appendToFeed(trx, { projectId, events: feedEvents })
}

const wants = ({ events }: Pick<WebhookRow, 'events'>, name: string): boolean =>
  events.includes(name) || events.includes('*')

function planFeedEvents(
  { names }: FeedRow,
  announcements: readonly Announcement[],
  bodies: ReadonlyMap<string, string>,
): NewFeedEvent[] {
  return announcements
    .filter(({ name }) => wants({ events: names }, name))
    .flatMap(({ eventId, name, contactId }) => {
      const body = bodies.get(eventId)
      return body === undefined ? [] : { eventId, type: name, contactId, body }
    })
}

/** A batch waits for more events until it is full. */
function dueAt(
  { batch_max: max, batch_wait_ms: waitMs }: WebhookRow,
  { count, now }: { count: number; now: Date },
): Date {
  const isWaiting = max !== null && waitMs !== null && count < max
  return isWaiting ? new Date(now.getTime() + waitMs) : now
}

type DeliveryPlan = { bodies: ReadonlyMap<string, string>; dueTimes: ReadonlyMap<WebhookId, Date>; now: Date }

function planDeliveries(
  webhook: WebhookRow,
  announcements: readonly Announcement[],
  { bodies, dueTimes, now }: DeliveryPlan,
): NewDelivery[] {
  return announcements
    .filter(({ name }) => wants(webhook, name))
    .flatMap(({ eventId, name, contactId }) => {
      const body = bodies.get(eventId)
      if (body === undefined) return []
      return {
        webhookId: webhook.id,
        id: newId<WebhookDeliveryId>(now),
        eventId,
        type: name,
        contactId,
        body,
        dueAt: dueTimes.get(webhook.id) ?? now,
        createdAt: now,
      }
    })
}

/** Full batches get their id here, so that the worker only has to read them. */
function fillBatches(
  { batch_max: max }: WebhookRow,
  { planned, now }: { planned: readonly NewDelivery[]; now: Date },
): { full: NewDelivery[]; rest: NewDelivery[] } {
  if (max === null) return { full: [...planned], rest: [] }
  const batches = splitIntoBatches(planned, max)
  const isLastFull = batches.at(-1)?.length === max
  const rest = isLastFull ? [] : (batches.pop() ?? [])
  const full = batches.flatMap((deliveries) => {
    const batchId = newId<Id<'batch'>>(now)
    return deliveries.map((one) => ({ ...one, batchId }))
  })
  return { full, rest }
}

/**
 * Returns the JSON of each event by its id. It is stored, because it must not change between attempts. Events of deleted
 * contacts are left out.
 */
async function renderBodies(
  trx: Trx,
  { projectId, announcements }: ProjectAnnouncements,
): Promise<Map<string, string>> {
  const [ofEmails, ofEvents] = [
    announcements.filter(isOfEmail),
    announcements.filter((one) => !isOfEmail(one)),
  ]
  const emailIds = [...new Set(ofEmails.flatMap(({ emailId }) => emailId ?? []))]
  const found = await readEmailsById(trx, { projectId, emailIds })
  const emails = new Map<string | null, (typeof found)[number]>(found.map((email) => [email.id, email]))
  const contactIds = [...new Set(ofEvents.flatMap(({ contactId }) => contactId ?? []))]
  const addresses = await listAddresses(trx, { projectId, contactIds })
  const bodies = new Map<string, string>()
  for (const one of ofEmails) {
    const email = emails.get(one.emailId)
    const at = (one.name === 'email.queued' ? email?.createdAt : email?.sentAt) ?? one.createdAt.toISOString()
    // Only the id is left of an email whose month has been dropped.
    bodies.set(
      one.eventId,
      toBody({
        type: one.name,
        timestamp: at,
        data: email ?? { id: one.emailId, contactId: one.contactId },
      }),
    )
  }
  for (const one of ofEvents) {
    const email = one.contactId === null ? null : addresses.get(one.contactId)
    if (email === undefined) continue
    const event = toEvent(one, email)
    bodies.set(one.eventId, toBody({ type: one.name, timestamp: event.createdAt, data: event }))
  }
  return bodies
}

type ProgressName = (typeof UNSTORED_EVENT_NAMES)[number]

const UNSTORED = new Set<string>(UNSTORED_EVENT_NAMES)
const isOfEmail = (one: Announcement): one is Announcement & { name: ProgressName } => UNSTORED.has(one.name)

const toEvent = (
  { eventId, name, contactId, emailId, data, createdAt }: Announcement,
  email: string | null,
): z.infer<typeof Event> => ({
  id: eventId,
  name,
  contactId,
  email,
  emailId,
  data,
  createdAt: createdAt.toISOString(),
})

const toBody = (body: WebhookBody): string => JSON.stringify(body)
