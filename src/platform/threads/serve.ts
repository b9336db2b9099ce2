import { parentPort } from 'node:worker_threads'
import { lowerPriority } from './thread-priority.ts'
import { packFailure } from './thread-messages.ts'
import type { ThreadEvent, ThreadReply, ThreadRequest } from './thread-messages.ts'
import type { ThreadTask } from './thread-task.ts'

/** The functions that run the tasks of a thread, by task name. */
export type ThreadOperations = Record<string, (input: never) => unknown>

/** Binds a function to its task, so that its input and output are type-checked. */
export function implement<Input, Output>(
  task: ThreadTask<Input, Output>,
  run: (input: Input) => Output | Promise<Output>,
): ThreadOperations {
  return { [task.name]: run }
}

/** Called once by the file that a thread starts with. An AppError reaches the caller as one, any other as an Error. */
export function serveThreadTasks(operations: ThreadOperations): void {
  const port = parentPort
  if (port === null) throw new Error('serveThreadTasks must be called in a worker thread')
  lowerPriority()
  const reply = (event: ThreadEvent) =>
    port.postMessage({ ...event, cpu: process.threadCpuUsage() } satisfies ThreadReply)
  const answer = async ({ name, input }: ThreadRequest) => {
    try {
      const run = operations[name]
      if (!run) throw new Error(`the task ${name} has no implementation; add it to src/threads.ts`)
      reply({ kind: 'done', output: await run(input as never) })
    } catch (error) {
      reply({ kind: 'failed', failure: packFailure(error) })
    }
  }
  port.on('message', (request: ThreadRequest) => void answer(request))
  reply({ kind: 'ready' })
}
