// Content prevents the deletion of the coupon lists that it names. The lists belong to a feature above this one.
import type { Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { replaceUses } from '../uses/index.ts'
import type { UsingRecord } from '../uses/index.ts'
import { holdCouponListIds } from './coupon-lists.queries.ts'

type CouponUser = { projectId: ProjectId; user: UsingRecord; keys: readonly string[] }

/** A list that does not exist is left out: creating it finds the records that name it already. */
export async function recordCouponUses(trx: Trx, { projectId, user, keys }: CouponUser): Promise<void> {
  const ids = keys.length === 0 ? [] : await holdCouponListIds(trx, { projectId, keys })
  await replaceUses(trx, { projectId, user, kind: 'coupon_list', ids })
}
