// What the API would refuse, found while typing: by its own schema, so the words are the same. What only the server knows
// (whether a template exists) is said when it is saved.
import { WorkflowPatch } from '../../../../../src/features/workflows/workflows.schema.ts'
import type { DraftStep, WorkflowDraft } from './definition.ts'
import { editor as texts } from '../editor.texts.ts'
import { problemAt, toPatch } from './problems.ts'
import type { Problem } from './problems.ts'

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
