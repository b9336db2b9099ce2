// For how many contacts the fields of a draft are empty. Asked after a longer pause than the preview: counting reads all contacts.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { missingFieldsQuery } from '../../api/audience/contacts.ts'
import type { RenderedDraft } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { emailEditor } from './email-editor.texts.ts'
import type { Problem } from './use-rendered-draft.ts'

const { problems: texts } = emailEditor

const PAUSE_MS = 1_000

/** A hint for a field that some contacts lack and that has no fallback. */
export const missingProblem = (field: string, missing: number, contacts: number): Problem => ({
  key: `missing ${field}`,
  level: 'info',
  message: texts.missingFor(field, missing, contacts),
  field,
})

/** A hint for each field of the draft that some contacts of the project lack. Undefined until they are counted. */
export function useMissingFields(rendered: RenderedDraft | undefined): Problem[] | undefined {
  const { api } = useProject()
  const wanted = JSON.stringify(rendered?.required ?? [])
  const counted = useDebounced(wanted, PAUSE_MS)
  const fields = JSON.parse(counted) as string[]
  const query = { ...missingFieldsQuery(api, fields), placeholderData: keepPreviousData }
  const { data, isError } = useQuery(query)
  if (!rendered) return undefined
  if (fields.length === 0) return wanted === counted ? [] : undefined
  if (isError) return [{ key: 'not counted', level: 'info', message: texts.notCounted }]
  return data?.fields.flatMap(({ field, missing }) =>
    missing === null || missing === 0 ? [] : [missingProblem(field, missing, data.contacts)],
  )
}
