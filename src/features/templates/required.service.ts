import type { ProjectId } from '../../platform/ids.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import type { RequiredVariable, TemplateSource } from '../../platform/liquid/compile.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { fromThread } from './template-syntax.ts'
import { isAlwaysSet } from './template-variables.ts'
import { requiredTask } from './templates.threads.ts'

// More than anybody fixes at once, and few enough to be looked up in each contact.
const MOST_REQUIRED = 50

// RequiredQuery this much takes about a millisecond.
const MOST_CHARACTERS_HERE = 20_000

/** Variables that must have a value if nothing is to be left out, apart from those that every email has. */
export const readRequired = (source: TemplateSource): RequiredVariable[] =>
  compileTemplate(source)
    .required.filter(({ path }) => !isAlwaysSet(String(path[0])))
    .slice(0, MOST_REQUIRED)

type RequiredQuery = { projectId: ProjectId; source: TemplateSource }

/** Reads what was prepared before: right here when it is short, else in a thread. */
export async function listRequired(
  threads: ThreadPool,
  { projectId, source }: RequiredQuery,
): Promise<RequiredVariable[]> {
  const { subject, html, text } = source
  if (subject.length + html.length + text.length <= MOST_CHARACTERS_HERE) return readRequired(source)
  try {
    return await threads.run(requiredTask, source, { lane: projectId })
  } catch (error) {
    throw fromThread(error)
  }
}
