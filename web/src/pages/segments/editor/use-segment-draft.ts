// A segment while it is edited: a new one, one that exists, or one that somebody else has deleted meanwhile.
import type { Segment } from '../../../api/segments.ts'
import { useRecordDraft } from '../../../patterns/draft/use-record-draft.ts'
import { newSegment, segmentDrafts } from './segment-draft.ts'
import type { SegmentFields } from './segment-fields.ts'

export type SegmentDraft = ReturnType<typeof useSegmentDraft>

type EditedSegment = {
  /** Under which the draft is kept. */
  id: string
  type: Segment['type']
  /** What the server has; undefined for a new segment and for one that is gone. */
  newest: Segment | undefined
  /** What a new one begins with. */
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
    /** It is on the server now; what was typed since is kept. */
    saved: (saved: Segment, sent: SegmentFields) =>
      setDraft((old) => segmentDrafts.afterSave(old, { sent, saved })),
    /** It lives on under another id. */
    forget: () => {
      setDraft((old) => ({ ...old, base: { ...old.base, ...old.fields } }))
      segmentDrafts.storage.remove(id)
    },
  }
}
