import { describe, expect, it } from 'vitest'
import type { Segment } from '../../../api/audience/segments.ts'
import type { FilterDraft } from '../../../patterns/filter-builder/filter-draft.ts'
import { NEW_CONDITION } from '../../../patterns/filter-builder/filter-draft.ts'
import { bodyOf, changesOf, problemsOf } from './segment-body.ts'
import { fieldsOf, NO_FIELDS } from './segment-fields.ts'
import { newSegment, segmentDrafts } from './segment-draft.ts'

const { afterSave, begin, compare, discard, draftOn, keepMine } = segmentDrafts

const filters: FilterDraft = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

/** A segment saved at this minute past nine. */
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
const storedOn = ({ type, updatedAt }: Segment) => ({ type, updatedAt, fields: mine })

describe('a segment that is opened', () => {
  it('starts with the saved fields, or a new one with the given ones', () => {
    expect(begin(FIRST, undefined)).toEqual({ draft: draftOn(FIRST), isRestored: false })
    const { draft } = begin(newSegment('DYNAMIC', { ...NO_FIELDS, filters }), undefined)
    expect([draft.fields.filters, compare(draft, undefined).isDirty]).toEqual([filters, false])
  })

  it('continues with the stored draft', () => {
    const { draft, isRestored } = begin(FIRST, storedOn(FIRST))
    expect([isRestored, draft]).toEqual([true, draftOn(FIRST, mine)])
  })

  it('reports a conflict for a stored draft if somebody has saved since', () => {
    const newest = segmentAt(2, { description: 'theirs' })
    const { draft } = begin(newest, storedOn(FIRST))
    expect(compare(draft, newest)).toEqual({ isDirty: true, conflict: newest, followed: draft })
  })
})

describe('a segment that is changed elsewhere', () => {
  const theirs = segmentAt(2, { name: 'Theirs' })

  it('is followed while nothing is edited here', () => {
    const expected = { isDirty: false, conflict: undefined, followed: draftOn(theirs) }
    expect(compare(draftOn(FIRST), theirs)).toEqual(expected)
  })

  it('conflicts with edits until the author chooses', () => {
    const draft = draftOn(FIRST, mine)
    expect(compare(draft, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: draft })
    expect(keepMine(draft, theirs)).toEqual(draftOn(theirs, mine))
    expect(compare(draftOn(theirs, mine), theirs)).toMatchObject({ isDirty: true, conflict: undefined })
    expect(discard(draft, theirs)).toEqual(draftOn(theirs))
  })

  it('keeps the edits if it was deleted', () => {
    const draft = draftOn(FIRST, mine)
    expect(compare(draft, undefined)).toEqual({ isDirty: true, conflict: undefined, followed: draft })
    expect(discard(draft, undefined)).toEqual(draftOn(FIRST))
  })
})

describe('a segment that was saved', () => {
  const saved = segmentAt(2, { name: 'Mine' })

  it('has the fields of the server', () => {
    expect(afterSave(draftOn(FIRST, mine), { sent: mine, saved })).toEqual(draftOn(saved))
  })

  it('keeps edits made during the save', () => {
    const typed = { ...mine, name: 'Mine too' }
    expect(afterSave(draftOn(FIRST, typed), { sent: mine, saved })).toEqual(draftOn(saved, typed))
  })
})

describe('the body of a save', () => {
  it('is that of the API, without filters for a list', () => {
    const fields = { name: ' Pro ', description: ' ', filters, trackMembership: true }
    const body = { name: 'Pro', description: null, trackMembership: true }
    expect(bodyOf(fields, 'DYNAMIC')).toEqual({ ...body, filters })
    expect(bodyOf(fields, 'STATIC')).toEqual(body)
  })

  it('contains only changes, without an unfinished filter', () => {
    const before = bodyOf(fieldsOf(FIRST), 'DYNAMIC')
    expect(changesOf(before, bodyOf(mine, 'DYNAMIC'))).toEqual({ name: 'Mine' })
    const unfinished: FilterDraft = { operator: 'AND', conditions: [NEW_CONDITION] }
    expect(changesOf(before, bodyOf({ ...mine, filters: unfinished }, 'DYNAMIC'))).toEqual({ name: 'Mine' })
  })

  it('is checked by the schema, except for the filter', () => {
    expect(problemsOf(bodyOf(mine, 'DYNAMIC'), 'DYNAMIC')).toEqual({})
    expect(Object.keys(problemsOf(bodyOf(NO_FIELDS, 'DYNAMIC'), 'DYNAMIC'))).toEqual(['name'])
  })
})
