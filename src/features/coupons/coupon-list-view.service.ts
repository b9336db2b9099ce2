// Coupon lists as the API shows them: with the records that use them.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { countUsingRecords, listUsingRecords } from '../uses/index.ts'
import type { NamedUsingRecord } from '../uses/index.ts'
import { listCouponLists } from './coupons.queries.ts'
import type { CouponListRow } from './coupons.queries.ts'
import type { CouponList } from './coupons.schema.ts'

export type CouponListWithUses = CouponListRow & {
  users: readonly NamedUsingRecord<'coupon_list'>[]
  userCount: number
}

async function withAllUses(
  db: Db | Trx,
  { projectId, rows }: { projectId: ProjectId; rows: readonly CouponListRow[] },
): Promise<CouponListWithUses[]> {
  if (rows.length === 0) return []
  const used = { projectId, kind: 'coupon_list', ids: rows.map(({ id }) => id) } as const
  const byList = Map.groupBy(await listUsingRecords(db, used), ({ usedId }) => usedId)
  const counts = await countUsingRecords(db, used)
  return rows.map((row) => ({ ...row, users: byList.get(row.id) ?? [], userCount: counts.get(row.id) ?? 0 }))
}

export async function withUses(db: Db | Trx, row: CouponListRow): Promise<CouponListWithUses> {
  const [found] = await withAllUses(db, { projectId: row.project_id, rows: [row] })
  return found ?? { ...row, users: [], userCount: 0 }
}

export async function listCouponListsWithUses(
  db: Db | Trx,
  query: Parameters<typeof listCouponLists>[1],
): Promise<Page<CouponListWithUses>> {
  const page = await listCouponLists(db, query)
  return { ...page, rows: await withAllUses(db, { projectId: query.projectId, rows: page.rows }) }
}

export const toCouponList = (row: CouponListWithUses): z.input<typeof CouponList> => ({
  id: row.id,
  key: row.key,
  name: row.name,
  codes: { total: row.total, free: row.total - row.taken, taken: row.taken },
  usedBy: row.users.map(({ kind, id, name }) => ({ kind, id, name })),
  usedByCount: row.userCount,
  createdAt: row.created_at.toISOString(),
})
