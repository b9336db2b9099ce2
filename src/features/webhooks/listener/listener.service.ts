// Events become deliveries: one row per event and endpoint that wants it, written in the transaction that takes the
// announcement out of its queue. Whatever dies on the way, both are undone and it is heard again.
import type { z } from 'zod'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, Id, ProjectId, WebhookDeliveryId, WebhookId } from '../../../platform/ids.ts'
import type { Clock } from '../../../platform/clock.ts'
import { wakeRows } from '../../../platform/work/due-rows.ts'
import { readEmailsById } from '../../delivery/index.ts'
import { UNSTORED_EVENT_NAMES } from '../../events/index.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import type { Event } from '../../events/events.schema.ts'
import { listEnabledWebhooks } from '../endpoints/webhooks.queries.ts'
import type { WebhookRow } from '../endpoints/webhooks.queries.ts'
import { LISTENER } from '../listener-name.ts'
import { insertDeliveries } from '../log/deliveries.queries.ts'
import type { NewDelivery } from '../log/deliveries.queries.ts'
import { cutBatches } from '../message.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { listAddresses } from './addresses.queries.ts'

export const createWebhookListener = (clock: Clock): Listener => ({
  name: LISTENER,
  async hear(trx, announcements) {
    const byProject = Map.groupBy(announcements, (one) => one.projectId)
    // In one order: two nodes may hear of the same projects at the same time, and lock rows of their endpoints.
    for (const projectId of [...byProject.keys()].toSorted()) {
      await hearOfProject(trx, {
        projectId,
        announcements: byProject.get(projectId) ?? [],
        now: clock.now(),
      })
    }
  },
})

type Hearing = { projectId: ProjectId; announcements: readonly Announcement[]; now: Date }

// Announcements of emails come by thousands. So many are put into words in a few milliseconds, and then others get their
// turn on this thread.
const DESCRIBED_AT_ONCE = 100

async function hearOfProject(trx: Trx, { projectId, announcements, now }: Hearing): Promise<void> {
  const webhooks = await listEnabledWebhooks(trx, { projectId })
  // One may have been switched off since the event.
  const wanted = announcements.filter(({ name }) => webhooks.some((webhook) => wants(webhook, name)))
  const endpoints = new Map<WebhookId, Date>()
  for (const webhook of webhooks) {
    const count = wanted.filter(({ name }) => wants(webhook, name)).length
    if (count > 0) endpoints.set(webhook.id as WebhookId, dueAt(webhook, { count, now }))
  }
  const begun = new Map<string, NewDelivery[]>()
  for (let from = 0; from < wanted.length; from += DESCRIBED_AT_ONCE) {
    const some = wanted.slice(from, from + DESCRIBED_AT_ONCE)
    const bodies = await describe(trx, { projectId, announcements: some })
    for (const webhook of webhooks) {
      const fresh = planDeliveries(webhook, some, { bodies, endpoints, now })
      const planned = [...(begun.get(webhook.id) ?? []), ...fresh]
      const { full, rest } = fillBatches(webhook, { planned, now })
      begun.set(webhook.id, rest)
      if (full.length > 0) await insertDeliveries(trx, { projectId, deliveries: full })
    }
  }
  const rest = [...begun.values()].flat()
  if (rest.length > 0) await insertDeliveries(trx, { projectId, deliveries: rest })
  if (endpoints.size > 0) await wakeRows(trx, { table: TURN_TABLE, projectId, dueAt: endpoints })
}

const wants = ({ events }: WebhookRow, name: string): boolean => events.includes(name) || events.includes('*')

/** A batch waits for more events, unless there are enough already. */
function dueAt(
  { batch_max: max, batch_wait_ms: waitMs }: WebhookRow,
  { count, now }: { count: number; now: Date },
): Date {
  const isWaiting = max !== null && waitMs !== null && count < max
  return isWaiting ? new Date(now.getTime() + waitMs) : now
}

type Plan = { bodies: ReadonlyMap<string, string>; endpoints: ReadonlyMap<WebhookId, Date>; now: Date }

function planDeliveries(
  webhook: WebhookRow,
  announcements: readonly Announcement[],
  { bodies, endpoints, now }: Plan,
): NewDelivery[] {
  const webhookId = webhook.id as WebhookId
  return announcements
    .filter(({ name }) => wants(webhook, name))
    .flatMap(({ eventId, name, contactId }) => {
      const body = bodies.get(eventId)
      if (body === undefined) return []
      return {
        webhookId,
        id: newId<WebhookDeliveryId>(now),
        eventId,
        type: name,
        contactId,
        body,
        dueAt: endpoints.get(webhookId) ?? now,
        createdAt: now,
      }
    })
}

/** Full batches have their id from the beginning, so that whoever sends them has only to read them. */
function fillBatches(
  { batch_max: max }: WebhookRow,
  { planned, now }: { planned: readonly NewDelivery[]; now: Date },
): { full: NewDelivery[]; rest: NewDelivery[] } {
  if (max === null) return { full: [...planned], rest: [] }
  const batches = cutBatches(planned, max)
  const isLastFull = batches.at(-1)?.length === max
  const rest = isLastFull ? [] : (batches.pop() ?? [])
  const full = batches.flatMap((deliveries) => {
    const batchId = newId<Id<'batch'>>(now)
    return deliveries.map((one) => ({ ...one, batchId }))
  })
  return { full, rest }
}

type Described = Omit<Hearing, 'now'>

/**
 * The JSON of each event by its id, as it is sent and kept: it must not change between attempts. Events of a contact that
 * has been deleted are gone with it, and told to nobody.
 */
async function describe(trx: Trx, { projectId, announcements }: Described): Promise<Map<string, string>> {
  const [ofEmails, ofEvents] = [
    announcements.filter(isOfEmail),
    announcements.filter((one) => !isOfEmail(one)),
  ]
  const emailIds = [...new Set(ofEmails.flatMap(({ emailId }) => emailId ?? []))]
  const emails = new Map(
    (await readEmailsById(trx, { projectId, emailIds })).map((email) => [email.id as EmailId, email]),
  )
  const contactIds = [...new Set(ofEvents.flatMap(({ contactId }) => contactId ?? []))]
  const addresses = await listAddresses(trx, { projectId, contactIds })
  const bodies = new Map<string, string>()
  for (const one of ofEmails) {
    const email = one.emailId === null ? undefined : emails.get(one.emailId)
    const at = (one.name === 'email.queued' ? email?.createdAt : email?.sentAt) ?? one.createdAt.toISOString()
    // An email whose month has been dropped meanwhile is known by its id alone.
    bodies.set(one.eventId, toBody(one.name, at, email ?? { id: one.emailId, contactId: one.contactId }))
  }
  for (const one of ofEvents) {
    const email = one.contactId === null ? null : addresses.get(one.contactId)
    if (email === undefined) continue
    const event = toEvent(one, email)
    bodies.set(one.eventId, toBody(one.name, event.createdAt, event))
  }
  return bodies
}

const UNSTORED = new Set<string>(UNSTORED_EVENT_NAMES)
const isOfEmail = ({ name }: Announcement): boolean => UNSTORED.has(name)

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

const toBody = (type: string, timestamp: string, data: unknown): string =>
  JSON.stringify({ type, timestamp, data })
