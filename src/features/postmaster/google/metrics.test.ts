import { describe, expect, it } from 'vitest'
import { nextRun } from '../next-run.ts'
import { complianceOf } from './compliance.ts'
import { daysOfStats, ERROR_METRICS, loopIdsOf, loopRateMetrics, MAIN_METRICS } from './metrics.ts'

const date = { year: 2026, month: 2, day: 1 }
const loops = (day: number, values: string[]) => ({
  metric: 'loops',
  date: { ...date, day },
  value: { stringList: { values } },
})

describe('metrics of Google', () => {
  it('have a name of their own each', () => {
    const names = [...MAIN_METRICS, ...ERROR_METRICS].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('of feedback loops are asked for the latest fifty ids that a filter can hold', () => {
    const many = Array.from({ length: 60 }, (_, index) => `loop-${index}`)
    const ids = loopIdsOf([loops(1, ['old', ...many]), loops(2, ['new', 'old', 'a" OR "b', ''])])
    expect([ids.slice(0, 2), ids.length, ids.includes('a" OR "b')]).toEqual([['new', 'old'], 50, false])
    expect(loopRateMetrics(['new'])[0]?.filter).toBe('feedback_loop_id = "new"')
  })

  it('become days, oldest first', () => {
    const stats = [
      { metric: 'spam', date: { ...date, day: 2 }, value: { floatValue: 0.25 } },
      { metric: 'spam', date, value: { doubleValue: 0 } },
      { metric: 'loop:a:b', date, value: { doubleValue: 1 } },
    ]
    expect(daysOfStats(stats)).toMatchObject([
      { day: '2026-02-01', spam: 0, feedbackLoops: [{ id: 'a:b', spamRate: 1 }] },
      { day: '2026-02-02', spam: 0.25 },
    ])
  })
})

describe('compliance', () => {
  const rowData = [{ requirement: 'SPF', status: { status: 'COMPLIANT' } }]

  it('is that of the domain itself', () => {
    const row = { requirement: 'spf', status: 'compliant', reason: null }
    expect(complianceOf({ complianceData: { domainId: 'Shop.example', rowData } }, 'shop.example')).toEqual([
      row,
    ])
    expect(
      complianceOf({ complianceData: { domainId: 'shop.example', rowData } }, 'mail.shop.example'),
    ).toBeNull()
    expect(complianceOf({}, 'shop.example')).toBeNull()
  })

  it('keeps verdicts that are new to us, and no text of another form', () => {
    const strange = [
      { requirement: 'BIMI', status: { status: 'MAYBE' } },
      { requirement: '<b>', status: { status: 'COMPLIANT' } },
    ]
    expect(complianceOf({ complianceData: { domainId: 'a.b', rowData: strange } }, 'a.b')).toEqual([
      { requirement: 'bimi', status: 'unknown', reason: null },
    ])
  })
})

describe('the next run', () => {
  const now = new Date('2026-02-01T00:00:00Z')
  const failed = { kind: 'failed', isTemporary: true, retryAfterMs: undefined, attempts: 1 } as const
  it.each([
    [{ kind: 'done' }, 360],
    [{ kind: 'rest' }, 1],
    [{ ...failed, isTemporary: false, attempts: 9 }, 60],
    [failed, 15],
    [{ ...failed, attempts: 2 }, 30],
    [{ ...failed, attempts: 1_000 }, 360],
    [{ ...failed, retryAfterMs: 1_200_000 }, 20],
  ] as const)('after %j comes after %d minutes', (end, minutes) => {
    expect((nextRun(end, now).getTime() - now.getTime()) / 60_000).toBe(minutes)
  })
})
