// Keeps a pool at the server that accepts writes, where DATABASE_URL names several. It looks for that server when a connection is
// lost or refused, until one is found, and every few seconds besides: an old primary that was cut off and comes back still answers,
// and would accept writes that nobody else sees. ADR 0037 says what is left to the cluster manager.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import type pg from 'pg'
import type { Log } from '../../log/log.ts'
import { destroyConnection, findPrimary, readRole } from './primary.ts'
import type { Primary } from './primary.ts'

export type WatchLimits = { intervalMs: number; pauseMs: number }

/** The interval bounds how long a node writes to an old primary that comes back. The pause is that between two searches. */
export const WATCH_LIMITS: WatchLimits = { intervalMs: 3_000, pauseMs: 300 }

const NO_PRIMARY = 'No server of DATABASE_URL answers as primary.'

/** Begins as the error of a lost connection does, because it is to be treated as one, see database-errors.ts. */
const NOT_WRITABLE = 'Connection terminated: the server of the database'

type WatchOptions = { log: Log; limits?: WatchLimits | undefined }

export class PrimaryWatch {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #limits: WatchLimits
  #urls: readonly string[] = []
  #current: Primary | undefined
  #search: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #channel: BroadcastChannel | undefined
  #isClosed = false

  constructor(pool: pg.Pool, { log, limits = WATCH_LIMITS }: WatchOptions) {
    this.#pool = pool
    this.#log = log
    this.#limits = limits
  }

  /** Finds the primary of these servers and stays with it. Throws if there is none and the pool knows no server yet. */
  async follow(urls: readonly string[]): Promise<void> {
    this.#urls = urls
    if (urls.length === 1) {
      this.#pool.options.connectionString = urls[0]
      return
    }
    this.#channel ??= openChannel(urls, (found) => {
      if (found.timeline > this.#timeline) this.#moveTo(found)
    })
    if (!(await this.#look())) {
      // Without an address the driver would connect to a default database on this machine.
      if (this.#pool.options.connectionString === undefined) throw new Error(NO_PRIMARY)
      this.suspect()
    }
    // The main thread tells the others what it has found.
    if (isMainThread) {
      this.#timer ??= setInterval(() => void (this.#search ?? this.#look()), this.#limits.intervalMs).unref()
    }
  }

  /** Looks for the primary after a lost or refused connection, unless it does so already. */
  suspect(): void {
    if (this.#isClosed || this.#urls.length < 2) return
    this.#search ??= this.#searchUntilFound()
      .catch((cause: unknown) => this.#log.error({ err: cause }, 'looking for the primary failed'))
      // Many connections are lost at once.
      .then(() => sleep(this.#limits.pauseMs, undefined, { ref: false }))
      .finally(() => (this.#search = undefined))
  }

  /** Throws when a new connection leads to a server that must not be written to. */
  async verify(client: pg.ClientBase): Promise<void> {
    if (this.#urls.length < 2) return
    const { isStandby, timeline } = await readRole(client)
    if (isStandby) throw new Error(`${NOT_WRITABLE} is a standby`)
    if (timeline < this.#timeline) throw new Error(`${NOT_WRITABLE} is an old primary`)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#channel?.close()
  }

  get #timeline(): number {
    return this.#current?.timeline ?? 0
  }

  /** Whether a primary answers. Moves to it if it is another one. */
  async #look(): Promise<boolean> {
    const found = await findPrimary(this.#urls)
    if (this.#isClosed || found === undefined) return found !== undefined
    // An old primary that came back.
    if (found.timeline < this.#timeline) return false
    if (found.url !== this.#current?.url || found.timeline !== this.#timeline) {
      this.#moveTo(found)
      this.#channel?.postMessage(found)
    }
    return true
  }

  async #searchUntilFound(): Promise<void> {
    if (await this.#look()) return
    this.#log.error(NO_PRIMARY)
    while (!this.#isClosed) {
      await sleep(this.#limits.pauseMs, undefined, { ref: false })
      if (await this.#look()) break
    }
    if (!this.#isClosed) this.#log.info('a server of DATABASE_URL answers as primary again')
  }

  #moveTo(found: Primary): void {
    const isNewServer = this.#current !== undefined && found.url !== this.#current.url
    this.#current = found
    this.#pool.options.connectionString = found.url
    if (!isNewServer) return
    this.#log.warn({ timeline: found.timeline }, 'the primary of the database is another server now')
    for (const client of clientsOf(this.#pool)) {
      destroyConnection(client, new Error(`${NOT_WRITABLE} is no longer the primary`))
    }
  }
}

/** Between the threads of a process that use these servers. */
function openChannel(urls: readonly string[], onPrimary: (found: Primary) => void): BroadcastChannel {
  const digest = createHash('sha256').update(urls.join()).digest('hex')
  const channel = new BroadcastChannel(`database primary ${digest}`)
  channel.onmessage = (event) => onPrimary(event.data as Primary)
  channel.unref()
  return channel
}

/** Internals of the pool (pg-pool 3), not part of its types: those that are being opened, too. */
const clientsOf = (pool: pg.Pool): pg.ClientBase[] =>
  (pool as unknown as { _clients: pg.ClientBase[] })._clients
