import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId, SegmentId } from '../../platform/ids.ts'

type SegmentRef = { projectId: ProjectId; segmentId: SegmentId }

/**
 * What contacts are told of segments, which stand above them: whoever puts the parts together (app.ts, worker.ts) hands
 * this in.
 */
export type ContactSegments = {
  /** Its members, as a condition of SQL on the table contacts. @throws AppError if there is no such segment */
  members(db: Db | Trx, segment: SegmentRef & { now: Date }): Promise<RawBuilder<unknown>>
  /** Keeps a list from being changed or deleted until the transaction ends. @throws AppError unless there is such a list */
  holdList(trx: Trx, segment: SegmentRef): Promise<void>
  /** Puts contacts into a list that is held. They are locked, so that none is deleted meanwhile. */
  add(trx: Trx, members: SegmentRef & { contactIds: readonly ContactId[]; now: Date }): Promise<void>
}
