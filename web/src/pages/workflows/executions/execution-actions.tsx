import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, SkipForward, Square } from 'lucide-react'
import { cancelExecution, isActive, retryExecution, skipStep } from '../../../api/workflows.ts'
import type { Execution, WorkflowVersion } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { executions } from './executions.texts.ts'

const { page: texts } = executions

const ACTIONS = { retry: retryExecution, skip: skipStep, cancel: cancelExecution }
const DONE = { retry: texts.retried, skip: texts.skipped, cancel: texts.stopped }

/** Only waiting steps can be skipped. */
const SKIPPABLE: ReadonlySet<string> = new Set(['DELAY', 'WAIT_FOR_EVENT'])

export function ExecutionActions({ execution, version }: { execution: Execution; version: WorkflowVersion }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: (action: keyof typeof ACTIONS) => ACTIONS[action](api, execution),
    onSuccess: (_answer, action) => toast.good(DONE[action]),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'] }),
  })
  const step = version.steps.find(({ id }) => id === execution.currentStepId)
  const isSkippable = execution.status === 'WAITING' && SKIPPABLE.has(step?.type ?? '')
  const isBusy = (action: keyof typeof ACTIONS) => run.isPending && run.variables === action
  return (
    <>
      {execution.status === 'FAILED' && (
        <Button icon={<RotateCw />} isBusy={isBusy('retry')} onClick={() => run.mutate('retry')}>
          {texts.retry}
        </Button>
      )}
      {isSkippable && (
        <Button icon={<SkipForward />} isBusy={isBusy('skip')} onClick={() => run.mutate('skip')}>
          {texts.skip}
        </Button>
      )}
      {isActive(execution) && (
        <Button
          look="danger"
          icon={<Square />}
          isBusy={isBusy('cancel')}
          onClick={() => run.mutate('cancel')}
        >
          {texts.stop}
        </Button>
      )}
    </>
  )
}
