import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { saveWorkflow, statisticsQuery } from '../../api/workflows.ts'
import type { Statistics, WorkflowSummary } from '../../api/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { Switch } from '../../components/forms/checkbox.tsx'
import { formatCount } from '../../format/number.ts'
import { toast } from '../../components/overlays/toast.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { editor } from './editor.texts.ts'
import type { DraftTrigger } from './model/definition.ts'
import { triggerWords } from './model/step-labels.ts'
import type { Names } from './model/step-labels.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import { workflows } from './workflows.texts.ts'

const { columns: texts } = workflows

export const workflowColumns = (names: Names): Column<WorkflowSummary>[] => [
  { id: 'enabled', header: texts.enabled, width: '4rem', cell: (row) => <EnabledSwitch workflow={row} /> },
  { id: 'name', header: texts.name, width: 'minmax(10rem, 2fr)', cell: (row) => <NameCell workflow={row} /> },
  {
    id: 'trigger',
    header: texts.trigger,
    width: 'minmax(10rem, 2fr)',
    isWideOnly: true,
    cell: ({ trigger }) => <span className="text-soft">{triggerWords(trigger as DraftTrigger, names)}</span>,
  },
  figure('inside', texts.inside, ({ RUNNING, WAITING }) => RUNNING + WAITING),
  figure('finished', texts.finished, ({ COMPLETED, EXITED }) => COMPLETED + EXITED),
  figure('failed', texts.failed, ({ FAILED }) => FAILED),
  {
    id: 'changed',
    header: texts.changed,
    width: '8rem',
    isWideOnly: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  { id: 'actions', header: '', width: '3rem', cell: (row) => <RowMenu workflow={row} /> },
]

type Counts = Statistics['executions']

function figure(id: string, header: string, read: (counts: Counts) => number): Column<WorkflowSummary> {
  return {
    id,
    header,
    width: '6rem',
    align: 'end',
    isWideOnly: true,
    cell: (row) => <Figure workflow={row} read={read} />,
  }
}

// A screen has some thirty rows, and each of them asks: the limit of requests per minute is for other things.
const LIST_MS = 60_000

/** Rows that can be seen ask for theirs: from counters, one lookup each. */
function Figure({ workflow, read }: { workflow: WorkflowSummary; read: (counts: Counts) => number }) {
  const { api } = useProject()
  const { data } = useQuery({ ...statisticsQuery(api, workflow.id), refetchInterval: LIST_MS })
  return data ? formatCount(read(data.executions)) : '…'
}

function NameCell({ workflow }: { workflow: WorkflowSummary }) {
  const { project } = useProject()
  return (
    <>
      <Link
        to="/app/p/$projectId/workflows/$workflowId"
        params={{ projectId: project.id, workflowId: workflow.id }}
        className="font-medium underline-offset-2 hover:underline"
      >
        {workflow.name}
      </Link>
      <span className="pl-2 text-xs text-soft">{workflows.steps(workflow.stepCount)}</span>
    </>
  )
}

function EnabledSwitch({ workflow }: { workflow: WorkflowSummary }) {
  const { api, may } = useProject()
  const queryClient = useQueryClient()
  const turn = useMutation({
    mutationFn: (enabled: boolean) => saveWorkflow(api, workflow.id, { enabled }),
    onSuccess: ({ enabled }) => toast.good(editor.switched(enabled)),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'] }),
  })
  return (
    <Switch
      label={workflows.switch(workflow.name)}
      // At once, and back if it is refused.
      isOn={turn.isPending ? turn.variables : workflow.enabled}
      isDisabled={!may('member')}
      onChange={(enabled) => turn.mutate(enabled)}
    />
  )
}

function RowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { may } = useProject()
  return may('member') ? <WorkflowMenu workflow={workflow} /> : null
}
