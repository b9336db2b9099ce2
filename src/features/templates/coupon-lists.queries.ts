import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

type NamedLists = { projectId: ProjectId; keys: readonly string[] }

/**
 * Prevents the deletion of these lists until the transaction ends, and the creation of those that do not exist: whoever creates
 * one afterwards sees what this transaction writes.
 */
export async function holdCouponListIds(trx: Trx, { projectId, keys }: NamedLists): Promise<string[]> {
  const held = await holdLists(trx, { projectId, keys })
  if (held.length === new Set(keys).size) return held
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('coupon lists ' || ${projectId}, 0))`.execute(
    trx,
  )
  return holdLists(trx, { projectId, keys })
}

async function holdLists(trx: Trx, { projectId, keys }: NamedLists): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from coupon_lists where project_id = ${projectId} and key = any(${keys}::text[])
    order by id for key share`.execute(trx)
  return rows.map(({ id }) => id)
}
