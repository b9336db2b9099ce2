// The fields of a recurring campaign while they are edited, and how they are saved.
import { useState } from 'react'
import { RecurringCampaignCreate } from '../../../../src/features/campaigns/recurring/recurring.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { changeRecurring, createRecurring, recurringQuery } from '../../api/sending/recurring.ts'
import type { RecurringBody, RecurringCampaign } from '../../api/sending/recurring.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { editorTexts as texts } from './recurring.texts.ts'

export type RecurringDraft = ReturnType<typeof useRecurringDraft>

type Problems = Record<string, string>

/** Problems by the path of the field, by the rules of the server. */
function problemsOf(fields: RecurringBody): Problems {
  const { error } = RecurringCampaignCreate.safeParse(fields)
  const issues = (error?.issues ?? []).toReversed()
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), sentence(message)]))
}

/** The fields of the record that can be saved. */
export function fieldsOf(saved: RecurringCampaign): RecurringBody {
  const {
    id: _id,
    nextRunAt: _next,
    runRequestedAt: _requested,
    lastRun: _last,
    templateId: template,
    createdAt: _created,
    updatedAt: _updated,
    ...fields
  } = saved
  return { ...fields, template } as RecurringBody
}

export function useRecurringDraft(initial: RecurringBody, saved: RecurringCampaign | undefined) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const [edits, setEdits] = useState<Partial<RecurringBody>>({})
  const [problems, setProblems] = useState<Problems>({})
  const fields: RecurringBody = { ...initial, ...edits }
  const save = useChange({
    call: (_, body: RecurringBody) =>
      saved
        ? changeRecurring(api, saved.id, { ...edits, ifUpdatedAt: saved.updatedAt })
        : createRecurring(api, body),
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
    onSuccess: ({ id }) => {
      setEdits({})
      if (!saved) void open('recurring_campaign', id)
    },
  })
  return {
    fields,
    problems,
    isDirty: Object.keys(edits).length > 0,
    isPending: save.isPending,
    change: (changes: Partial<RecurringBody>) => {
      setEdits((before) => ({ ...before, ...changes }))
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
