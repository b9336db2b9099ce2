import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../../../api/client/api-error.ts'
import type { Campaign } from '../../../../api/campaigns.ts'
import { fieldsOf } from './campaign-fields.ts'
import {
  afterSave,
  begin,
  compare,
  isOpen,
  refusalsOf,
  RETRY_MS,
  SAVE_MS,
  saveDelayMs,
  workOn,
} from './campaign-draft.ts'
import { campaignAt } from './fixtures/campaign-at.ts'

const edited = (base: Campaign, changes: Partial<Campaign>) => ({ ...fieldsOf(base), ...changes })
const [FIRST, SECOND] = [campaignAt(1), campaignAt(2)]

describe('a campaign that is opened', () => {
  it('begins with what the server has', () => {
    expect(begin(FIRST, undefined)).toEqual({ work: workOn(FIRST), isRestored: false })
  })

  it('does not speak of a stored draft that was saved after all', () => {
    const stored = { version: FIRST.updatedAt, fields: fieldsOf(SECOND) }
    expect(begin(SECOND, stored)).toEqual({ work: workOn(SECOND), isRestored: false })
  })

  it('goes on with the stored draft, and can be saved if nobody has saved since', () => {
    const fields = edited(FIRST, { subject: 'typed' })
    const { work, isRestored } = begin(FIRST, { version: FIRST.updatedAt, fields })
    expect([isRestored, work.fields]).toEqual([true, fields])
    expect(compare(work, FIRST)).toEqual({ isDirty: true, conflict: undefined, followed: work })
  })

  it('asks about a stored draft if somebody has saved since, whatever was saved', () => {
    const stored = { version: FIRST.updatedAt, fields: edited(FIRST, { subject: 'typed' }) }
    const { work } = begin(SECOND, stored)
    expect(compare(work, SECOND)).toEqual({ isDirty: true, conflict: SECOND, followed: work })
  })
})

describe('a campaign that is saved in another tab', () => {
  it('is shown as it is there while nothing is edited here', () => {
    const theirs = { ...SECOND, subject: 'theirs' }
    expect(compare(workOn(FIRST), theirs)).toEqual({
      isDirty: false,
      conflict: undefined,
      followed: workOn(theirs),
    })
  })

  it('is a conflict with what is edited here, which stays', () => {
    const theirs = { ...SECOND, body: 'theirs' }
    const work = workOn(FIRST, edited(FIRST, { subject: 'mine' }))
    expect(compare(work, theirs)).toEqual({ isDirty: true, conflict: theirs, followed: work })
  })

  it('is no conflict if only its state has changed: the edit goes on over it', () => {
    const fields = edited(FIRST, { subject: 'mine' })
    const scheduled: Campaign = { ...SECOND, status: 'SCHEDULED' }
    const { conflict, followed } = compare(workOn(FIRST, fields), scheduled)
    expect([conflict, followed]).toEqual([undefined, workOn(scheduled, fields)])
    expect(compare(followed, scheduled).followed).toBe(followed)
  })

  it('is no conflict any more once the author has chosen', () => {
    const theirs = { ...SECOND, body: 'theirs' }
    const mine = workOn(theirs, edited(FIRST, { subject: 'mine' }))
    expect(compare(mine, theirs)).toEqual({ isDirty: true, conflict: undefined, followed: mine })
    expect(compare(workOn(theirs), theirs).isDirty).toBe(false)
  })

  it('does not go back to an older answer that arrives late', () => {
    const work = workOn(SECOND)
    expect(compare(work, { ...FIRST, subject: 'old' }).followed).toBe(work)
  })
})

describe('autosave', () => {
  const work = workOn(FIRST, edited(FIRST, { subject: 'typed' }))
  const idle = { maySave: true, isPending: false, failed: undefined }
  const refusal = new ApiError({
    code: 'VALIDATION_ERROR',
    message: 'Invalid.',
    statusCode: 422,
    errors: [{ field: 'from', message: 'is not a verified domain', code: 'invalid' }],
  })

  it('saves a moment after the last change, one save at a time', () => {
    expect(saveDelayMs(work, idle)).toBe(SAVE_MS)
    expect(saveDelayMs(work, { ...idle, isPending: true })).toBeUndefined()
    expect(saveDelayMs(work, { ...idle, maySave: false })).toBeUndefined()
  })

  it('tries again after a while if the server did not answer', () => {
    const failed = { work, error: new OfflineError() }
    expect(saveDelayMs(work, { ...idle, failed })).toBe(RETRY_MS)
    expect(RETRY_MS).toBeGreaterThan(SAVE_MS)
  })

  it('does not repeat what the server refused, and says why at the field', () => {
    const failed = { work, error: refusal }
    expect(saveDelayMs(work, { ...idle, failed })).toBeUndefined()
    expect(refusalsOf(work, failed)).toEqual({ from: 'Is not a verified domain' })
  })

  it('saves again as soon as something else is typed, and takes the refusal back', () => {
    const failed = { work, error: refusal }
    const changed = workOn(FIRST, edited(FIRST, { subject: 'typed on' }))
    expect(saveDelayMs(changed, { ...idle, failed })).toBe(SAVE_MS)
    expect(refusalsOf(changed, failed)).toEqual({})
  })

  it('saves again the same words over what somebody else saved, once the author keeps them', () => {
    const failed = { work, error: refusal }
    expect(saveDelayMs(workOn(SECOND, work.fields), { ...idle, failed })).toBe(SAVE_MS)
  })

  it('keeps what was typed while the save was under way, and nothing else', () => {
    const sent = work.fields
    const saved = { ...SECOND, subject: 'typed', fromName: 'Acme' }
    const typed = workOn(FIRST, { ...sent, subject: 'typed on' })
    const after = afterSave(typed, { sent, saved })
    expect(after).toEqual(workOn(saved, { ...fieldsOf(saved), subject: 'typed on' }))
    expect(compare(afterSave(work, { sent, saved }), saved).isDirty).toBe(false)
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
