import type { z } from 'zod'
import { limitsOf } from '../../../platform/email/mx/destination-limits.ts'
import type { MxSettings } from '../../../platform/email/mx/mx-url.ts'
import { dailyLimit } from '../../../platform/email/mx/warm-up.ts'
import type { DestinationRow } from './destinations.queries.ts'
import type { DestinationList } from './destinations.schema.ts'

type ViewOptions = {
  settings: Pick<MxSettings, 'limits' | 'warmUp'>
  /** The limit of the transport of a project, for each destination. */
  maxConnections?: number
}

export const toDestinationList = (
  rows: readonly DestinationRow[],
  { settings, maxConnections = Infinity }: ViewOptions,
): z.infer<typeof DestinationList> => ({
  destinations: rows.map(({ name, waiting, trouble, warmUp }) => {
    const { connections, perMinute } = limitsOf(name, settings.limits)
    return {
      name,
      waiting,
      state: {
        status: trouble ? ('slowed' as const) : ('working' as const),
        reason: trouble?.reason ?? null,
        since: trouble ? new Date(trouble.since).toISOString() : null,
        nextTryAt: trouble ? new Date(trouble.nextTryAt).toISOString() : null,
      },
      limits: {
        connections: Math.min(connections, maxConnections),
        perMinute: unlessUnlimited(perMinute, 0),
      },
      warmUp: (settings.warmUp ? warmUp : []).map(({ localAddress, day, used }) => ({
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
