// Opens and closes an SMTP port, and waits while another program has it. A node whose port is taken still works: it logs
// that, and listens as soon as the port is free.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServer } from 'smtp-server'
import type { Log } from '../../../log/log.ts'

export type SmtpPort = {
  host: string
  /** 0: any free port. */
  port: number
  /** The setting that chooses the port. */
  setting: 'SMTP_PORT' | 'SMTPS_PORT' | 'BOUNCE_PORT'
  /** The purpose of the port, for the message about a taken port. */
  purpose: string
}

export type SmtpListener = { port: number; stop(): Promise<void> }

// Another node of this machine may have the port; when it ends, this one takes over.
const RETRY_MS = 5_000

/** @throws PortTakenError */
export async function listenForSmtp(
  server: SMTPServer,
  at: SmtpPort,
  log: Pick<Log, 'debug'>,
): Promise<SmtpListener> {
  // Lost connections and failed handshakes are the clients' trouble; errors of the listener come from `once`.
  server.on('error', (error) => log.debug({ err: error }, `a connection for ${at.purpose} was lost`))
  server.listen(at.port, at.host)
  try {
    await once(server.server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortTakenError(at) : error
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

class PortTakenError extends Error {
  constructor({ host, port, setting, purpose }: SmtpPort) {
    super(
      `Port ${port} of ${host}, for ${purpose}, is taken, perhaps by another node. This node does without it until it is free. Choose another with ${setting}; 0 = off.`,
    )
  }
}

/** Listens now, or as soon as the port is free. Does not retry with port 0. */
export async function keepListening(
  { port }: Pick<SmtpPort, 'port'>,
  listenOnce: () => Promise<SmtpListener>,
  log: Pick<Log, 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController()
  const waitAndListen = async (): Promise<SmtpListener | undefined> => {
    while (!stopped.signal.aborted) {
      await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      const listener = stopped.signal.aborted ? undefined : await listenOnce().catch(ignoreTakenPort)
      if (listener) return listener
    }
    return undefined
  }
  if (port === 0) return { stop: () => Promise.resolve() }
  const first = await listenOnce().catch((error: unknown) => {
    ignoreTakenPort(error)
    log.warn((error as Error).message)
  })
  const listening = first ? Promise.resolve(first) : waitAndListen()
  return {
    async stop() {
      stopped.abort()
      await (await listening)?.stop()
    },
  }
}

function ignoreTakenPort(error: unknown): undefined {
  if (!(error instanceof PortTakenError)) throw error
}
