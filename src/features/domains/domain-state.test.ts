import { describe, expect, it } from 'vitest'
import { afterLook, graceEnd } from './domain-state.ts'
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

const look = (verdict: 'ok' | 'broken' | 'unknown', hours = 1, more = {}) => ({
  verdict,
  isTaken: false,
  isScheduled: true,
  now: at(hours),
  ...more,
})

describe('a look at DNS', () => {
  it('verifies a pending domain when all is right', () => {
    expect(afterLook(pending, look('ok'))).toEqual({ ...verified, verifiedAt: at(1) })
  })

  it('leaves a pending domain pending otherwise', () => {
    expect(afterLook(pending, look('broken'))).toEqual(pending)
    expect(afterLook(pending, look('unknown'))).toEqual(pending)
  })

  it('does not verify what another project has, and says since when', () => {
    const taken = afterLook(pending, look('ok', 1, { isTaken: true }))
    expect(taken).toEqual({ ...pending, takenSince: at(1) })
    expect(afterLook(taken, look('ok', 2, { isTaken: true }))).toEqual(taken)
    expect(afterLook(taken, look('broken', 3))).toEqual(pending)
    expect(afterLook(taken, look('ok', 3)).status).toBe('VERIFIED')
  })

  it('warns after the third failure in a row, not before', () => {
    const one = afterLook(verified, look('broken', 1))
    const two = afterLook(one, look('broken', 2))
    expect([one.warnedAt, two.warnedAt]).toEqual([null, null])
    expect(afterLook(two, look('broken', 3))).toEqual(warned)
    expect(afterLook(two, look('ok', 3))).toEqual(verified)
  })

  it('neither counts nor forgives when DNS does not answer', () => {
    const two = { ...verified, failures: 2 }
    expect(afterLook(two, look('unknown', 3))).toEqual(two)
    expect(afterLook(warned, look('unknown', 500))).toEqual(warned)
  })

  it('counts no failures that were looked for by hand', () => {
    expect(afterLook({ ...verified, failures: 2 }, look('broken', 3, { isScheduled: false }))).toEqual({
      ...verified,
      failures: 2,
    })
  })

  it('ends the grace after 72 hours, with a failure', () => {
    expect(graceEnd(at(3))).toEqual(at(75))
    expect(afterLook(warned, look('broken', 74.9))).toEqual(warned)
    expect(afterLook(warned, look('broken', 75))).toEqual(failed)
    expect(afterLook(warned, look('broken', 75, { isScheduled: false }))).toEqual(failed)
  })

  it('forgets a warning when the domain is right again', () => {
    expect(afterLook(warned, look('ok', 70))).toEqual(verified)
  })

  it('verifies a failed domain anew', () => {
    expect(afterLook(failed, look('ok', 200))).toEqual({ ...verified, verifiedAt: at(200) })
    expect(afterLook(failed, look('broken', 200))).toEqual(failed)
    expect(afterLook(failed, look('ok', 200, { isTaken: true }))).toEqual({ ...failed, takenSince: at(200) })
  })
})
