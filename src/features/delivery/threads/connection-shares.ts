// Divides the connections of a node among its threads. The sum never exceeds the limit: a thread whose share shrinks
// keeps the connections it uses until their emails are done, and another thread gets them only after it has confirmed.

export type ConnectionShares<Member> = {
  /** Adds a member, which gets its share as soon as others have given up theirs. */
  join(member: Member): void
  /** Sets the share of a member to 0. */
  retire(member: Member): void
  /** Removes a member whose thread has exited. */
  leave(member: Member): void
  /** The member has no more connections than the share of this turn. */
  confirm(member: Member, turn: number): void
  /** Sends the member its share again, even if it is unchanged. */
  resend(member: Member): void
  /** Call it when the limit has changed. */
  divide(): void
}

type Options<Member> = {
  limit: () => number
  /** `turn` is to be confirmed. */
  give: (member: Member, share: { most: number; turn: number }) => void
}

/**
 * `given`: the share it was sent last. `held`: the connections it may have, more than given while it closes some.
 * `mustResend`: send the share again.
 */
type Share = { given: number; held: number; turn: number; mustResend: boolean; isRetired: boolean }

export function createConnectionShares<Member>({ limit, give }: Options<Member>): ConnectionShares<Member> {
  const shares = new Map<Member, Share>()

  const send = (member: Member, share: Share, most: number): void => {
    if (share.given === most && !share.mustResend) return
    share.mustResend = false
    share.given = most
    share.held = Math.max(share.held, most)
    share.turn += 1
    give(member, { most, turn: share.turn })
  }

  /** The limit minus the connections that all others may have. */
  const roomFor = (share: Share): number => {
    let others = 0
    for (const other of shares.values()) if (other !== share) others += other.held
    return Math.max(0, limit() - others)
  }

  const divide = (): void => {
    const targets = targetsOf(limit(), [...shares.values()].filter(({ isRetired }) => !isRetired).length)
    const wanted = [...shares].map(([member, share]) => ({
      member,
      share,
      target: share.isRetired ? 0 : (targets.shift() ?? 0),
    }))
    // Shrinking shares first, because the others get what they give up.
    for (const { member, share, target } of wanted.toSorted(byChange)) {
      send(member, share, Math.min(target, roomFor(share)))
    }
  }

  const change = (member: Member, work: (share: Share) => void): void => {
    const share = shares.get(member)
    if (!share) return
    work(share)
    divide()
  }

  return {
    join(member) {
      shares.set(member, { given: 0, held: 0, turn: 0, mustResend: false, isRetired: false })
      divide()
    },
    retire: (member) => change(member, (share) => (share.isRetired = true)),
    leave: (member) => change(member, () => shares.delete(member)),
    confirm: (member, turn) =>
      change(member, (share) => {
        // A confirmation of an earlier turn is out of date.
        if (share.turn === turn) share.held = share.given
      }),
    resend: (member) => change(member, (share) => (share.mustResend = true)),
    divide,
  }
}

type TargetShare = { share: Share; target: number }

const byChange = (one: TargetShare, other: TargetShare): number =>
  one.target - one.share.given - (other.target - other.share.given)

/** Shares that differ by at most one. */
function targetsOf(limit: number, members: number): number[] {
  const each = Math.floor(limit / Math.max(1, members))
  const over = limit - each * members
  return Array.from({ length: members }, (_, index) => each + (index < over ? 1 : 0))
}
