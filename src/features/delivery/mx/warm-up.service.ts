// How much may be sent to a destination today, while the addresses of this machine are warmed up. Emails are reserved in
// the database before they are sent, a block at a time: a crash costs a part of the day's amount, and never exceeds it.
import type { Db } from '../../../platform/db/client.ts'
import type { LocalAddresses } from '../../../platform/email/mx/local-addresses.ts'
import { dailyLimit, marketingLimit } from '../../../platform/email/mx/warm-up.ts'
import type { Room } from '../queue/claimed-emails.service.ts'
import { addToWarmUp, noteWarmUpEnd, readWarmUp } from './warm-up.queries.ts'

export type WarmUp = LocalAddresses & {
  /** Reserves emails, if none are left. */
  reserve(): Promise<Room>
}

// A block is this part of the day's amount.
const BLOCK_SHARE = 1 / 20

// How often the day's amount is looked up again, after all of it was used.
const EMPTY_FOR_MS = 10_000

type Reserve = { localAddress: string; left: number; limit: number; used: number; readAtMs: number }

export function createWarmUp({
  db,
  routeId,
  localAddresses,
}: {
  db: Db
  routeId: number
  localAddresses: readonly string[]
}): WarmUp {
  const reserves: Reserve[] = localAddresses.map((localAddress) => ({
    localAddress,
    left: 0,
    limit: 0,
    used: 0,
    readAtMs: -Infinity,
  }))
  const refill = async (one: Reserve): Promise<void> => {
    const isEmpty = one.used >= one.limit && one.left === 0
    if (one.left > 0 || (isEmpty && performance.now() - one.readAtMs < EMPTY_FOR_MS)) return
    const { localAddress } = one
    const { day, used } = await readWarmUp(db, { routeId, localAddress })
    const limit = dailyLimit(day)
    const block = limit === Infinity ? UNLIMITED_BLOCK : Math.max(1, Math.ceil(limit * BLOCK_SHARE))
    const added = Math.min(block, limit - used)
    Object.assign(one, { limit, used, readAtMs: performance.now() })
    if (added <= 0) return
    if (await addToWarmUp(db, { routeId, localAddress, used, added })) {
      Object.assign(one, { left: added, used: used + added })
      if (used + added >= limit) await noteWarmUpEnd(db, { routeId, localAddress })
    }
  }
  return {
    async reserve() {
      for (const one of reserves) await refill(one)
      const all = sumOf(reserves.map(({ left }) => left))
      // Reserved emails count as used.
      const marketing = sumOf(
        reserves.map(({ left, limit, used }) =>
          Math.max(0, Math.min(left, marketingLimit(limit) - (used - left))),
        ),
      )
      return { all, marketing }
    },
    take() {
      const fullest = reserves.toSorted((a, b) => b.left - a.left)[0]
      if (!fullest || fullest.left <= 0) return undefined
      fullest.left -= 1
      return fullest.localAddress
    },
    giveBack(localAddress) {
      const one = reserves.find((reserve) => reserve.localAddress === localAddress)
      if (one) one.left += 1
    },
  }
}

const UNLIMITED_BLOCK = 10_000

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
