// Reads on a standby (READ_DATABASE_URL). A request may read there once the standby has replayed everything that was committed
// before the request arrived, so a caller reads its own writes on every node. If the standby is late, away, or not one of this
// database, the primary answers. ADR 0042 says why.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import { createReadTogether } from '../batching/read-together.ts'
import type { Database, Db } from '../client.ts'

/** Tests set longer ones. */
export type ReplicaLimits = {
  /** How long a request waits for the standby to catch up. Most standbys are a few milliseconds behind. */
  waitMs: number
  /** How long the standby is left alone after it did not answer. */
  awayMs: number
}

const LIMITS: ReplicaLimits = { waitMs: 50, awayMs: 2_000 }

const POLL_MS = 5

/** Why the primary answers. */
export type PrimaryReason = 'late' | 'away' | 'not_a_standby'

type ReplicaOptions = {
  primary: Database
  standby: Database
  log: Log
  /** Counts the requests; `undefined` for one that the standby answers. */
  onPicked: (reason: PrimaryReason | undefined) => void
  limits?: ReplicaLimits
}

type StandbyState = { isStandby: boolean; cluster: string; replayed: string }

/** The only question of each kind: all requests that wait share it. */
const KEY = 'state'

export class ReadReplica {
  readonly #options: ReplicaOptions
  readonly #limits: ReplicaLimits
  readonly #readPosition: () => Promise<{ position: string; cluster: string }>
  readonly #readState: () => Promise<StandbyState>
  #away: { untilMs: number; reason: PrimaryReason } = { untilMs: 0, reason: 'away' }
  #lastReason: PrimaryReason | undefined

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#limits = options.limits ?? LIMITS
    this.#readPosition = shared(() => readPosition(options.primary.db))
    this.#readState = shared(() => readState(options.standby.db))
  }

  /** The standby for a request that arrives now; undefined if the primary has to answer. */
  async pick(): Promise<Db | undefined> {
    const { untilMs, reason: known } = this.#away
    const reason = performance.now() < untilMs ? known : await this.#compare()
    this.#options.onPicked(reason)
    this.#note(reason)
    return reason === undefined ? this.#options.standby.db : undefined
  }

  /** Leaves the standby alone for a while, because a read on it has failed. */
  suspect(reason: PrimaryReason = 'away'): void {
    this.#away = { untilMs: performance.now() + this.#limits.awayMs, reason }
  }

  close(): Promise<void> {
    return this.#options.standby.close()
  }

  async #compare(): Promise<PrimaryReason | undefined> {
    const { position, cluster } = await this.#readPosition()
    const deadline = sleep(this.#limits.waitMs, 'passed' as const, { ref: false })
    let hasAnswered = false
    for (;;) {
      const state = await Promise.race([this.#readState().catch(() => undefined), deadline])
      if (state === 'passed') {
        if (!hasAnswered) this.suspect()
        return hasAnswered ? 'late' : 'away'
      }
      if (state === undefined) {
        this.suspect()
        return 'away'
      }
      if (!state.isStandby || state.cluster !== cluster) {
        this.suspect('not_a_standby')
        return 'not_a_standby'
      }
      if (parsePosition(state.replayed) >= parsePosition(position)) return undefined
      hasAnswered = true
      await sleep(POLL_MS)
    }
  }

  /** Logs when the standby is lost and when it is back. A request that finds it late is nothing unusual. */
  #note(reason: PrimaryReason | undefined): void {
    if (reason === 'late' || reason === this.#lastReason) return
    this.#lastReason = reason
    const { log } = this.#options
    if (reason === undefined) log.info('the server of READ_DATABASE_URL answers requests')
    else if (reason === 'away') log.warn('the server of READ_DATABASE_URL does not answer; the primary does')
    else log.error('READ_DATABASE_URL is not a standby of DATABASE_URL; the primary answers')
  }
}

/** A position in the WAL, such as 16/B374D848. */
const parsePosition = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

function shared<T>(read: () => Promise<T>): () => Promise<T> {
  const readTogether = createReadTogether<T>(async () => new Map([[KEY, await read()]]))
  return () => readTogether(KEY) as Promise<T>
}

/** The position of what is flushed: commits are, and a position beyond may never be sent to a standby. */
async function readPosition(db: Db): Promise<{ position: string; cluster: string }> {
  const { rows } = await sql<{ position: string; cluster: string }>`
    select pg_current_wal_flush_lsn()::text as position,
      (select system_identifier::text from pg_control_system()) || ' ' || current_database() as cluster`.execute(
    db,
  )
  return rows[0] as { position: string; cluster: string }
}

async function readState(db: Db): Promise<StandbyState> {
  const { rows } = await sql<StandbyState>`
    select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn(), '0/0')::text as replayed,
      (select system_identifier::text from pg_control_system()) || ' ' || current_database() as cluster`.execute(
    db,
  )
  return rows[0] as StandbyState
}
