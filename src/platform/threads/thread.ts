// One thread: comes up, does one task at a time, and is ended in the middle of a task that takes too long. What it
// runs may be hostile, so it gets next to no environment, little memory, and no second chance.
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { processorWaitMs } from './processor-wait.ts'
import { ThreadEndedError, ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'
import { unpackFailure } from './thread-messages.ts'
import type { ThreadReply, ThreadRequest } from './thread-messages.ts'
import type { ThreadTask } from './thread-task.ts'

export type AnyTask = ThreadTask<unknown, unknown>

// MJML, the hungriest thing that runs here, loads in 110 MB. More room only lets a template that eats memory live
// longer: this much is full in about a second.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

// Takes 0.1 s; a machine under load may need a multiple of that. Only a thread that hangs while loading needs longer.
const START_LIMIT_MS = 20_000

// Nearly all tasks are done by then: the system is asked only about the others, since asking takes the main thread some 11
// microseconds. Shorter than any limit.
const SHORT_TASK_MS = 100

// However busy the machine is, somebody waits for the answer.
const MOST_TIMES_THE_LIMIT = 8

/** Of the limit of a task: what it waited for a processor does not count, within reason. Exported for its test. */
export function timeLeft(spent: { limitMs: number; passedMs: number; waitedMs: number }): number {
  const { limitMs, passedMs, waitedMs } = spent
  return Math.min(limitMs - (passedMs - waitedMs), MOST_TIMES_THE_LIMIT * limitMs - passedMs)
}

// Settings with passwords are none of its business: it is only told where Node keeps the code that it has compiled, if the
// main thread has such a place, because loading from there takes a fraction of the time.
const compiled = getCompileCacheDir()
const ENVIRONMENT = compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) }

type Waiting = { task: AnyTask; resolve: (output: unknown) => void; reject: (error: unknown) => void }

export class Thread {
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #gone = Promise.withResolvers<{ wasReady: boolean }>()
  readonly #startTimer: NodeJS.Timeout
  #state: 'starting' | 'ready' | 'gone' = 'starting'
  #waiting: Waiting | undefined
  #cause: unknown
  /** By what name the system knows it. */
  #task: string | undefined

  /** @param entry the file that calls serveThreadTasks */
  constructor(entry: URL) {
    // No flags of the main thread either.
    this.#worker = new Worker(entry, { env: ENVIRONMENT, execArgv: [], resourceLimits: RESOURCE_LIMITS })
    this.#worker.on('message', (reply: ThreadReply) => this.#hear(reply))
    this.#worker.on('error', (error: unknown) => {
      this.#cause = error
    })
    this.#worker.on('exit', () => this.#exit())
    // An idle thread keeps no process alive.
    this.#worker.unref()
    this.#startTimer = setTimeout(() => void this.#worker.terminate(), START_LIMIT_MS).unref()
    // Whoever runs a task hears of it; a thread in reserve that does not come up is nobody's.
    this.#ready.promise.catch(() => undefined)
  }

  /** When it is no longer to be used. */
  get gone(): Promise<{ wasReady: boolean }> {
    return this.#gone.promise
  }

  get isGone(): boolean {
    return this.#state === 'gone'
  }

  /** Waits until the thread is up; then the task's time runs. Not to be called before the last one is settled. */
  async run(task: AnyTask, input: unknown): Promise<unknown> {
    this.#worker.ref()
    try {
      await this.#ready.promise.catch((cause: unknown) => {
        throw new ThreadEndedError(task, { cause })
      })
      if (this.isGone) throw new ThreadEndedError(task)
      return await this.#ask(task, input)
    } finally {
      this.#worker.unref()
    }
  }

  async end(): Promise<void> {
    this.#leave()
    await this.#worker.terminate()
  }

  #ask(task: AnyTask, input: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting = { task, resolve, reject }
    const stopWatching = this.#watchTime(task, () => {
      this.#leave()
      reject(new ThreadTimeoutError(task))
      void this.#worker.terminate()
    })
    try {
      this.#worker.postMessage({ name: task.name, input } satisfies ThreadRequest)
    } catch (error) {
      // The input holds something that cannot be copied, a function for example.
      reject(error)
    }
    return promise.finally(() => {
      stopWatching()
      this.#waiting = undefined
    })
  }

  /**
   * The time of a task stands still while its thread waits for a processor: a machine that is too busy says nothing about
   * somebody's template.
   */
  #watchTime(task: AnyTask, onOver: () => void): () => void {
    const begunAt = performance.now()
    let timer: NodeJS.Timeout
    let waitedBefore = 0
    const begin = () => {
      waitedBefore = processorWaitMs(this.#task)
      timer = setTimeout(look, task.limitMs - SHORT_TASK_MS)
    }
    const look = () => {
      const waitedMs = processorWaitMs(this.#task) - waitedBefore
      const leftMs = timeLeft({ limitMs: task.limitMs, passedMs: performance.now() - begunAt, waitedMs })
      if (leftMs <= 0) onOver()
      else timer = setTimeout(look, leftMs)
    }
    timer = setTimeout(begin, SHORT_TASK_MS)
    return () => clearTimeout(timer)
  }

  #hear(reply: ThreadReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#task = reply.task
        clearTimeout(this.#startTimer)
        if (this.#state === 'starting') this.#state = 'ready'
        return this.#ready.resolve()
      case 'done':
        return this.#waiting?.resolve(reply.output)
      case 'failed':
        return this.#waiting?.reject(unpackFailure(reply.failure))
    }
  }

  #leave(): void {
    clearTimeout(this.#startTimer)
    if (this.#state === 'gone') return
    this.#gone.resolve({ wasReady: this.#state === 'ready' })
    this.#state = 'gone'
  }

  #exit(): void {
    this.#leave()
    this.#ready.reject(new Error('the thread did not come up', { cause: this.#cause }))
    this.#waiting?.reject(endOf(this.#waiting.task, this.#cause))
  }
}

function endOf(task: AnyTask, cause: unknown): Error {
  const isMemory = (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new ThreadMemoryError(task, { cause }) : new ThreadEndedError(task, { cause })
}
