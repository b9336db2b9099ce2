import { RotateCw, SkipForward, Square } from 'lucide-react'
import { cancelExecution, isActive, retryExecution, skipStep } from '../../../api/sending/workflows.ts'
import type { Execution, WorkflowVersion } from '../../../api/sending/workflows.ts'
import { useChange } from '../../../app/use-change.ts'
import { Button } from '../../../components/forms/button.tsx'
import { executions } from './executions.texts.ts'

const { page: texts } = executions

const ACTIONS = { retry: retryExecution, skip: skipStep, cancel: cancelExecution }
const DONE = { retry: texts.retried, skip: texts.skipped, cancel: texts.stopped }

/** Only waiting steps can be skipped. */
const SKIPPABLE: ReadonlySet<string> = new Set(['DELAY', 'WAIT_FOR_EVENT'])

export function ExecutionActions({ execution, version }: { execution: Execution; version: WorkflowVersion }) {
  const run = useChange({
    call: (api, action: keyof typeof ACTIONS) => ACTIONS[action](api, execution),
    done: (_, action) => DONE[action],
    refreshes: ['/workflows'],
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
