// Saves a form. The schema of the API is checked first, without a request.
import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { changeForm, createForm, formQuery } from '../../../api/audience/forms.ts'
import { useRecordPages } from '../../../app/record-link.tsx'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { useSaveKey } from '../../../components/forms/use-save-key.ts'
import { answersFor, bodyOf, changesOf, problemsOf } from './form-draft.ts'
import type { FormDraft } from './form-draft.ts'
import type { EditedForm } from './use-form-draft.ts'
import { editorTexts as texts } from '../forms.texts.ts'

/** `formId` is undefined for a new form. */
export function useFormSave(edited: EditedForm, formId: string | undefined) {
  const { api, may } = useProject()
  const { open } = useRecordPages()
  const [isTried, setIsTried] = useState(false)
  const { base, draft } = edited
  const mutation = useChange({
    call: (_, sent: FormDraft) =>
      formId === undefined ? createForm(api, bodyOf(sent)) : changeForm(api, formId, changesOf(base, sent)),
    ...(formId !== undefined && { record: formQuery(api, formId) }),
    done: formId === undefined ? texts.created : texts.saved,
    // A topic shows the forms that use it.
    refreshes: ['/forms', '/topics'],
    form: { showServerErrors: (error) => error instanceof ApiError && error.fields.length > 0 },
    onSuccess: async (saved, sent) => {
      setIsTried(false)
      if (formId !== undefined) return edited.afterSave(sent, saved)
      edited.afterCreate()
      await open('form', saved.id, { isSaved: true })
    },
  })
  const { error, variables: sent = draft } = mutation
  const refusals = error instanceof ApiError ? answersFor(error.fields, { sent, draft }) : {}
  const save = () => {
    if (!may('member') || mutation.isPending) return
    setIsTried(true)
    if (Object.keys(problemsOf(bodyOf(draft))).length === 0) mutation.mutate(draft)
  }
  useSaveKey(save)
  return {
    save,
    isPending: mutation.isPending,
    /** Messages by the path of their field. Those found here are shown after the first try. */
    problems: { ...refusals, ...(isTried && problemsOf(bodyOf(draft))) },
  }
}
