import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { serverProblems } from '../model/problems.ts'
import type { Problem } from '../model/problems.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

// Long enough not to mark a step while somebody is typing a word.
const CHECK_MS = 250

const NONE: Problem[] = []

/** Problems found by the schema while typing, and by the server on the last save. */
export function useProblems({ draft, save }: EditedWorkflow) {
  const fromSchema = useSchemaProblems(draft)
  const [rejected, setRejected] = useState<{ error: unknown; draft: unknown; problems: Problem[] }>()
  if (save.error !== (rejected?.error ?? null)) {
    setRejected({ error: save.error, draft, problems: serverProblems(draft, save.error) })
  }
  const problems = useMemo(() => {
    // Any change makes the errors of the last save obsolete.
    const fromServer = rejected?.draft === draft ? rejected.problems : NONE
    const key = ({ cardId, field }: Problem) => `${cardId} ${field}`
    const keys = new Set(fromSchema?.map(key))
    return [...(fromSchema ?? NONE), ...fromServer.filter((one) => !keys.has(key(one)))]
  }, [fromSchema, rejected, draft])
  return { problems, isChecked: fromSchema !== undefined }
}

type Check = (draft: WorkflowDraft) => Problem[]

/** Loads the schemas after the first render; undefined until then. */
function useSchemaProblems(draft: WorkflowDraft): Problem[] | undefined {
  const checked = useDeferredValue(useDebounced(draft, CHECK_MS))
  const [check, setCheck] = useState<Check>()
  useEffect(() => {
    // If this fails, the server still validates on save.
    import('../model/find-problems.ts')
      .then(({ findProblems }) => setCheck(() => findProblems))
      .catch(() => {})
  }, [])
  return useMemo(() => check?.(checked), [check, checked])
}
