// Divides the connections of a node among its threads. The sum never exceeds the limit: a thread that is told to have
// fewer keeps those it uses until their emails are done, and only when it says so are they given to another.

export type ConnectionShares<Member> = {
  /** It gets its share as soon as others have given up theirs. */
  join(member: Member): void
  /** It shall get rid of its connections, and gets no more. */
  retire(member: Member): void
  /** It has ended, and its connections with it. */
  leave(member: Member): void
  /** It has no more connections than it was told in this turn. */
  confirm(member: Member, turn: number): void
  /** It has to be told its share again, also if that is what it was. */
  tellAgain(member: Member): void
  /** To be called when the limit has changed. */
  divide(): void
}

type Options<Member> = {
  limit: () => number
  /** `turn`: to be confirmed. */
  give: (member: Member, share: { most: number; turn: number }) => void
}

/**
 * `given`: what it was told last. `held`: what it may have: more than given while it gets rid of some. `isUnsure`: it may not
 * go by what it was told.
 */
type Share = { given: number; held: number; turn: number; isUnsure: boolean; isRetired: boolean }

export function createConnectionShares<Member>({ limit, give }: Options<Member>): ConnectionShares<Member> {
  const shares = new Map<Member, Share>()

  const tell = (member: Member, share: Share, most: number): void => {
    if (share.given === most && !share.isUnsure) return
    share.isUnsure = false
    share.given = most
    share.held = Math.max(share.held, most)
    share.turn += 1
    give(member, { most, turn: share.turn })
  }

  /** What is left of the limit beside what all others may have. */
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
    // First those that get fewer, because the others can have what they give up.
    for (const { member, share, target } of wanted.toSorted(byChange)) {
      tell(member, share, Math.min(target, roomFor(share)))
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
      shares.set(member, { given: 0, held: 0, turn: 0, isUnsure: false, isRetired: false })
      divide()
    },
    retire: (member) => change(member, (share) => (share.isRetired = true)),
    leave: (member) => change(member, () => shares.delete(member)),
    confirm: (member, turn) =>
      change(member, (share) => {
        // An answer to what it was told before the last time is out of date.
        if (share.turn === turn) share.held = share.given
      }),
    tellAgain: (member) => change(member, (share) => (share.isUnsure = true)),
    divide,
  }
}

type Wanted = { share: Share; target: number }

const byChange = (one: Wanted, other: Wanted): number =>
  one.target - one.share.given - (other.target - other.share.given)

/** As equal as whole numbers can be. */
function targetsOf(limit: number, members: number): number[] {
  const each = Math.floor(limit / Math.max(1, members))
  const over = limit - each * members
  return Array.from({ length: members }, (_, index) => each + (index < over ? 1 : 0))
}
