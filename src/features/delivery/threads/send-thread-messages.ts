// The messages between the main thread and a sending thread: plain data, which is copied.
import type { Config } from '../../../platform/config.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Count } from '../../../platform/metrics/metrics-relay.ts'
import type { NodeThreads } from '../../../platform/email/smtp/node-connections.ts'
import type { TaskAnswer, TaskRequest } from '../../../platform/threads/relayed-pool.ts'
import type { Span } from '../../../platform/tracing/span.ts'
import type { ConnectionReading, TransportState } from '../transports/connection-metrics.ts'

/** Connections of a database pool that are open, idle, and waited for. */
export type PoolReading = { open: number; idle: number; waited_for: number }

export type SendThreadSetup = {
  config: Config
  /** URLs of the database. */
  urls: readonly string[]
  /** Whether this node answers HTTP, see createPublicUrl. */
  isServing: boolean
  /** Identifies the leases of the thread. */
  owner: string
  /** Its share of MAIL_CONNECTIONS. */
  connections: number
  threads: NodeThreads
}

export type ToSendThread =
  | ({ kind: 'start' } & SendThreadSetup)
  /** There is memory for the large email that asked with this id. */
  | { kind: 'room'; id: number }
  | { kind: 'new email' | 'withdrawn email'; projectIds: readonly ProjectId[] }
  | ({ kind: 'task' } & TaskAnswer)
  /** Stop claiming, release emails that have not started, finish those on the wire, and exit. */
  | { kind: 'stop' }

export type FromSendThread =
  | { kind: 'started' }
  /** A large email asks for memory; `left` releases it. */
  | { kind: 'enter'; id: number; bytes: number }
  | { kind: 'left'; id: number }
  | ({ kind: 'task' } & TaskRequest)
  | { kind: 'log'; line: string }
  | ({ kind: 'report' } & ThreadReport)

/** Sent several times per second, also as a heartbeat. */
export type ThreadReport = {
  counts: Count[]
  /** Since the last report. */
  spans: Span[]
  database: PoolReading
  /** See Lifecycle. */
  troubles: [string, string][]
  warnings: [string, string][]
  transport: TransportState
  connections: ConnectionReading & {
    /** The part of its share that emails are on, from 0 to 1; 0 if the server does not allow the whole share. */
    use: number
  }
}
