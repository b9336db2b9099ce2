import { invalidFields } from '../../../platform/errors.ts'

// Two years and a day. A later date is most likely a mistake, and who wants no email for longer can unsubscribe.
const MOST_AHEAD_MS = (2 * 365 + 1) * 86_400_000

export const TOO_LONG_PAUSE = 'must be at most two years ahead'

export const isTooLongPause = (until: Date, now: Date): boolean =>
  until.getTime() - now.getTime() > MOST_AHEAD_MS

/** The pause as it counts: one that is over is none. */
export const activePause = (until: Date | null, now: Date): Date | null =>
  until !== null && until > now ? until : null

/** The pause to store; undefined if the caller did not mention it. @throws a 422 if it is too long */
export function toPause(until: Date | null | undefined, now: Date): Date | null | undefined {
  if (until === undefined) return undefined
  if (until !== null && isTooLongPause(until, now)) {
    throw invalidFields({ field: 'pausedUntil', message: TOO_LONG_PAUSE, code: 'invalid_date' })
  }
  return activePause(until, now)
}
