import { describe, expect, it } from 'vitest'
import { afterCheck, graceEnd } from './domain-state.ts'
import type { DomainState } from './domain-state.ts'

const HOUR_MS = 3_600_000
const T0 = new Date('2030-01-01T00:00:00Z')
const at = (hours: number) => new Date(T0.getTime() + hours * HOUR_MS)

const pending: DomainState = {
  status: 'PENDING',
  failures: 0,
  warnedAt: null,
  takenSince: null,
  verifiedAt: null,
}
const verified: DomainState = { ...pending, status: 'VERIFIED', verifiedAt: T0 }
const warned: DomainState = { ...verified, failures: 3, warnedAt: at(3) }
const failed: DomainState = { ...warned, status: 'FAILED' }

const check = (verdict: 'ok' | 'broken' | 'unknown', hours = 1, more = {}) => ({
  verdict,
  isTaken: false,
  isScheduled: true,
  now: at(hours),
  ...more,
})

describe('a DNS check', () => {
  it('verifies a pending domain when all is right', () => {
    expect(afterCheck(pending, check('ok'))).toEqual({ ...verified, verifiedAt: at(1) })
  })

  it('leaves a pending domain pending otherwise', () => {
    expect(afterCheck(pending, check('broken'))).toEqual(pending)
    expect(afterCheck(pending, check('unknown'))).toEqual(pending)
  })

  it('does not verify what another project has, and says since when', () => {
    const taken = afterCheck(pending, check('ok', 1, { isTaken: true }))
    expect(taken).toEqual({ ...pending, takenSince: at(1) })
    expect(afterCheck(taken, check('ok', 2, { isTaken: true }))).toEqual(taken)
    expect(afterCheck(taken, check('broken', 3))).toEqual(pending)
    expect(afterCheck(taken, check('ok', 3)).status).toBe('VERIFIED')
  })

  it('warns after the third failure in a row, not before', () => {
    const one = afterCheck(verified, check('broken', 1))
    const two = afterCheck(one, check('broken', 2))
    expect([one.warnedAt, two.warnedAt]).toEqual([null, null])
    expect(afterCheck(two, check('broken', 3))).toEqual(warned)
    expect(afterCheck(two, check('ok', 3))).toEqual(verified)
  })

  it('neither counts nor clears failures when DNS does not answer', () => {
    const two = { ...verified, failures: 2 }
    expect(afterCheck(two, check('unknown', 3))).toEqual(two)
    expect(afterCheck(warned, check('unknown', 500))).toEqual(warned)
  })

  it('does not count failures of manual checks', () => {
    expect(afterCheck({ ...verified, failures: 2 }, check('broken', 3, { isScheduled: false }))).toEqual({
      ...verified,
      failures: 2,
    })
  })

  it('ends the grace after 72 hours, with a failure', () => {
    expect(graceEnd(at(3))).toEqual(at(75))
    expect(afterCheck(warned, check('broken', 74.9))).toEqual(warned)
    expect(afterCheck(warned, check('broken', 75))).toEqual(failed)
    expect(afterCheck(warned, check('broken', 75, { isScheduled: false }))).toEqual(failed)
  })

  it('forgets a warning when the domain is right again', () => {
    expect(afterCheck(warned, check('ok', 70))).toEqual(verified)
  })

  it('verifies a failed domain anew', () => {
    expect(afterCheck(failed, check('ok', 200))).toEqual({ ...verified, verifiedAt: at(200) })
    expect(afterCheck(failed, check('broken', 200))).toEqual(failed)
    expect(afterCheck(failed, check('ok', 200, { isTaken: true }))).toEqual({
      ...failed,
      takenSince: at(200),
    })
  })
})
