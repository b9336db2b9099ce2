// Problems of a workflow, by card. Validation is in find-problems.ts, which loads the schemas.
import { ApiError } from '../../../api/client/api-error.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { TRIGGER } from './definition.ts'
import type { WorkflowDraft } from './definition.ts'

export type Problem = {
  /** A step, or the trigger, which also has the goal and the rules of entry and exit. */
  cardId: string
  /** The path within the step, such as config.templateId, or within the workflow. */
  field: string
  message: string
}

export const toPatch = ({
  name,
  description,
  trigger,
  steps,
  entry,
  exit,
  goal,
  holdout,
}: WorkflowDraft) => ({
  name,
  description: description === '' ? null : description,
  trigger,
  steps,
  entry,
  exit,
  goal,
  holdout,
})

export function problemAt(
  draft: WorkflowDraft,
  path: readonly (string | number)[],
  message: string,
): Problem {
  const [part, index, ...rest] = path
  const step = part === 'steps' ? draft.steps[Number(index)] : undefined
  if (!step) return { cardId: TRIGGER, field: path.join('.'), message: sentence(message) }
  return { cardId: step.id, field: rest.join('.'), message: sentence(message) }
}

export function serverProblems(draft: WorkflowDraft, error: unknown): Problem[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.map(({ field, message }) => problemAt(draft, field.split('.'), message))
}

/** Messages of one card, by field. */
export const errorsAt = (problems: readonly Problem[], cardId: string): Record<string, string> =>
  Object.fromEntries(
    problems.filter((one) => one.cardId === cardId).map(({ field, message }) => [field, message]),
  )
