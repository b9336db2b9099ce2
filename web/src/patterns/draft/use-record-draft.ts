import { useMemo, useState } from 'react'
import { useStoredDraft } from './draft-storage.ts'
import type { RecordDrafts } from './record-draft.ts'

type EditedRecord<Saved> = {
  /** Under which the browser keeps the draft. */
  id: string
  /** The record as the server has it; undefined if it is new, or gone. */
  newest: Saved | undefined
  /** The record that the draft begins with. */
  first: Saved
}

/** The draft of a record, which the browser keeps until it is saved. Two people never overwrite each other without being asked. */
export function useRecordDraft<Saved, Fields extends object, Stored, Extra>(
  drafts: RecordDrafts<Saved, Fields, Stored, Extra>,
  { id, newest, first }: EditedRecord<Saved>,
) {
  const [begun] = useState(() => drafts.begin(first, drafts.storage.read(id)))
  const [draft, setDraft] = useState(begun.draft)
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
    isRestored: begun.isRestored,
    /** Saved by somebody else since this was begun. */
    conflict,
    change: (changes: Partial<Fields>) =>
      setDraft((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    /** The next save goes over what the other one saved. */
    keepMine: () => setDraft((old) => drafts.keepMine(old, newest)),
    takeNewest: () => setDraft((old) => drafts.discard(old, newest)),
  }
}
