import type { ProjectId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ValueProblem } from './fill-values.ts'
import { fromThread } from './template-syntax.ts'
import { checkValuesTask, fillValuesTask } from './templates.threads.ts'
import type { FillValuesInput } from './templates.threads.ts'

type Filling = FillValuesInput & { projectId: ProjectId }

/** JSON with its Liquid filled in, in a thread. @throws AppError TEMPLATE_SYNTAX */
export async function fillInThread(
  threads: ThreadPool,
  { projectId, ...input }: Filling,
): Promise<Record<string, unknown>> {
  try {
    return await threads.run(fillValuesTask, input, { lane: projectId })
  } catch (error) {
    throw fromThread(error)
  }
}

type Checking = { projectId: ProjectId; values: Record<string, unknown> }

/** What is wrong with the Liquid in JSON. @throws AppError TEMPLATE_SYNTAX if it takes too long to read */
export async function checkInThread(
  threads: ThreadPool,
  { projectId, values }: Checking,
): Promise<ValueProblem[]> {
  try {
    return await threads.run(checkValuesTask, values, { lane: projectId })
  } catch (error) {
    throw fromThread(error)
  }
}
