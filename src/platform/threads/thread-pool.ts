// A few threads for work that would block the main one: rendering the templates of projects, compiling MJML, reading
// bounces. The pool queues tasks and replaces threads; thread.ts owns a single thread. Threads start with the first
// task, so a process that never needs one pays nothing.
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { Thread } from './thread.ts'
import type { AnyTask } from './thread.ts'
import type { ThreadTask } from './thread-task.ts'

export type RunOptions = {
  /**
   * The owner of the work, such as a project. Lanes take turns and none gets all threads, so that no lane waits behind
   * the backlog of another. Work without a lane shares one, which may use all threads.
   */
  lane?: string
}

export type ThreadPool = {
  /**
   * @throws ThreadTimeoutError, ThreadMemoryError if the task exceeds its limits; tell the caller so
   * @throws AppError SERVICE_UNAVAILABLE if the queue is full or the pool is closed
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, options?: RunOptions): Promise<Output>
  /** Terminates all threads, running tasks included. */
  close(): Promise<void>
}

/**
 * Threads of one process. A lane gets all but one, so with two threads one is left for the others while the first is
 * stuck in a template. Each more costs 50 MB and takes its share of the cores from the main thread.
 */
export const THREADS = 2

// With limits of about one second per task, two threads clear a full lane in half a minute at worst. No caller waits
// that long, so a longer queue would only hold tasks whose callers have given up.
const PER_LANE = 64
// The inputs of all waiting tasks are in memory.
const TOTAL = 512
// Callers often time out after this long themselves, so the request is told to retry instead.
const WAIT_LIMIT_MS = 5_000

type QueuedTask = {
  lane: string
  task: AnyTask
  input: unknown
  since: number
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

type Options = {
  /** The file that calls serveThreadTasks. */
  entry: URL
  size: number
  log?: Log
  /** The heap of each thread, in place of the usual one. */
  memoryMb?: number
}

const queueFull = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'Too many tasks are waiting at the moment.',
    retryAfterSeconds: 1,
  })

export function createThreadPool(options: Options): ThreadPool {
  const main = createPlainPool(options)
  /** Pools of one thread, by the memory that their tasks get. */
  const smaller = new Map<number, ThreadPool>()
  const poolFor = (memoryMb: number | undefined): ThreadPool => {
    if (memoryMb === undefined) return main
    const known = smaller.get(memoryMb)
    if (known) return known
    const pool = createPlainPool({ ...options, size: 1, memoryMb })
    smaller.set(memoryMb, pool)
    return pool
  }
  let isClosed = false
  return {
    async run(task, input, runOptions) {
      if (isClosed) throw new AppError('SERVICE_UNAVAILABLE')
      return poolFor(task.memoryMb).run(task, input, runOptions)
    },
    async close() {
      isClosed = true
      await Promise.all([main, ...smaller.values()].map((pool) => pool.close()))
    },
  }
}

function createPlainPool({ entry, size, log, memoryMb }: Options): ThreadPool {
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  /** How many tasks of each lane are running. */
  const running = new Map<string, number>()
  const queue = createFairQueue<QueuedTask>({ perLane: PER_LANE, total: TOTAL })
  let isClosed = false

  const start = (): Thread => {
    const thread = new Thread(entry, { memoryMb })
    threads.add(thread)
    void thread.gone.then(({ wasReady }) => {
      threads.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
      if (isClosed) return
      // The next task should not wait for a thread to load. A thread that never started is not replaced: it would fail
      // again.
      if (wasReady) idle.push(start())
      pump()
    })
    return thread
  }

  const mayRun = (lane: string) => lane === '' || (running.get(lane) ?? 0) < Math.max(1, size - 1)

  const pump = () => {
    while (idle.length > 0 || threads.size < size) {
      const waiting = queue.next(mayRun)
      if (!waiting) return
      void work(idle.pop() ?? start(), waiting)
    }
  }

  const work = async (thread: Thread, { lane, task, input, since, resolve, reject }: QueuedTask) => {
    running.set(lane, (running.get(lane) ?? 0) + 1)
    try {
      if (performance.now() - since > WAIT_LIMIT_MS) throw queueFull()
      resolve(await thread.run(task, input))
    } catch (error) {
      if (thread.isGone && !isClosed) log?.warn({ err: error, task: task.name }, 'a thread was replaced')
      reject(isClosed ? new AppError('SERVICE_UNAVAILABLE') : error)
    }
    const others = (running.get(lane) ?? 1) - 1
    if (others > 0) running.set(lane, others)
    else running.delete(lane)
    if (!thread.isGone) idle.push(thread)
    pump()
  }

  return {
    async run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, { lane = '' }: RunOptions = {}) {
      if (isClosed) throw new AppError('SERVICE_UNAVAILABLE')
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const waiting = { lane, task: task as AnyTask, input, since: performance.now(), resolve, reject }
      if (!queue.add(lane, waiting)) throw queueFull()
      pump()
      return (await promise) as Output
    },
    async close() {
      isClosed = true
      for (const { reject } of queue.drain()) reject(new AppError('SERVICE_UNAVAILABLE'))
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
