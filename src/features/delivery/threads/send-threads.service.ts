// The threads of a node that send email, one engine each. One is always there; while all are busy another is started, up
// to SEND_THREADS, and after a quiet minute it ends again: so an idle node has one thread and few connections, however
// many cores the machine has. A thread that dies is replaced, and others send what it had.
import type { Deps } from '../../../platform/deps.ts'
import { createGate } from '../../../platform/concurrency/gate.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { standardOutput } from '../../../platform/log/log.ts'
import type { Labels } from '../../../platform/metrics/metrics.ts'
import { listenForEmail } from '../queue/email-signal.ts'
import { watchQueue } from '../queue/queue-metrics.ts'
import { RELEASE_AFTER_MS, releaseDeadThread } from './dead-thread.service.ts'
import { watchConnections } from '../transports/connection-metrics.ts'
import { createNodeConnections } from './node-connections.ts'
import type { NodeConnections } from './node-connections.ts'
import { createRestartPauses, FIRST_PAUSE_MS } from './restart-pauses.ts'
import { SendThread } from './send-thread.ts'
import type { End } from './send-thread.ts'
import { createThreadDemand, CHECK_EVERY_MS } from './thread-demand.ts'
import type { ThreadDemand } from './thread-demand.ts'
import { LARGE_EMAILS_BYTES } from './shared-memory-gate.ts'
import { watchSendThreads } from './thread-metrics.ts'
import { createReportedNotes } from './reported-notes.ts'

export type SendThreads = {
  /** Begins to send. Resolves when the first thread does. `urls`: of the database. */
  start(urls: readonly string[]): Promise<void>
  /** All stop claiming, give back what has not begun, and finish what is on the wire. */
  stop(): Promise<void>
  /** Ends those that have not stopped yet, in the middle of what they do. */
  end(): Promise<void>
  /** Those that send now. */
  readonly sending: readonly SendThread[]
}

export type SendThreadsOptions = {
  /** The file that calls serveSendThread. */
  entry: URL
  /** Whether this node answers HTTP. */
  isServing: boolean
  /** Threads that are always there. */
  least?: number
  /** After so many looks a thread that says nothing hangs. */
  silentChecks?: number
  /** Before the first one that dies is replaced; the pauses after that grow. */
  firstPauseMs?: number
  /** Before others may have what a thread that died had claimed. */
  releaseAfterMs?: number
}

// A thread that says nothing for a minute hangs: it reports four times per second. Counted in looks and not in time, so
// that a machine that slept does not find its threads silent.
const MOST_SILENT_CHECKS = 60_000 / CHECK_EVERY_MS

const UNSENT = 'No thread for sending email runs. The log has the reason.'

/** The first thread loads its code from now on. */
export const createSendThreads = (deps: Deps, options: SendThreadsOptions): SendThreads =>
  new SendThreadPool(deps, options)

class SendThreadPool implements SendThreads {
  readonly #deps: Deps
  readonly #options: Required<SendThreadsOptions>
  readonly #threads = new Set<SendThread>()
  readonly #memory = createGate(LARGE_EMAILS_BYTES)
  readonly #limit: ConnectionLimit
  readonly #connections: NodeConnections<SendThread>
  readonly #demand: ThreadDemand
  readonly #deaths: { add(labels: Labels): void }
  readonly #pauseAfter: (livedMs: number) => number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #told = { troubles: createReportedNotes(), warnings: createReportedNotes() }
  readonly #first: SendThread
  #state: 'loading' | 'running' | 'stopping' = 'loading'
  #urls: readonly string[] = []
  /** Threads that died and are replaced after a pause. */
  #missing = 0
  #signal: { close(): Promise<void> } | undefined
  #looking: NodeJS.Timeout | undefined

