// Emails that would fail because they have nobody to come from, and webhooks that would be refused. The server decides it, by the rule that it sends by; a recipe
// begins with templates that name no sender, and nobody would notice before the first contact comes to such a step.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { senderProblemsQuery } from '../../../api/workflows.ts'
import type { CheckedStep, SenderProblem } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import type { DraftStep, WorkflowDraft } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'

export type SenderWarning = Pick<SenderProblem, 'stepId' | 'code' | 'message'>

// Nobody waits for it, and an address is not asked about letter by letter.
const ASK_MS = 500

/** What decides about senders and URLs, and nothing else: other changes ask nothing. */
export const checkedSteps = (steps: readonly DraftStep[]): CheckedStep[] =>
  steps.flatMap(({ id, type, config }): CheckedStep[] => {
    const url = type === 'WEBHOOK' ? textOf(config, 'url') : ''
    if (url !== '') return [{ id, type, config: { url } }]
    if (type !== 'SEND_EMAIL') return []
    const templateId = textOf(config, 'templateId')
    if (templateId !== '') return [{ id, type, config: { templateId } }]
    // Neither chosen nor written yet: that is said already.
    if (config['subject'] === undefined && config['body'] === undefined) return []
    const from = textOf(config, 'from')
    return [{ id, type, config: from === '' ? {} : { from } }]
  })

const NONE: readonly SenderWarning[] = []

export function useSenderWarnings({ steps }: WorkflowDraft): readonly SenderWarning[] {
  const { api } = useProject()
  const paused = useDebounced(steps, ASK_MS)
  const checked = useMemo(() => checkedSteps(paused), [paused])
  const { data } = useQuery(senderProblemsQuery(api, checked))
  return useMemo(() => {
    // Those of steps that are gone meanwhile lead nowhere.
    const ids = new Set(checked.map(({ id }) => id))
    return data?.problems.filter(({ stepId }) => ids.has(stepId)) ?? NONE
  }, [data, checked])
}
