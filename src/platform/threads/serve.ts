import { parentPort } from 'node:worker_threads'
import { ownTask } from './processor-wait.ts'
import { LOW_PRIORITY, lowerPriority } from './thread-priority.ts'
import { packFailure } from './thread-messages.ts'
import type { ThreadReply, ThreadRequest } from './thread-messages.ts'
import type { ThreadTask } from './thread-task.ts'

/** What a thread can do, by the names of the tasks. */
export type ThreadOperations = Record<string, (input: never) => unknown>

/** Binds the code to its declaration, so that the shapes are checked where it is written. */
export function implement<Input, Output>(
  task: ThreadTask<Input, Output>,
  run: (input: Input) => Output | Promise<Output>,
): ThreadOperations {
  return { [task.name]: run }
}

/** Called once by the file that a thread starts with. An AppError reaches the caller as one, any other as an Error. */
export function serveThreadTasks(operations: ThreadOperations): void {
  const port = parentPort
  if (port === null) throw new Error('tasks are served in a thread only')
  lowerPriority(LOW_PRIORITY)
  const reply = (message: ThreadReply) => port.postMessage(message)
  const answer = async ({ name, input }: ThreadRequest) => {
    try {
      const run = operations[name]
      if (!run) throw new Error(`no thread knows the task ${name}; src/threads.ts lists those there are`)
      reply({ kind: 'done', output: await run(input as never) })
    } catch (error) {
      reply({ kind: 'failed', failure: packFailure(error) })
    }
  }
  port.on('message', (request: ThreadRequest) => void answer(request))
  reply({ kind: 'ready', task: ownTask() })
}
