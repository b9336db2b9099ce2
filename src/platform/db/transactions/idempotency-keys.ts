import type { ProjectId } from '../../ids.ts'
import type { Db, Trx } from '../client.ts'

const KEPT_MS = 24 * 3_600_000

export type StoredAnswer = { fingerprint: Buffer; status: number; body: string | null }

export async function findStoredAnswer(
  trx: Db | Trx,
  { projectId, key, now }: { projectId: ProjectId; key: string; now: Date },
): Promise<StoredAnswer | undefined> {
  return trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .where('created_at', '>', new Date(now.getTime() - KEPT_MS))
    .executeTakeFirst()
}

/** Replaces an answer that is older than 24 hours. */
export async function storeAnswer(
  trx: Db | Trx,
  { projectId, key, now, ...answer }: StoredAnswer & { projectId: ProjectId; key: string; now: Date },
): Promise<void> {
  const kept = { ...answer, created_at: now }
  await trx
    .insertInto('idempotency_keys')
    .values({ project_id: projectId, key, ...kept })
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doUpdateSet(kept))
    .execute()
}

export async function deleteOldIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
