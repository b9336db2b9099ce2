// A segment while it is edited: a new one, one that exists, or one that somebody else has deleted meanwhile. What was typed
// is kept in the browser until it is saved.
import { useMemo, useState } from 'react'
import type { Segment } from '../../api/segments.ts'
import { useStoredDraft } from '../../patterns/draft/draft-storage.ts'
import { fieldsOf, isSame, segmentDrafts } from './segment-fields.ts'
import type { SegmentFields } from './segment-fields.ts'

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

type Work = { updatedAt: string; base: SegmentFields; fields: SegmentFields }

const workOn = (segment: Segment): Work => {
  const fields = fieldsOf(segment)
  return { updatedAt: segment.updatedAt, base: fields, fields }
}

function begin({ id, newest, first }: Begun): Work & { isRestored: boolean } {
  const clean = newest ? workOn(newest) : { updatedAt: '', base: first, fields: first }
  const stored = segmentDrafts.read(id)
  if (!stored || isSame(stored.fields, clean.fields)) return { ...clean, isRestored: false }
  return { updatedAt: stored.updatedAt, base: clean.base, fields: stored.fields, isRestored: true }
}

export function useSegmentDraft(begun: Begun) {
  const { id, type, newest } = begun
  const [start] = useState(() => begin(begun))
  const [work, setWork] = useState<Work>(start)
  const { base, fields, updatedAt } = work
  const isDirty = !isSame(fields, base)
  const isOlder = newest !== undefined && newest.updatedAt !== updatedAt
  // Nothing is being edited, so what somebody else saved is simply shown.
  if (isOlder && !isDirty) setWork(workOn(newest))
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
    conflict: isOlder && isDirty ? newest : undefined,
    change: (changes: Partial<SegmentFields>) =>
      setWork((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    takeNewest: () => setWork((old) => (newest ? workOn(newest) : { ...old, fields: old.base })),
    /** The next save goes over what the other one saved. */
    keepMine: () => {
      if (newest) setWork({ ...workOn(newest), fields })
    },
    /** It is on the server now; what was typed since is kept. */
    saved: (segment: Segment, sent: SegmentFields) =>
      setWork((old) => {
        const now = workOn(segment)
        return isSame(old.fields, sent) ? now : { ...now, fields: old.fields }
      }),
    /** It lives on under another id. */
    forget: () => {
      setWork((old) => ({ ...old, base: old.fields }))
      segmentDrafts.remove(id)
    },
  }
}
