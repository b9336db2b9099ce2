import type { z } from 'zod'
import { limitsOf } from '../../../platform/email/mx/destination-limits.ts'
import type { ChangedLimits } from '../../../platform/email/mx/destination-limits.ts'
import { dailyLimit } from '../../../platform/email/mx/warm-up.ts'
import type { DestinationRow } from './destinations.queries.ts'
import type { DestinationList } from './destinations.schema.ts'

export const toDestinationList = (
  rows: readonly DestinationRow[],
  changed: ChangedLimits,
): z.infer<typeof DestinationList> => ({
  destinations: rows.map(({ name, waiting, trouble, warmUp }) => {
    const { connections, perMinute } = limitsOf(name, changed)
    return {
      name,
      waiting,
      state: {
        status: trouble ? ('slowed' as const) : ('working' as const),
        reason: trouble?.reason ?? null,
        since: trouble ? new Date(trouble.since).toISOString() : null,
        nextTryAt: trouble ? new Date(trouble.nextTryAt).toISOString() : null,
      },
      limits: { connections, perMinute: unlessUnlimited(perMinute, 0) },
      warmUp: warmUp.map(({ localAddress, day, used }) => ({
        localAddress: localAddress === '' ? null : localAddress,
        day,
        used,
        limit: unlessUnlimited(dailyLimit(day), Infinity),
      })),
    }
  }),
})

const unlessUnlimited = (limit: number, unlimited: number): number | null =>
  limit === unlimited ? null : limit
