import type { Segment } from '../../../api/audience/segments.ts'
import { createDraftStorage } from '../../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../../patterns/draft/record-draft.ts'
import { fieldsOf } from './segment-fields.ts'
import type { EditedSegment, SegmentFields } from './segment-fields.ts'

/** `updatedAt` is that of the segment the draft started from; empty for a new one. */
type StoredSegment = { type: Segment['type']; updatedAt: string; fields: SegmentFields }

const isStored = (stored: unknown): stored is StoredSegment => {
  const draft = stored as StoredSegment | null
  return typeof draft?.updatedAt === 'string' && Array.isArray(draft.fields?.filters?.conditions)
}

export const newSegment = (type: Segment['type'], fields: SegmentFields): EditedSegment => ({
  ...fields,
  type,
  updatedAt: '',
})

export const segmentDrafts = recordDrafts({
  storage: createDraftStorage('segment', isStored),
  fieldsOf,
  isSame: (one: SegmentFields, other: SegmentFields) => JSON.stringify(one) === JSON.stringify(other),
  revisionOf: ({ updatedAt }: EditedSegment) => updatedAt,
  store: ({ base: { type, updatedAt }, fields }) => ({ type, updatedAt, fields }),
  restore: ({ updatedAt, fields }, saved) => ({ base: { ...saved, updatedAt }, fields }),
  everySaveConflicts: true,
  extra: {},
})
