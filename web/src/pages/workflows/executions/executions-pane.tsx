import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Play, Square, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { pollAtTop } from '../../../api/client/lists.ts'
import type { ExecutionSummary, Workflow } from '../../../api/sending/workflows.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Toolbar } from '../../../components/page.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { EmptyWithCall } from '../../../patterns/list/empty-with-call.tsx'
import { NothingFound } from '../../../patterns/list/list-states.tsx'
import { listTexts } from '../../../patterns/list/list.texts.ts'
import { ListTable } from '../../../patterns/list/list-table.tsx'
import type { Names } from '../model/step-labels.ts'
import { workflows } from '../workflows.texts.ts'
import { executionColumns } from './execution-columns.tsx'
import { StartDialog } from './start-dialog.tsx'
import { executions as texts } from './executions.texts.ts'
import { useList } from '../../../patterns/list/use-list.ts'
import { ListSearch, ListFilter } from '../../../patterns/list/list-filters.tsx'
import { cancelExecutions, executionListQuery } from '../../../api/sending/workflows.ts'
import { textOf } from '../model/step-labels.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId')

export function ExecutionsPane({ workflow, names }: { workflow: Workflow; names: Names }) {
  const { api, project } = useProject()
  const { status, contact: search } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const list = useList(
    { ...executionListQuery(api, workflow.id, { status, search }), refetchInterval: pollAtTop },
    'executions',
  )
  const columns = useMemo(() => executionColumns(workflow, names), [workflow, names])
  const isFiltered = status !== undefined || search !== undefined
  const open = ({ id }: ExecutionSummary) =>
    void navigate({
      to: '/app/p/$projectId/workflows/$workflowId/executions/$executionId',
      params: { projectId: project.id, workflowId: workflow.id, executionId: id },
    })
  return (
    <div className="flex min-h-0 grow flex-col">
      <Filters workflow={workflow} />
      <ListTable
        list={list}
        empty={
          isFiltered ? (
            <NothingFound
              texts={texts.nothing}
              onClear={() => void setSearch({ search: { tab: 'executions' } })}
            />
          ) : (
            <NoExecutions workflow={workflow} />
          )
        }
        label={texts.list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ email, id }) => email ?? id}
        onOpen={open}
      />
    </div>
  )
}

function Filters({ workflow }: { workflow: Workflow }) {
  const { may } = useProject()
  const { status } = route.useSearch()
  const [isStarting, setIsStarting] = useState(false)
  const path = `/workflows/${workflow.id}/executions${status === undefined ? '' : `?status=${status}`}`
  const body = { contactId: '<id of a contact>' }
  const startCall = { path: `/workflows/${workflow.id}/executions`, method: 'POST' as const, body }
  return (
    <Toolbar>
      <ListSearch label={listTexts.searchByAddress} param="contact" />
      <ListFilter label={texts.status} param="status" names={texts.statuses} />
      <span className="grow" />
      <ShowAsCurl
        calls={[
          { name: workflows.calls.list, path },
          { name: workflows.calls.start, ...startCall },
        ]}
      />
      {may('member') && (
        <>
          <StopAllButton workflow={workflow} />
          <Button size="small" icon={<Play />} onClick={() => setIsStarting(true)}>
            {texts.start}
          </Button>
          <StartDialog workflow={workflow} isOpen={isStarting} onClose={() => setIsStarting(false)} />
        </>
      )}
    </Toolbar>
  )
}

function StopAllButton({ workflow }: { workflow: Workflow }) {
  const stopAll = useChange({
    call: (api) => cancelExecutions(api, workflow.id),
    done: texts.stopAllText,
    refreshes: [`/workflows/${workflow.id}/executions`],
  })
  return (
    <Button
      size="small"
      look="danger"
      icon={<Square />}
      isBusy={stopAll.isPending}
      onClick={() => stopAll.mutate()}
    >
      {texts.stopAll}
    </Button>
  )
}

function NoExecutions({ workflow }: { workflow: Workflow }) {
  const event = textOf(workflow.trigger, 'event')
  const shared = { icon: <Users />, texts: texts.empty }
  if (event !== '') {
    return <EmptyWithCall {...shared} path="/v1/track" body={{ email: 'ada@example.com', event }} />
  }
  const body = { contactId: texts.empty.contact }
  return <EmptyWithCall {...shared} path={`/workflows/${workflow.id}/executions`} body={body} />
}
