// A token bucket per caller, in the memory of this process. For limits that protect a node from one caller; limits that
// hold across nodes are counted in the database.
import type { Clock } from '../clock.ts'

type Options = {
  clock: Clock
  /** The size of a full bucket. */
  burst: number
  perSecond: number
}

export type WorkBudgets = {
  /** Takes the cost if the budget covers it; otherwise takes nothing and returns false. */
  take: (caller: string, cost: number) => boolean
  /**
   * Charges work whose cost is known only when it is done, into debt if need be. Debt is limited to one burst, so that
   * a caller is blocked for no longer than it takes to refill two.
   */
  charge: (caller: string, cost: number) => void
}

// A few megabytes. A caller that is dropped starts with a full budget; with so many callers a single one does not
// matter.
const MOST_CALLERS = 20_000

type Budget = { left: number; at: number }

export function createWorkBudgets({ clock, burst, perSecond }: Options): WorkBudgets {
  // A Map keeps the order of insertion: its first entry is the least recently used.
  const budgets = new Map<string, Budget>()

  const leftOf = (caller: string, now: number): number => {
    const { left, at } = budgets.get(caller) ?? { left: burst, at: now }
    return Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
  }
  const store = (caller: string, budget: Budget): void => {
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
      store(caller, { left: isThere ? left - cost : left, at })
      return isThere
    },
    charge(caller, cost) {
      const at = clock.now().getTime()
      store(caller, { left: Math.max(-burst, leftOf(caller, at) - cost), at })
    },
  }
}
