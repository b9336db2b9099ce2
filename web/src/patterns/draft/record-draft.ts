// The draft of a record: how it starts, how it follows saves by others, and what remains of it after its own save.
// Pure; useRecordDraft has the state.
import type { DraftStorage } from './draft-storage.ts'

type RecordDraft<Saved, Fields> = {
  /** The saved record that the draft started from. */
  base: Saved
  fields: Fields
  /** The draft was restored onto a newer record than its base, and the changes in between are unknown. */
  isOutdated: boolean
}

export type SetDraft<Draft> = (change: (draft: Draft) => Draft) => void

export type Comparison<Saved, Draft> = {
  isDirty: boolean
  /** The newer record that somebody else saved, if the author has to choose. */
  conflict: Saved | undefined
  /** The draft to continue with: the same, or rebased on the newest record. */
  followed: Draft
}

export type DraftRules<Saved, Fields, Stored, Extra> = {
  storage: DraftStorage<Stored>
  fieldsOf: (saved: Saved) => Fields
  isSame: (one: Fields, other: Fields) => boolean
  /** Increases with every save. */
  revisionOf: (saved: Saved) => string | number
  store: (draft: RecordDraft<Saved, Fields>) => Stored
  /** `saved` is what the server has now. */
  restore: (stored: Stored, saved: Saved) => { base: Saved; fields: Fields }
  /** The stored draft contains its base, so conflicts can be found after a restore. */
  storesBase?: boolean
  /** A save by others is a conflict even if it changed none of the fields. */
  everySaveConflicts?: boolean
  /** The fields after a save. By default those saved, or the current ones if one changed during the save. */
  mergeSaved?: (fields: Fields, save: { sent: Fields; saved: Fields }) => Fields
  /** Additional state of the draft, such as an undo history. */
  extra: Extra
}

export type RecordDrafts<Saved, Fields, Stored, Extra> = ReturnType<
  typeof recordDrafts<Saved, Fields, Stored, Extra>
>

export function recordDrafts<Saved, Fields, Stored, Extra>(rules: DraftRules<Saved, Fields, Stored, Extra>) {
  type Draft = RecordDraft<Saved, Fields> & Extra
  const { storage, fieldsOf, isSame, revisionOf, store, restore, extra } = rules
  const { storesBase = false, everySaveConflicts = false } = rules
  const {
    mergeSaved = (fields, { sent, saved }) => (isSame(fields, sent) ? saved : fields),
  }: Pick<typeof rules, 'mergeSaved'> = rules
  const isNewer = (one: Saved, other: Saved) => revisionOf(one) > revisionOf(other)

  const draftOn = (base: Saved, fields = fieldsOf(base)): Draft => ({
    ...extra,
    base,
    fields,
    isOutdated: false,
  })

  const rebase = (draft: Draft, newest: Saved): Draft => ({ ...draft, base: newest, isOutdated: false })

  /** `stored` is the draft of an earlier visit. */
  const begin = (saved: Saved, stored: Stored | undefined): { draft: Draft; isRestored: boolean } => {
    const restored = stored === undefined ? undefined : restore(stored, saved)
    if (!restored || isSame(restored.fields, fieldsOf(saved))) {
      return { draft: draftOn(saved), isRestored: false }
    }
    const isOutdated = !storesBase && isNewer(saved, restored.base)
    return { draft: { ...extra, ...restored, isOutdated }, isRestored: true }
  }

  /** `newest` is undefined for a new or deleted record. */
  const compare = (draft: Draft, newest: Saved | undefined): Comparison<Saved, Draft> => {
    const { base, fields } = draft
    const saved = fieldsOf(base)
    const isDirty = !isSame(fields, saved)
    const withoutConflict = (followed: Draft) => ({ isDirty, conflict: undefined, followed })
    if (newest === undefined || !isNewer(newest, base)) return withoutConflict(draft)
    // Without edits, the draft follows the newest record.
    if (!isDirty) return withoutConflict({ ...rebase(draft, newest), fields: fieldsOf(newest) })
    const isChanged = everySaveConflicts || draft.isOutdated || !isSame(fieldsOf(newest), saved)
    return isChanged ? { isDirty, conflict: newest, followed: draft } : withoutConflict(rebase(draft, newest))
  }

  return {
    storage,
    store,
    extra,
    draftOn,
    begin,
    compare,

    /** Keeps changes made during the save. */
    afterSave: (draft: Draft, { sent, saved }: { sent: Fields; saved: Saved }): Draft => ({
      ...rebase(draft, saved),
      fields: mergeSaved(draft.fields, { sent, saved: fieldsOf(saved) }),
    }),

    /** The next save overwrites the newer one. */
    keepMine: (draft: Draft, newest: Saved | undefined): Draft =>
      newest === undefined ? draft : rebase(draft, newest),

    discard: (draft: Draft, newest: Saved | undefined): Draft => draftOn(newest ?? draft.base),
  }
}
