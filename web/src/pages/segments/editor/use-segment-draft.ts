// The draft of a segment that is new, saved, or deleted meanwhile by somebody else.
import type { Segment } from '../../../api/audience/segments.ts'
import { useRecordDraft } from '../../../patterns/draft/use-record-draft.ts'
import { newSegment, segmentDrafts } from './segment-draft.ts'
import type { SegmentFields } from './segment-fields.ts'

export type SegmentDraft = ReturnType<typeof useSegmentDraft>

type EditedSegment = {
  /** The key of the stored draft. */
  id: string
  type: Segment['type']
  /** The segment on the server; undefined for a new or deleted one. */
  newest: Segment | undefined
  /** The fields of a new segment. */
  first: SegmentFields
}

export function useSegmentDraft({ id, type, newest, first }: EditedSegment) {
  const { setDraft, ...edited } = useRecordDraft(segmentDrafts, {
    id,
    newest,
    first: newest ?? newSegment(type, first),
  })
  return {
    ...edited,
    /** After a save; keeps changes made during it. */
    saved: (saved: Segment, sent: SegmentFields) =>
      setDraft((old) => segmentDrafts.afterSave(old, { sent, saved })),
    /** The new segment has a page and a draft of its own. */
    deleteStored: () => {
      setDraft((old) => ({ ...old, base: { ...old.base, ...old.fields } }))
      segmentDrafts.storage.remove(id)
    },
  }
}
