// A template while it is edited. Its author works on a copy of one version; a save is taken only if that version is still the
// newest, so two tabs, or two people, never overwrite each other without being asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { saveTemplate, templateQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { useStoredDraft } from '../../patterns/draft/draft-storage.ts'
import { draftStorage } from './draft-storage.ts'
import { changesFrom, fieldsOf } from './template-fields.ts'
import type { TemplateFields } from './template-fields.ts'
import { afterSave, begin, compare, workOn } from './template-draft.ts'
import type { Work } from './template-draft.ts'
import { editor as texts } from './editor.texts.ts'

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

/** `newest` is what the server has; it is asked again from time to time. */
export function useTemplateDraft(newest: Template) {
  const [{ isRestored, work: start }] = useState(() => begin(newest, draftStorage.read(newest.id)))
  const [work, setWork] = useState<Work>(start)
  const { base, fields } = work
  const { isDirty, conflict, followed } = compare(work, newest)
  if (followed !== work) setWork(followed)
  const stored = useMemo(
    () => (isDirty ? { version: base.version, fields } : undefined),
    [isDirty, base.version, fields],
  )
  useStoredDraft(draftStorage, newest.id, stored)
  const save = useSave(work, setWork)
  return {
    base,
    fields,
    isDirty,
    isRestored,
    save,
    /** Saved by somebody else since this was begun. */
    conflict,
    change: (changes: Partial<TemplateFields>) =>
      setWork((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    /** The next save goes over what the other one saved. */
    keepMine: () => setWork(workOn(newest, fields)),
    takeNewest: () => setWork(workOn(newest)),
  }
}

function useSave({ base, fields }: Work, setWork: (change: (work: Work) => Work) => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const { queryKey } = templateQuery(api, base.id)
  return useMutation({
    mutationFn: () =>
      saveTemplate(api, base.id, { ...changesFrom(fieldsOf(base), fields), ifVersion: base.version }),
    onSuccess: async (saved) => {
      setWork((work) => afterSave(work, { sent: fields, saved }))
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
      // The page itself says that somebody else was faster; any other refusal is said here.
      if (!now || now.version === base.version) toast.error(error)
    },
  })
}
