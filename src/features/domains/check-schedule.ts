// When a domain is looked at again.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// For a domain that somebody waits for, by how long ago the waiting began (the domain was added, its check asked for,
// its key rotated). Who has just pasted a record sits before the screen: every minute, which is as often as the job
// runs. Within a day new records have spread (their TTL is an hour, negative answers are kept up to three, RFC 2308 5).
// A domain that nobody touches for a month is most likely given up; a question a day still finds the one that is not.
const WATCHING = [
  { forMs: 15 * MINUTE_MS, everyMs: MINUTE_MS },
  { forMs: 3 * HOUR_MS, everyMs: 5 * MINUTE_MS },
  { forMs: DAY_MS, everyMs: 15 * MINUTE_MS },
  { forMs: 7 * DAY_MS, everyMs: HOUR_MS },
  { forMs: 30 * DAY_MS, everyMs: 6 * HOUR_MS },
]
const GIVEN_UP_EVERY_MS = DAY_MS

// Verified ones: three looks find a real fault in three hours, and a hiccup of an hour alarms nobody.
const VERIFIED_EVERY_MS = HOUR_MS

// A look that was claimed and never recorded (its worker died) is made again after this. Longer than any look takes:
// the slowest ends after 8 s, and a node works on ten of a lot of fifty at a time.
export const CLAIM_MS = 10 * MINUTE_MS

// The job starts at full minutes, a look some moments later: without this, "every minute" would be every other one.
export const DUE_SLACK_MS = 10_000

type Looked = { status: string; hasNextKey: boolean; watchedSince: Date; now: Date }

export function nextCheckAt({ status, hasNextKey, watchedSince, now }: Looked): Date {
  const watchedMs = now.getTime() - watchedSince.getTime()
  const watchMs = WATCHING.find(({ forMs }) => watchedMs < forMs)?.everyMs ?? GIVEN_UP_EVERY_MS
  const verifiedMs = hasNextKey ? Math.min(watchMs, VERIFIED_EVERY_MS) : VERIFIED_EVERY_MS
  const everyMs = status === 'VERIFIED' ? verifiedMs : watchMs
  return new Date(now.getTime() + everyMs)
}
