import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { createLeases, LEASE_SECONDS, RENEW_EVERY_MS } from './leases.ts'

const at = new Date('2026-05-01T12:00:00Z')
const refOf = () => ({ projectId: newId<ProjectId>(at), emailId: newId<EmailId>(at) })

function build() {
  const clock = { now: 0 }
  return { clock, leases: createLeases(() => clock.now) }
}

describe('a lease', () => {
  it('ends well before another worker may claim the email', () => {
    const { clock, leases } = build()
    const ref = refOf()
    clock.now = 3_000
    // Counted from before the claim was sent, however long the answer took.
    leases.hold([ref], 1_000)
    clock.now = 1_000 + 49_999
    expect(leases.isHeld(ref.emailId)).toBe(true)
    clock.now = 1_000 + 50_000
    expect(leases.isHeld(ref.emailId)).toBe(false)
    expect(LEASE_SECONDS * 1000).toBe(60_000)
  })

  it('knows what is being handed over, as long as it is held', () => {
    const { leases } = build()
    const [made, onItsWay] = [refOf(), refOf()]
    leases.hold([made, onItsWay], 0)
    leases.handOver(onItsWay.emailId)
    leases.handOver(refOf().emailId)
    expect(leases.handedOver()).toEqual([onItsWay.emailId])
    leases.drop(onItsWay.emailId)
    expect(leases.handedOver()).toEqual([])
  })

  it('goes on when it was renewed, and is lost at once when it was not', () => {
    const { clock, leases } = build()
    const [kept, lost, newer] = [refOf(), refOf(), refOf()]
    leases.hold([kept, lost], 0)
    const asked = leases.refs()
    clock.now = 40_000
    // Claimed during the renewal, which did not include it.
    leases.hold([newer], 40_000)
    leases.renew(asked, { kept: new Set([kept.emailId]), askedAt: 40_000 })
    expect([kept, lost, newer].map(({ emailId }) => leases.isHeld(emailId))).toEqual([true, false, true])
    clock.now = 89_999
    expect(leases.isHeld(kept.emailId)).toBe(true)
    clock.now = 90_000
    expect(leases.isHeld(kept.emailId)).toBe(false)
  })

  it('of an email that was finished meanwhile does not come back with the renewal', () => {
    const { leases } = build()
    const ref = refOf()
    leases.hold([ref], 0)
    leases.drop(ref.emailId)
    leases.renew([ref], { kept: new Set([ref.emailId]), askedAt: 0 })
    expect(leases.isHeld(ref.emailId)).toBe(false)
  })

  it('is asked for again several times before it ends', () => {
    expect((LEASE_SECONDS * 1000) / RENEW_EVERY_MS).toBeGreaterThanOrEqual(4)
  })

  it('does not exist for an email that was dropped or never claimed', () => {
    const { leases } = build()
    const ref = refOf()
    leases.hold([ref], 0)
    expect(leases.refs()).toEqual([ref])
    leases.drop(ref.emailId)
    expect(leases.isHeld(ref.emailId)).toBe(false)
    expect(leases.isHeld(refOf().emailId)).toBe(false)
    expect(leases.refs()).toEqual([])
  })
})
