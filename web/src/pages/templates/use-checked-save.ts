// Saving by button and by Ctrl-S: what the schema of the API refuses is said at its field, without asking the server.
import { useState } from 'react'
import { TemplatePatch } from '../../../../src/features/templates/templates.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { useSaveKey } from '../../components/forms/use-save-key.ts'
import { changesFrom, fieldsOf } from './template-fields.ts'
import type { TemplateDraft } from './use-template-draft.ts'

/** These have their fields above the code; all others are in the details. */
const ALWAYS_SHOWN = new Set(['subject', 'previewText', 'body', 'blocks'])

type Options = { isReadOnly: boolean; onDetails: () => void }

export function useCheckedSave(draft: TemplateDraft, { isReadOnly, onDetails }: Options) {
  const [found, setFound] = useState<Record<string, string>>({})
  const refused = draft.save.error instanceof ApiError ? draft.save.error.fields : []
  const errors = {
    ...Object.fromEntries(refused.map(({ field, message }) => [field, sentence(message)])),
    ...found,
  }
  const save = () => {
    if (isReadOnly || !draft.isDirty || draft.save.isPending) return
    const { error } = TemplatePatch.safeParse(changesFrom(fieldsOf(draft.base), draft.fields))
    const problems = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), sentence(message)])
    setFound(Object.fromEntries(problems) as Record<string, string>)
    if (problems.length === 0) return draft.save.mutate()
    if (problems.some(([field = '']) => !ALWAYS_SHOWN.has(field))) onDetails()
  }
  useSaveKey(save)
  return { save, errors }
}
