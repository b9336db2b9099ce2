import { describe, expect, it } from 'vitest'
import type { Segment } from '../../api/segments.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { NEW_CONDITION } from '../../patterns/filter-builder/filter-draft.ts'
import { bodyOf, changesOf, problemsOf } from './segment-body.ts'
import { fieldsOf, NO_FIELDS } from './segment-fields.ts'
import { afterSave, begin, compare, newWork, withoutChanges, workOn } from './segment-draft.ts'

const filters: FilterDraft = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

/** A segment as it was saved at so many minutes past nine. */
const segmentAt = (minute: number, changes: Partial<Segment> = {}): Segment =>
  ({
    id: 's1',
    type: 'DYNAMIC',
    name: 'Pro',
    description: null,
    filters,
    trackMembership: false,
    updatedAt: `2026-01-01T09:0${minute}:00.000Z`,
    ...changes,
  }) as Partial<Segment> as Segment

const FIRST = segmentAt(1)
const mine = { ...fieldsOf(FIRST), name: 'Mine' }

describe('a segment that is opened', () => {
  it('begins with what the server has, or a new one with what it is given', () => {
    expect(begin(workOn(FIRST), undefined)).toEqual({ work: workOn(FIRST), isRestored: false })
    const { work } = begin(newWork({ ...NO_FIELDS, filters }), undefined)
    expect([work.fields.filters, compare(work, undefined).isDirty]).toEqual([filters, false])
  })

  it('goes on with the stored draft', () => {
    const { work, isRestored } = begin(workOn(FIRST), { updatedAt: FIRST.updatedAt, fields: mine })
    expect([isRestored, work]).toEqual([true, workOn(FIRST, mine)])
  })

  it('asks about a stored draft if somebody has saved since', () => {
    const newest = segmentAt(2, { description: 'theirs' })
    const { work } = begin(workOn(newest), { updatedAt: FIRST.updatedAt, fields: mine })
    expect(compare(work, newest)).toEqual({ isDirty: true, conflict: newest, followed: work })
  })
})

describe('a segment that is changed elsewhere', () => {
  const theirs = segmentAt(2, { name: 'Theirs' })

  it('is shown as it is there while nothing is edited here', () => {
    const expected = { isDirty: false, conflict: undefined, followed: workOn(theirs) }
    expect(compare(workOn(FIRST), theirs)).toEqual(expected)
  })

  it('is a conflict with what is edited here until the author chooses', () => {
    const work = workOn(FIRST, mine)
    expect(compare(work, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: work })
    expect(compare(workOn(theirs, mine), theirs)).toMatchObject({ isDirty: true, conflict: undefined })
    expect(withoutChanges(work, theirs)).toEqual(workOn(theirs))
  })

  it('keeps what was typed if it was deleted', () => {
    const work = workOn(FIRST, mine)
    expect(compare(work, undefined)).toEqual({ isDirty: true, conflict: undefined, followed: work })
    expect(withoutChanges(work, undefined)).toEqual(workOn(FIRST))
  })
})

describe('a segment that was saved', () => {
  const saved = segmentAt(2, { name: 'Mine' })

  it('is as the server has it', () => {
    expect(afterSave(workOn(FIRST, mine), { sent: mine, saved })).toEqual(workOn(saved))
  })

  it('keeps what was typed while the save was under way', () => {
    const typed = { ...mine, name: 'Mine too' }
    expect(afterSave(workOn(FIRST, typed), { sent: mine, saved })).toEqual(workOn(saved, typed))
  })
})

describe('what a save of a segment sends', () => {
  it('is in the form of the API, and a list has no filters', () => {
    const fields = { name: ' Pro ', description: ' ', filters, trackMembership: true }
    const body = { name: 'Pro', description: null, trackMembership: true }
    expect(bodyOf(fields, 'DYNAMIC')).toEqual({ ...body, filters })
    expect(bodyOf(fields, 'STATIC')).toEqual(body)
  })

  it('is only what was changed, and no filter that is unfinished', () => {
    const before = bodyOf(fieldsOf(FIRST), 'DYNAMIC')
    expect(changesOf(before, bodyOf(mine, 'DYNAMIC'))).toEqual({ name: 'Mine' })
    const unfinished: FilterDraft = { operator: 'AND', conditions: [NEW_CONDITION] }
    expect(changesOf(before, bodyOf({ ...mine, filters: unfinished }, 'DYNAMIC'))).toEqual({ name: 'Mine' })
  })

  it('is refused here where the server would refuse it; the filter speaks for itself', () => {
    expect(problemsOf(bodyOf(mine, 'DYNAMIC'), 'DYNAMIC')).toEqual({})
    expect(Object.keys(problemsOf(bodyOf(NO_FIELDS, 'DYNAMIC'), 'DYNAMIC'))).toEqual(['name'])
  })
})
