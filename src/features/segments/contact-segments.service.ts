import { AppError } from '../../platform/errors.ts'
import type { ContactSegments } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import { recordMembershipEvents } from './membership/membership.queries.ts'
import { findSegment, lockSegmentShared, insertMembers, isMember } from './segments.queries.ts'

/** The segment functions that the feature contacts needs. */
export function createContactSegments(filters: Filters): ContactSegments {
  return {
    async members(db, { now, ...ref }) {
      const row = await findSegment(db, ref)
      if (!row) throw unknownSegment()
      if (!row.filters || row.is_tracked) return isMember(ref)
      return filters.matching(db, row.filters, { projectId: ref.projectId, now, field: 'segmentId' })
    },
    async lockList(trx, ref) {
      const row = await lockSegmentShared(trx, ref)
      if (!row) throw unknownSegment()
      if (row.type !== 'STATIC') throw dynamicSegment()
    },
    async add(trx, { contactIds, now, ...ref }) {
      const added = await insertMembers(trx, { ...ref, contactIds, now })
      const segment = await lockSegmentShared(trx, ref)
      if (!segment?.is_tracked) return
      await recordMembershipEvents(trx, {
        ...ref,
        name: segment.name,
        event: 'segment.entered',
        contactIds: added,
        now,
      })
    },
  }
}

const unknownSegment = () =>
  new AppError('SEGMENT_NOT_FOUND', {
    message: 'There is no segment with this segmentId in the project; it may have been deleted.',
  })

export const dynamicSegment = (): AppError =>
  new AppError('INVALID_STATE', {
    message: 'This segment is dynamic: its filters determine its members.',
    suggestion: 'Change its filters with PATCH /segments/{id}, or create a segment with type STATIC.',
  })
