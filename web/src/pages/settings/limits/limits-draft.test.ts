import { describe, expect, it } from 'vitest'
import { changesFrom, draftOf, limitsOf, problemsOf } from './limits-draft.ts'

const NONE = { frequencyCap: null, quietHours: null, holdAtMostHours: 48 }
const ALL = {
  frequencyCap: { emails: 2, days: 7 },
  quietHours: {
    from: '22:00',
    to: '07:00',
    weekdays: ['sat' as const, 'sun' as const],
    timezone: 'project' as const,
  },
  holdAtMostHours: 24,
}

describe('the draft of the sending limits', () => {
  it.each([NONE, ALL])('is the settings again: %j', (limits) => {
    expect(limitsOf(draftOf(limits))).toEqual(limits)
  })

  it('proposes usual values where a limit is off', () => {
    const draft = { ...draftOf(NONE), hasCap: true, isQuiet: true }
    expect(problemsOf(draft)).toEqual({})
    expect(limitsOf(draft)).toMatchObject({
      frequencyCap: { emails: 3, days: 7 },
      quietHours: { from: '21:00', to: '08:00', weekdays: null, timezone: 'contact' },
    })
  })

  it('sends only what differs', () => {
    expect(changesFrom(ALL, draftOf(ALL))).toEqual({})
    expect(changesFrom(ALL, { ...draftOf(ALL), hasCap: false })).toEqual({ frequencyCap: null })
    expect(changesFrom(ALL, { ...draftOf(ALL), weekdays: [] })).toEqual({
      quietHours: { ...ALL.quietHours, weekdays: null },
    })
  })

  it('has the messages of the API at its fields', () => {
    const wrong = { ...draftOf(ALL), emails: '0', days: '', holdAtMostHours: 'x', to: '22:00', weekdays: [] }
    expect(problemsOf(wrong)).toEqual({
      'frequencyCap.emails': 'Must be at least 1',
      'frequencyCap.days': 'Type a number.',
      holdAtMostHours: 'Type a number.',
      'quietHours.to': expect.stringContaining('Must differ from `from`') as string,
    })
  })

  it('has no messages for a limit that is off', () => {
    expect(problemsOf({ ...draftOf(ALL), hasCap: false, emails: '', isQuiet: false, from: '' })).toEqual({})
  })
})
