import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import { nameContains, recordOrder } from '../../platform/db/record-order.ts'
import type { NameListOptions } from '../../platform/db/record-order.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { ApiKeys } from '../../platform/db/tables.ts'
import type { KeyId, ProjectId } from '../../platform/ids.ts'
import type { Key } from './keys.schema.ts'

export type KeyRow = Selectable<ApiKeys>
type KeyRef = { projectId: ProjectId; keyId: KeyId }

export function toKey(row: KeyRow): z.infer<typeof Key> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as 'secret' | 'public',
    scopes: row.scopes,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

const activeKeys = (db: Db | Trx, { projectId }: { projectId: ProjectId }) =>
  db.selectFrom('api_keys').selectAll().where('project_id', '=', projectId).where('revoked_at', 'is', null)

export async function listKeys(
  db: Db | Trx,
  { projectId, filter, limit, before }: NameListOptions,
): Promise<Page<KeyRow>> {
  const { orderBy, isAfter } = recordOrder('api_keys', { sort: filter.sort, before })
  const rows = await activeKeys(db, { projectId })
    .where(sql<boolean>`${nameContains('api_keys', filter)} and ${isAfter}`)
    .orderBy(orderBy)
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit)
}

/** Without paging, for the command line. */
export const listAllKeys = (db: Db, { projectId }: { projectId: ProjectId }): Promise<KeyRow[]> =>
  activeKeys(db, { projectId }).orderBy('id', 'desc').execute()

export const countKeys = (
  db: Db | Trx,
  { projectId, filter }: Pick<NameListOptions, 'projectId' | 'filter'>,
): Promise<number> =>
  countRows(
    db,
    sql`api_keys where project_id = ${projectId} and revoked_at is null and ${nameContains('api_keys', filter)}`,
  )

export async function insertKey(db: Db | Trx, row: Insertable<ApiKeys>): Promise<KeyRow> {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export const lockKey = (trx: Trx, { projectId, keyId }: KeyRef): Promise<KeyRow | undefined> =>
  activeKeys(trx, { projectId }).where('id', '=', keyId).forUpdate().executeTakeFirst()

export async function updateKeyExpiry(
  trx: Trx,
  { projectId, keyId, expiresAt }: KeyRef & { expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ expires_at: expiresAt })
    .where('project_id', '=', projectId)
    .where('id', '=', keyId)
    .execute()
}

/** Returns false if there is no such active key. */
export async function revokeKey(
  db: Db | Trx,
  { projectId, keyId, now }: KeyRef & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type ActiveKey = Pick<
  KeyRow,
  'digest' | 'id' | 'name' | 'project_id' | 'kind' | 'scopes' | 'last_used_at'
> & {
  disabled_at: Date | null
  /** The last move of a disabled project to or from another installation; null if there was none. */
  move_state: string | null
  other_url: string | null
}

/** By digest alone, because this statement determines the project of a request. */
export async function listActiveKeys(
  database: Database,
  { digests, now }: { digests: readonly Buffer[]; now: Date },
): Promise<ActiveKey[]> {
  return executePrepared(
    database,
    'living-keys',
    sql<ActiveKey>`
      select k.digest, k.id, k.name, k.project_id, k.kind, k.scopes, k.last_used_at, p.disabled_at,
        m.state as move_state, m.other_url
      from api_keys as k join projects as p on p.id = k.project_id
        left join lateral (
          select state, other_url from project_moves
          where p.disabled_at is not null and project_id = p.id order by epoch desc limit 1
        ) as m on true
      where k.digest = any(${digests}::bytea[]) and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now})`,
  )
}

/** Where the project of a key has moved to; undefined for a key that is just unknown. */
export async function findDeparture(
  db: Db,
  { digest }: { digest: Buffer },
): Promise<{ project_id: ProjectId; other_url: string | null } | undefined> {
  const { rows } = await sql<{ project_id: ProjectId; other_url: string | null }>`
    select m.project_id, m.other_url from departed_keys as k join project_moves as m on m.project_id = k.project_id
    where k.digest = ${digest} and m.state = 'left' order by m.epoch desc limit 1`.execute(db)
  return rows[0]
}

/** Only the first of concurrent requests writes. */
export async function touchKey(
  db: Db,
  { projectId, keyId, now, notBefore }: KeyRef & { now: Date; notBefore: Date },
): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now} where project_id = ${projectId} and id = ${keyId}
      and (last_used_at is null or last_used_at < ${notBefore})`.execute(db)
}
