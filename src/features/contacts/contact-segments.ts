import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId, SegmentId } from '../../platform/ids.ts'

type SegmentRef = { projectId: ProjectId; segmentId: SegmentId }

/** Segments as contacts use them. Segments are a level above contacts, so app.ts and worker.ts pass this in. */
export type ContactSegments = {
  /** Its members, as an SQL condition on the table contacts. @throws AppError if the segment does not exist */
  members(db: Db | Trx, segment: SegmentRef & { now: Date }): Promise<RawBuilder<unknown>>
  /** Prevents changes to a static segment until the transaction ends. @throws AppError if it does not exist */
  lockList(trx: Trx, segment: SegmentRef): Promise<void>
  /** Adds contacts to a locked static segment. The contacts are locked, so that none is deleted meanwhile. */
  add(trx: Trx, members: SegmentRef & { contactIds: readonly ContactId[]; now: Date }): Promise<void>
}
