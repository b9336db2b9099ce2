// The sending threads of a node, one engine each. One always runs; while all are busy another is started, up to
// SEND_THREADS, and stopped after a quiet minute: so an idle node has one thread and few connections, however many
// cores the machine has. A thread that dies is replaced, and others send its emails.
//
// Each place for a thread has a fixed share of MAIL_CONNECTIONS, and another thread gets it only after the last one has
// exited, so that the node never has more.
import type { Deps } from '../../../platform/deps.ts'
import { divide } from './divide.ts'
import { createGate } from '../../../platform/concurrency/gate.ts'
import { standardOutput } from '../../../platform/log/log.ts'
import type { Labels } from '../../../platform/metrics/metrics.ts'
import { listenForEmail } from '../queue/email-signal.ts'
import { watchQueue } from '../queue/queue-metrics.ts'
import { RELEASE_AFTER_MS, releaseDeadThread } from './dead-thread.service.ts'
import { createRestartPauses, FIRST_PAUSE_MS } from './restart-pauses.ts'
import { SendThread } from './send-thread.ts'
import type { ThreadExit } from './send-thread.ts'
import { createThreadDemand, CHECK_EVERY_MS } from './thread-demand.ts'
import type { ThreadDemand } from './thread-demand.ts'
import { LARGE_EMAILS_BYTES } from './shared-memory-gate.ts'
import { watchSendThreads } from './thread-metrics.ts'
import { createReportedNotes } from './reported-notes.ts'

export type SendThreads = {
  /** Resolves when the first thread sends. `urls`: those of the database. */
  start(urls: readonly string[]): Promise<void>
  /** Lets all threads stop claiming, release emails that have not started, and finish those on the wire. */
  stop(): Promise<void>
  /** Terminates the threads that have not stopped yet. */
  terminate(): Promise<void>
  /** The threads that send now. */
  readonly sending: readonly SendThread[]
}

export type SendThreadsOptions = {
  /** The file that calls serveSendThread. */
  entry: URL
  /** Whether this node answers HTTP. */
  isServing: boolean
  /** The fewest threads. */
  least?: number
  /** A thread without a message for this many checks hangs. */
  silentChecks?: number
  /** The pause before the first dead thread is replaced; later pauses grow. */
  firstPauseMs?: number
  /** The pause before other threads may claim the emails of a dead thread. */
  releaseAfterMs?: number
}

// Threads report four times per second, so one without a message for a minute hangs. Counted in checks and not in time,
// so that threads do not seem to hang after the machine slept.
const MOST_SILENT_CHECKS = 60_000 / CHECK_EVERY_MS

const UNSENT = 'No sending thread runs, so no email is sent. The log has the reason.'

/** Starts loading the code of the first thread. */
export const createSendThreads = (deps: Deps, options: SendThreadsOptions): SendThreads =>
  new SendThreadPool(deps, options)

