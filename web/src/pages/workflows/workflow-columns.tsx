import { useQuery } from '@tanstack/react-query'
import { saveWorkflow, statisticsQuery } from '../../api/workflows.ts'
import type { Statistics, WorkflowSummary } from '../../api/workflows.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Switch } from '../../components/forms/checkbox.tsx'
import { formatCount } from '../../format/number.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { editor } from './editor.texts.ts'
import type { DraftTrigger } from './model/definition.ts'
import { triggerLabel } from './model/step-labels.ts'
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
    isSoft: true,
    cell: ({ trigger }) => triggerLabel(trigger as DraftTrigger, names),
  },
  countColumn('inside', texts.inside, ({ RUNNING, WAITING }) => RUNNING + WAITING),
  countColumn('finished', texts.finished, ({ COMPLETED, EXITED }) => COMPLETED + EXITED),
  countColumn('failed', texts.failed, ({ FAILED }) => FAILED),
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

function countColumn(id: string, header: string, read: (counts: Counts) => number): Column<WorkflowSummary> {
  return {
    id,
    header,
    width: '6rem',
    align: 'end',
    isWideOnly: true,
    cell: (row) => <CountCell workflow={row} read={read} />,
  }
}

// Each of some thirty visible rows sends a request, and requests per minute are limited.
const REFETCH_MS = 60_000

/** Visible rows request their own counts: one lookup of counters each. */
function CountCell({ workflow, read }: { workflow: WorkflowSummary; read: (counts: Counts) => number }) {
  const { api } = useProject()
  const { data } = useQuery({ ...statisticsQuery(api, workflow.id), refetchInterval: REFETCH_MS })
  return data ? formatCount(read(data.executions)) : '…'
}

function NameCell({ workflow }: { workflow: WorkflowSummary }) {
  return (
    <>
      <RecordLink kind="workflow" id={workflow.id} className="font-medium underline-offset-2 hover:underline">
        {workflow.name}
      </RecordLink>
      <span className="pl-2 text-xs text-soft">{workflows.steps(workflow.stepCount)}</span>
    </>
  )
}

function EnabledSwitch({ workflow }: { workflow: WorkflowSummary }) {
  const { may } = useProject()
  const setEnabled = useChange({
    call: (api, enabled: boolean) => saveWorkflow(api, workflow.id, { enabled }),
    done: ({ enabled }) => editor.switched(enabled),
    refreshes: ['/workflows'],
  })
  return (
    <Switch
      label={workflows.switch(workflow.name)}
      // Optimistic: switches back if the request fails.
      isOn={setEnabled.isPending ? setEnabled.variables : workflow.enabled}
      isDisabled={!may('member')}
      onChange={(enabled) => setEnabled.mutate(enabled)}
    />
  )
}

function RowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { may } = useProject()
  return may('member') ? <WorkflowMenu workflow={workflow} /> : null
}
