import { useMemo, useState } from 'react'
import { useStoredDraft } from './draft-storage.ts'
import type { RecordDrafts } from './record-draft.ts'

type EditedRecord<Saved> = {
  /** The key of the stored draft. */
  id: string
  /** The record on the server; undefined if it is new or deleted. */
  newest: Saved | undefined
  /** The record that the draft starts from. */
  first: Saved
}

/** The draft of a record, stored in the browser until it is saved. Two authors never overwrite each other unasked. */
export function useRecordDraft<Saved, Fields extends object, Stored, Extra>(
  drafts: RecordDrafts<Saved, Fields, Stored, Extra>,
  { id, newest, first }: EditedRecord<Saved>,
) {
  const [initial] = useState(() => drafts.begin(first, drafts.storage.read(id)))
  const [draft, setDraft] = useState(initial.draft)
  const { isDirty, conflict, followed } = useMemo(
    () => drafts.compare(draft, newest),
    [drafts, draft, newest],
  )
  if (followed !== draft) setDraft(followed)
  const stored = useMemo(() => (isDirty ? drafts.store(draft) : undefined), [drafts, isDirty, draft])
  useStoredDraft(drafts.storage, id, stored)
  return {
    draft,
    setDraft,
    base: draft.base,
    fields: draft.fields,
    isDirty,
    isRestored: initial.isRestored,
    conflict,
    change: (changes: Partial<Fields>) =>
      setDraft((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    /** The next save overwrites the newer one. */
    keepMine: () => setDraft((old) => drafts.keepMine(old, newest)),
    discard: () => setDraft((old) => drafts.discard(old, newest)),
  }
}
