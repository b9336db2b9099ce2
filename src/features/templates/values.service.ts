import type { ProjectId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ValueProblem } from './fill-values.ts'
import { toTemplateError } from './template-syntax.ts'
import { checkValuesTask, fillValuesTask } from './templates.threads.ts'
import type { FillValuesInput } from './templates.threads.ts'

/** @throws AppError TEMPLATE_SYNTAX */
export async function fillValuesInThread(
  threads: ThreadPool,
  { projectId, ...input }: FillValuesInput & { projectId: ProjectId },
): Promise<Record<string, unknown>> {
  try {
    return await threads.run(fillValuesTask, input, { lane: projectId })
  } catch (error) {
    throw toTemplateError(error)
  }
}

/** @throws AppError TEMPLATE_SYNTAX if it takes too long to parse */
export async function checkValuesInThread(
  threads: ThreadPool,
  { projectId, values }: { projectId: ProjectId; values: Record<string, unknown> },
): Promise<ValueProblem[]> {
  try {
    return await threads.run(checkValuesTask, values, { lane: projectId })
  } catch (error) {
    throw toTemplateError(error)
  }
}
