// A record while it is edited: what its draft begins with, what a save elsewhere means for it, and what a save of its own
// leaves. Pure; useRecordDraft keeps the state.
import type { DraftStorage } from './draft-storage.ts'

export type RecordDraft<Saved, Fields> = {
  /** The saved record that the draft was begun on. */
  base: Saved
  fields: Fields
  /** The draft was restored on a newer record than it was begun on, and nothing tells what was changed there. */
  isOutdated: boolean
}

export type SetDraft<Draft> = (change: (draft: Draft) => Draft) => void

/** The newest saved record, as seen from a draft. */
export type Comparison<Saved, Draft> = {
  isDirty: boolean
  /** The record as somebody else saved it since the draft was begun, if the author has to choose. */
  conflict: Saved | undefined
  /** The draft to go on with: the same, or one on the newest record. */
  followed: Draft
}

export type DraftRules<Saved, Fields, Stored, Extra> = {
  storage: DraftStorage<Stored>
  /** The fields that can be edited. */
  fieldsOf: (saved: Saved) => Fields
  isSame: (one: Fields, other: Fields) => boolean
  /** Grows with every save. */
  revisionOf: (saved: Saved) => string | number
  store: (draft: RecordDraft<Saved, Fields>) => Stored
  /** `saved` is what the server has now. */
  restore: (stored: Stored, saved: Saved) => { base: Saved; fields: Fields }
  /** The browser keeps the whole base, so a restored draft still knows what was changed elsewhere. */
  storesBase?: boolean
  /** A save elsewhere is a conflict even if it changed none of the fields. */
  everySaveConflicts?: boolean
  /** By default, the fields as saved, or all as they are if one was changed while the save was under way. */
  mergeSaved?: (fields: Fields, save: { sent: Fields; saved: Fields }) => Fields
  /** More that a draft of this kind has, such as a history of its changes. */
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

  const onNewest = (draft: Draft, newest: Saved): Draft => ({ ...draft, base: newest, isOutdated: false })

  /** `stored` is what the browser has kept of an earlier visit. */
  const begin = (saved: Saved, stored: Stored | undefined): { draft: Draft; isRestored: boolean } => {
    const restored = stored === undefined ? undefined : restore(stored, saved)
    if (!restored || isSame(restored.fields, fieldsOf(saved))) {
      return { draft: draftOn(saved), isRestored: false }
    }
    const isOutdated = !storesBase && isNewer(saved, restored.base)
    return { draft: { ...extra, ...restored, isOutdated }, isRestored: true }
  }

  /** `newest` is undefined for a record that is new, or gone. */
  const compare = (draft: Draft, newest: Saved | undefined): Comparison<Saved, Draft> => {
    const { base, fields } = draft
    const saved = fieldsOf(base)
    const isDirty = !isSame(fields, saved)
    const goOn = (followed: Draft) => ({ isDirty, conflict: undefined, followed })
    if (newest === undefined || !isNewer(newest, base)) return goOn(draft)
    // Nothing is being edited, so what somebody else saved is simply shown.
    if (!isDirty) return goOn({ ...onNewest(draft, newest), fields: fieldsOf(newest) })
    const isChanged = everySaveConflicts || draft.isOutdated || !isSame(fieldsOf(newest), saved)
    return isChanged ? { isDirty, conflict: newest, followed: draft } : goOn(onNewest(draft, newest))
  }

  return {
    storage,
    store,
    extra,
    draftOn,
    begin,
    compare,

    /** The record is as the server has it now, except for what was typed while the save was under way. */
    afterSave: (draft: Draft, { sent, saved }: { sent: Fields; saved: Saved }): Draft => ({
      ...onNewest(draft, saved),
      fields: mergeSaved(draft.fields, { sent, saved: fieldsOf(saved) }),
    }),

    /** The author keeps the draft: the next save goes over what the other one saved. */
    keepMine: (draft: Draft, newest: Saved | undefined): Draft =>
      newest === undefined ? draft : onNewest(draft, newest),

    /** The author gives the draft up. */
    discard: (draft: Draft, newest: Saved | undefined): Draft => draftOn(newest ?? draft.base),
  }
}
