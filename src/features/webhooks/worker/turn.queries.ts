// What a worker reads and writes while it has an endpoint. Nobody else sends to the endpoint meanwhile, so deliveries are
// neither locked nor claimed one by one.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, WebhookDeliveryId } from '../../../platform/ids.ts'
import type { WorkAudit } from '../../../platform/work/work-audit.ts'
import type { WebhookRef } from '../endpoints/webhooks.queries.ts'
import type { DeliveryRow } from '../log/deliveries.queries.ts'
import { TURN_TABLE } from '../turn-table.ts'

type Due = WebhookRef & { now: Date; limit: number }

/** Those that are due, in the order of their times. */
export async function listDue(db: Db, { projectId, webhookId, now, limit }: Due): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, id limit ${limit}`.execute(db)
  return rows
}

/** The same, without what they say: those of a batch are read by its id. */
export async function listDueIds(
  db: Db,
  { projectId, webhookId, now, limit }: Due,
): Promise<Pick<DeliveryRow, 'id' | 'batch_id'>[]> {
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'batch_id'>>`
    select id, batch_id from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, id limit ${limit}`.execute(db)
  return rows
}

/** Those that belong to no batch yet, due or not: when one of them has waited long enough, the others go with it. */
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

type Batches = WebhookRef & { batches: readonly { id: string; deliveryIds: readonly string[] }[] }

/** Written before anything is sent: a batch is sent again as it was. */
export async function assignBatches(db: Db, { projectId, webhookId, batches }: Batches): Promise<void> {
  const pairs = batches.flatMap(({ id, deliveryIds }) => deliveryIds.map((one) => [one, id] as const))
  await sql`
    update webhook_deliveries as d set batch_id = g.batch_id
    from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[]) as g (id, batch_id)
    where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and d.id = g.id`.execute(db)
}

export type Result = {
  attemptId: string
  messageId: string
  deliveryIds: readonly WebhookDeliveryId[]
  /** Null: no answer. */
  statusCode: number | null
  error: string | null
  answer: string | null
  durationMs: number
  at: Date
  isDelivered: boolean
  /** Null: there is no further attempt. */
  nextAttemptAt: Date | null
}

/** What is not pending any more has been decided by somebody else, and stays as it is. */
export async function recordResults(
  trx: Trx,
  { projectId, webhookId, results }: WebhookRef & { results: readonly Result[] },
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
    where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and d.id = g.id and d.status = 'PENDING'`.execute(
    trx,
  )
}

function statusOf({ isDelivered, nextAttemptAt }: Result): string {
  if (isDelivered) return 'DELIVERED'
  return nextAttemptAt === null ? 'FAILED' : 'PENDING'
}

/** Of an endpoint that is switched off: nothing is sent. How many there were. */
export async function failDue(db: Db, { projectId, webhookId, now, limit }: Due): Promise<number> {
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

/** When the next delivery is due; null if none is left. */
export async function findNextDue(trx: Trx, { projectId, webhookId }: WebhookRef): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select next_attempt_at as at from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'PENDING'
    order by next_attempt_at, id limit 1`.execute(trx)
  return rows[0]?.at ?? null
}

/** The turn is over. The caller holds its row. */
export async function updateTurn(
  trx: Trx,
  { projectId, webhookId, dueAt }: WebhookRef & { dueAt: Date | null },
): Promise<void> {
  await sql`
    update webhook_turns set due_at = ${dueAt}, attempts = 0
    where project_id = ${projectId} and id = ${webhookId}`.execute(trx)
}

// A gauge is read every few seconds; beyond this it only matters that there are far too many.
const MOST_COUNTED = 100_000

/** What waits in all projects: how many deliveries, up to 100,000, and the oldest of these. */
export async function readWaiting(db: Db): Promise<{ count: number; oldestId: string | null }> {
  const { rows } = await sql<{ count: number; oldestId: string | null }>`
    select count(*) as count, min(id::text) as "oldestId"
    from (select id from webhook_deliveries where status = 'PENDING' limit ${MOST_COUNTED}) as waiting`.execute(
    db,
  )
  return rows[0] ?? { count: 0, oldestId: null }
}

/** One look-up in webhook_deliveries_due for each endpoint that sleeps. */
export const turnAudit: WorkAudit = {
  name: 'webhooks',
  table: TURN_TABLE,
  isForgotten: sql<boolean>`w.due_at is null and exists (
    select from webhook_deliveries as d
    where d.project_id = w.project_id and d.webhook_id = w.id and d.status = 'PENDING')`,
}

/** For the only worker of a database: whoever had an endpoint is dead. */
export async function releaseAllTurns(db: Db, now: Date): Promise<void> {
  await sql`update webhook_turns set due_at = ${now}, attempts = 0 where attempts > 0`.execute(db)
}

/** Endpoints that have deliveries or answers, also those that are gone; found by jumping through the primary keys. */
export async function listLogged(
  db: Db,
): Promise<{ projectId: ProjectId; webhookId: string; isGone: boolean }[]> {
  const { rows } = await sql<{ projectId: ProjectId; webhookId: string; isGone: boolean }>`
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
    select a.project_id as "projectId", a.webhook_id as "webhookId", w.id is null as "isGone"
    from (select * from logged union select * from answered) as a
    left join webhooks as w on w.project_id = a.project_id and w.id = a.webhook_id`.execute(db)
  return rows
}

type Old = WebhookRef & { before: string; limit: number }

/** Deletes deliveries and answers whose ids are lower; how many at most of either. */
export async function deleteLogged(db: Db, { projectId, webhookId, before, limit }: Old): Promise<number> {
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
