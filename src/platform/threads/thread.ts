// One thread: starts, runs one task at a time, and is terminated if a task takes too long. The code it runs may be
// hostile, so it gets next to no environment and little memory.
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { ThreadEndedError, ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'
import { unpackFailure } from './thread-messages.ts'
import type { ThreadReply, ThreadRequest } from './thread-messages.ts'
import type { ThreadTask } from './thread-task.ts'

export type AnyTask = ThreadTask<unknown, unknown>

// MJML, which needs the most, loads in 110 MB. A higher limit only lets a template that eats memory run longer: this
// one is reached in about a second.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
// The part of a smaller heap that new objects get.
const YOUNG_MB = 16

const limitsOf = (memoryMb: number | undefined) =>
  memoryMb === undefined
    ? RESOURCE_LIMITS
    : { ...RESOURCE_LIMITS, maxOldGenerationSizeMb: memoryMb - YOUNG_MB, maxYoungGenerationSizeMb: YOUNG_MB }

// Starting takes 0.1 s, and several times that under load. Only a thread that hangs while loading takes longer.
const START_LIMIT_MS = 20_000

// However busy the machine is, a caller waits for the answer.
const MOST_TIMES_THE_LIMIT = 8

// The environment holds passwords, so the thread gets only the compile cache directory, if there is one: loading from
// it takes a fraction of the time.
const compiled = getCompileCacheDir()
const ENVIRONMENT = compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) }

type PendingTask = { task: AnyTask; resolve: (output: unknown) => void; reject: (error: unknown) => void }

export class Thread {
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #gone = Promise.withResolvers<{ wasReady: boolean }>()
  readonly #startTimer: NodeJS.Timeout
  #state: 'starting' | 'ready' | 'gone' = 'starting'
  #pending: PendingTask | undefined
  #cause: unknown
  /** Its processor time when it began to wait for the current task. */
  #cpuBefore: NodeJS.CpuUsage | undefined

  /** @param entry the file that calls serveThreadTasks */
  constructor(entry: URL, { memoryMb }: { memoryMb?: number | undefined } = {}) {
    // The flags of the main thread are not inherited either.
    this.#worker = new Worker(entry, { env: ENVIRONMENT, execArgv: [], resourceLimits: limitsOf(memoryMb) })
    this.#worker.on('message', (reply: ThreadReply) => this.#handleReply(reply))
    this.#worker.on('error', (error: unknown) => {
      this.#cause = error
    })
    this.#worker.on('exit', () => this.#exit())
    // An idle thread must not keep the process alive.
    this.#worker.unref()
    this.#startTimer = setTimeout(() => void this.#worker.terminate(), START_LIMIT_MS).unref()
    // A caller of run() gets the error; a thread in reserve that does not start has no caller.
    this.#ready.promise.catch(() => undefined)
  }

  /** Resolves when the thread must not be used any more. */
  get gone(): Promise<{ wasReady: boolean }> {
    return this.#gone.promise
  }

  get isGone(): boolean {
    return this.#state === 'gone'
  }

  /** Waits until the thread is ready; then the task's time starts. Only call it after the previous task has settled. */
  async run(task: AnyTask, input: unknown): Promise<unknown> {
    this.#worker.ref()
    try {
      await this.#ready.promise.catch((cause: unknown) => {
        throw new ThreadEndedError(task, { cause })
      })
      if (this.isGone) throw new ThreadEndedError(task)
      return await this.#request(task, input)
    } finally {
      this.#worker.unref()
    }
  }

  async end(): Promise<void> {
    this.#markGone()
    await this.#worker.terminate()
  }

  #request(task: AnyTask, input: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending = { task, resolve, reject }
    const stopWatching = this.#watchTime(task, () => {
      this.#markGone()
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
      this.#pending = undefined
    })
  }

  /**
   * The limit counts processor time, because a busy machine says nothing about the template. A thread in native code
   * does not answer, and is ended with the caller's patience.
   */
  #watchTime({ limitMs }: AnyTask, onOver: () => void): () => void {
    const before = this.#cpuBefore
    let isWatching = true
    const check = () => {
      this.#worker.cpuUsage(before).then(
        ({ user, system }) => {
          const leftMs = limitMs - (user + system) / 1_000
          if (!isWatching) return
          if (leftMs <= 0) onOver()
          else timer = setTimeout(check, leftMs)
        },
        // The thread has exited.
        () => undefined,
      )
    }
    let timer = setTimeout(check, limitMs)
    const patience = setTimeout(onOver, MOST_TIMES_THE_LIMIT * limitMs)
    return () => {
      isWatching = false
      clearTimeout(timer)
      clearTimeout(patience)
    }
  }

  #handleReply(reply: ThreadReply): void {
    this.#cpuBefore = reply.cpu
    switch (reply.kind) {
      case 'ready':
        clearTimeout(this.#startTimer)
        if (this.#state === 'starting') this.#state = 'ready'
        return this.#ready.resolve()
      case 'done':
        return this.#pending?.resolve(reply.output)
      case 'failed':
        return this.#pending?.reject(unpackFailure(reply.failure))
    }
  }

  #markGone(): void {
    clearTimeout(this.#startTimer)
    if (this.#state === 'gone') return
    this.#gone.resolve({ wasReady: this.#state === 'ready' })
    this.#state = 'gone'
  }

  #exit(): void {
    this.#markGone()
    this.#ready.reject(new Error('the thread did not start', { cause: this.#cause }))
    this.#pending?.reject(exitErrorOf(this.#pending.task, this.#cause))
  }
}

function exitErrorOf(task: AnyTask, cause: unknown): Error {
  const isMemory = (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new ThreadMemoryError(task, { cause }) : new ThreadEndedError(task, { cause })
}
