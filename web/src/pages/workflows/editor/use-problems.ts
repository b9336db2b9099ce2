import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { refusalsOf } from '../model/problems.ts'
import type { Problem } from '../model/problems.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

// Long enough that a letter does not make a step red before its word is finished.
const CHECK_MS = 250

const NONE: Problem[] = []

/** What the schema finds while typing, and what the server refused when this was saved. */
export function useProblems({ draft, save }: EditedWorkflow) {
  const found = useFound(draft)
  const [refused, setRefused] = useState<{ error: unknown; draft: unknown; problems: Problem[] }>()
  if (save.error !== (refused?.error ?? null)) {
    setRefused({ error: save.error, draft, problems: refusalsOf(draft, save.error) })
  }
  const problems = useMemo(() => {
    // Once something is changed, only saving can tell.
    const still = refused?.draft === draft ? refused.problems : NONE
    const key = ({ place, field }: Problem) => `${place} ${field}`
    const known = new Set(found?.map(key))
    return [...(found ?? NONE), ...still.filter((one) => !known.has(key(one)))]
  }, [found, refused, draft])
  return { problems, isChecked: found !== undefined }
}

type Check = (draft: WorkflowDraft) => Problem[]

/** Nobody waits for it: the page is drawn first, then the schemas are loaded, and what is typed goes before what is checked. */
function useFound(draft: WorkflowDraft): Problem[] | undefined {
  const checked = useDeferredValue(useDebounced(draft, CHECK_MS))
  const [check, setCheck] = useState<Check>()
  useEffect(() => {
    // Without it, the server says when this is saved what it refuses.
    import('../model/find-problems.ts')
      .then(({ findProblems }) => setCheck(() => findProblems))
      .catch(() => {})
  }, [])
  return useMemo(() => check?.(checked), [check, checked])
}
