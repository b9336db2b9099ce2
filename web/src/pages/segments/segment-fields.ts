import type { Segment } from '../../api/segments.ts'
import { createDraftStorage } from '../../patterns/draft/draft-storage.ts'
import { EMPTY_FILTER } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'

/** What can be edited. */
export type SegmentFields = {
  name: string
  description: string
  filters: FilterDraft
  trackMembership: boolean
}

export const NO_FIELDS: SegmentFields = {
  name: '',
  description: '',
  filters: EMPTY_FILTER,
  trackMembership: false,
}

export const fieldsOf = ({ name, description, filters, trackMembership }: Segment): SegmentFields => ({
  name,
  description: description ?? '',
  filters: (filters as FilterDraft | null) ?? EMPTY_FILTER,
  trackMembership,
})

export const isSame = (one: SegmentFields, other: SegmentFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** `updatedAt` is that of the segment on which it was begun; empty for a new one. */
export type StoredSegment = { type: Segment['type']; updatedAt: string; fields: SegmentFields }

const isStored = (stored: unknown): stored is StoredSegment => {
  const draft = stored as StoredSegment | null
  return typeof draft?.updatedAt === 'string' && Array.isArray(draft.fields?.filters?.conditions)
}

export const segmentDrafts = createDraftStorage('segment', isStored)
