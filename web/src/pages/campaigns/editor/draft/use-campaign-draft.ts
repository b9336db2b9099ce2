// A campaign being edited, with autosave. A save is rejected if somebody else has saved since, so two tabs never overwrite
// each other without being asked. Unsaved edits stay on the page and in the browser.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { isPassing } from '../../../../api/client/api-error.ts'
import { useProject } from '../../../../app/use-project.ts'
import type { SetDraft } from '../../../../patterns/draft/record-draft.ts'
import { useRecordDraft } from '../../../../patterns/draft/use-record-draft.ts'
import { problemsOf } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'
import { LatestCampaign, saveOptions } from './campaign-save.ts'
import { campaignDrafts, isOpen, serverErrors, saveDelayMs } from './campaign-draft.ts'
import type { EditedCampaign, FailedSave } from './campaign-draft.ts'

export type CampaignDraft = ReturnType<typeof useCampaignDraft>

/** `newest` is the campaign on the server, which is polled. */
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
  const canSave = isDirty && !isReadOnly && !isClosed && !conflict && Object.keys(problems).length === 0
  const failed = failedSave(save)
  useAutosave({ save, draft, delayMs: saveDelayMs(draft, { canSave, isPending: save.isPending, failed }) })
  return {
    ...edited,
    isClosed,
    save,
    /** Why the last save failed, while it is retried. */
    retried: isDirty && failed && isPassing(failed.error) ? failed.error : undefined,
    /** By the path of the field. */
    errors: { ...serverErrors(draft, failed), ...problems },
    /** Saves now; throws if that fails. */
    async flush(): Promise<void> {
      if (isDirty) await save.mutateAsync(draft)
    },
  }
}

const useProblems = (fields: CampaignFields) => useMemo(() => problemsOf(fields), [fields])

function useSave({ base }: EditedCampaign, setDraft: SetDraft<EditedCampaign>) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [latest] = useState(() => new LatestCampaign(base))
  useEffect(() => latest.set(base), [latest, base])
  return useMutation(saveOptions({ api, id: base.id, queryClient, latest, setDraft }))
}

type Save = ReturnType<typeof useSave>

const failedSave = ({ isError, variables, error }: Save): FailedSave | undefined =>
  isError ? { draft: variables, error } : undefined

type Autosave = { save: Save; draft: EditedCampaign; delayMs: number | undefined }

function useAutosave({ save, draft, delayMs }: Autosave): void {
  const run = useEffectEvent(() => save.mutate(draft))
  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => run(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, draft])
}
