// A campaign while it is edited. It is saved by itself a moment after the last change, and only if nobody else has saved it
// since, so two tabs never overwrite each other without being asked. What cannot be saved stays on the page and in the browser.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../../api/client/api-error.ts'
import { campaignQuery, saveCampaign } from '../../../../api/campaigns.ts'
import type { Campaign } from '../../../../api/campaigns.ts'
import { useProject } from '../../../../app/use-project.ts'
import { useStoredDraft } from '../../../../patterns/draft/draft-storage.ts'
import { sentence } from '../../../../components/forms/sentence.ts'
import { campaignDrafts, changesFrom, fieldsOf, isSame, mergeSaved, problemsOf } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'

// Long enough not to save every letter, short enough that "Saved" is there when one looks up.
const SAVE_MS = 700
// After the server did not answer.
const RETRY_MS = 3_000

export type CampaignDraft = ReturnType<typeof useCampaignDraft>

/** `isOutdated`: what stood there when its author began is not known any more, only that it was saved since. */
type Work = { base: Campaign; fields: CampaignFields; isOutdated: boolean }

const workOn = (base: Campaign, fields = fieldsOf(base)): Work => ({ base, fields, isOutdated: false })

function begin(campaign: Campaign): { work: Work; isRestored: boolean } {
  const stored = campaignDrafts.read(campaign.id)
  if (!stored || isSame(stored.fields, campaign)) return { work: workOn(campaign), isRestored: false }
  const { version: updatedAt } = stored
  const isOutdated = updatedAt < campaign.updatedAt
  return { work: { base: { ...campaign, updatedAt }, fields: stored.fields, isOutdated }, isRestored: true }
}

export const isOpen = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'DRAFT' || status === 'SCHEDULED'

/** `newest` is what the server has; it is asked again from time to time. */
export function useCampaignDraft(newest: Campaign, { isReadOnly }: { isReadOnly: boolean }) {
  const [{ isRestored, work: start }] = useState(() => begin(newest))
  const [work, setWork] = useState<Work>(start)
  const { base, fields } = work
  const isDirty = !isSame(fields, base)
  const isNewer = newest.updatedAt > base.updatedAt
  const isChangedElsewhere = isNewer && (work.isOutdated || !isSame(newest, base))
  // Nothing is being edited, so what somebody else saved is simply shown. Other changes, of its state, concern nobody's words.
  if (isNewer && !isDirty) setWork(workOn(newest))
  else if (isNewer && !isChangedElsewhere) setWork(workOn(newest, fields))
  const conflict = isDirty && isChangedElsewhere ? newest : undefined
  const problems = useMemo(() => problemsOf(fields), [fields])
  const stored = useMemo(
    () => (isDirty ? { version: base.updatedAt, fields } : undefined),
    [isDirty, base.updatedAt, fields],
  )
  useStoredDraft(campaignDrafts, newest.id, stored)
  const save = useSave(work, setWork)
  const refused = save.error instanceof ApiError ? save.error.fields : []
  const isClosed = !isOpen(newest)
  const maySave = isDirty && !isReadOnly && !isClosed && !conflict && Object.keys(problems).length === 0
  useAutosave({ save, work, maySave })
  return {
    base,
    fields,
    isDirty,
    isRestored,
    isClosed,
    conflict,
    save,
    /** By the path of the field. */
    errors: {
      ...(save.variables?.fields === fields &&
        Object.fromEntries(refused.map(({ field, message }) => [field, sentence(message)]))),
      ...problems,
    } as Record<string, string>,
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
  const query = campaignQuery(api, base.id)
  const known = useRef(base)
  useEffect(() => {
    known.current = base
  }, [base])
  return useMutation({
    // One after the other: the second saves over what the first has saved.
    scope: { id: `campaign ${base.id}` },
    mutationFn: ({ fields }: Work) => {
      const { updatedAt: ifUpdatedAt } = known.current
      return saveCampaign(api, base.id, { ...changesFrom(known.current, fields), ifUpdatedAt })
    },
    onSuccess: (saved, { fields: sent }) => {
      known.current = saved
      setWork(({ fields }) => workOn(saved, mergeSaved(fields, { sent, saved })))
      queryClient.setQueryData(query.queryKey, saved)
    },
    // Somebody else was faster, or has sent or deleted it: the page says what happened, from what is there now.
    onError: () => queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }),
  })
}

type Autosave = { save: ReturnType<typeof useSave>; work: Work; maySave: boolean }

function useAutosave({ save, work, maySave }: Autosave): void {
  const { isPending, isError, variables, error } = save
  const isRefused = isError && variables.fields === work.fields && variables.base === work.base
  // What the server refused, it refuses again; only a server that did not answer is asked once more.
  const waitMs = !isRefused ? SAVE_MS : error instanceof ApiError ? undefined : RETRY_MS
  const act = useEffectEvent(() => save.mutate(work))
  useEffect(() => {
    if (!maySave || isPending || waitMs === undefined) return
    const timer = setTimeout(() => act(), waitMs)
    return () => clearTimeout(timer)
  }, [maySave, isPending, waitMs, work])
}
