const SECOND_MS = 1_000

// Longer than any pause of ours. A server that asks for more is asked again after a day.
const LONGEST_MS = 86_400_000

/** The header is a number of seconds or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  if (!Number.isFinite(ms) || ms <= 0) return undefined
  return Math.min(ms, LONGEST_MS)
}
