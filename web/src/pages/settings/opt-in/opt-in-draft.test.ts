import { describe, expect, it } from 'vitest'
import { changesFrom, draftOf, problemsOf } from './opt-in-draft.ts'

const OFF = { enabled: false, templateId: null, redirectUrl: null, expiresDays: 7 }

describe('the draft of double opt-in', () => {
  it('sends only what differs', () => {
    expect(changesFrom(OFF, draftOf(OFF))).toEqual({})
    expect(changesFrom(OFF, { ...draftOf(OFF), enabled: true, redirectUrl: ' ' })).toEqual({ enabled: true })
    const saved = { ...OFF, redirectUrl: 'https://shop.test' }
    expect(changesFrom(saved, { ...draftOf(saved), redirectUrl: '', expiresDays: '14' })).toEqual({
      redirectUrl: null,
      expiresDays: 14,
    })
  })

  it('has the messages of the API at its fields', () => {
    expect(problemsOf(draftOf(OFF))).toEqual({})
    expect(problemsOf({ ...draftOf(OFF), redirectUrl: 'shop', expiresDays: '31' })).toEqual({
      redirectUrl: 'Must be a URL that begins with https:// or http://',
      expiresDays: 'Must be at most 30',
    })
    expect(problemsOf({ ...draftOf(OFF), expiresDays: '' })).toEqual({ expiresDays: 'Type a number.' })
  })
})
