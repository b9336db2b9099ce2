// What the signals that end a process mean. SIGTERM, SIGHUP (its terminal was closed) and the first SIGINT (Ctrl-C): stop,
// and let finish what is under way. A second Ctrl-C: end at once.
import { terminal } from './platform/terminal.ts'

/** The usual status of a process that was ended by Ctrl-C: 128 and the number of SIGINT. */
export const ENDED_AT_ONCE = 130

// One press of Ctrl-C can arrive twice, from the terminal and from npm, which passes on what it gets; on a busy machine
// that takes some tens of milliseconds. Whoever sees that nothing happens and presses again needs longer than this.
const SAME_PRESS_MS = 500

// After a SIGTERM a node takes itself down in less; whatever else hangs this long, a start for example, is ended.
const STOP_TIMEOUT_MS = 30_000

// Longer than ending PostgreSQL by force takes.
const URGENT_TIMEOUT_MS = 15_000

/** `stop` is aborted by the first signal, `urgent` by the second press of Ctrl-C. */
export type StopSignals = { stop: AbortSignal; urgent: AbortSignal }

export function listenForStop(): StopSignals {
  const stop = new AbortController()
  const urgent = new AbortController()
  let pressedAt: number | undefined
  // npm and the process group may each deliver one: the second changes nothing.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('SIGINT', () => {
    const now = performance.now()
    if (pressedAt === undefined) {
      pressedAt = now
      terminal.print('Stopping: what is under way may finish. Press Ctrl-C again to end at once.')
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
