import type { ProjectId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ValueProblem } from './fill-values.ts'
import { runTemplateTask } from './template-syntax.ts'
import { checkValuesTask, fillValuesTask } from './templates.threads.ts'
import type { FillValuesInput } from './templates.threads.ts'

/** @throws AppError TEMPLATE_SYNTAX */
export const fillValuesInThread = (
  threads: ThreadPool,
  { projectId, ...input }: FillValuesInput & { projectId: ProjectId },
): Promise<Record<string, unknown>> => runTemplateTask(threads, { task: fillValuesTask, input, projectId })

/** @throws AppError TEMPLATE_SYNTAX if it takes too long to parse */
export const checkValuesInThread = (
  threads: ThreadPool,
  { projectId, values }: { projectId: ProjectId; values: Record<string, unknown> },
): Promise<ValueProblem[]> => runTemplateTask(threads, { task: checkValuesTask, input: values, projectId })
