import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import { workflowListQuery, saveWorkflow, statisticsQuery } from '../../api/sending/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { FirstWorkflow } from './first-workflow.tsx'
import { NewWorkflowForm } from './new-workflow-form.tsx'
import { useNames } from './use-names.ts'
import { workflows as texts } from './workflows.texts.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Statistics, WorkflowSummary } from '../../api/sending/workflows.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { Switch } from '../../components/forms/checkbox.tsx'
import { formatCount } from '../../format/number.ts'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { editor } from './editor.texts.ts'
import type { DraftTrigger } from './model/definition.ts'
import { triggerLabel } from './model/step-labels.ts'
import type { Names } from './model/step-labels.ts'
import { WorkflowMenu } from './workflow-menu.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows')

const CALLS = [
  { name: texts.calls.list, path: '/workflows' },
  { name: texts.calls.create, path: '/workflows', method: 'POST' as const, body: RECIPES[0]?.workflow },
]

export function WorkflowsPage() {
  const { api } = useProject()
  const names = useNames()
  const { q: search, sort } = route.useSearch()
  const list = useList(workflowListQuery(api, { search, sort }), 'workflows')
  const columns = useMemo(() => workflowColumns(names), [names])
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      toolbar={<ListSearch label={listTexts.searchByName} maxLength={100} />}
      create={{ label: texts.new, texts: texts.form, width: 'wide', Form: NewWorkflowForm }}
      empty={<FirstWorkflow />}
      table={{ columns, nameOf: ({ name }) => name, opens: 'workflow' }}
    />
  )
}

const workflowColumns = (names: Names): Column<WorkflowSummary>[] =>
  columnsOf(texts.columns, {
    enabled: { width: '4rem', cell: (row) => <EnabledSwitch workflow={row} /> },
    name: { sort: 'name', width: 'minmax(10rem, 2fr)', cell: (row) => <NameCell workflow={row} /> },
    trigger: {
      width: 'minmax(10rem, 2fr)',
      isWideOnly: true,
      isSoft: true,
      cell: ({ trigger }) => triggerLabel(trigger as DraftTrigger, names),
    },
    inside: countColumn(({ RUNNING, WAITING }) => RUNNING + WAITING),
    finished: countColumn(({ COMPLETED, EXITED }) => COMPLETED + EXITED),
    failed: countColumn(({ FAILED }) => FAILED),
    changed: {
      sort: 'updatedAt',
      width: '8rem',
      isWideOnly: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    actions: { width: '3rem', isQuiet: true, cell: (row) => <RowMenu workflow={row} /> },
  })

type Counts = Statistics['executions']

const countColumn = (read: (counts: Counts) => number): Omit<Column<WorkflowSummary>, 'id' | 'header'> => ({
  width: '6rem',
  align: 'end',
  isWideOnly: true,
  cell: (row) => <CountCell workflow={row} read={read} />,
})

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
      <span className="pl-2 text-xs text-soft">{texts.steps(workflow.stepCount)}</span>
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
      label={texts.switch(workflow.name)}
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
