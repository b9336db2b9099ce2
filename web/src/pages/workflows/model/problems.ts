// What is wrong with a workflow, and where. What finds it while typing is apart (find-problems.ts): it brings the schemas along.
import { ApiError } from '../../../api/client/api-error.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { TRIGGER } from './definition.ts'
import type { WorkflowDraft } from './definition.ts'

export type Problem = {
  /** The card to go to: a step, or the trigger, which also has the rules of entry and exit. */
  place: string
  /** Inside of the step, such as config.templateId; with its first word for all others. */
  field: string
  message: string
}

/** As the API takes it. */
export const toPatch = ({ name, description, trigger, steps, entry, exit }: WorkflowDraft) => ({
  name,
  description: description === '' ? null : description,
  trigger,
  steps,
  entry,
  exit,
})

export function problemAt(
  draft: WorkflowDraft,
  path: readonly (string | number)[],
  message: string,
): Problem {
  const [part, index, ...rest] = path
  const step = part === 'steps' ? draft.steps[Number(index)] : undefined
  if (!step) return { place: TRIGGER, field: path.join('.'), message: sentence(message) }
  return { place: step.id, field: rest.join('.'), message: sentence(message) }
}

/** The refusals of the server, by their field paths. */
export function refusalsOf(draft: WorkflowDraft, error: unknown): Problem[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.map(({ field, message }) => problemAt(draft, field.split('.'), message))
}

/** What is wrong with one card, by field. */
export const errorsAt = (problems: readonly Problem[], place: string): Record<string, string> =>
  Object.fromEntries(
    problems.filter((one) => one.place === place).map(({ field, message }) => [field, message]),
  )
