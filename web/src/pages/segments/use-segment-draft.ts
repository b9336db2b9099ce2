// A segment while it is edited: a new one, one that exists, or one that somebody else has deleted meanwhile. What was typed
// is kept in the browser until it is saved.
import { useMemo, useState } from 'react'
import type { Segment } from '../../api/segments.ts'
import { useStoredDraft } from '../../patterns/draft/draft-storage.ts'
import { segmentDrafts } from './segment-fields.ts'
import type { SegmentFields } from './segment-fields.ts'
import { afterSave, begin, compare, newWork, withoutChanges, workOn } from './segment-draft.ts'
import type { Work } from './segment-draft.ts'

export type SegmentDraft = ReturnType<typeof useSegmentDraft>

type Begun = {
  /** Under which the draft is kept. */
  id: string
  type: Segment['type']
  /** What the server has; undefined for a new segment and for one that is gone. */
  newest: Segment | undefined
  /** What a new one begins with. */
  first: SegmentFields
}

export function useSegmentDraft(begun: Begun) {
  const { id, type, newest, first } = begun
  const [start] = useState(() => begin(newest ? workOn(newest) : newWork(first), segmentDrafts.read(id)))
  const [work, setWork] = useState<Work>(start.work)
  const { base, fields, updatedAt } = work
  const { isDirty, conflict, followed } = compare(work, newest)
  if (followed !== work) setWork(followed)
  const stored = useMemo(
    () => (isDirty ? { type, updatedAt, fields } : undefined),
    [isDirty, type, updatedAt, fields],
  )
  useStoredDraft(segmentDrafts, id, stored)
  return {
    base,
    fields,
    isDirty,
    isRestored: start.isRestored,
    /** Changed by somebody else since this was begun. */
    conflict,
    change: (changes: Partial<SegmentFields>) =>
      setWork((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    takeNewest: () => setWork((old) => withoutChanges(old, newest)),
    /** The next save goes over what the other one saved. */
    keepMine: () => {
      if (newest) setWork(workOn(newest, fields))
    },
    /** It is on the server now; what was typed since is kept. */
    saved: (segment: Segment, sent: SegmentFields) =>
      setWork((old) => afterSave(old, { sent, saved: segment })),
    /** It lives on under another id. */
    forget: () => {
      setWork((old) => ({ ...old, base: old.fields }))
      segmentDrafts.remove(id)
    },
  }
}
