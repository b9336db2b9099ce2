// What becomes of a segment while it is edited: what it begins with, and what a change elsewhere means. Pure.
import type { Segment } from '../../api/segments.ts'
import { fieldsOf, isSame } from './segment-fields.ts'
import type { SegmentFields, StoredSegment } from './segment-fields.ts'
import type { Comparison } from '../../patterns/draft/record-draft.ts'

/** `updatedAt` is that of the segment on which it was begun; empty for a new one. */
export type Work = { updatedAt: string; base: SegmentFields; fields: SegmentFields }

export function workOn(segment: Segment, fields?: SegmentFields): Work {
  const base = fieldsOf(segment)
  return { updatedAt: segment.updatedAt, base, fields: fields ?? base }
}

export const newWork = (first: SegmentFields): Work => ({ updatedAt: '', base: first, fields: first })

/** `stored` is what the browser has kept of an earlier visit. */
export function begin(
  clean: Work,
  stored: Pick<StoredSegment, 'updatedAt' | 'fields'> | undefined,
): { work: Work; isRestored: boolean } {
  if (!stored || isSame(stored.fields, clean.fields)) return { work: clean, isRestored: false }
  const { updatedAt, fields } = stored
  return { work: { updatedAt, base: clean.base, fields }, isRestored: true }
}

/** `newest` is what the server has; undefined for a new segment and for one that is gone. */
export function compare(work: Work, newest: Segment | undefined): Comparison<Segment, Work> {
  const isDirty = !isSame(work.fields, work.base)
  if (!newest || newest.updatedAt === work.updatedAt) return { isDirty, conflict: undefined, followed: work }
  // Nothing is being edited, so what somebody else saved is simply shown.
  return isDirty
    ? { isDirty, conflict: newest, followed: work }
    : { isDirty, conflict: undefined, followed: workOn(newest) }
}

export const withoutChanges = (work: Work, newest: Segment | undefined): Work =>
  newest ? workOn(newest) : { ...work, fields: work.base }

/** It is on the server now; what was typed since is kept. */
export const afterSave = ({ fields }: Work, { sent, saved }: { sent: SegmentFields; saved: Segment }): Work =>
  isSame(fields, sent) ? workOn(saved) : workOn(saved, fields)
