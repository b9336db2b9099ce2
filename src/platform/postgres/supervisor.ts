// Keeps one server running: restarts it whenever it ends unexpectedly, until `stop` is called.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPostmaster } from './postmaster.ts'
import type { RunningServer } from './server-launch.ts'
import type { ServerLog } from './server-log.ts'

export type Supervisor = {
  /** The current server; it changes with a restart. */
  current(): RunningServer
  /** Ends the options, then the server. May be called twice; the second call waits for the same end. */
  stop(): Promise<void>
}

type SupervisorOptions = {
  first: RunningServer
  bringUp: (signal: AbortSignal) => Promise<RunningServer>
  /** Aborted when a stop must be quick. */
  urgent: AbortSignal | undefined
  onLog: ServerLog
}

/**
 * The first restart is immediate. If that does not help, wait: retrying does not fix a full disk, and each attempt writes
 * to the log. Once the cause is fixed, the service is down for at most these five seconds more.
 */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

/** A server that ran this long was healthy; its end starts a new count. */
const HEALTHY_AFTER_MS = 60_000

export function superviseServer(options: SupervisorOptions): Supervisor {
  const { bringUp, onLog } = options
  const stopping = new AbortController()
  let server = options.first
  let delayMs = 0
  let stopped: Promise<void> | undefined
  // the events of the server do not keep us alive (unref), so a stop must not wait for them
  const stopRequested = once(stopping.signal, 'abort')

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
      await Promise.race([server.exited, stopRequested])
      if (stopping.signal.aborted) return
      if (performance.now() - upSince > HEALTHY_AFTER_MS) delayMs = 0
      onLog(`PostgreSQL (process ${server.process.pid}) ended unexpectedly; starting it again`, 'error')
      await restart()
    }
  }

  const loop = keepRunning()

  const stopAll = async (): Promise<void> => {
    stopping.abort()
    await loop
    await stopPostmaster(server.process, { urgent: options.urgent })
  }

  return {
    current: () => server,
    stop: async () => {
      stopped ??= stopAll()
      await stopped
    },
  }
}
