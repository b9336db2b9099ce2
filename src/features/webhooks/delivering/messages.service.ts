// What is sent next to an endpoint: single events, or batches, which are made up when they are first sent and stay as
// they are.
import type { Db } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id, WebhookDeliveryId } from '../../../platform/ids.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { listBatches } from '../log/deliveries.queries.ts'
import type { DeliveryRow } from '../log/deliveries.queries.ts'
import { messageBody } from '../message.ts'
import { assignBatches, listDue, listUnbatched } from './turn.queries.ts'

/** One request. */
export type Message = {
  /** The header webhook-id: of the batch, or of the event. */
  id: string
  body: string
  deliveryIds: WebhookDeliveryId[]
  /** Attempts that count for the schedule, before this one. */
  step: number
}

// Receivers limit bodies; a megabyte passes most of them. A single event that is larger goes alone.
const LARGEST_BATCH_BYTES = 1_000_000

// Full batches that are made up at once.
const MOST_BATCHES = 10

type Asked = WebhookRef & { webhook: WebhookRow; limit: number; now: Date }

export async function nextMessages(db: Db, { webhook, limit, now, ...ref }: Asked): Promise<Message[]> {
  const due = await listDue(db, { ...ref, now, limit })
  const batchIds = [...new Set(due.flatMap(({ batch_id: id }) => id ?? []))]
  const begun = Map.groupBy(await listBatches(db, { ...ref, batchIds }), ({ batch_id: id }) => id ?? '')
  const again = [...begun].map(([id, deliveries]) => toMessage(id, deliveries, true))
  const single = due.filter(({ batch_id: id }) => id === null)
  if (webhook.batch_max === null || single.length === 0) {
    return [...again, ...single.map((one) => toMessage(one.event_id, [one], false))]
  }
  const max = webhook.batch_max
  const waiting = await listUnbatched(db, { ...ref, limit: max * MOST_BATCHES })
  const batches = cutBatches(waiting, max).map((deliveries) => ({ id: newId<Id<'batch'>>(now), deliveries }))
  await assignBatches(db, {
    ...ref,
    batches: batches.map(({ id, deliveries }) => ({ id, deliveryIds: deliveries.map((one) => one.id) })),
  })
  return [...again, ...batches.map(({ id, deliveries }) => toMessage(id, deliveries, true))]
}

function toMessage(id: string, deliveries: readonly DeliveryRow[], isBatch: boolean): Message {
  return {
    id,
    body: messageBody({ deliveries, isBatch }),
    deliveryIds: deliveries.map((one) => one.id as WebhookDeliveryId),
    step: Math.max(...deliveries.map((one) => one.step)),
  }
}

/** In the order in which they stand in the body, which is that of their ids. */
function cutBatches(waiting: readonly DeliveryRow[], max: number): DeliveryRow[][] {
  const batches: DeliveryRow[][] = []
  let bytes = Infinity
  for (const one of waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const size = Buffer.byteLength(one.body)
    const last = batches.at(-1)
    if (!last || last.length >= max || bytes + size > LARGEST_BATCH_BYTES) {
      batches.push([one])
      bytes = size
    } else {
      last.push(one)
      bytes += size
    }
  }
  return batches
}
