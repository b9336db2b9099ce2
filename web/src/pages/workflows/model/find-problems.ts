// Validates the draft with the schema of the API. Checks that need the server (does the template exist?) run on save.
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
    ...found.filter(({ cardId }) => !empty.has(cardId)),
    ...[...empty].map((cardId) => ({ cardId, field: 'config.templateId', message })),
  ]
}

/** Just added: the schema would ask for a subject, but most people choose a template. */
const isWithoutEmail = ({ type, config }: DraftStep): boolean =>
  type === 'SEND_EMAIL' && ['templateId', 'subject', 'body'].every((key) => config[key] === undefined)

const plainKey = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key))
