import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, SkipForward, Square } from 'lucide-react'
import { isActive, runExecutionAction } from '../../../api/workflows.ts'
import type { Execution, ExecutionAction, WorkflowVersion } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { executions } from './executions.texts.ts'

const { page: texts } = executions

const DONE: Record<ExecutionAction, string> = {
  retry: texts.retried,
  skip: texts.skipped,
  cancel: texts.stopped,
}

/** Only steps that do nothing but wait can be skipped. */
const WAITS: ReadonlySet<string> = new Set(['DELAY', 'WAIT_FOR_EVENT'])

export function SteerButtons({ execution, version }: { execution: Execution; version: WorkflowVersion }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const steer = useMutation({
    mutationFn: (action: ExecutionAction) => runExecutionAction(api, execution, action),
    onSuccess: (_answer, action) => toast.good(DONE[action]),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'] }),
  })
  const step = version.steps.find(({ id }) => id === execution.currentStepId)
  const isSkippable = execution.status === 'WAITING' && WAITS.has(step?.type ?? '')
  const busy = (action: ExecutionAction) => steer.isPending && steer.variables === action
  return (
    <>
      {execution.status === 'FAILED' && (
        <Button icon={<RotateCw />} isBusy={busy('retry')} onClick={() => steer.mutate('retry')}>
          {texts.retry}
        </Button>
      )}
      {isSkippable && (
        <Button icon={<SkipForward />} isBusy={busy('skip')} onClick={() => steer.mutate('skip')}>
          {texts.skip}
        </Button>
      )}
      {isActive(execution) && (
        <Button
          look="danger"
          icon={<Square />}
          isBusy={busy('cancel')}
          onClick={() => steer.mutate('cancel')}
        >
          {texts.stop}
        </Button>
      )}
    </>
  )
}
