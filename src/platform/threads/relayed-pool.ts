// The pool of the main thread, for another thread: tasks and their answers pass between the two as messages. So all
// threads of a process share one pool with its lanes.
import { AppError } from '../errors.ts'
import { ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'
import { packFailure, unpackFailure } from './thread-messages.ts'
import type { ThreadFailure } from './thread-messages.ts'
import type { ThreadPool } from './thread-pool.ts'
import type { TaskDeclaration, ThreadTask } from './thread-task.ts'

export type TaskRequest = { id: number; task: TaskDeclaration; input: unknown; lane: string | undefined }
export type TaskAnswer = { id: number } & ({ output: unknown } | { failure: ThreadFailure })

export type RelayedPool = ThreadPool & { settle(answer: TaskAnswer): void }

type PendingTask = {
  task: TaskDeclaration
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

/** For the thread that has no pool. `post` sends a request to the main thread; its answer goes to `settle`. */
export function createRelayedPool(post: (request: TaskRequest) => void): RelayedPool {
  const pending = new Map<number, PendingTask>()
  let lastId = 0
  return {
    async run<Input, Output>(
      task: ThreadTask<Input, Output>,
      input: Input,
      { lane }: { lane?: string } = {},
    ) {
      const id = (lastId += 1)
      const { name, limitMs, memoryMb } = task
      const declaration = { name, limitMs, ...(memoryMb !== undefined && { memoryMb }) }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      // Throws here when the input holds something that cannot be copied.
      post({ id, task: declaration, input, lane })
      pending.set(id, { task: declaration, resolve, reject })
      return (await promise) as Output
    },
    settle(answer) {
      const request = pending.get(answer.id)
      if (!request) return
      pending.delete(answer.id)
      if ('output' in answer) request.resolve(answer.output)
      else request.reject(errorOf(answer.failure, request.task))
    },
    close() {
      for (const { reject } of pending.values()) reject(new AppError('SERVICE_UNAVAILABLE'))
      pending.clear()
      return Promise.resolve()
    },
  }
}

/** For the thread that has the pool. Never rejects. */
export async function answerTask(
  pool: ThreadPool,
  { id, task, input, lane }: TaskRequest,
): Promise<TaskAnswer> {
  try {
    return { id, output: await pool.run(task, input, lane === undefined ? {} : { lane }) }
  } catch (error) {
    return { id, failure: packFailure(error) }
  }
}

/** Callers distinguish a task that took too much from one that failed, so these two errors keep their classes. */
function errorOf(failure: ThreadFailure, task: TaskDeclaration): Error {
  if (failure.kind === 'error' && failure.name === 'ThreadTimeoutError') return new ThreadTimeoutError(task)
  if (failure.kind === 'error' && failure.name === 'ThreadMemoryError') return new ThreadMemoryError(task)
  return unpackFailure(failure)
}
