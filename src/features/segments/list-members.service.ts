// Adds contacts to static segments and removes them, in the transaction of the caller.
import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactId } from '../../platform/ids.ts'
import { dynamicSegment } from './contact-segments.service.ts'
import { recordMembershipEvents } from './membership/membership.queries.ts'
import { deleteMembers, lockSegmentShared, insertMembers } from './segments.queries.ts'
import type { SegmentRef } from './segments.queries.ts'

type ListChange = SegmentRef & { contactIds: readonly ContactId[]; now: Date }

/** @throws AppError if there is no such list */
export async function addToList(trx: Trx, change: ListChange): Promise<void> {
  const segment = await lockList(trx, change)
  const contactIds = await insertMembers(trx, change)
  if (!segment.is_tracked || contactIds.length === 0) return
  await recordMembershipEvents(trx, { ...change, name: segment.name, event: 'segment.entered', contactIds })
}

/** @throws AppError if there is no such list */
export async function removeFromList(trx: Trx, change: ListChange): Promise<void> {
  const segment = await lockList(trx, change)
  const contactIds = await deleteMembers(trx, change)
  if (!segment.is_tracked || contactIds.length === 0) return
  await recordMembershipEvents(trx, { ...change, name: segment.name, event: 'segment.left', contactIds })
}

async function lockList(trx: Trx, ref: SegmentRef) {
  const segment = await lockSegmentShared(trx, ref)
  if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
  if (segment.type !== 'STATIC') throw dynamicSegment()
  return segment
}
