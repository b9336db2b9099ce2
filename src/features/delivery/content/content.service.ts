import type { ProjectId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { runTemplateTask } from '../../templates/index.ts'
import { finishTask } from './content.threads.ts'
import { toWireContent } from './finish-content.ts'
import type { FinishedContent, UnfinishedWireContent } from './finish-content.ts'

// Takes some milliseconds on the first run; a megabyte of links or line ends takes hundreds.
const MOST_CHARACTERS_HERE = 20_000

/** Finishes a content: in this thread if it is short, else in a task thread. @throws AppError if it takes too long */
export async function finishForWire(
  threads: ThreadPool,
  { projectId, ...content }: UnfinishedWireContent & { projectId: ProjectId },
): Promise<FinishedContent> {
  if (content.html.length + content.text.length <= MOST_CHARACTERS_HERE) return toWireContent(content)
  return runTemplateTask(threads, { task: finishTask, input: content, projectId })
}
