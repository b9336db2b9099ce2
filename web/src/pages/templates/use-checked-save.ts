// Saves by button and by Ctrl-S. The schema of the API is checked first, without a request.
import { useState } from 'react'
import { TemplatePatch } from '../../../../src/features/templates/templates.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { useSaveKey } from '../../components/forms/use-save-key.ts'
import { changesFrom, fieldsOf } from './template-fields.ts'
import type { TemplateDraft } from './use-template-draft.ts'

/** Fields that are always visible; all others are in the details pane. */
const ALWAYS_SHOWN = new Set(['subject', 'previewText', 'body', 'blocks'])

type Options = { isReadOnly: boolean; onDetails: () => void }

export function useCheckedSave(draft: TemplateDraft, { isReadOnly, onDetails }: Options) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const serverErrors = draft.save.error instanceof ApiError ? draft.save.error.fields : []
  const errors = {
    ...Object.fromEntries(serverErrors.map(({ field, message }) => [field, sentence(message)])),
    ...problems,
  }
  const save = () => {
    if (isReadOnly || !draft.isDirty || draft.save.isPending) return
    const { error } = TemplatePatch.safeParse(changesFrom(fieldsOf(draft.base), draft.fields))
    const found = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), sentence(message)])
    setProblems(Object.fromEntries(found) as Record<string, string>)
    if (found.length === 0) return draft.save.mutate()
    if (found.some(([field = '']) => !ALWAYS_SHOWN.has(field))) onDetails()
  }
  useSaveKey(save)
  return { save, errors }
}
