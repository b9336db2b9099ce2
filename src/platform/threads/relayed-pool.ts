// The pool of the main thread, for another thread: tasks and their answers pass between the two as messages. So all
// threads of a process share one pool, in which lanes take turns whoever asks.
import { AppError } from '../errors.ts'
import { ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'
import { packFailure, unpackFailure } from './thread-messages.ts'
import type { ThreadFailure } from './thread-messages.ts'
import type { ThreadPool } from './thread-pool.ts'
import type { ThreadTask } from './thread-task.ts'

type Declared = Pick<ThreadTask<unknown, unknown>, 'name' | 'limitMs'>

export type TaskRequest = { id: number; task: Declared; input: unknown; lane: string | undefined }
export type TaskAnswer = { id: number } & ({ output: unknown } | { failure: ThreadFailure })

export type RelayedPool = ThreadPool & { settle(answer: TaskAnswer): void }

type Waiting = { task: Declared; resolve: (output: unknown) => void; reject: (error: unknown) => void }

/** For the thread that asks. `ask` gets the request across; the answer is handed to `settle`. */
export function createRelayedPool(ask: (request: TaskRequest) => void): RelayedPool {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  return {
    async run<Input, Output>(
      task: ThreadTask<Input, Output>,
      input: Input,
      { lane }: { lane?: string } = {},
    ) {
      const id = (lastId += 1)
      const { name, limitMs } = task
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      // Throws here when the input holds something that cannot be copied.
      ask({ id, task: { name, limitMs }, input, lane })
      waiting.set(id, { task: { name, limitMs }, resolve, reject })
      return (await promise) as Output
    },
    settle(answer) {
      const asked = waiting.get(answer.id)
      if (!asked) return
      waiting.delete(answer.id)
      if ('output' in answer) asked.resolve(answer.output)
      else asked.reject(errorOf(answer.failure, asked.task))
    },
    close() {
      for (const { reject } of waiting.values()) reject(new AppError('SERVICE_UNAVAILABLE'))
      waiting.clear()
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

/** Callers tell a task that took too much from one that failed, so these two keep their classes. */
function errorOf(failure: ThreadFailure, task: Declared): Error {
  if (failure.kind === 'error' && failure.name === 'ThreadTimeoutError') return new ThreadTimeoutError(task)
  if (failure.kind === 'error' && failure.name === 'ThreadMemoryError') return new ThreadMemoryError(task)
  return unpackFailure(failure)
}
