import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { SegmentId } from '../../platform/ids.ts'
import { segmentIdsIn } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import { lockSegmentShared } from '../segments/index.ts'
import { replaceUses } from '../uses/index.ts'
import type { UserRef } from './campaign-user.ts'

type SegmentUse = UserRef & { segmentId: string | null; audienceFilter: FilterTree | null }

/** Prevents deleting the segments of an unfinished campaign: its audience, or those that its filter names. */
export async function recordSegmentUses(
  trx: Trx,
  { projectId, user, segmentId: own, audienceFilter: tree }: SegmentUse,
): Promise<void> {
  const named = tree === null ? [own].filter((id) => id !== null) : segmentIdsIn(tree)
  // All transactions lock segments in the order of their ids.
  const ids = [...new Set(named)].toSorted() as SegmentId[]
  for (const segmentId of ids) {
    if (!(await lockSegmentShared(trx, { projectId, segmentId }))) throw new AppError('SEGMENT_NOT_FOUND')
  }
  await replaceUses(trx, { projectId, user, kind: 'segment', ids })
}
