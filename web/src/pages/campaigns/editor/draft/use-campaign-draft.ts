// A campaign while it is edited. It is saved by itself a moment after the last change, and only if nobody else has saved it
// since, so two tabs never overwrite each other without being asked. What cannot be saved stays on the page and in the browser.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Campaign } from '../../../../api/campaigns.ts'
import { useProject } from '../../../../app/use-project.ts'
import type { SetDraft } from '../../../../patterns/draft/record-draft.ts'
import { useRecordDraft } from '../../../../patterns/draft/use-record-draft.ts'
import { problemsOf } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'
import { KnownCampaign, saveOptions } from './campaign-save.ts'
import { campaignDrafts, isOpen, refusalsOf, saveDelayMs } from './campaign-draft.ts'
import type { EditedCampaign, FailedSave } from './campaign-draft.ts'

export type CampaignDraft = ReturnType<typeof useCampaignDraft>

/** `newest` is what the server has; it is asked again from time to time. */
export function useCampaignDraft(newest: Campaign, { isReadOnly }: { isReadOnly: boolean }) {
  const { draft, setDraft, ...edited } = useRecordDraft(campaignDrafts, {
    id: newest.id,
    newest,
    first: newest,
  })
  const { isDirty, conflict, fields } = edited
  const save = useSave(draft, setDraft)
  const problems = useProblems(fields)
  const isClosed = !isOpen(newest)
  const maySave = isDirty && !isReadOnly && !isClosed && !conflict && Object.keys(problems).length === 0
  const failed = failureOf(save)
  useAutosave({ save, draft, delayMs: saveDelayMs(draft, { maySave, isPending: save.isPending, failed }) })
  return {
    ...edited,
    isClosed,
    save,
    /** By the path of the field. */
    errors: { ...refusalsOf(draft, failed), ...problems },
    /** Everything is saved now, or an error is thrown. */
    async flush(): Promise<void> {
      if (isDirty) await save.mutateAsync(draft)
    },
  }
}

const useProblems = (fields: CampaignFields) => useMemo(() => problemsOf(fields), [fields])

function useSave({ base }: EditedCampaign, setDraft: SetDraft<EditedCampaign>) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [known] = useState(() => new KnownCampaign(base))
  useEffect(() => known.hear(base), [known, base])
  return useMutation(saveOptions({ api, id: base.id, queryClient, known, setDraft }))
}

type Save = ReturnType<typeof useSave>

const failureOf = ({ isError, variables, error }: Save): FailedSave | undefined =>
  isError ? { draft: variables, error } : undefined

type Autosave = { save: Save; draft: EditedCampaign; delayMs: number | undefined }

function useAutosave({ save, draft, delayMs }: Autosave): void {
  const act = useEffectEvent(() => save.mutate(draft))
  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => act(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, draft])
}
