// The fields of a recurring campaign while they are edited, and how they are saved.
import { useMemo, useState } from 'react'
import { RecurringCampaignCreate } from '../../../../src/features/campaigns/recurring/recurring.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { changeRecurring, createRecurring, recurringQuery } from '../../api/sending/recurring.ts'
import type { RecurringBody, RecurringCampaign } from '../../api/sending/recurring.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { useRecordDraft } from '../../patterns/draft/use-record-draft.ts'
import { changesFrom, recurringDrafts, savedFields } from './recurring-draft.ts'
import { editorTexts as texts } from './recurring.texts.ts'

export type RecurringDraft = ReturnType<typeof useRecurringDraft>

type Problems = Record<string, string>

/** Problems by the path of the field, by the rules of the server. */
function problemsOf(fields: RecurringBody): Problems {
  const { error } = RecurringCampaignCreate.safeParse(fields)
  const issues = (error?.issues ?? []).toReversed()
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), sentence(message)]))
}

/** `saved` is undefined for a new one, which begins with `initial`. */
export function useRecurringDraft(initial: RecurringBody, saved: RecurringCampaign | undefined) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const id = saved?.id ?? `new:${api.projectId}`
  const newest = useMemo(() => saved && savedFields(saved), [saved])
  const { setDraft, ...edited } = useRecordDraft(recurringDrafts, {
    id,
    newest,
    first: newest ?? { updatedAt: '', fields: initial },
  })
  const { base, fields } = edited
  const [problems, setProblems] = useState<Problems>({})
  const save = useChange({
    call: (_, sent: RecurringBody) =>
      saved
        ? changeRecurring(api, saved.id, {
            ...changesFrom(base.fields, sent),
            ifUpdatedAt: base.updatedAt,
          })
        : createRecurring(api, sent),
    ...(saved && { record: recurringQuery(api, saved.id) }),
    refreshes: ['/recurring-campaigns'],
    done: saved ? texts.saved : texts.created,
    form: {
      showServerErrors(error) {
        if (!(error instanceof ApiError) || error.fields.length === 0) return false
        setProblems(Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)])))
        return true
      },
    },
    onSuccess: async (answer, sent) => {
      const now = saved ? savedFields(answer) : { updatedAt: '', fields: sent }
      setDraft((draft) => recurringDrafts.afterSave(draft, { sent, saved: now }))
      if (saved) return
      // The new one has a page and a draft of its own.
      recurringDrafts.storage.remove(id)
      await open('recurring_campaign', answer.id, { isSaved: true })
    },
  })
  return {
    ...edited,
    problems,
    isPending: save.isPending,
    change: (changes: Partial<RecurringBody>) => {
      edited.change(changes)
      const changed = Object.keys(changes)
      setProblems((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => !changed.includes(path.split('.')[0] ?? '')),
        ),
      )
    },
    save: () => {
      const found = problemsOf(fields)
      setProblems(found)
      if (Object.keys(found).length === 0) save.mutate(fields)
    },
  }
}
