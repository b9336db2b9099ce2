// The draft of a template. The server accepts a save only if its base is still the newest version, so that two authors never
// overwrite each other unasked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/client/api-error.ts'
import { saveTemplate, templateQuery } from '../../api/content/templates.ts'
import type { Template } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import type { SetDraft } from '../../patterns/draft/record-draft.ts'
import { useRecordDraft } from '../../patterns/draft/use-record-draft.ts'
import { changesFrom, fieldsOf } from './template-fields.ts'
import { templateDrafts } from './template-draft.ts'
import type { EditedTemplate } from './template-draft.ts'
import { editor as texts } from './editor.texts.ts'
import { useState } from 'react'
import { TemplatePatch } from '../../../../src/features/templates/templates.schema.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { useSaveKey } from '../../components/forms/use-save-key.ts'

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

/** `newest` is the template on the server, which is polled. */
export function useTemplateDraft(newest: Template) {
  const edited = useRecordDraft(templateDrafts, { id: newest.id, newest, first: newest })
  return { ...edited, save: useSave(edited.draft, edited.setDraft) }
}

function useSave({ base, fields }: EditedTemplate, setDraft: SetDraft<EditedTemplate>) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const { queryKey } = templateQuery(api, base.id)
  return useMutation({
    mutationFn: () =>
      saveTemplate(api, base.id, { ...changesFrom(fieldsOf(base), fields), ifVersion: base.version }),
    onSuccess: async (saved) => {
      setDraft((draft) => templateDrafts.afterSave(draft, { sent: fields, saved }))
      queryClient.setQueryData(queryKey, saved)
      toast.good(texts.saved(saved.version))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [api.projectId, '/templates'], refetchType: 'none' }),
        queryClient.invalidateQueries({ queryKey: [api.projectId, `/templates/${base.id}/versions`] }),
      ])
    },
    onError: async (error) => {
      const isConflict = error instanceof ApiError && error.status === 409
      const now = isConflict
        ? await queryClient
            .fetchQuery({ ...templateQuery(api, base.id), staleTime: 0 })
            .catch(() => undefined)
        : undefined
      // The page itself shows a conflict.
      if (!now || now.version === base.version) toast.error(error)
    },
  })
}

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
