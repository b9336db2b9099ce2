// Contacts that come to a list or leave it, in the transaction of somebody else's change.
import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactId } from '../../platform/ids.ts'
import { dynamicSegment } from './contact-segments.service.ts'
import { recordMoves } from './membership/membership.queries.ts'
import { deleteMembers, holdSegment, insertMembers } from './segments.queries.ts'
import type { SegmentRef } from './segments.queries.ts'

type Moving = SegmentRef & { contactIds: readonly ContactId[]; now: Date }

/** @throws AppError if there is no such list */
export async function addToList(trx: Trx, moving: Moving): Promise<void> {
  const segment = await lockList(trx, moving)
  const contactIds = await insertMembers(trx, moving)
  if (!segment.is_tracked || contactIds.length === 0) return
  await recordMoves(trx, { ...moving, name: segment.name, event: 'segment.entered', contactIds })
}

/** @throws AppError if there is no such list */
export async function removeFromList(trx: Trx, moving: Moving): Promise<void> {
  const segment = await lockList(trx, moving)
  const contactIds = await deleteMembers(trx, moving)
  if (!segment.is_tracked || contactIds.length === 0) return
  await recordMoves(trx, { ...moving, name: segment.name, event: 'segment.left', contactIds })
}

async function lockList(trx: Trx, ref: SegmentRef) {
  const segment = await holdSegment(trx, ref)
  if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
  if (segment.type !== 'STATIC') throw dynamicSegment()
  return segment
}
