import type { ProjectId } from '../../platform/ids.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import type { RequiredVariable, TemplateSource } from '../../platform/liquid/compile.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { runTemplateTask } from './template-syntax.ts'
import { isAlwaysSet } from './template-variables.ts'
import { requiredTask } from './templates.threads.ts'

// Enough for an author to fix at once, and few enough to look up in each contact.
const MOST_REQUIRED = 50

// Parsing this much takes about a millisecond.
const MOST_CHARACTERS_HERE = 20_000

/** Variables that print nothing without a value, except those that every email has. */
export const readRequiredVariables = (source: TemplateSource): RequiredVariable[] =>
  compileTemplate(source)
    .required.filter(({ path }) => !isAlwaysSet(String(path[0])))
    .slice(0, MOST_REQUIRED)

/** Parses a short prepared template in the main thread, a long one in a worker thread. */
export async function listRequiredVariables(
  threads: ThreadPool,
  { projectId, source }: { projectId: ProjectId; source: TemplateSource },
): Promise<RequiredVariable[]> {
  const { subject, html, text } = source
  if (subject.length + html.length + text.length <= MOST_CHARACTERS_HERE) return readRequiredVariables(source)
  return runTemplateTask(threads, { task: requiredTask, input: source, projectId })
}
