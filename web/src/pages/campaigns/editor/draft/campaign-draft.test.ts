import { describe, expect, it } from 'vitest'
import { ApiError, errorFrom, OfflineError } from '../../../../api/client/api-error.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { fieldsOf } from './campaign-fields.ts'
import { campaignDrafts, isOpen, serverErrors, RETRY_MS, SAVE_MS, saveDelayMs } from './campaign-draft.ts'
import { campaignAt } from './fixtures/campaign-at.ts'

const { afterSave, begin, compare, draftOn } = campaignDrafts

const edited = (base: Campaign, changes: Partial<Campaign>) => ({ ...fieldsOf(base), ...changes })
const [FIRST, SECOND] = [campaignAt(1), campaignAt(2)]

describe('a campaign that is opened', () => {
  it('begins with the saved campaign', () => {
    expect(begin(FIRST, undefined)).toEqual({ draft: draftOn(FIRST), isRestored: false })
  })

  it('ignores a stored draft that was saved after all', () => {
    const stored = { version: FIRST.updatedAt, fields: fieldsOf(SECOND) }
    expect(begin(SECOND, stored)).toEqual({ draft: draftOn(SECOND), isRestored: false })
  })

  it('restores the stored draft, and can be saved if nobody has saved since', () => {
    const fields = edited(FIRST, { subject: 'typed' })
    const { draft, isRestored } = begin(FIRST, { version: FIRST.updatedAt, fields })
    expect([isRestored, draft.fields]).toEqual([true, fields])
    expect(compare(draft, FIRST)).toEqual({ isDirty: true, conflict: undefined, followed: draft })
  })

  it('has a conflict with its stored draft if somebody has saved since', () => {
    const stored = { version: FIRST.updatedAt, fields: edited(FIRST, { subject: 'typed' }) }
    const { draft } = begin(SECOND, stored)
    expect(compare(draft, SECOND)).toEqual({ isDirty: true, conflict: SECOND, followed: draft })
  })
})

describe('a campaign that is saved in another tab', () => {
  it('is shown as saved there while nothing is edited here', () => {
    const theirs = { ...SECOND, subject: 'theirs' }
    expect(compare(draftOn(FIRST), theirs)).toEqual({
      isDirty: false,
      conflict: undefined,
      followed: draftOn(theirs),
    })
  })

  it('conflicts with the edit here, which stays', () => {
    const theirs = { ...SECOND, body: 'theirs' }
    const draft = draftOn(FIRST, edited(FIRST, { subject: 'mine' }))
    expect(compare(draft, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: draft })
  })

  it('does not conflict if only its status has changed: the edit goes on', () => {
    const fields = edited(FIRST, { subject: 'mine' })
    const scheduled: Campaign = { ...SECOND, status: 'SCHEDULED' }
    const { conflict, followed } = compare(draftOn(FIRST, fields), scheduled)
    expect([conflict, followed]).toEqual([undefined, draftOn(scheduled, fields)])
    expect(compare(followed, scheduled).followed).toBe(followed)
  })

  it('does not conflict any more once the author has chosen', () => {
    const theirs = { ...SECOND, body: 'theirs' }
    const mine = draftOn(theirs, edited(FIRST, { subject: 'mine' }))
    expect(compare(mine, theirs)).toEqual({ isDirty: true, conflict: undefined, followed: mine })
    expect(compare(draftOn(theirs), theirs).isDirty).toBe(false)
  })

  it('does not go back to an older answer that arrives late', () => {
    const draft = draftOn(SECOND)
    expect(compare(draft, { ...FIRST, subject: 'old' }).followed).toBe(draft)
  })
})

describe('autosave', () => {
  const draft = draftOn(FIRST, edited(FIRST, { subject: 'typed' }))
  const idle = { canSave: true, isPending: false, failed: undefined }
  const rejection = new ApiError({
    code: 'VALIDATION_ERROR',
    message: 'Invalid.',
    statusCode: 422,
    errors: [{ field: 'from', message: 'is not a verified domain', code: 'invalid' }],
  })

  it('saves after the last change, one save at a time', () => {
    expect(saveDelayMs(draft, idle)).toBe(SAVE_MS)
    expect(saveDelayMs(draft, { ...idle, isPending: true })).toBeUndefined()
    expect(saveDelayMs(draft, { ...idle, canSave: false })).toBeUndefined()
  })

  const passing = [new OfflineError(), ...[503, 500, 429].map((status) => errorFrom(status, null))]
  it.each(passing)('retries after an error that passes: %s', (error) => {
    const failed = { draft, error }
    expect(saveDelayMs(draft, { ...idle, failed })).toBe(RETRY_MS)
    expect(RETRY_MS).toBeGreaterThan(SAVE_MS)
  })

  it('does not repeat a rejected save, and shows the error at the field', () => {
    const failed = { draft, error: rejection }
    expect(saveDelayMs(draft, { ...idle, failed })).toBeUndefined()
    expect(serverErrors(draft, failed)).toEqual({ from: 'Is not a verified domain' })
  })

  it('saves again after the next change, and hides the error', () => {
    const failed = { draft, error: rejection }
    const changed = draftOn(FIRST, edited(FIRST, { subject: 'typed on' }))
    expect(saveDelayMs(changed, { ...idle, failed })).toBe(SAVE_MS)
    expect(serverErrors(changed, failed)).toEqual({})
  })

  it('saves the same fields again once the author keeps them over the version of somebody else', () => {
    const failed = { draft, error: rejection }
    expect(saveDelayMs(draftOn(SECOND, draft.fields), { ...idle, failed })).toBe(SAVE_MS)
  })

  it('keeps only the fields typed during the save', () => {
    const sent = draft.fields
    const saved = { ...SECOND, subject: 'typed', fromName: 'Acme' }
    const typed = draftOn(FIRST, { ...sent, subject: 'typed on' })
    const after = afterSave(typed, { sent, saved })
    expect(after).toEqual(draftOn(saved, { ...fieldsOf(saved), subject: 'typed on' }))
    expect(compare(afterSave(draft, { sent, saved }), saved).isDirty).toBe(false)
  })
})

it.each([
  ['DRAFT', true],
  ['SCHEDULED', true],
  ['SENDING', false],
  ['SENT', false],
] as const)('a campaign that is %s can be edited: %s', (status, isEditable) => {
  expect(isOpen({ status })).toBe(isEditable)
})
