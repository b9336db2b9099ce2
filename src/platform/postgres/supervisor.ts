// Keeps one server running: whenever it ends without our asking, it is started again, until `stop` is called.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPostmaster } from './postmaster.ts'
import type { RunningServer } from './server-launch.ts'
import type { ServerLog } from './server-log.ts'

export type Supervisor = {
  /** The server of this moment; after a restart another one. */
  current(): RunningServer
  /** Ends the supervision, then the server. May be called twice; the second call waits for the same end. */
  stop(): Promise<void>
}

type Supervision = {
  first: RunningServer
  bringUp: (signal: AbortSignal) => Promise<RunningServer>
  /** Aborted when a stop must not take long any more. */
  urgent: AbortSignal | undefined
  onLog: ServerLog
}

/** The first restart is immediate. If that does not help, wait: retrying does not fix a full disk, and each try writes to
 *  the log. Once the cause is fixed, the service is down for at most these five seconds more. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

/** A server that ran this long was well; its end begins a new count. */
const WELL_AFTER_MS = 60_000

export function superviseServer(supervision: Supervision): Supervisor {
  const { bringUp, onLog } = supervision
  const stopping = new AbortController()
  let server = supervision.first
  let delayMs = 0
  let stopped: Promise<void> | undefined
  // the events of the server do not keep us alive (unref), so a stop must not wait for them
  const stopAsked = once(stopping.signal, 'abort')

  const restart = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(delayMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      delayMs = Math.min(Math.max(delayMs * 2, FIRST_DELAY_MS), LONGEST_DELAY_MS)
      if (stopping.signal.aborted) return
      try {
        server = await bringUp(stopping.signal)
        onLog(`PostgreSQL runs again (process ${server.process.pid})`)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        onLog(`PostgreSQL could not be started: ${(error as Error).message}`, 'error')
      }
    }
  }

  const keepRunning = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const upSince = performance.now()
      await Promise.race([server.exited, stopAsked])
      if (stopping.signal.aborted) return
      if (performance.now() - upSince > WELL_AFTER_MS) delayMs = 0
      onLog(`PostgreSQL (process ${server.process.pid}) ended unexpectedly; starting it again`, 'error')
      await restart()
    }
  }

  const kept = keepRunning()

  const stopAll = async (): Promise<void> => {
    stopping.abort()
    await kept
    await stopPostmaster(server.process, { urgent: supervision.urgent })
  }

  return {
    current: () => server,
    stop: async () => {
      stopped ??= stopAll()
      await stopped
    },
  }
}
