// Spreads the emails of a thread over time, so that the account keeps to its sending rate. Other nodes use the same account
// without our knowledge: when SES says that the rate is exceeded, it is halved, and raised again by a tenth per minute.

export type SesPace = {
  /** Per second, of the whole account. */
  setRate(perSecond: number): void
  /** Takes the next turn. Returns how long to wait for it. */
  takeTurnMs(): number
  /** SES says that the rate is exceeded. */
  slowed(): void
}

// Emails that are refused within the same second count as one signal.
const SLOWED_TOGETHER_MS = 1_000

/** More than five halvings would mean that nearly all emails of the account are sent by others. */
const LEAST_SHARE = 1 / 32

const RAISED_PER_MS = 0.1 / 60_000

/** `users`: the number of threads of this node that send. */
export function createSesPace({
  users,
  nowMs = () => performance.now(),
}: {
  users: () => number
  nowMs?: () => number
}): SesPace {
  let rate = Infinity
  let slowedShare = 1
  let slowedAtMs = -Infinity
  let nextTurnMs = -Infinity

  const share = (): number => Math.min(1, slowedShare + RAISED_PER_MS * (nowMs() - slowedAtMs))
  return {
    setRate: (perSecond) => void (rate = perSecond),
    takeTurnMs() {
      const now = nowMs()
      const turn = Math.max(now, nextTurnMs)
      nextTurnMs = turn + (1000 * users()) / (rate * share())
      return turn - now
    },
    slowed() {
      if (nowMs() - slowedAtMs < SLOWED_TOGETHER_MS) return
      slowedShare = Math.max(LEAST_SHARE, share() / 2)
      slowedAtMs = nowMs()
    },
  }
}
