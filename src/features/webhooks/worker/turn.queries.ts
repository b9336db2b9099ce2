// The queries of a worker during its turn. No other worker sends to the endpoint meanwhile, so deliveries are neither
// locked nor claimed one by one.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, WebhookDeliveryId, WebhookId } from '../../../platform/ids.ts'
import type { WorkAudit } from '../../../platform/work/work-audit.ts'
import { TURN_TABLE } from '../turn-table.ts'
import type { WebhookRef } from '../endpoints/webhooks.queries.ts'
import type { DeliveryRow } from '../log/deliveries.queries.ts'

type DueQuery = WebhookRef & { now: Date; limit: number }

export async function listDue(
  db: Db,
  { projectId, webhookId, now, limit }: DueQuery,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, id limit ${limit}`.execute(db)
  return rows
}

/** Like listDue without the bodies: those of a batch are read by its id. */
export async function listDueIds(
  db: Db,
  { projectId, webhookId, now, limit }: DueQuery,
): Promise<Pick<DeliveryRow, 'id' | 'batch_id'>[]> {
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'batch_id'>>`
    select id, batch_id from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, id limit ${limit}`.execute(db)
  return rows
}

/** Deliveries without a batch, due or not: when one has waited long enough, the others go with it. */
export async function listUnbatched(
  db: Db,
  { projectId, webhookId, limit }: WebhookRef & { limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and batch_id is null
      and step = 0
    order by next_attempt_at, id limit ${limit}`.execute(db)
  return rows
}

type AssignBatchesInput = WebhookRef & { batches: readonly { id: string; deliveryIds: readonly string[] }[] }

/** Called before the first attempt, so that a retry sends the same batch. */
export async function assignBatches(
  db: Db,
  { projectId, webhookId, batches }: AssignBatchesInput,
): Promise<void> {
  const pairs = batches.flatMap(({ id, deliveryIds }) => deliveryIds.map((one) => [one, id] as const))
  await sql`
    update webhook_deliveries as d set batch_id = g.batch_id
    from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[]) as g (id, batch_id)
    where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and d.id = g.id`.execute(db)
}

export type AttemptResult = {
  attemptId: string
  messageId: string
  deliveryIds: readonly WebhookDeliveryId[]
  /** null: no response. */
  statusCode: number | null
  error: string | null
  answer: string | null
  durationMs: number
  at: Date
  isDelivered: boolean
  /** null: no attempt is left. */
  nextAttemptAt: Date | null
}

/** Deliveries that are no longer pending stay as they are. */
export async function recordResults(
  trx: Trx,
  { projectId, webhookId, results }: WebhookRef & { results: readonly AttemptResult[] },
): Promise<void> {
  const attempts = JSON.stringify(results)
  await sql`
    insert into webhook_attempts (project_id, webhook_id, id, message_id, status, error, answer, duration_ms, created_at)
    select ${projectId}, ${webhookId}, "attemptId", "messageId", "statusCode", error, answer, "durationMs", at
    from jsonb_to_recordset(${attempts}::jsonb) as r ("attemptId" uuid, "messageId" uuid, "statusCode" int, error text,
      answer text, "durationMs" int, at timestamptz)`.execute(trx)
  const rows = results.flatMap((result) => result.deliveryIds.map((id) => ({ id, result })))
  await sql`
    update webhook_deliveries as d set attempts = d.attempts + 1, step = d.step + 1, last_status = g.last_status,
      status = g.status, next_attempt_at = g.next_at, delivered_at = case when g.status = 'DELIVERED' then g.at end
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ result }) => result.statusCode)}::int[],
      ${rows.map(({ result }) => statusOf(result))}::text[],
      ${rows.map(({ result }) => result.nextAttemptAt?.toISOString() ?? null)}::timestamptz[],
      ${rows.map(({ result }) => result.at.toISOString())}::timestamptz[]) as g (id, last_status, status, next_at, at)
    where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and d.id = g.id
      and d.status = 'PENDING'`.execute(trx)
}

function statusOf({ isDelivered, nextAttemptAt }: AttemptResult): string {
  if (isDelivered) return 'DELIVERED'
  return nextAttemptAt === null ? 'FAILED' : 'PENDING'
}

