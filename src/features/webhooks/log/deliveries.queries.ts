// The log of an endpoint: its deliveries, sent and pending, and its responses.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { isSearched } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { WebhookAttempts, WebhookDeliveries } from '../../../platform/db/tables.ts'
import { lowestIdAfter, lowestIdOf, readId, timeOfId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId, WebhookDeliveryId, WebhookId } from '../../../platform/ids.ts'
import { isAboutAddress } from '../../contacts/index.ts'
import type { WebhookRef } from '../endpoints/webhooks.queries.ts'
import type { WebhookDelivery } from './deliveries.schema.ts'

export type DeliveryRow = Selectable<WebhookDeliveries>
export type DeliveryRef = WebhookRef & { deliveryId: WebhookDeliveryId }
export type AttemptRow = Selectable<WebhookAttempts>

export function toDelivery(row: DeliveryRow): z.infer<typeof WebhookDelivery> {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    status: row.status as z.infer<typeof WebhookDelivery>['status'],
    attempts: row.attempts,
    lastStatus: row.last_status,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  }
}

export type NewDelivery = {
  webhookId: WebhookId
  id: WebhookDeliveryId
  eventId: EventId
  type: string
  contactId: ContactId | null
  body: string
  /** Set if the batch is full already. */
  batchId?: string
  dueAt: Date
  createdAt: Date
}

export async function insertDeliveries(
  trx: Db | Trx,
  { projectId, deliveries }: { projectId: ProjectId; deliveries: readonly NewDelivery[] },
): Promise<void> {
  const column = <T>(pick: (one: NewDelivery) => T) => deliveries.map(pick)
  await sql`
    insert into webhook_deliveries (project_id, webhook_id, id, event_id, type, contact_id, body, batch_id, next_attempt_at,
      created_at)
    select ${projectId}, * from unnest(${column((one) => one.webhookId)}::uuid[], ${column((one) => one.id)}::uuid[],
      ${column((one) => one.eventId)}::uuid[], ${column((one) => one.type)}::text[],
      ${column((one) => one.contactId)}::uuid[], ${column((one) => one.body)}::text[],
      ${column((one) => one.batchId ?? null)}::uuid[],
      ${column((one) => one.dueAt.toISOString())}::timestamptz[],
      ${column((one) => one.createdAt.toISOString())}::timestamptz[])`.execute(trx)
}

type ListOptions = WebhookRef & { filter: { status?: string | undefined; search?: string | undefined } }

async function matching(
  db: Db | Trx,
  { projectId, webhookId, filter: { status, search } }: ListOptions,
): Promise<RawBuilder<unknown>> {
  return sql`
    d.project_id = ${projectId} and d.webhook_id = ${webhookId}
    ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    ${isSearched(search) ? sql`and ${await isFound(db, { projectId, search })}` : sql``}`
}

/** A delivery is made soon after its event: a stopped cluster makes it when it is back. */
const EVENT_TO_DELIVERY_MS = 3 * 86_400_000

/** By the id of the delivery, or of its event, which has no index: ids begin with the time. Otherwise by address. */
async function isFound(
  db: Db | Trx,
  { projectId, search }: { projectId: ProjectId; search: string },
): Promise<RawBuilder<unknown>> {
  const id = readId(search.trim())
  if (id === undefined) return isAboutAddress(db, { projectId, search, table: 'd' })
  const at = timeOfId(id)
  return sql`(d.id = ${id}::uuid or (d.event_id = ${id}::uuid and d.id >= ${lowestIdOf(at)}::uuid
    and d.id < ${lowestIdAfter(new Date(at.getTime() + EVENT_TO_DELIVERY_MS))}::uuid))`
}

/** Newest first. */
export async function listDeliveries(
  db: Db | Trx,
  { limit, before, ...options }: ListOptions & { limit: number; before: string | undefined },
): Promise<Page<DeliveryRow>> {
  const position = before === undefined ? sql`` : sql`and d.id < ${before}::uuid`
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries as d where ${await matching(db, options)} ${position}
    order by d.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const countDeliveries = async (db: Db | Trx, options: ListOptions): Promise<number> =>
  countRows(db, sql`webhook_deliveries as d where ${await matching(db, options)}`)

const deliveriesOf = (db: Db | Trx, { projectId, webhookId }: WebhookRef) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('webhook_id', '=', webhookId)

export const findDelivery = (
  db: Db | Trx,
  { deliveryId, ...ref }: DeliveryRef,
): Promise<DeliveryRow | undefined> => deliveriesOf(db, ref).where('id', '=', deliveryId).executeTakeFirst()

/** The deliveries of batches, in their order in the body. */
export async function listBatches(
  db: Db | Trx,
  { batchIds, ...ref }: WebhookRef & { batchIds: readonly string[] },
): Promise<DeliveryRow[]> {
  if (batchIds.length === 0) return []
  return deliveriesOf(db, ref)
    .where('batch_id', 'in', [...batchIds])
    .orderBy('id')
    .execute()
}

// The schedule makes seven attempts, and each manual retry as many again.
const MOST_SHOWN = 50

/** Oldest first. */
export async function listAttempts(
  db: Db | Trx,
  { projectId, webhookId, messageId }: WebhookRef & { messageId: string },
): Promise<AttemptRow[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('webhook_id', '=', webhookId)
    .where('message_id', '=', messageId)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.toReversed()
}

/** Restarts the retry schedule, with an attempt now. Returns undefined if there is no such delivery. */
export async function resetDelivery(
  trx: Trx,
  { projectId, webhookId, deliveryId, now }: DeliveryRef & { now: Date },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set ${RESET}, next_attempt_at = ${now}
    where project_id = ${projectId} and webhook_id = ${webhookId} and id = ${deliveryId}
    returning *`.execute(trx)
  return rows[0]
}

/** A delivery leaves the batch that it was sent with: alone it has another body, and so needs another id. */
const RESET = sql.raw(`status = 'PENDING', step = 0, delivered_at = null,
  batch_id = case when status = 'PENDING' then batch_id end`)

export type ReplayRange = WebhookRef & { from: Date; to: Date }

export const countEnded = (db: Db | Trx, range: ReplayRange): Promise<number> =>
  countRows(db, sql`webhook_deliveries where ${ended(range)}`)

const ended = ({ projectId, webhookId, from, to }: ReplayRange): RawBuilder<unknown> => sql`
  project_id = ${projectId} and webhook_id = ${webhookId} and status <> 'PENDING'
  and id >= ${lowestIdOf(from)}::uuid and id < ${lowestIdAfter(to)}::uuid`

/** Resets the next deliveries of the range after the given id. Returns their ids in order. */
export async function resetDeliveries(
  trx: Trx,
  { after, limit, now, ...range }: ReplayRange & { after: string; limit: number; now: Date },
): Promise<WebhookDeliveryId[]> {
  const { rows } = await sql<{ id: WebhookDeliveryId }>`
    with chosen as materialized (
      select id from webhook_deliveries where ${ended(range)} and id > ${after}::uuid
      order by id limit ${limit} for update
    ), reset as (
      update webhook_deliveries as d set ${RESET}, next_attempt_at = ${now} from chosen as c
      where d.project_id = ${range.projectId} and d.webhook_id = ${range.webhookId} and d.id = c.id returning d.id
    ) select id from reset order by id`.execute(trx)
  return rows.map(({ id }) => id)
}
