import { describe, expect, it } from 'vitest'
import type { Workflow } from '../../../api/workflows.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { afterSave, begin, changedWork, compare, redoneWork, undoneWork, workOn } from './workflow-draft.ts'
import type { Work } from './workflow-draft.ts'

/** A workflow as it was saved at so many minutes past nine. */
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
    steps: [{ id: 'end', type: 'EXIT' }],
    updatedAt: `2026-01-01T09:0${minute}:00.000Z`,
    ...changes,
  }) as unknown as Workflow

const FIRST = workflowAt(1)
const named = (name: string): WorkflowDraft => ({ ...draftOf(FIRST), name })
const rename = (work: Work, name: string, topic?: string) => changedWork(work, { ...work.draft, name }, topic)

describe('a workflow that is opened', () => {
  it('begins with what the server has, also beside a stored draft that says the same', () => {
    expect(begin(FIRST, undefined)).toEqual({ work: workOn(FIRST), isRestored: false })
    const stored = { base: FIRST, draft: draftOf(FIRST) }
    expect(begin(workflowAt(2), stored)).toEqual({ work: workOn(workflowAt(2)), isRestored: false })
  })

  it('goes on with the stored draft, on what it was made from', () => {
    const stored = { base: FIRST, draft: named('typed') }
    const theirs = workflowAt(2, { description: 'theirs' })
    const { work, isRestored } = begin(theirs, stored)
    expect([isRestored, work]).toEqual([true, workOn(FIRST, named('typed'))])
    expect(compare(work, theirs).conflict).toBe(theirs)
  })
})

describe('a workflow that is saved in another tab', () => {
  const theirs = workflowAt(2, { description: 'theirs' })

  it('is shown as it is there while nothing is edited here', () => {
    const expected = { isDirty: false, conflict: undefined, followed: workOn(theirs) }
    expect(compare(workOn(FIRST), theirs)).toEqual(expected)
  })

  it('is a conflict with what is edited here, which stays', () => {
    const work = workOn(FIRST, named('mine'))
    expect(compare(work, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: work })
  })

  it('is no conflict if it was only switched on: the edit goes on, with its history', () => {
    const enabled = workflowAt(2, { enabled: true })
    const work = rename(workOn(FIRST), 'mine')
    const { conflict, followed } = compare(work, enabled)
    expect([conflict, followed]).toEqual([undefined, { ...work, base: enabled }])
    expect(compare(followed, enabled).followed).toBe(followed)
  })

  it('does not go back to an older answer that arrives late', () => {
    const work = workOn(theirs)
    expect(compare(work, FIRST).followed).toBe(work)
  })
})

describe('changes of a workflow', () => {
  it('are undone and redone one by one', () => {
    const work = rename(rename(workOn(FIRST), 'a'), 'b')
    const back = undoneWork(work)
    expect([back.draft.name, undoneWork(back).draft.name]).toEqual(['a', 'Welcome'])
    expect(redoneWork(back).draft.name).toBe('b')
    expect(undoneWork(workOn(FIRST))).toEqual(workOn(FIRST))
    expect(redoneWork(work)).toBe(work)
  })

  it('of one topic are undone together', () => {
    const typed = rename(rename(workOn(FIRST), 'a', 'name'), 'ab', 'name')
    expect(undoneWork(typed).draft.name).toBe('Welcome')
    const other = rename(typed, 'abc', 'description')
    expect(undoneWork(other).draft.name).toBe('ab')
  })

  it('of one topic are another step after something was undone', () => {
    const back = undoneWork(rename(rename(workOn(FIRST), 'a'), 'b', 'name'))
    expect(undoneWork(rename(back, 'c', 'name')).draft.name).toBe('a')
  })
})

describe('a workflow that was saved', () => {
  const sent = named('typed')
  const saved = workflowAt(2, { name: 'typed', description: 'trimmed' })

  it('is as the server has it, and can still be undone', () => {
    const work = changedWork(workOn(FIRST), sent, undefined)
    const after = afterSave(work, { sent, saved })
    expect([after.base, after.draft]).toEqual([saved, draftOf(saved)])
    expect(undoneWork(after).draft).toEqual(draftOf(FIRST))
  })

  it('keeps what was changed while the save was under way', () => {
    const work = rename(workOn(FIRST, sent), 'typed on')
    expect(afterSave(work, { sent, saved })).toEqual({ ...work, base: saved })
  })
})