/** Fails the due deliveries of an endpoint that is switched off. Returns how many. */
export async function failDue(db: Db, { projectId, webhookId, now, limit }: DueQuery): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select id from webhook_deliveries
      where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${limit}
    )
    update webhook_deliveries as d set status = 'FAILED', next_attempt_at = null from due
    where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and d.id = due.id and d.status = 'PENDING'
    returning 1`.execute(db)
  return rows.length
}

/** null: no delivery is left. */
export async function findNextDue(trx: Trx, { projectId, webhookId }: WebhookRef): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select next_attempt_at as at from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING'
    order by next_attempt_at, id limit 1`.execute(trx)
  return rows[0]?.at ?? null
}

/** Ends the turn. The caller holds its row. */
export async function updateTurn(
  trx: Trx,
  { projectId, webhookId, dueAt }: WebhookRef & { dueAt: Date | null },
): Promise<void> {
  await sql`
    update webhook_turns set due_at = ${dueAt}, attempts = 0
    where project_id = ${projectId} and id = ${webhookId}`.execute(trx)
}

// A gauge is read every few seconds; the exact number does not matter above this.
const MOST_COUNTED = 100_000

/** The pending deliveries of all projects: their number, up to 100,000, and the oldest of those. */
export async function readBacklog(db: Db): Promise<{ count: number; oldestId: string | null }> {
  const { rows } = await sql<{ count: number; oldestId: string | null }>`
    select count(*) as count, min(id::text) as "oldestId"
    from (
      select id from webhook_deliveries where status = 'PENDING' limit ${MOST_COUNTED}) as waiting`.execute(
    db,
  )
  return rows[0] ?? { count: 0, oldestId: null }
}

/** Costs one look-up in webhook_deliveries_due per idle endpoint. */
export const turnAudit: WorkAudit = {
  name: 'webhooks',
  table: TURN_TABLE,
  isStalled: sql<boolean>`w.due_at is null and exists (
    select from webhook_deliveries as d
    where d.project_id = w.project_id and d.webhook_id = w.id and d.status = 'PENDING')`,
}

/** Only for the sole worker of a database: all other claims belong to dead workers. */
export async function releaseAllTurns(db: Db, now: Date): Promise<void> {
  await sql`update webhook_turns set due_at = ${now}, attempts = 0 where attempts > 0`.execute(db)
}

/** Lists endpoints with deliveries or attempts, deleted ones included, by skipping through the primary keys. */
export async function listEndpointsWithLog(
  db: Db,
): Promise<{ projectId: ProjectId; webhookId: WebhookId; isDeleted: boolean }[]> {
  const { rows } = await sql<{ projectId: ProjectId; webhookId: WebhookId; isDeleted: boolean }>`
    with recursive logged (project_id, webhook_id) as (
      (select project_id, webhook_id from webhook_deliveries order by project_id, webhook_id limit 1)
      union all
      select next.* from logged as l cross join lateral (
        select project_id, webhook_id from webhook_deliveries
        where (project_id, webhook_id) > (l.project_id, l.webhook_id) order by project_id, webhook_id limit 1
      ) as next
    ), answered (project_id, webhook_id) as (
      (select project_id, webhook_id from webhook_attempts order by project_id, webhook_id limit 1)
      union all
      select next.* from answered as l cross join lateral (
        select project_id, webhook_id from webhook_attempts
        where (project_id, webhook_id) > (l.project_id, l.webhook_id) order by project_id, webhook_id limit 1
      ) as next
    )
    select a.project_id as "projectId", a.webhook_id as "webhookId", w.id is null as "isDeleted"
    from (select * from logged union select * from answered) as a
    left join webhooks as w on w.project_id = a.project_id and w.id = a.webhook_id`.execute(db)
  return rows
}

/** Deletes deliveries and attempts with lower ids. Returns the larger of both numbers. */
export async function deleteLog(
  db: Db,
  { projectId, webhookId, before, limit }: WebhookRef & { before: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deliveries as (
      delete from webhook_deliveries where project_id = ${projectId} and webhook_id = ${webhookId} and id in (
        select id from webhook_deliveries
        where project_id = ${projectId} and webhook_id = ${webhookId} and id < ${before}::uuid limit ${limit})
      returning 1
    ), answers as (
      delete from webhook_attempts where project_id = ${projectId} and webhook_id = ${webhookId} and id in (
        select id from webhook_attempts
        where project_id = ${projectId} and webhook_id = ${webhookId} and id < ${before}::uuid limit ${limit})
      returning 1
    )
    select greatest((select count(*) from deliveries), (select count(*) from answers)) as count`.execute(db)
  return rows[0]?.count ?? 0
}
