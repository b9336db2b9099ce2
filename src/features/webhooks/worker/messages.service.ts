// What is sent next to an endpoint: single events, or batches, which are made up when they are first sent and stay as
// they are.
import type { Db } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id, WebhookDeliveryId } from '../../../platform/ids.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { listBatches } from '../log/deliveries.queries.ts'
import type { DeliveryRow } from '../log/deliveries.queries.ts'
import { cutBatches, messageBody } from '../message.ts'
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

// Batches that are read or made up at once: one or two for each connection.
const MOST_BATCHES = 10

type Asked = WebhookRef & { webhook: WebhookRow; limit: number; now: Date }

export async function nextMessages(db: Db, asked: Asked): Promise<Message[]> {
  const { webhook, limit, now, ...ref } = asked
  const max = webhook.batch_max
  if (max !== null) return nextBatches(db, { ...asked, max })
  const due = await listDue(db, { ...ref, now, limit })
  // Those of a time when the endpoint had batches stay together.
  const again = await readBatches(db, { ...ref, due })
  const single = due.filter(({ batch_id: id }) => id === null)
  return [...again, ...single.map((one) => toMessage(one.event_id, [one], false))]
}

/** Those that have been made up before, and then what has come in smaller numbers. */
async function nextBatches(
  db: Db,
  { webhook: _webhook, limit, now, max, ...ref }: Asked & { max: number },
): Promise<Message[]> {
  const due = await listDueIds(db, { ...ref, now, limit: limit === 1 ? 1 : max * MOST_BATCHES })
  const again = await readBatches(db, { ...ref, due })
  if (due.every(({ batch_id: id }) => id !== null)) return again
  const waiting = await listUnbatched(db, { ...ref, limit: max * MOST_BATCHES })
  // In a body they stand in the order of their ids.
  const inOrder = waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const batches = cutBatches(inOrder, max).map((deliveries) => ({ id: newId<Id<'batch'>>(now), deliveries }))
  await assignBatches(db, {
    ...ref,
    batches: batches.map(({ id, deliveries }) => ({ id, deliveryIds: deliveries.map((one) => one.id) })),
  })
  return [...again, ...batches.map(({ id, deliveries }) => toMessage(id, deliveries, true))]
}

type Begun = WebhookRef & { due: readonly { batch_id: string | null }[] }

async function readBatches(db: Db, { due, ...ref }: Begun): Promise<Message[]> {
  const batchIds = [...new Set(due.flatMap(({ batch_id: id }) => id ?? []))]
  const begun = Map.groupBy(await listBatches(db, { ...ref, batchIds }), ({ batch_id: id }) => id ?? '')
  return [...begun].map(([id, deliveries]) => toMessage(id, deliveries, true))
}

function toMessage(id: string, deliveries: readonly DeliveryRow[], isBatch: boolean): Message {
  return {
    id,
    body: messageBody({ deliveries, isBatch }),
    deliveryIds: deliveries.map((one) => one.id as WebhookDeliveryId),
    step: Math.max(...deliveries.map((one) => one.step)),
  }
}
