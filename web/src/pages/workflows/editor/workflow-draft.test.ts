import { describe, expect, it } from 'vitest'
import type { Workflow } from '../../../api/sending/workflows.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { changeDraft, redoChange, undoChange, workflowDrafts } from './workflow-draft.ts'
import type { UndoableDraft } from './workflow-draft.ts'

const { afterSave, begin, compare, draftOn } = workflowDrafts

/** A workflow saved at 09:0<minute>. */
const workflowAt = (minute: number, changes: Partial<Workflow> = {}): Workflow =>
  ({
    id: 'w1',
    name: 'Welcome',
    description: null,
    enabled: false,
    version: 1,
    trigger: { type: 'MANUAL' },
    entry: null,
    exit: null,
    goal: null,
    holdout: null,
    steps: [{ id: 'end', type: 'EXIT' }],
    updatedAt: `2026-01-01T09:0${minute}:00.000Z`,
    ...changes,
  }) as unknown as Workflow

const FIRST = workflowAt(1)
const named = (name: string): WorkflowDraft => ({ ...draftOf(FIRST), name })
const rename = (draft: UndoableDraft, name: string, topic?: string) =>
  changeDraft(draft, { ...draft.fields, name }, topic)

describe('a workflow that is opened', () => {
  it('begins with the saved workflow, also if the stored draft is equal', () => {
    expect(begin(FIRST, undefined)).toEqual({ draft: draftOn(FIRST), isRestored: false })
    const stored = { base: FIRST, draft: draftOf(FIRST) }
    expect(begin(workflowAt(2), stored)).toEqual({ draft: draftOn(workflowAt(2)), isRestored: false })
  })

  it('restores the stored draft, on the version it was begun on', () => {
    const stored = { base: FIRST, draft: named('typed') }
    const theirs = workflowAt(2, { description: 'theirs' })
    const { draft, isRestored } = begin(theirs, stored)
    expect([isRestored, draft]).toEqual([true, draftOn(FIRST, named('typed'))])
    expect(compare(draft, theirs).conflict).toBe(theirs)
  })
})

describe('a workflow that is saved in another tab', () => {
  const theirs = workflowAt(2, { description: 'theirs' })

  it('is shown as saved there while nothing is edited here', () => {
    const expected = { isDirty: false, conflict: undefined, followed: draftOn(theirs) }
    expect(compare(draftOn(FIRST), theirs)).toEqual(expected)
  })

  it('conflicts with the edit here, which stays', () => {
    const draft = draftOn(FIRST, named('mine'))
    expect(compare(draft, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: draft })
  })

  it('does not conflict if it was only switched on: the edit goes on, with its history', () => {
    const enabled = workflowAt(2, { enabled: true })
    const draft = rename(draftOn(FIRST), 'mine')
    const { conflict, followed } = compare(draft, enabled)
    expect([conflict, followed]).toEqual([undefined, { ...draft, base: enabled }])
    expect(compare(followed, enabled).followed).toBe(followed)
  })

  it('does not go back to an older answer that arrives late', () => {
    const draft = draftOn(theirs)
    expect(compare(draft, FIRST).followed).toBe(draft)
  })
})

describe('changes of a workflow', () => {
  it('are undone and redone one by one', () => {
    const draft = rename(rename(draftOn(FIRST), 'a'), 'b')
    const back = undoChange(draft)
    expect([back.fields.name, undoChange(back).fields.name]).toEqual(['a', 'Welcome'])
    expect(redoChange(back).fields.name).toBe('b')
    expect(undoChange(draftOn(FIRST))).toEqual(draftOn(FIRST))
    expect(redoChange(draft)).toBe(draft)
  })

  it('of one topic are undone together', () => {
    const typed = rename(rename(draftOn(FIRST), 'a', 'name'), 'ab', 'name')
    expect(undoChange(typed).fields.name).toBe('Welcome')
    const other = rename(typed, 'abc', 'description')
    expect(undoChange(other).fields.name).toBe('ab')
  })

  it('of one topic are separate after an undo', () => {
    const back = undoChange(rename(rename(draftOn(FIRST), 'a'), 'b', 'name'))
    expect(undoChange(rename(back, 'c', 'name')).fields.name).toBe('a')
  })
})

describe('a workflow that was saved', () => {
  const sent = named('typed')
  const saved = workflowAt(2, { name: 'typed', description: 'trimmed' })

  it('is the saved workflow, and can still be undone', () => {
    const draft = changeDraft(draftOn(FIRST), sent, undefined)
    const after = afterSave(draft, { sent, saved })
    expect([after.base, after.fields]).toEqual([saved, draftOf(saved)])
    expect(undoChange(after).fields).toEqual(draftOf(FIRST))
  })

  it('keeps changes made during the save', () => {
    const draft = rename(draftOn(FIRST, sent), 'typed on')
    expect(afterSave(draft, { sent, saved })).toEqual({ ...draft, base: saved })
  })
})
