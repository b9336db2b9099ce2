import { describe, expect, it } from 'vitest'
import { judgeRates, ratesOf } from './health-verdict.ts'
import type { EmailCounts } from './health-verdict.ts'

const NONE: EmailCounts = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  reportable: 0,
  'reportable-complained': 0,
}
const counts = (overrides: Partial<EmailCounts>): EmailCounts => ({ ...NONE, ...overrides })

/** This many emails, of which some bounced or were reported. */
const of = (emails: number, { bounced = 0, complained = 0 }: Partial<EmailCounts>): EmailCounts =>
  counts({ sent: emails - bounced - complained, bounced, complained })

const judgeDay = (day: EmailCounts) => judgeRates({ day, week: day }).state

describe('rates', () => {
  it('are shares of the emails that were sent, and of those that were accepted', () => {
    const day = counts({ sent: 50, delivered: 30, bounced: 15, complained: 5 })
    expect(ratesOf({ day, week: NONE })).toEqual({
      bounceRate24h: 15 / 100,
      complaintRate24h: 5 / 85,
      emails24h: 100,
      bounceRate7d: 0,
      complaintRate7d: 0,
      emails7d: 0,
      reportable24h: 0,
      reportable7d: 0,
    })
  })

  it('of complaints are shares of the emails to receivers that report them', () => {
    const day = counts({ sent: 998, complained: 2, reportable: 50, 'reportable-complained': 1 })
    expect(ratesOf({ day, week: day })).toMatchObject({ complaintRate24h: 1 / 50, reportable7d: 50 })
    // Complaints of receivers that are not known to report count against all emails.
    const unknown = counts({ sent: 990, complained: 10, reportable: 500 })
    expect(ratesOf({ day: unknown, week: NONE })).toMatchObject({ complaintRate24h: 10 / 1000 })
  })
})

describe('the verdict', () => {
  it.each([
    ['1.9 % bounces', of(1000, { bounced: 19 }), 'GOOD'],
    ['2 % bounces', of(1000, { bounced: 20 }), 'WARNED'],
    ['4.9 % bounces', of(1000, { bounced: 49 }), 'WARNED'],
    ['5 % bounces', of(1000, { bounced: 50 }), 'PAUSED'],
    ['0.09 % complaints', of(10_000, { complained: 9 }), 'GOOD'],
    ['0.1 % complaints', of(10_000, { complained: 10 }), 'WARNED'],
    ['0.29 % complaints', of(10_000, { complained: 29 }), 'WARNED'],
    ['two complaints, however few the emails', of(200, { complained: 2 }), 'WARNED'],
    ['three complaints of few emails', of(200, { complained: 3 }), 'PAUSED'],
    ['two complaints beside bounces', of(400, { bounced: 7, complained: 2 }), 'WARNED'],
    ['0.3 % complaints', of(10_000, { complained: 30 }), 'PAUSED'],
    ['half of 199 emails', of(199, { bounced: 100 }), 'GOOD'],
    ['half of 200 emails', of(200, { bounced: 100 }), 'PAUSED'],
    ['4 of 200 emails', of(200, { bounced: 4 }), 'WARNED'],
    ['3 of 200 emails', of(200, { bounced: 3 }), 'GOOD'],
    ['nothing sent', NONE, 'GOOD'],
  ])('at %s is right', (_what, day, expected) => {
    expect(judgeDay(day)).toBe(expected)
  })

  it.each([
    ['one of 500 reportable', [1, 500], 'WARNED'],
    ['three of 900 reportable', [3, 900], 'PAUSED'],
    ['two of 199 reportable', [2, 199], 'GOOD'],
    ['none of those reportable', [0, 5000], 'GOOD'],
  ])(
    'uses the emails to receivers that report complaints: %s',
    (_what, [complained = 0, reportable = 0], expected) => {
      const sent = 20_000 - complained
      const day = counts({ sent, complained, reportable, 'reportable-complained': complained })
      expect(judgeRates({ day, week: NONE }).state).toBe(expected)
    },
  )

  it('is the worse of the day and the week', () => {
    const good = of(1000, {})
    const bad = of(1000, { bounced: 60 })
    expect(judgeRates({ day: good, week: bad }).state).toBe('PAUSED')
    expect(judgeRates({ day: bad, week: good }).state).toBe('PAUSED')
  })

  it('prefers a reason to pause to a reason to warn', () => {
    const day = of(10_000, { bounced: 300, complained: 40 })
    expect(judgeRates({ day, week: day })).toEqual({
      state: 'PAUSED',
      reason:
        '0.412 % of the emails of the last 24 hours were reported as spam (10000 emails; the limit is 0.3 %)',
    })
  })

  it('says which rate it was', () => {
    const week = of(1000, { bounced: 21 })
    expect(judgeRates({ day: NONE, week }).reason).toBe(
      '2.1 % of the emails of the last 7 days bounced (1000 emails; the limit is 2 %)',
    )
  })
})
