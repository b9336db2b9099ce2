import { describe, expect, it } from 'vitest'
import type { EmailId } from '../../../platform/ids.ts'
import type { EmailLimits } from '../queue/claim.queries.ts'
import { replay } from './caps-preview.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2030-03-15T00:00:00Z')

/** The ends of emails that left so many hours after the start. */
function endsOf(
  hours: readonly number[],
  limits: Partial<EmailLimits>,
  data: Record<string, unknown> = {},
): string[] {
  const emails = hours.map((hour, index) => ({ id: `${index}` as EmailId, at: START + hour * HOUR_MS }))
  const none: EmailLimits = { frequencyCap: null, quietHours: null, holdAtMostHours: 48, timezone: 'UTC' }
  const ends = replay({ emails, data, limits: { ...none, ...limits } })
  return emails.map(({ id }) => ends.get(id) ?? 'missing')
}

const onePerDay = { frequencyCap: { emails: 1, days: 1 } }
const night = { quietHours: { from: '22:00', to: '08:00', weekdays: null, timezone: 'contact' as const } }

describe('the emails of the past', () => {
  it.each<[string, number[], Partial<EmailLimits>, string[]]>([
    ['would have left without limits', [1, 2, 3], {}, ['sentAtOnce', 'sentAtOnce', 'sentAtOnce']],
    ['would have waited for the cap', [1, 30, 31], onePerDay, ['sentAtOnce', 'sentAtOnce', 'cap']],
    ['would have kept their order', [1, 2, 26], onePerDay, ['sentAtOnce', 'cap', 'cap']],
    [
      'would have been dropped in the end',
      [1, 2, 3],
      { ...onePerDay, holdAtMostHours: 24 },
      ['sentAtOnce', 'cap', 'dropped'],
    ],
    ['would have waited for the morning', [5, 9], night, ['quietHours', 'sentAtOnce']],
    [
      'would have waited for both, which counts as the cap',
      [5, 6],
      { ...night, ...onePerDay },
      ['quietHours', 'cap'],
    ],
  ])('%s', (...[, hours, limits, ends]) => {
    expect(endsOf(hours, limits)).toEqual(ends)
  })

  it('would have waited where the contact is', () => {
    expect(endsOf([5, 15], night, { timezone: 'Asia/Tokyo' })).toEqual(['sentAtOnce', 'quietHours'])
  })

  it('may be given in any order', () => {
    expect(endsOf([30, 1, 31], onePerDay)).toEqual(['sentAtOnce', 'sentAtOnce', 'cap'])
  })
})
