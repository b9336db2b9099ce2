import { describe, expect, it } from 'vitest'
import type { RecurringBody } from '../../api/sending/recurring.ts'
import { changesFrom, recurringDrafts } from './recurring-draft.ts'

const FIELDS: RecurringBody = {
  name: 'News',
  subject: 'The week',
  body: '<p>Hello</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
  cron: '0 9 * * mon',
  feed: { url: 'https://blog.test/feed', maxItems: 10, onlyNew: true },
}
const SAVED = { updatedAt: '2030-01-01T09:00:00.000Z', fields: FIELDS }

describe('the changes of a draft', () => {
  it('are the fields that differ, also inside of them', () => {
    const feed = { url: 'https://blog.test/feed', maxItems: 5, onlyNew: true }
    expect(changesFrom(FIELDS, { ...FIELDS, subject: null, feed })).toEqual({ subject: null, feed })
    expect(changesFrom(FIELDS, structuredClone(FIELDS))).toEqual({})
  })

  it('come back after the page was left, unless somebody has saved since', () => {
    const { draft } = recurringDrafts.begin(SAVED, undefined)
    const edited = { ...draft, fields: { ...FIELDS, name: 'Mine' } }
    const stored = recurringDrafts.store(edited)
    const again = recurringDrafts.begin(SAVED, stored)
    expect([again.isRestored, again.draft.fields.name]).toEqual([true, 'Mine'])
    const newer = { updatedAt: '2030-01-02T09:00:00.000Z', fields: { ...FIELDS, name: 'Theirs' } }
    const late = recurringDrafts.begin(newer, stored)
    expect(recurringDrafts.compare(late.draft, newer).conflict).toEqual(newer)
  })
})
