import { describe, expect, it } from 'vitest'
import { createDraftStorage } from './draft-storage.ts'
import { recordDrafts } from './record-draft.ts'
import type { DraftRules } from './record-draft.ts'

type Note = { version: number; text: string; title: string; isPinned: boolean }
type NoteFields = { text: string; title: string }
type StoredNote = { version: number; fields: NoteFields }
type Extra = { changes: number }

const fieldsOf = ({ text, title }: Note): NoteFields => ({ text, title })

const RULES: DraftRules<Note, NoteFields, StoredNote, Extra> = {
  storage: createDraftStorage('template', (stored): stored is StoredNote => stored !== null),
  fieldsOf,
  isSame: (one, other) => one.text === other.text && one.title === other.title,
  revisionOf: ({ version }) => version,
  store: ({ base: { version }, fields }) => ({ version, fields }),
  restore: ({ version, fields }, saved) => ({ base: { ...saved, version }, fields }),
  extra: { changes: 0 },
}

const notes = recordDrafts(RULES)
const FIRST: Note = { version: 1, text: 'saved', title: 'Note', isPinned: false }
const MINE: NoteFields = { text: 'mine', title: 'Note' }
const mine = { ...notes.draftOn(FIRST, MINE), changes: 3 }
const pinned: Note = { ...FIRST, version: 2, isPinned: true }
const theirs: Note = { ...FIRST, version: 2, text: 'theirs' }

describe('a new draft', () => {
  it('has the fields as saved, and is not dirty', () => {
    const { draft, isRestored } = notes.begin(FIRST, undefined)
    expect([draft, isRestored]).toEqual([notes.draftOn(FIRST), false])
    expect(notes.compare(draft, FIRST)).toEqual({ isDirty: false, conflict: undefined, followed: draft })
  })

  it('has the stored fields if they differ from the saved ones', () => {
    const stored = notes.store(mine)
    expect(notes.begin(FIRST, stored)).toEqual({ draft: { ...mine, changes: 0 }, isRestored: true })
    expect(notes.begin({ ...theirs, text: 'mine' }, stored).isRestored).toBe(false)
  })

  it('conflicts with any save since it was stored, because its changes are unknown', () => {
    const { draft } = notes.begin(pinned, notes.store(mine))
    expect(draft.isOutdated).toBe(true)
    expect(notes.compare(draft, pinned)).toEqual({ isDirty: true, conflict: pinned, followed: draft })
    expect(notes.compare(notes.keepMine(draft, pinned), pinned).conflict).toBeUndefined()
  })

  it('conflicts only with changes of its fields if its base was stored with it', () => {
    const restore = ({ fields }: StoredNote) => ({ base: FIRST, fields })
    const { begin, compare } = recordDrafts({ ...RULES, restore, storesBase: true })
    const { draft } = begin(pinned, notes.store(mine))
    expect(compare(draft, pinned)).toMatchObject({ conflict: undefined, followed: { base: pinned } })
    expect(compare(draft, theirs).conflict).toBe(theirs)
  })
})

describe('a save by others', () => {
  it('is followed without edits, and keeps the extra state', () => {
    const draft = { ...notes.draftOn(FIRST), changes: 3 }
    expect(notes.compare(draft, theirs)).toEqual({
      isDirty: false,
      conflict: undefined,
      followed: { ...notes.draftOn(theirs), changes: 3 },
    })
  })

  it('is a conflict if it changed the fields: the draft stays until its author chooses', () => {
    expect(notes.compare(mine, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: mine })
    expect(notes.keepMine(mine, theirs)).toEqual({ ...mine, base: theirs })
    expect(notes.discard(mine, theirs)).toEqual(notes.draftOn(theirs))
  })

  it('does not conflict if it left the fields alone, unless every save conflicts', () => {
    const followed = { ...mine, base: pinned }
    expect(notes.compare(mine, pinned)).toEqual({ isDirty: true, conflict: undefined, followed })
    const strict = recordDrafts({ ...RULES, everySaveConflicts: true })
    expect(strict.compare(mine, pinned)).toEqual({ isDirty: true, conflict: pinned, followed: mine })
  })

  it('is ignored if it is older than the base, or if the record is deleted', () => {
    const draft = notes.draftOn(theirs)
    expect(notes.compare(draft, FIRST).followed).toBe(draft)
    expect(notes.compare(mine, undefined)).toEqual({ isDirty: true, conflict: undefined, followed: mine })
    expect(notes.keepMine(mine, undefined)).toBe(mine)
    expect(notes.discard(mine, undefined)).toEqual(notes.draftOn(FIRST))
  })
})

describe('a save of the draft', () => {
  const saved: Note = { ...FIRST, version: 2, text: 'mine', title: 'Trimmed' }

  it('has the fields of the server afterwards', () => {
    const draft = notes.afterSave(mine, { sent: MINE, saved })
    expect(draft).toEqual({ ...notes.draftOn(saved), changes: 3 })
  })

  it('keeps edits made meanwhile, all of them or by field', () => {
    const typed = { ...mine, fields: { ...MINE, text: 'mine too' } }
    expect(notes.afterSave(typed, { sent: MINE, saved }).fields).toEqual(typed.fields)
    const byField = recordDrafts({ ...RULES, mergeSaved: ({ text }, { saved: now }) => ({ ...now, text }) })
    expect(byField.afterSave(typed, { sent: MINE, saved }).fields).toEqual({
      text: 'mine too',
      title: 'Trimmed',
    })
  })
})
