// Warns of emails without a valid sender and of webhooks with a forbidden URL, by the rules that the server sends by. The
// templates of recipes name no sender, which would otherwise show only when the first contact reaches the step.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { senderProblemsQuery } from '../../../api/sending/workflows.ts'
import type { CheckedStep, SenderProblem } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import type { DraftStep, WorkflowDraft } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'

export type SenderWarning = Pick<SenderProblem, 'stepId' | 'code' | 'message'>

// Long enough not to check an address letter by letter.
const CHECK_MS = 500

/** Only the settings that decide about senders and URLs: other changes send no request. */
export const checkedSteps = (steps: readonly DraftStep[]): CheckedStep[] =>
  steps.flatMap(({ id, type, config }): CheckedStep[] => {
    const url = type === 'WEBHOOK' ? textOf(config, 'url') : ''
    if (url !== '') return [{ id, type, config: { url } }]
    if (type !== 'SEND_EMAIL') return []
    const templateId = textOf(config, 'templateId')
    if (templateId !== '') return [{ id, type, config: { templateId } }]
    // An email without content is reported as a problem already.
    if (config['subject'] === undefined && config['body'] === undefined) return []
    const from = textOf(config, 'from')
    return [{ id, type, config: from === '' ? {} : { from } }]
  })

const NONE: readonly SenderWarning[] = []

export function useSenderWarnings({ steps }: WorkflowDraft): readonly SenderWarning[] {
  const { api } = useProject()
  const paused = useDebounced(steps, CHECK_MS)
  const checked = useMemo(() => checkedSteps(paused), [paused])
  const { data } = useQuery(senderProblemsQuery(api, checked))
  return useMemo(() => {
    // The previous answer may contain deleted steps.
    const ids = new Set(checked.map(({ id }) => id))
    return data?.problems.filter(({ stepId }) => ids.has(stepId)) ?? NONE
  }, [data, checked])
}
