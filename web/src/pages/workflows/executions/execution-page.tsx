// One execution, drawn over the version of the workflow that it runs.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { executionQuery, workflowQuery, workflowVersionQuery } from '../../../api/sending/workflows.ts'
import type { Execution, Workflow, WorkflowVersion } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Page } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { RecordUnavailable } from '../../../patterns/record/record-unavailable.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { Canvas } from '../canvas/canvas.tsx'
import type { Note } from '../canvas/canvas-context.ts'
import { editor } from '../editor.texts.ts'
import { definitionOf } from '../model/definition.ts'
import { trailOf } from '../model/trail.ts'
import { useNames } from '../use-names.ts'
import { workflows } from '../workflows.texts.ts'
import { ExecutionHistory } from './execution-history.tsx'
import { ExecutionWhy } from './execution-columns.tsx'
import { ExecutionStatusBadge } from '../../../patterns/execution/execution-status.tsx'
import { ExecutionActions } from './execution-actions.tsx'
import { executions } from './executions.texts.ts'
import { locale } from '../../../i18n/language.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId/executions/$executionId')
const { page: texts } = executions

export function ExecutionPage() {
  const { api } = useProject()
  const { workflowId, executionId } = route.useParams()
  const execution = useQuery(executionQuery(api, workflowId, executionId))
  const workflow = useQuery(workflowQuery(api, workflowId))
  const version = useQuery({
    ...workflowVersionQuery(api, workflowId, execution.data?.version ?? 0),
    enabled: execution.data !== undefined,
  })
  if (execution.data && workflow.data && version.data) {
    return <ExecutionView execution={execution.data} workflow={workflow.data} version={version.data} />
  }
  const missing = [execution, workflow, version].find(({ data }) => data === undefined)
  return <RecordUnavailable query={missing ?? execution} />
}

const { calls } = workflows

function callsOf({ workflowId, id, currentStepId: stepId }: Execution) {
  const path = `/workflows/${workflowId}/executions/${id}`
  const method = 'POST' as const
  return [
    { name: calls.read, path },
    { name: calls.retry, path: `${path}/retry`, method },
    { name: calls.skip, path: `${path}/skip?stepId=${stepId}`, method },
    { name: calls.stop, path: `${path}/cancel`, method },
  ]
}

type ExecutionViewProps = { execution: Execution; workflow: Workflow; version: WorkflowVersion }

function ExecutionView({ execution, workflow, version }: ExecutionViewProps) {
  const { project, may } = useProject()
  const names = useNames()
  const { step } = route.useSearch()
  const setSearch = route.useNavigate()
  const definition = useMemo(() => definitionOf(version), [version])
  const trail = useMemo(() => trailOf(definition.steps, execution.history), [definition, execution])
  const notes = useMemo(() => notesOf(execution), [execution])
  const select = (id: string) => void setSearch({ search: { step: id }, replace: true })
  return (
    <Page
      title={execution.email ?? executions.deletedContact}
      subtitle={
        <>
          <Link
            to="/app/p/$projectId/workflows/$workflowId"
            params={{ projectId: project.id, workflowId: workflow.id }}
            search={{ tab: 'executions' }}
            className="underline underline-offset-2"
          >
            {workflow.name}
          </Link>{' '}
          · {texts.version(execution.version)} · {texts.started} <Time at={execution.startedAt} />
        </>
      }
      actions={
        <>
          <span role="status" className="flex">
            <ExecutionStatusBadge status={execution.status} />
          </span>
          <ExecutionWhy execution={execution} workflow={workflow} />
          <ShowAsCurl calls={callsOf(execution)} />
          {may('member') && <ExecutionActions execution={execution} version={version} />}
        </>
      }
    >
      {execution.version !== workflow.version && (
        <p className="border-b border-line bg-info-soft px-5 py-2 text-sm text-info">
          {texts.oldVersion(execution.version, workflow.version)}
        </p>
      )}
      <div className="flex min-h-0 grow max-lg:flex-col">
        <Canvas
          label={editor.canvas.label}
          definition={definition}
          names={names}
          notes={notes}
          trail={trail}
          selected={step ?? execution.currentStepId ?? undefined}
          onSelect={select}
        />
        <ExecutionHistory
          execution={execution}
          steps={definition.steps}
          names={names}
          selected={step}
          onSelect={select}
        />
      </div>
    </Page>
  )
}

const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
const formatTime = (at: string) => timeFormat.format(new Date(at))

/** When the contact reached each step, how often, and until when it waits. */
function notesOf({ history, wakeAt, currentStepId, status }: Execution): Map<string, Note> {
  const notes = new Map<string, Note>()
  const visits = Map.groupBy(history, ({ stepId }) => stepId)
  for (const [stepId, entries] of visits) {
    const last = entries.at(-1)
    if (!last) continue
    const times = entries.length > 1 ? ` · ${texts.visits(entries.length)}` : ''
    const text = `${last.error ?? formatTime(last.completedAt ?? last.startedAt)}${times}`
    notes.set(stepId, { text, tone: last.status === 'FAILED' ? 'bad' : 'plain' })
  }
  if (currentStepId !== null && status === 'WAITING') {
    const text = wakeAt === null ? texts.noWake : `${texts.wakes} ${formatTime(wakeAt)}`
    notes.set(currentStepId, { text, tone: 'info' })
  }
  return notes
}
