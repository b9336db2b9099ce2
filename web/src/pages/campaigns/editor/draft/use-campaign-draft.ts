// A campaign while it is edited. It is saved by itself a moment after the last change, and only if nobody else has saved it
// since, so two tabs never overwrite each other without being asked. What cannot be saved stays on the page and in the browser.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Campaign } from '../../../../api/campaigns.ts'
import { useProject } from '../../../../app/use-project.ts'
import { useStoredDraft } from '../../../../patterns/draft/draft-storage.ts'
import { campaignDrafts, problemsOf } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'
import { KnownCampaign, saveOptions } from './campaign-save.ts'
import { begin, compare, isOpen, refusalsOf, saveDelayMs, workOn } from './campaign-draft.ts'
import type { FailedSave, Work } from './campaign-draft.ts'

export type CampaignDraft = ReturnType<typeof useCampaignDraft>

/** `newest` is what the server has; it is asked again from time to time. */
export function useCampaignDraft(newest: Campaign, { isReadOnly }: { isReadOnly: boolean }) {
  const [{ isRestored, work: start }] = useState(() => begin(newest, campaignDrafts.read(newest.id)))
  const [work, setWork] = useState<Work>(start)
  const { base, fields } = work
  const { isDirty, conflict, followed } = compare(work, newest)
  if (followed !== work) setWork(followed)
  const problems = useMemo(() => problemsOf(fields), [fields])
  const stored = useMemo(
    () => (isDirty ? { version: base.updatedAt, fields } : undefined),
    [isDirty, base.updatedAt, fields],
  )
  useStoredDraft(campaignDrafts, newest.id, stored)
  const save = useSave(work, setWork)
  const isClosed = !isOpen(newest)
  const maySave = isDirty && !isReadOnly && !isClosed && !conflict && Object.keys(problems).length === 0
  const failed = failureOf(save)
  useAutosave({ save, work, delayMs: saveDelayMs(work, { maySave, isPending: save.isPending, failed }) })
  return {
    base,
    fields,
    isDirty,
    isRestored,
    isClosed,
    conflict,
    save,
    /** By the path of the field. */
    errors: { ...refusalsOf(work, failed), ...problems },
    change: (changes: Partial<CampaignFields>) =>
      setWork((old) => ({ ...old, fields: { ...old.fields, ...changes } })),
    /** The next save goes over what the other one saved. */
    keepMine: () => setWork(workOn(newest, fields)),
    takeNewest: () => setWork(workOn(newest)),
    /** Everything is saved now, or an error is thrown. */
    async flush(): Promise<void> {
      if (isDirty) await save.mutateAsync(work)
    },
  }
}

function useSave({ base }: Work, setWork: (change: (work: Work) => Work) => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [known] = useState(() => new KnownCampaign(base))
  useEffect(() => known.hear(base), [known, base])
  return useMutation(saveOptions({ api, id: base.id, queryClient, known, setWork }))
}

type Save = ReturnType<typeof useSave>

const failureOf = ({ isError, variables, error }: Save): FailedSave | undefined =>
  isError ? { work: variables, error } : undefined

type Autosave = { save: Save; work: Work; delayMs: number | undefined }

function useAutosave({ save, work, delayMs }: Autosave): void {
  const act = useEffectEvent(() => save.mutate(work))
  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => act(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, work])
}
