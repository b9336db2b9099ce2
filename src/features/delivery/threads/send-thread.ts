// One sending thread, seen from the main thread: its messages, its reports and its exit. It starts in two steps: its
// code loads while the database starts, then it begins to send.
import { Worker } from 'node:worker_threads'
import type { EventLoopUtilization } from 'node:perf_hooks'
import type { Deps } from '../../../platform/deps.ts'
import type { Gate } from '../../../platform/concurrency/gate.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { LogOutput } from '../../../platform/log/log-output.ts'
import { addCounts } from '../../../platform/metrics/metrics-relay.ts'
import { answerTask } from '../../../platform/threads/relayed-pool.ts'
import type { FromSendThread, ThreadReport, SendThreadSetup, ToSendThread } from './send-thread-messages.ts'

// An ordinary thread has some 40 MB. One that needs this much is faulty: better that it dies than the whole process.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

export type SendThreadParts = Pick<Deps, 'metrics' | 'threads' | 'tracer'> & {
  /** The file that calls serveSendThread. */
  entry: URL
  /** Receives the lines of its log. */
  output: Pick<LogOutput, 'write'>
  /** Limits the memory for large emails of all threads. */
  memory: Gate
  onReport: () => void
}

/** `wasAsked`: the thread was told to stop. `cause`: the error that ended it otherwise, if known. */
export type ThreadExit = { wasAsked: boolean; cause: unknown }

export class SendThread {
  /** Identifies its leases. */
  readonly owner: string = crypto.randomUUID()
  /** Resolves when it sends; rejects if it exits before. */
  readonly started: Promise<void>
  readonly exited: Promise<ThreadExit>
  /** Its last report. */
  report: ThreadReport | undefined
  /** Checks since its last message; the pool counts them. */
  silentChecks = 0
  readonly #worker: Worker
  readonly #parts: SendThreadParts
  readonly #started = Promise.withResolvers<void>()
  readonly #exited = Promise.withResolvers<ThreadExit>()
  /** The release functions of the large emails that it has in memory. */
  readonly #large = new Map<number, () => void>()
  #state: 'loading' | 'starting' | 'sending' | 'stopping' | 'gone' = 'loading'
  #cause: unknown
  #lastLoad: EventLoopUtilization | undefined

  constructor(parts: SendThreadParts) {
    this.#parts = parts
    this.started = this.#started.promise
    // Callers that wait for it get the error; `exited` has it for the others.
    this.started.catch(() => undefined)
    this.exited = this.#exited.promise
    // The environment stays as it is: the driver of the database reads its own variables.
    this.#worker = new Worker(parts.entry, { execArgv: [], resourceLimits: RESOURCE_LIMITS })
    this.#worker.on('message', (message: FromSendThread) => this.#handleMessage(message))
    this.#worker.on('error', (error: unknown) => (this.#cause = error))
    this.#worker.on('exit', () => this.#exit())
  }

  get isSending(): boolean {
    return this.#state === 'sending'
  }

  get isStopping(): boolean {
    return this.#state === 'stopping'
  }

  start(setup: Omit<SendThreadSetup, 'owner'>): void {
    this.#state = 'starting'
    this.#post({ kind: 'start', ...setup, owner: this.owner })
  }

  notifyNewEmail(projectIds: readonly ProjectId[]): void {
    if (this.isSending) this.#post({ kind: 'new email', projectIds })
  }

  notifyWithdrawal(projectIds: readonly ProjectId[]): void {
    if (this.isSending) this.#post({ kind: 'withdrawn email', projectIds })
  }

  /** Lets the thread finish the emails on the wire and exit. */
  stop(): void {
    if (this.#state === 'gone' || this.#state === 'stopping') return
    const isLoading = this.#state === 'loading'
    this.#state = 'stopping'
    if (isLoading) void this.#worker.terminate()
    else this.#post({ kind: 'stop' })
  }

  /** Terminates the thread at once, as if it had died. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  /** How busy it is, from 0 to 1: the time that it computed since the last call, or the part of its connections in use. */
  load(): number {
    const { performance: clock } = this.#worker
    const [last, now] = [this.#lastLoad, clock.eventLoopUtilization()]
    this.#lastLoad = now
    const computed = last ? clock.eventLoopUtilization(now, last).utilization : 0
    return Math.max(computed, this.report?.connections.use ?? 0)
  }

  #post(message: ToSendThread): void {
    this.#worker.postMessage(message)
  }

  #handleMessage(message: FromSendThread): void {
    const { output, onReport, threads, metrics, tracer } = this.#parts
    this.silentChecks = 0
    switch (message.kind) {
      case 'started':
        if (this.#state === 'starting') this.#state = 'sending'
        return this.#started.resolve()
      case 'enter':
        return void this.#admit(message)
      case 'left':
        return this.#release(message.id)
      case 'task':
        return void answerTask(threads, message).then((answer) => this.#post({ kind: 'task', ...answer }))
      case 'log':
        return output.write(message.line)
      case 'report':
        addCounts(metrics, message.counts)
        for (const span of message.spans) tracer.record(span)
        this.report = message
        return onReport()
    }
  }

  async #admit({ id, bytes }: { id: number; bytes: number }): Promise<void> {
    const release = await this.#parts.memory.enter(bytes)
    if (!release || this.#state === 'gone') return release?.()
    this.#large.set(id, release)
    this.#post({ kind: 'room', id })
  }

  #release(id: number): void {
    this.#large.get(id)?.()
    this.#large.delete(id)
  }

  #exit(): void {
    const wasAsked = this.#state === 'stopping'
    this.#state = 'gone'
    this.report = undefined
    for (const release of this.#large.values()) release()
    this.#large.clear()
    this.#started.reject(new Error('a sending thread did not start', { cause: this.#cause }))
    this.#exited.resolve({ wasAsked, cause: this.#cause })
  }
}
