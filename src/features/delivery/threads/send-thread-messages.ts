// What passes between the main thread and one that sends. Plain data: it is copied.
import type { Config } from '../../../platform/config.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Count } from '../../../platform/metrics/metrics-relay.ts'
import type { TransportState } from '../transports/connection-metrics.ts'
import type { ConnectionEvent } from './connection-share.ts'
import type { TaskAnswer, TaskRequest } from '../../../platform/threads/relayed-pool.ts'

/** How many sockets of a pool are open, idle, and waited for. */
export type PoolReading = { open: number; idle: number; waited_for: number }

export type SendThreadSetup = {
  config: Config
  /** Of the database. */
  urls: readonly string[]
  /** Whether this node answers HTTP, see createPublicUrl. */
  isServing: boolean
  /** By which the leases of the thread are known. */
  owner: string
  /** Its first share of the connections, see the message of this kind. */
  connections: { most: number; turn: number }
}

export type ToSendThread =
  | ({ kind: 'start' } & SendThreadSetup)
  /** From now on it may have so many connections. Answered when no more are in use. */
  | { kind: 'connections'; most: number; turn: number }
  /** Whether other threads have connections open. */
  | { kind: 'others'; areOpen: boolean }
  /** There is room in memory for the large email that was asked for under this number. */
  | { kind: 'room'; id: number }
  | { kind: 'new email' | 'withdrawn email'; projectIds: readonly ProjectId[] }
  | ({ kind: 'task' } & TaskAnswer)
  /** Stop claiming, give back what has not begun, finish what is on the wire, and end. */
  | { kind: 'stop' }

export type FromSendThread =
  | { kind: 'started' }
  | { kind: 'connections'; turn: number }
  | { kind: 'connection'; news: ConnectionEvent }
  /** A large email asks for room in memory; `left` gives it back. */
  | { kind: 'enter'; id: number; bytes: number }
  | { kind: 'left'; id: number }
  | ({ kind: 'task' } & TaskRequest)
  | { kind: 'log'; line: string }
  | ({ kind: 'report' } & Report)

/** Sent several times per second, also as a sign of life. */
export type Report = {
  counts: Count[]
  database: PoolReading
  /** What does not work, see Lifecycle. */
  troubles: [string, string][]
  warnings: [string, string][]
  transport: TransportState
  /** Whether the server took an email since the last report. */
  hasWorked: boolean
}
