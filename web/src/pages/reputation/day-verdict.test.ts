import { describe, expect, it } from 'vitest'
import { verdictOf } from './day-verdict.ts'
import type { Day } from './day-verdict.ts'

const NONE: Day = {
  date: '2026-05-01',
  emails: 0,
  accepted: 0,
  deferred: 0,
  bounced: 0,
  complained: 0,
  bounceRate: null,
  deferralRate: null,
  complaintRate: null,
}

describe('a day', () => {
  it.each([
    ['without emails', {}, 'neutral'],
    ['with too few to judge', { emails: 10, bounced: 5, bounceRate: 0.5 }, 'good'],
    ['without problems', { emails: 1_000, bounced: 3, bounceRate: 0.003 }, 'good'],
    ['with many bounces', { emails: 1_000, bounceRate: 0.03 }, 'warn'],
    ['with too many bounces', { emails: 1_000, bounceRate: 0.05 }, 'bad'],
    ['with too many complaints', { emails: 1_000, complaintRate: 0.003 }, 'bad'],
    ['on which most was put off', { deferred: 40, deferralRate: 1 }, 'bad'],
    ['on which some was put off', { emails: 90, deferred: 10, deferralRate: 0.1 }, 'warn'],
  ])('%s is judged', (_what, day, verdict) => {
    expect(verdictOf({ ...NONE, ...day })).toBe(verdict)
  })
})