class SendThreadPool implements SendThreads {
  readonly #deps: Deps
  readonly #options: Required<SendThreadsOptions>
  /** The threads by place. */
  readonly #threads = new Map<number, SendThread>()
  /** The shares of MAIL_CONNECTIONS by place. */
  readonly #shares: readonly number[]
  /** The state of their connections by place, which threads read and write; see NodeThreads. */
  readonly #states: Int32Array
  readonly #memory = createGate(LARGE_EMAILS_BYTES)
  readonly #demand: ThreadDemand
  readonly #deaths: { add(labels: Labels): void }
  readonly #pauseAfter: (livedMs: number) => number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #notes = { troubles: createReportedNotes(), warnings: createReportedNotes() }
  readonly #first: SendThread
  #state: 'loading' | 'running' | 'stopping' = 'loading'
  #urls: readonly string[] = []
  /** Dead threads that will be replaced after a pause. */
  #missing = 0
  #signal: { close(): Promise<void> } | undefined
  #checkTimer: NodeJS.Timeout | undefined

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
    // More threads than connections would have nothing to do.
    const most = Math.min(sendThreads, MAIL_CONNECTIONS)
    this.#shares = divide(MAIL_CONNECTIONS, most)
    this.#states = new Int32Array(new SharedArrayBuffer(most * Int32Array.BYTES_PER_ELEMENT))
    this.#demand = createThreadDemand({ least: this.#options.least, most })
    this.#deaths = watchSendThreads(deps, () => [...this.#threads.values()])
    watchQueue(deps)
    this.#first = this.#load(0)
  }

  get sending(): SendThread[] {
    return [...this.#threads.values()].filter((thread) => thread.isSending)
  }

  async start(urls: readonly string[]): Promise<void> {
    const { database, log } = this.#deps
    this.#urls = urls
    this.#state = 'running'
    this.#startThread(this.#first, 0)
    this.#adjustCount()
    this.#checkTimer = setInterval(() => this.#checkThreads(), CHECK_EVERY_MS)
    this.#signal = await listenForEmail(database, {
      log,
      onEmail: (projectIds) => {
        for (const thread of this.#threads.values()) thread.notifyNewEmail(projectIds)
      },
      onWithdrawn: (projectIds) => {
        for (const thread of this.#threads.values()) thread.notifyWithdrawal(projectIds)
      },
    })
    await this.#first.started
  }

  async stop(): Promise<void> {
    await this.#stopStarting()
    for (const thread of this.#threads.values()) thread.stop()
    await Promise.all([...this.#threads.values()].map((thread) => thread.exited))
  }

  async terminate(): Promise<void> {
    await this.#stopStarting()
    await Promise.all([...this.#threads.values()].map((thread) => thread.terminate()))
  }

  async #stopStarting(): Promise<void> {
    this.#state = 'stopping'
    clearInterval(this.#checkTimer)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#signal?.close()
  }

  #load(place: number): SendThread {
    const { lifecycle } = this.#deps
    const thread = new SendThread({
      ...this.#deps,
      entry: this.#options.entry,
      memory: this.#memory,
      output: standardOutput(),
      onReport: () => this.#copyNotes(),
    })
    const loadedAt = performance.now()
    this.#threads.set(place, thread)
    void thread.exited.then((exit) => {
      this.#threads.delete(place)
      Atomics.store(this.#states, place, 0)
      this.#handleExit(thread, { ...exit, livedMs: performance.now() - loadedAt })
    })
    thread.started.then(
      () => lifecycle.troubles.delete('send threads'),
      () => undefined,
    )
    return thread
  }

  #startThread(thread: SendThread, place: number): void {
    const { config } = this.#deps
    const { isServing } = this.#options
    const connections = this.#shares[place] ?? 0
    const threads = { states: this.#states, own: place }
    thread.start({ config, urls: this.#urls, isServing, connections, threads })
  }

  #handleExit(thread: SendThread, { wasAsked, cause, livedMs }: ThreadExit & { livedMs: number }): void {
    const { log, lifecycle } = this.#deps
    this.#copyNotes()
    if (this.#state === 'stopping' || (wasAsked && cause === undefined)) return
    const pauseMs = this.#pauseAfter(livedMs)
    log.error({ err: cause, pauseMs }, 'a sending thread died; it is replaced after a pause')
    this.#deaths.add({})
    if (this.sending.length === 0) lifecycle.troubles.set('send threads', UNSENT)
    void releaseDeadThread(this.#deps, {
      owner: thread.owner,
      afterMs: this.#options.releaseAfterMs,
    })
    this.#missing += 1
    this.#after(pauseMs, () => {
      this.#missing -= 1
      this.#adjustCount()
    })
  }

  /** Copies the troubles and warnings of all threads to those of the node. */
  #copyNotes(): void {
    const { troubles, warnings } = this.#deps.lifecycle
    const reports = [...this.#threads.values()].flatMap(({ report }) => report ?? [])
    this.#notes.troubles.replace(
      troubles,
      reports.flatMap((report) => report.troubles),
    )
    this.#notes.warnings.replace(
      warnings,
      reports.flatMap((report) => report.warnings),
    )
  }

  /**
   * Starts and stops threads until their number is the one wanted. The lowest places stay: a transport with fewer
   * connections than there are places has none at the highest.
   */
  #adjustCount(): void {
    if (this.#state !== 'running') return
    const { wanted } = this.#demand
    const byPlace = [...this.#threads].toSorted(([one], [other]) => one - other)
    const staying = byPlace.map(([, thread]) => thread).filter((thread) => !thread.isStopping)
    const free = [...this.#shares.keys()].filter((place) => !this.#threads.has(place))
    for (const place of free.slice(0, Math.max(0, wanted - staying.length - this.#missing))) {
      this.#startThread(this.#load(place), place)
    }
    for (const thread of staying.slice(wanted)) thread.stop()
  }

  #checkThreads(): void {
    for (const thread of this.#threads.values()) {
      thread.silentChecks += 1
      // Starting takes longer than the interval of checks, and on a busy machine much longer.
      const most = thread.isSending ? this.#options.silentChecks : MOST_SILENT_CHECKS
      if (thread.silentChecks <= most) continue
      thread.silentChecks = 0
      this.#deps.log.error('a sending thread hangs; it is terminated')
      void thread.terminate()
    }
    this.#demand.update(this.sending.map((thread) => thread.load()))
    this.#adjustCount()
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }
}