  constructor(deps: Deps, options: SendThreadsOptions) {
    const { MAIL_CONNECTIONS, sendThreads } = deps.config
    this.#deps = deps
    this.#options = {
      least: 1,
      silentChecks: MOST_SILENT_CHECKS,
      firstPauseMs: FIRST_PAUSE_MS,
      releaseAfterMs: RELEASE_AFTER_MS,
      ...options,
    }
    this.#pauseAfter = createRestartPauses(this.#options.firstPauseMs)
    this.#limit = createConnectionLimit({ most: MAIL_CONNECTIONS })
    this.#connections = createNodeConnections(this.#limit)
    // More threads than connections would have nothing to do.
    const most = () => Math.min(sendThreads, this.#limit.current)
    this.#demand = createThreadDemand({ least: this.#options.least, most })
    this.#deaths = watchSendThreads(deps, () => [...this.#threads])
    watchConnections(deps.metrics, this.#limit)
    watchQueue(deps)
    this.#first = this.#load()
  }

  get sending(): SendThread[] {
    return [...this.#threads].filter((thread) => thread.isSending)
  }

  async start(urls: readonly string[]): Promise<void> {
    const { database, log } = this.#deps
    this.#urls = urls
    this.#state = 'running'
    this.#connections.join(this.#first)
    this.#keepUp()
    this.#looking = setInterval(() => this.#look(), CHECK_EVERY_MS)
    this.#signal = await listenForEmail(database, {
      log,
      onEmail: (projectIds) => {
        for (const thread of this.#threads) thread.tellOfEmail(projectIds)
      },
      onWithdrawn: (projectIds) => {
        for (const thread of this.#threads) thread.tellOfWithdrawnEmail(projectIds)
      },
    })
    await this.#first.started
  }

  async stop(): Promise<void> {
    await this.#startNoMore()
    for (const thread of this.#threads) thread.stop()
    await Promise.all([...this.#threads].map((thread) => thread.gone))
  }

  async end(): Promise<void> {
    await this.#startNoMore()
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async #startNoMore(): Promise<void> {
    this.#state = 'stopping'
    clearInterval(this.#looking)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#signal?.close()
  }

  #load(): SendThread {
    const { lifecycle, config } = this.#deps
    const { entry, isServing } = this.#options
    const thread = new SendThread({
      ...this.#deps,
      entry,
      memory: this.#memory,
      output: standardOutput(),
      setup: () => ({ config, urls: this.#urls, isServing }),
      onConnections: (member, turn) => this.#connections.confirm(member, turn),
      onNews: (member, news) => this.#connections.hear(member, news),
      onReport: () => this.#noteReports(),
    })
    const loadedAt = performance.now()
    this.#threads.add(thread)
    void thread.gone.then((end) =>
      this.#handleExit(thread, { ...end, livedMs: performance.now() - loadedAt }),
    )
    thread.started.then(
      () => lifecycle.troubles.delete('send threads'),
      () => undefined,
    )
    return thread
  }

  #handleExit(thread: SendThread, { wasAsked, cause, livedMs }: End & { livedMs: number }): void {
    const { log, lifecycle } = this.#deps
    this.#threads.delete(thread)
    this.#connections.leave(thread)
    this.#noteReports()
    if (this.#state === 'stopping' || (wasAsked && cause === undefined)) return
    const pauseMs = this.#pauseAfter(livedMs)
    log.error({ err: cause, pauseMs }, 'a sending thread died; another takes its place')
    this.#deaths.add({})
    if (this.sending.length === 0) lifecycle.troubles.set('send threads', UNSENT)
    void releaseDeadThread(this.#deps, {
      owner: thread.owner,
      afterMs: this.#options.releaseAfterMs,
    })
    this.#missing += 1
    this.#after(pauseMs, () => {
      this.#missing -= 1
      this.#keepUp()
    })
  }

  /** What any thread says does not work, or should be looked at, is so for the node. */
  #noteReports(): void {
    const { troubles, warnings } = this.#deps.lifecycle
    const reports = [...this.#threads].flatMap(({ report }) => report ?? [])
    this.#told.troubles.replace(
      troubles,
      reports.flatMap((report) => report.troubles),
    )
    this.#told.warnings.replace(
      warnings,
      reports.flatMap((report) => report.warnings),
    )
  }

  /** Starts and ends threads until there are as many as wanted. */
  #keepUp(): void {
    if (this.#state !== 'running') return
    const { wanted } = this.#demand
    const staying = [...this.#threads].filter((thread) => !thread.isStopping)
    for (let count = staying.length + this.#missing; count < wanted; count += 1) {
      this.#connections.join(this.#load())
    }
    for (const thread of staying.slice(wanted)) {
      this.#connections.retire(thread)
      thread.stop()
    }
  }

  #look(): void {
    for (const thread of this.#threads) {
      thread.silentChecks += 1
      // Coming up takes longer than a look, and on a busy machine much longer.
      const most = thread.isSending ? this.#options.silentChecks : MOST_SILENT_CHECKS
      if (thread.silentChecks <= most) continue
      thread.silentChecks = 0
      this.#deps.log.error('a sending thread hangs; it is terminated')
      void thread.end()
    }
    this.#demand.look(this.sending.map((thread) => thread.load()))
    this.#keepUp()
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }
}
