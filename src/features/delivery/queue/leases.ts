// Which emails this worker has claimed, and until when. Others may take an email once its lease has expired by the
// database's clock; we stop earlier by our own, counted from before the claim was sent. So between "may I send the
// final dot?" and somebody else's claim there is always the margin, without asking the database for every email.
import type { EmailId } from '../../../platform/ids.ts'
import type { EmailRef } from './email-ref.ts'

// A receiver may take minutes after the final dot: leases are renewed while the worker lives.
export const LEASE_SECONDS = 60
export const RENEW_EVERY_MS = 15_000

// What the network and a pause of this process may eat.
const MARGIN_MS = 10_000

export type Leases = {
  /** `askedAt`: the time of `now` before the claim or the renewal was sent. */
  hold(refs: readonly EmailRef[], askedAt: number): void
  drop(id: EmailId): void
  /** After a renewal of `refs`: those that were not prolonged are lost. What was claimed meanwhile was not asked for. */
  renew(refs: readonly EmailRef[], renewal: { kept: ReadonlySet<EmailId>; askedAt: number }): void
  isHeld(id: EmailId): boolean
  /** The time of `now` before the claim was sent. What the claim found was true then or later. */
  claimedAt(id: EmailId): number
  /** Its bytes are made, and are being handed over. */
  handOver(id: EmailId): void
  refs(): EmailRef[]
  /** Those that are being handed over. */
  handedOver(): EmailId[]
}

/** The time by which claims and leases are compared: it never goes back. */
export const leaseTime = (): number => performance.now()

export function createLeases(now: () => number = leaseTime): Leases {
  const held = new Map<EmailId, { ref: EmailRef; claimedAt: number; until: number; isOnItsWay?: boolean }>()
  const endOf = (askedAt: number) => askedAt + LEASE_SECONDS * 1000 - MARGIN_MS
  return {
    hold(refs, askedAt) {
      for (const ref of refs) held.set(ref.emailId, { ref, claimedAt: askedAt, until: endOf(askedAt) })
    },
    drop: (id) => void held.delete(id),
    renew(refs, { kept, askedAt }) {
      for (const { emailId } of refs) {
        const lease = held.get(emailId)
        if (lease) lease.until = kept.has(emailId) ? endOf(askedAt) : 0
      }
    },
    claimedAt: (id) => held.get(id)?.claimedAt ?? -Infinity,
    isHeld: (id) => (held.get(id)?.until ?? 0) > now(),
    handOver(id) {
      const lease = held.get(id)
      if (lease) lease.isOnItsWay = true
    },
    refs: () => [...held.values()].map((lease) => lease.ref),
    handedOver: () => [...held].flatMap(([id, { isOnItsWay }]) => (isOnItsWay ? id : [])),
  }
}
