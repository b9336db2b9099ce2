// One thread that sends, seen from the main thread: what it is told, what it says, and how it ends. It is started in two
// steps: its code loads while the database comes up, and it begins to send when it is given its first connections.
import { Worker } from 'node:worker_threads'
import type { EventLoopUtilization } from 'node:perf_hooks'
import type { Deps } from '../../../platform/deps.ts'
import type { Gate } from '../../../platform/concurrency/gate.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { LogOutput } from '../../../platform/log/log-output.ts'
import { addCounts } from '../../../platform/metrics/metrics-relay.ts'
import type { ConnectionEvent } from './connection-share.ts'
import { answerTask } from '../../../platform/threads/relayed-pool.ts'
import type { FromSendThread, Report, SendThreadSetup, ToSendThread } from './send-thread-messages.ts'

// An ordinary thread has some 40 MB. One that needs this much has gone wrong: better it ends than the whole process.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

export type SendThreadParts = Pick<Deps, 'metrics' | 'threads'> & {
  /** The file that calls serveSendThread. */
  entry: URL
  setup: () => Omit<SendThreadSetup, 'owner' | 'connections'>
  /** Where the lines of its log go. */
  output: Pick<LogOutput, 'write'>
  /** Room for large emails of all threads. */
  memory: Gate
  /** It uses no more connections than it was told in this turn. */
  onConnections: (thread: SendThread, turn: number) => void
  onNews: (thread: SendThread, news: ConnectionEvent | 'worked') => void
  onReport: () => void
}

type Share = { most: number; turn: number }

/** `wasAsked`: it was told to end. `cause`: what ended it otherwise, if that is known. */
export type End = { wasAsked: boolean; cause: unknown }

export class SendThread {
  /** By which its leases are known. */
  readonly owner: string = crypto.randomUUID()
  /** Resolves when it sends; rejects when it ends before. */
  readonly started: Promise<void>
  readonly gone: Promise<End>
  /** What it said last. */
  report: Report | undefined
  /** Connections that it has open. */
  open = 0
  /** Looks since it was last heard of; whoever looks counts them. */
  silentChecks = 0
  readonly #worker: Worker
  readonly #parts: SendThreadParts
  readonly #started = Promise.withResolvers<void>()
  readonly #gone = Promise.withResolvers<End>()
  /** The ways out of large emails that it has in memory. */
  readonly #large = new Map<number, () => void>()
  /** `starting`: it was told to. */
  #state: 'loading' | 'starting' | 'sending' | 'stopping' | 'gone' = 'loading'
  #cause: unknown
  #lastLoad: EventLoopUtilization | undefined

  constructor(parts: SendThreadParts) {
    this.#parts = parts
    this.started = this.#started.promise
    // Whoever waits for it hears of it; for others `gone` tells the same.
    this.started.catch(() => undefined)
    this.gone = this.#gone.promise
    // The environment stays as it is: the driver of the database reads its own variables.
    this.#worker = new Worker(parts.entry, { execArgv: [], resourceLimits: RESOURCE_LIMITS })
    this.#worker.on('message', (message: FromSendThread) => this.#hear(message))
    this.#worker.on('error', (error: unknown) => (this.#cause = error))
    this.#worker.on('exit', () => this.#exit())
  }

  get isSending(): boolean {
    return this.#state === 'sending'
  }

  get isStopping(): boolean {
    return this.#state === 'stopping'
  }

  /** It begins to send with its first connections. */
  setConnections(share: Share): void {
    if (this.#state !== 'loading') return this.#tell({ kind: 'connections', ...share })
    this.#state = 'starting'
    this.#tell({ kind: 'start', ...this.#parts.setup(), owner: this.owner, connections: share })
  }

  tellOfOthers(areOpen: boolean): void {
    this.#tell({ kind: 'others', areOpen })
  }

  tellOfEmail(projectIds: readonly ProjectId[]): void {
    if (this.isSending) this.#tell({ kind: 'new email', projectIds })
  }

  tellOfWithdrawnEmail(projectIds: readonly ProjectId[]): void {
    if (this.isSending) this.#tell({ kind: 'withdrawn email', projectIds })
  }

  /** It finishes what is on the wire, and ends. */
  stop(): void {
    if (this.#state === 'gone' || this.#state === 'stopping') return
    const isLoading = this.#state === 'loading'
    this.#state = 'stopping'
    if (isLoading) void this.#worker.terminate()
    else this.#tell({ kind: 'stop' })
  }

  /** Ends it in the middle of whatever it does, as if it had died. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** How busy it was since the last call, from 0 to 1. */
  load(): number {
    const { performance: clock } = this.#worker
    const [last, now] = [this.#lastLoad, clock.eventLoopUtilization()]
    this.#lastLoad = now
    return last ? clock.eventLoopUtilization(now, last).utilization : 0
  }

  #tell(message: ToSendThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromSendThread): void {
    const { output, onConnections, onNews, onReport, threads, metrics } = this.#parts
    this.silentChecks = 0
    switch (message.kind) {
      case 'started':
        if (this.#state === 'starting') this.#state = 'sending'
        return this.#started.resolve()
      case 'connections':
        return onConnections(this, message.turn)
      case 'connection':
        return onNews(this, message.news)
      case 'enter':
        return void this.#letIn(message)
      case 'left':
        return this.#letOut(message.id)
      case 'task':
        return void answerTask(threads, message).then((answer) => this.#tell({ kind: 'task', ...answer }))
      case 'log':
        return output.write(message.line)
      case 'report':
        addCounts(metrics, message.counts)
        this.report = message
        if (message.hasWorked) onNews(this, 'worked')
        return onReport()
    }
  }

  async #letIn({ id, bytes }: { id: number; bytes: number }): Promise<void> {
    const leave = await this.#parts.memory.enter(bytes)
    if (!leave || this.#state === 'gone') return leave?.()
    this.#large.set(id, leave)
    this.#tell({ kind: 'room', id })
  }

  #letOut(id: number): void {
    this.#large.get(id)?.()
    this.#large.delete(id)
  }

  #exit(): void {
    const wasAsked = this.#state === 'stopping'
    this.#state = 'gone'
    this.report = undefined
    for (const leave of this.#large.values()) leave()
    this.#large.clear()
    this.#started.reject(new Error('a thread that sends did not come up', { cause: this.#cause }))
    this.#gone.resolve({ wasAsked, cause: this.#cause })
  }
}
