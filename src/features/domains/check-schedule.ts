const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// The interval grows with the time since the domain was added, checked by hand, or its key rotated. At first a user may be
// waiting at the screen: every minute. Within a day new records have spread (their TTL is
// an hour, negative answers are cached for up to three, RFC 2308 5). A domain untouched for a month is most likely abandoned;
// a daily check still finds the one that is not.
const INTERVALS = [
  { forMs: 15 * MINUTE_MS, everyMs: MINUTE_MS },
  { forMs: 3 * HOUR_MS, everyMs: 5 * MINUTE_MS },
  { forMs: DAY_MS, everyMs: 15 * MINUTE_MS },
  { forMs: 7 * DAY_MS, everyMs: HOUR_MS },
  { forMs: 30 * DAY_MS, everyMs: 6 * HOUR_MS },
]
const ABANDONED_EVERY_MS = DAY_MS

// Three checks find a real fault in three hours, and an outage of an hour causes no warning.
const VERIFIED_EVERY_MS = HOUR_MS

type CheckedDomain = { status: string; hasNextKey: boolean; watchedSince: Date; now: Date }

export function nextCheckAt({ status, hasNextKey, watchedSince, now }: CheckedDomain): Date {
  const watchedMs = now.getTime() - watchedSince.getTime()
  const watchMs = INTERVALS.find(({ forMs }) => watchedMs < forMs)?.everyMs ?? ABANDONED_EVERY_MS
  const verifiedMs = hasNextKey ? Math.min(watchMs, VERIFIED_EVERY_MS) : VERIFIED_EVERY_MS
  const everyMs = status === 'VERIFIED' ? verifiedMs : watchMs
  return new Date(now.getTime() + everyMs)
}
