import type { Segment } from '../../../api/audience/segments.ts'
import { EMPTY_FILTER } from '../../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../../patterns/filter-builder/filter-draft.ts'

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

/** A saved segment, or the start of a new one. */
export type EditedSegment = Pick<Segment, keyof SegmentFields | 'type' | 'updatedAt'>

export const fieldsOf = ({ name, description, filters, trackMembership }: EditedSegment): SegmentFields => ({
  name,
  description: description ?? '',
  filters: (filters as FilterDraft | null) ?? EMPTY_FILTER,
  trackMembership,
})
