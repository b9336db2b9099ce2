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
import { changesFrom, fieldsOf, isSame, mergeSaved } from './template-fields.ts'
import type { TemplateFields } from './template-fields.ts'
import { editor as texts } from './editor.texts.ts'

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

type Work = { base: Template; fields: TemplateFields }

function begin(template: Template): Work & { isRestored: boolean } {
  const stored = draftStorage.read(template.id)
  const saved = fieldsOf(template)
  // A draft of an older page may lack a field.
  const fields = { ...saved, ...stored?.fields }
  if (!stored || isSame(fields, saved)) return { base: template, fields: saved, isRestored: false }
  return { base: { ...template, version: stored.version }, fields, isRestored: true }
}

/** `newest` is what the server has; it is asked again from time to time. */
export function useTemplateDraft(newest: Template) {
  const [{ isRestored, ...start }] = useState(() => begin(newest))
  const [work, setWork] = useState<Work>(start)
  const { base, fields } = work
  const isDirty = !isSame(fields, fieldsOf(base))
  // Nothing is being edited, so what somebody else saved is simply shown.
  if (newest.version > base.version && !isDirty) setWork({ base: newest, fields: fieldsOf(newest) })
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
    conflict: newest.version > base.version && isDirty ? newest : undefined,
    change: (changes: Partial<TemplateFields>) =>
      setWork((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    /** The next save goes over what the other one saved. */
    keepMine: () => setWork({ base: newest, fields }),
    takeNewest: () => setWork({ base: newest, fields: fieldsOf(newest) }),
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
      setWork((work) => ({
        base: saved,
        fields: mergeSaved(work.fields, { sent: fields, saved: fieldsOf(saved) }),
      }))
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
