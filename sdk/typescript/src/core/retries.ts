// Which answers are worth another try, and how long to wait for it.

/** 502 and 504 come from a proxy that has lost its connection to the server. */
const RETRIED_STATUSES = [429, 502, 503, 504]

/** The first try, whose answer was lost, is still running on the server. */
const IN_PROGRESS = 'IDEMPOTENCY_IN_PROGRESS'

const FIRST_DELAY_MS = 500

/** A server that asks for more patience than this gets no other try: the caller decides. */
const LONGEST_DELAY_MS = 60_000

export function isRetried(status: number, code: string): boolean {
  return RETRIED_STATUSES.includes(status) || (status === 409 && code === IN_PROGRESS)
}

/** Milliseconds until the next try, `tries` having failed; undefined if the server asks for more time than a call should take. */
export function delayBeforeRetry(tries: number, retryAfter: string | undefined): number | undefined {
  const asked = retryAfter === undefined ? undefined : readRetryAfter(retryAfter)
  if (asked !== undefined) return asked <= LONGEST_DELAY_MS ? asked : undefined
  // Half of it at random, so that clients that failed together do not come back together.
  const full = Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS)
  return full / 2 + (Math.random() * full) / 2
}

/** Seconds or a date, RFC 9110 section 10.2.3. */
function readRetryAfter(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now())
}

/** Rejects with the reason of the signal when it is aborted. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
