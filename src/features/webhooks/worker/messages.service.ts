// The next requests to an endpoint: single events, or batches, which are fixed once they have been put together.
import type { Db } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id, WebhookDeliveryId } from '../../../platform/ids.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { listBatches } from '../log/deliveries.queries.ts'
import type { DeliveryRow } from '../log/deliveries.queries.ts'
import { splitIntoBatches, messageBody } from '../message.ts'
import { assignBatches, listDue, listDueIds, listUnbatched } from './turn.queries.ts'

/** One request. */
export type Message = {
  /** The header webhook-id: of the batch, or of the event. */
  id: string
  body: string
  deliveryIds: WebhookDeliveryId[]
  /** Attempts that count for the schedule, before this one. */
  step: number
}

// One or two for each connection.
const BATCHES_AT_ONCE = 10

type NextMessagesInput = WebhookRef & { webhook: WebhookRow; limit: number; now: Date }

export async function nextMessages(db: Db, input: NextMessagesInput): Promise<Message[]> {
  const { webhook, limit, now, ...ref } = input
  const max = webhook.batch_max
  if (max !== null) return nextBatches(db, { ...input, max })
  const due = await listDue(db, { ...ref, now, limit })
  // Batches from before the endpoint was set to single events stay together.
  const retried = await readBatches(db, { ...ref, due })
  const single = due.filter(({ batch_id: id }) => id === null)
  return [...retried, ...single.map((one) => toMessage(one.event_id, [one], false))]
}

/** Existing batches first, then new ones from deliveries without a batch. */
async function nextBatches(
  db: Db,
  { webhook: _webhook, limit, now, max, ...ref }: NextMessagesInput & { max: number },
): Promise<Message[]> {
  const due = await listDueIds(db, { ...ref, now, limit: limit === 1 ? 1 : max * BATCHES_AT_ONCE })
  const retried = await readBatches(db, { ...ref, due })
  if (due.every(({ batch_id: id }) => id !== null)) return retried
  const waiting = await listUnbatched(db, { ...ref, limit: max * BATCHES_AT_ONCE })
  // The body lists them in the order of their ids.
  const inOrder = waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const batches = splitIntoBatches(inOrder, max).map((deliveries) => ({
    id: newId<Id<'batch'>>(now),
    deliveries,
  }))
  await assignBatches(db, {
    ...ref,
    batches: batches.map(({ id, deliveries }) => ({ id, deliveryIds: deliveries.map((one) => one.id) })),
  })
  return [...retried, ...batches.map(({ id, deliveries }) => toMessage(id, deliveries, true))]
}

async function readBatches(
  db: Db,
  { due, ...ref }: WebhookRef & { due: readonly { batch_id: string | null }[] },
): Promise<Message[]> {
  const batchIds = [...new Set(due.flatMap(({ batch_id: id }) => id ?? []))]
  const byBatch = Map.groupBy(await listBatches(db, { ...ref, batchIds }), ({ batch_id: id }) => id ?? '')
  return [...byBatch].map(([id, deliveries]) => toMessage(id, deliveries, true))
}

function toMessage(id: string, deliveries: readonly DeliveryRow[], isBatch: boolean): Message {
  return {
    id,
    body: messageBody({ deliveries, isBatch }),
    deliveryIds: deliveries.map((one) => one.id),
    step: Math.max(...deliveries.map((one) => one.step)),
  }
}
