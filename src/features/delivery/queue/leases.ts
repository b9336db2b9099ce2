// The leases of this worker. Others may claim an email once its lease has expired by the database's clock; this worker
// stops earlier by its own clock, counted from before the claim was sent. So there is always a margin between its final
// dot and another worker's claim, without asking the database for every email.
import type { EmailId } from '../../../platform/ids.ts'
import type { EmailRef } from './email-ref.ts'

// A receiver may take minutes after the final dot: leases are renewed while the worker lives.
export const LEASE_SECONDS = 60
export const RENEW_EVERY_MS = 15_000

// For delays of the network and pauses of this process.
const MARGIN_MS = 10_000

export type Leases = {
  /** `askedAt`: the leaseTime() before the claim or the renewal was sent. */
  hold(refs: readonly EmailRef[], askedAt: number): void
  drop(id: EmailId): void
  /** After a renewal of `refs`: those not in `kept` are lost. Emails claimed since are not affected. */
  renew(refs: readonly EmailRef[], renewal: { kept: ReadonlySet<EmailId>; askedAt: number }): void
  isHeld(id: EmailId): boolean
  /** The leaseTime() before the claim was sent: the facts of the claim are at least this new. */
  claimedAt(id: EmailId): number
  /** Marks the email as being handed over. */
  handOver(id: EmailId): void
  refs(): EmailRef[]
  readonly size: number
  /** The emails that are being handed over. */
  handedOver(): EmailId[]
}

/** The monotonic time by which claims and leases are compared. */
export const leaseTime = (): number => performance.now()

export function createLeases(now: () => number = leaseTime): Leases {
  const held = new Map<EmailId, { ref: EmailRef; claimedAt: number; until: number; isHandedOver?: boolean }>()
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
      if (lease) lease.isHandedOver = true
    },
    refs: () => [...held.values()].map((lease) => lease.ref),
    get size() {
      return held.size
    },
    handedOver: () => [...held].flatMap(([id, { isHandedOver }]) => (isHandedOver ? id : [])),
  }
}
