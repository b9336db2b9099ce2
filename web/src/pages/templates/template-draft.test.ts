import { describe, expect, it } from 'vitest'
import type { Template } from '../../api/content/templates.ts'
import { changesFrom, fieldsOf } from './template-fields.ts'
import type { TemplateFields } from './template-fields.ts'
import { templateDrafts } from './template-draft.ts'

const { afterSave, begin, compare, draftOn, keepMine } = templateDrafts

const template = (version: number, changes: Partial<Template> = {}): Template =>
  ({
    id: 't1',
    version,
    type: 'MARKETING',
    name: 'Welcome',
    alias: null,
    description: null,
    subject: 'Hello',
    previewText: null,
    body: '<p>Hello</p>',
    text: null,
    from: null,
    fromName: null,
    replyTo: null,
    blocks: null,
    ...changes,
  }) as Partial<Template> as Template

const FIRST = template(1)
const edited = (changes: Partial<TemplateFields>) => ({ ...fieldsOf(FIRST), ...changes })

describe('a template that is opened', () => {
  it('starts with the saved fields, also beside an equal stored draft', () => {
    expect(begin(FIRST, undefined)).toEqual({ draft: draftOn(FIRST), isRestored: false })
    const stored = { version: 1, fields: fieldsOf(FIRST) }
    expect(begin(template(2), stored)).toEqual({ draft: draftOn(template(2)), isRestored: false })
  })

  it('continues with the stored draft, with missing fields as saved', () => {
    const { blocks: _, ...older } = edited({ subject: 'typed' })
    const { draft, isRestored } = begin(FIRST, { version: 1, fields: older as TemplateFields })
    expect([isRestored, draft.fields]).toEqual([true, edited({ subject: 'typed' })])
    expect(compare(draft, FIRST).conflict).toBeUndefined()
  })

  it('reports a conflict for a stored draft of an older version', () => {
    const newest = template(2, { body: 'theirs' })
    const { draft } = begin(newest, { version: 1, fields: edited({ subject: 'mine' }) })
    expect(compare(draft, newest)).toEqual({ isDirty: true, conflict: newest, followed: draft })
  })
})

describe('a template that is saved in another tab', () => {
  const theirs = template(2, { body: 'theirs' })

  it('is followed while nothing is edited here', () => {
    const expected = { isDirty: false, conflict: undefined, followed: draftOn(theirs) }
    expect(compare(draftOn(FIRST), theirs)).toEqual(expected)
  })

  it('conflicts with edits until the author chooses', () => {
    const draft = draftOn(FIRST, edited({ subject: 'mine' }))
    expect(compare(draft, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: draft })
    const kept = keepMine(draft, theirs)
    expect(kept).toEqual(draftOn(theirs, draft.fields))
    expect(compare(kept, theirs)).toEqual({ isDirty: true, conflict: undefined, followed: kept })
    // Saving the draft overwrites their body.
    expect(changesFrom(fieldsOf(theirs), kept.fields)).toEqual({ subject: 'mine', body: '<p>Hello</p>' })
  })

  it('ignores an older response that arrives late', () => {
    const draft = draftOn(theirs)
    expect(compare(draft, FIRST).followed).toBe(draft)
  })
})

describe('a template that was saved', () => {
  it('keeps edits made during the save', () => {
    const sent = edited({ subject: 'typed' })
    const saved = template(2, { subject: 'typed', fromName: 'Acme' })
    const { fields, base } = afterSave(draftOn(FIRST, { ...sent, subject: 'typed on' }), { sent, saved })
    expect([base.version, fields.subject, fields.fromName]).toEqual([2, 'typed on', 'Acme'])
    expect(compare(afterSave(draftOn(FIRST, sent), { sent, saved }), saved).isDirty).toBe(false)
  })
})

describe('the changes of a template', () => {
  it('have null for emptied fields, except for required ones', () => {
    const before = { ...fieldsOf(FIRST), alias: 'welcome' }
    expect(changesFrom(before, { ...before, alias: '', subject: '' })).toEqual({ alias: null, subject: '' })
  })

  it('have the blocks or the body, never both', () => {
    const blocks = '{"blocks":[]}'
    expect(changesFrom(fieldsOf(FIRST), edited({ blocks, body: 'compiled' }))).toEqual({
      blocks: { blocks: [] },
    })
    const withBlocks = edited({ blocks })
    expect(changesFrom(withBlocks, withBlocks)).toEqual({})
    expect(changesFrom(withBlocks, edited({ blocks: '', body: 'code' }))).toEqual({ body: 'code' })
    expect(changesFrom(withBlocks, edited({ blocks: '' }))).toEqual({ blocks: null })
  })
})
