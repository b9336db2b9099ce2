// What the API would refuse, found while typing: by its own schema, so the words are the same. What only the server knows
// (whether a template exists) is said when it is saved.
import { WorkflowPatch } from '../../../../../src/features/workflows/workflows.schema.ts'
import { ApiError } from '../../../api/client/api-error.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { TRIGGER } from './definition.ts'
import type { DraftStep, WorkflowDraft } from './definition.ts'
import { editor as texts } from '../editor.texts.ts'

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

function problemAt(draft: WorkflowDraft, path: readonly (string | number)[], message: string): Problem {
  const [part, index, ...rest] = path
  const step = part === 'steps' ? draft.steps[Number(index)] : undefined
  if (!step) return { place: TRIGGER, field: path.join('.'), message: sentence(message) }
  return { place: step.id, field: rest.join('.'), message: sentence(message) }
}

export function findProblems(draft: WorkflowDraft): Problem[] {
  const { error } = WorkflowPatch.safeParse(toPatch(draft))
  const found = (error?.issues ?? []).map(({ path, message }) =>
    problemAt(draft, path.map(plainKey), message),
  )
  const empty = new Set(draft.steps.filter(isWithoutEmail).map(({ id }) => id))
  const message = texts.noEmail
  return [
    ...found.filter(({ place }) => !empty.has(place)),
    ...[...empty].map((place) => ({ place, field: 'config.templateId', message })),
  ]
}

/** Just added: to ask for a subject would be misleading where most people choose a template. */
const isWithoutEmail = ({ type, config }: DraftStep): boolean =>
  type === 'SEND_EMAIL' && ['templateId', 'subject', 'body'].every((key) => config[key] === undefined)

const plainKey = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key))

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
