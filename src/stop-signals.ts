// Handles the signals that end the process. SIGTERM, SIGHUP (its terminal was closed) and the first SIGINT (Ctrl-C): stop after
// running work has finished. A second Ctrl-C: end at once.
import { terminal } from './platform/terminal.ts'

/** The usual status after Ctrl-C: 128 plus the number of SIGINT. */
export const ENDED_AT_ONCE = 130

// One press of Ctrl-C can arrive twice, from the terminal and forwarded by npm, some tens of milliseconds apart on a busy
// machine. A second press takes longer than this.
const SAME_PRESS_MS = 500

// A node stops in less after a SIGTERM; anything else that hangs this long, such as a start, is ended.
const STOP_TIMEOUT_MS = 30_000

// Longer than ending PostgreSQL by force takes.
const URGENT_TIMEOUT_MS = 15_000

/** `stop` is aborted by the first signal, `urgent` by the second press of Ctrl-C. */
export type StopSignals = { stop: AbortSignal; urgent: AbortSignal }

/** `say` tells the person at the keyboard what happens. */
export function listenForStop(say = (text: string): void => terminal.print(text)): StopSignals {
  const stop = new AbortController()
  const urgent = new AbortController()
  let pressedAt: number | undefined
  // May arrive twice, from npm and from the process group.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('SIGINT', () => {
    const now = performance.now()
    if (pressedAt === undefined) {
      pressedAt = now
      say('Stopping after running work has finished. Press Ctrl-C again to end at once.')
      stop.abort()
    } else if (now - pressedAt > SAME_PRESS_MS) urgent.abort()
  })
  exitAfter(stop.signal, STOP_TIMEOUT_MS, 1)
  exitAfter(urgent.signal, URGENT_TIMEOUT_MS, ENDED_AT_ONCE)
  return { stop: stop.signal, urgent: urgent.signal }
}

function exitAfter(signal: AbortSignal, limitMs: number, status: number): void {
  signal.addEventListener('abort', () => setTimeout(() => process.exit(status), limitMs).unref())
}
