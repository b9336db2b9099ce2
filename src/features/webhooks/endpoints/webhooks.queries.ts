import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, readPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { Webhooks } from '../../../platform/db/tables.ts'
import type { ProjectId, WebhookId } from '../../../platform/ids.ts'
import type { Webhook } from './webhooks.schema.ts'

export type WebhookRow = Selectable<Webhooks>
export type WebhookRef = { projectId: ProjectId; webhookId: WebhookId }

export function toWebhook(row: WebhookRow): z.infer<typeof Webhook> {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    batch:
      row.batch_max === null || row.batch_wait_ms === null
        ? null
        : { max: row.batch_max, waitMs: row.batch_wait_ms },
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const webhookOf = (db: Db | Trx, { projectId, webhookId }: WebhookRef) =>
  db.selectFrom('webhooks').selectAll().where('project_id', '=', projectId).where('id', '=', webhookId)

export const findWebhook = (db: Db | Trx, ref: WebhookRef): Promise<WebhookRow | undefined> =>
  webhookOf(db, ref).executeTakeFirst()

export const lockWebhook = (trx: Trx, ref: WebhookRef): Promise<WebhookRow | undefined> =>
  webhookOf(trx, ref).forUpdate().executeTakeFirst()

/** Newest first. */
export async function listWebhooks(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<WebhookRow>> {
  const query = db.selectFrom('webhooks').selectAll().where('project_id', '=', projectId)
  return readPage(query, { limit, before })
}

export const countWebhooks = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`webhooks where project_id = ${projectId}`)

export async function listEnabledWebhooks(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
}

export async function insertWebhook(trx: Trx, webhook: Insertable<Webhooks>): Promise<WebhookRow> {
  const row = await trx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
  await trx.insertInto('webhook_turns').values({ project_id: row.project_id, id: row.id }).execute()
  return row
}

/** Returns undefined if the webhook was deleted meanwhile. */
export async function updateWebhook(
  db: Db | Trx,
  { projectId, webhookId, ...changes }: WebhookRef & Updateable<Webhooks>,
): Promise<WebhookRow | undefined> {
  return db
    .updateTable('webhooks')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('id', '=', webhookId)
    .returningAll()
    .executeTakeFirst()
}

/** Returns false if there is no such webhook. */
export async function deleteWebhook(trx: Trx, { projectId, webhookId }: WebhookRef): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('project_id', '=', projectId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Two concurrent changes in one project would each overwrite the event names of the other (setListenedNames). */
export async function lockWebhooks(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill webhooks ' || ${projectId}, 0))`.execute(
    trx,
  )
}
