// How much of something each of many callers may use: a token bucket for each, in the memory of this process. For
// limits that only protect a node from one caller; what has to hold across nodes is counted in the database.
import type { Clock } from '../clock.ts'

type Options = {
  clock: Clock
  /** What a caller that was quiet may use at once. */
  burst: number
  perSecond: number
}

export type WorkBudgets = {
  /** Takes the cost if it is there. False: it is not, and nothing was taken. */
  take: (caller: string, cost: number) => boolean
  /**
   * Takes the cost of work that is known only when it is done, also what is not there. Debts end at one burst, so that
   * nobody is shut out for longer than it takes to refill two.
   */
  charge: (caller: string, cost: number) => void
}

// Whoever is forgotten has a full budget again, which takes so many callers that a single one matters no more. A few
// megabytes.
const MOST_CALLERS = 20_000

type Budget = { left: number; at: number }

export function createWorkBudgets({ clock, burst, perSecond }: Options): WorkBudgets {
  // A Map keeps the order of insertion: its first entry is the one that was not used for longest.
  const budgets = new Map<string, Budget>()

  const leftOf = (caller: string, now: number): number => {
    const { left, at } = budgets.get(caller) ?? { left: burst, at: now }
    return Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
  }
  const keep = (caller: string, budget: Budget): void => {
    budgets.delete(caller)
    budgets.set(caller, budget)
    const [eldest] = budgets.keys()
    if (budgets.size > MOST_CALLERS && eldest !== undefined) budgets.delete(eldest)
  }

  return {
    take(caller, cost) {
      const at = clock.now().getTime()
      const left = leftOf(caller, at)
      const isThere = left >= cost
      keep(caller, { left: isThere ? left - cost : left, at })
      return isThere
    },
    charge(caller, cost) {
      const at = clock.now().getTime()
      keep(caller, { left: Math.max(-burst, leftOf(caller, at) - cost), at })
    },
  }
}
