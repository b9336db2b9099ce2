// Actions on the log of an endpoint: read a delivery, retry it, replay a time range, send a test.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { EventId, OperationId, WebhookDeliveryId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { wakeRows } from '../../../platform/work/due-rows.ts'
import { advanceOperation, finishOperation, insertOperation, lockOperation } from '../../operations/index.ts'
import type { OperationRef, OperationRow } from '../../operations/index.ts'
import { messageBody, requestHeaders } from '../message.ts'
import { replayWebhooksJob } from '../webhooks.jobs.ts'
import type { TestBody } from '../payloads/webhook-body.schema.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { findWebhook, lockWebhook } from '../endpoints/webhooks.queries.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { noWebhook } from '../endpoints/webhooks.service.ts'
import {
  countEnded,
  findDelivery,
  insertDeliveries,
  listAttempts,
  listBatches,
  resetDeliveries,
  resetDelivery,
  toDelivery,
} from './deliveries.queries.ts'
import type { DeliveryRef, DeliveryRow } from './deliveries.queries.ts'
import { ReplayPosition, ReplayRequest } from './deliveries.schema.ts'
import type { WebhookDeliveryDetails } from './deliveries.schema.ts'

/** The delivery with its request and the responses. */
export async function readDelivery(
  db: Db | Trx,
  ref: DeliveryRef,
): Promise<z.infer<typeof WebhookDeliveryDetails>> {
  const webhook = await findWebhook(db, ref)
  if (!webhook) throw noWebhook()
  const row = await findDelivery(db, ref)
  if (!row) throw noDelivery()
  const deliveries =
    row.batch_id === null ? [row] : await listBatches(db, { ...ref, batchIds: [row.batch_id] })
  const messageId = row.batch_id ?? row.event_id
  const attempts = await listAttempts(db, { ...ref, messageId })
  return {
    ...toDelivery(row),
    request: {
      method: 'POST',
      url: webhook.url,
      headers: { ...requestHeaders, 'webhook-id': messageId },
      body: messageBody({ deliveries, isBatch: row.batch_id !== null }),
    },
    answers: attempts.map((attempt) => ({
      at: attempt.created_at.toISOString(),
      status: attempt.status,
      body: attempt.answer,
      error: attempt.error,
      durationMs: attempt.duration_ms,
    })),
  }
}

export async function retryDelivery(
  db: Db | Trx,
  { now, ...ref }: DeliveryRef & { now: Date },
): Promise<DeliveryRow> {
  return inTransaction(db, async (trx) => {
    await requireEnabled(trx, ref)
    const row = await resetDelivery(trx, { ...ref, now })
    if (!row) throw noDelivery()
    await wake(trx, ref, now)
    return row
  })
}

/** Sends a test event to this endpoint only. */
export async function sendTest(
  db: Db | Trx,
  { now, ...ref }: WebhookRef & { now: Date },
): Promise<DeliveryRow> {
  return inTransaction(db, async (trx) => {
    const { projectId, webhookId } = ref
    await requireEnabled(trx, ref)
    const deliveryId = newId<WebhookDeliveryId>(now)
    const body: z.input<typeof TestBody> = {
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { webhookId, message: 'This is a test event. Nothing has happened.' },
    }
    await insertDeliveries(trx, {
      projectId,
      deliveries: [
        {
          webhookId,
          id: deliveryId,
          eventId: newId<EventId>(now),
          type: body.type,
          contactId: null,
          body: JSON.stringify(body),
          dueAt: now,
          createdAt: now,
        },
      ],
    })
    await wake(trx, ref, now)
    const row = await findDelivery(trx, { ...ref, deliveryId })
    if (!row) throw noDelivery()
    return row
  })
}

/** Starts a job that sends the deliveries of a time range again. */
export async function startReplay(
  db: Db | Trx,
  { from, to, now, ...ref }: WebhookRef & { from: Date; to: Date; now: Date },
): Promise<OperationRow> {
  const { projectId, webhookId } = ref
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
    await requireEnabled(trx, ref)
    const operation = await insertOperation(trx, {
      projectId,
      operationId,
      type: 'webhooks.replay',
      request: { webhookId, from: from.toISOString(), to: to.toISOString() },
      total: await countEnded(trx, { ...ref, from, to }),
      now,
    })
    await enqueue(trx, replayWebhooksJob, { payload: { projectId, operationId } })
    return operation
  })
}

// Takes a few milliseconds to write; each batch commits together with its progress.
const REPLAY_BATCH = 1000

export async function runReplay(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { signal, ...ref }: OperationRef & { signal: AbortSignal },
): Promise<Outcome> {
  for (;;) {
    const isMore = await inTransaction(database.db, (trx) => replayBatch(trx, { ...ref, now: clock.now() }))
    if (!isMore) return done
    if (signal.aborted) return snooze(0)
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

async function replayBatch(
  trx: Trx,
  { projectId, operationId, now }: OperationRef & { now: Date },
): Promise<boolean> {
  const operation = await lockOperation(trx, { projectId, operationId })
  if (!operation || operation.finished_at) return false
  const request = ReplayRequest.parse(operation.request)
  const ref = { projectId, webhookId: request.webhookId }
  const { after } = operation.position ? ReplayPosition.parse(operation.position) : { after: NO_ID }
  const ids = await resetDeliveries(trx, {
    ...ref,
    from: new Date(request.from),
    to: new Date(request.to),
    after,
    limit: REPLAY_BATCH,
    now,
  })
  if (ids.length > 0) await wake(trx, ref, now)
  await advanceOperation(trx, {
    projectId,
    operationId,
    done: ids.length,
    position: { after: ids.at(-1) ?? after },
  })
  const isLast = ids.length < REPLAY_BATCH
  if (isLast) await finishOperation(trx, { projectId, operationId, status: 'DONE', now })
  return !isLast
}

const wake = (trx: Trx, { projectId, webhookId }: WebhookRef, now: Date) =>
  wakeRows(trx, { table: TURN_TABLE, projectId, dueAt: new Map([[webhookId, now]]) })

async function requireEnabled(trx: Trx, ref: WebhookRef): Promise<WebhookRow> {
  const webhook = await lockWebhook(trx, ref)
  if (!webhook) throw noWebhook()
  if (webhook.enabled) return webhook
  throw new AppError('INVALID_STATE', {
    message: 'The webhook is switched off, so nothing is sent to it.',
    suggestion: 'Switch it on first: PATCH /webhooks/{id} with {"enabled": true}.',
  })
}

const noDelivery = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'This webhook has no such delivery. Deliveries are kept for 30 days.',
    suggestion: 'List them with GET /webhooks/{id}/deliveries.',
  })
