import { AppError } from '../../platform/errors.ts'
import type { ContactSegments } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import { addToList, dynamicSegment } from './members.service.ts'
import { findSegment, lockSegmentShared, isMember } from './segments.queries.ts'

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
    add: addToList,
  }
}

const unknownSegment = () =>
  new AppError('SEGMENT_NOT_FOUND', {
    message: 'There is no segment with this segmentId in the project; it may have been deleted.',
  })
