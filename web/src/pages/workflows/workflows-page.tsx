import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus, Workflow as WorkflowIcon } from 'lucide-react'
import { useMemo } from 'react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import { totalOf } from '../../api/client/lists.ts'
import { workflowListQuery } from '../../api/workflows.ts'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Page } from '../../components/page.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { NewWorkflowDialog } from './new-workflow-dialog.tsx'
import { useNames } from './use-names.ts'
import { workflowColumns } from './workflow-columns.tsx'
import { workflows as texts } from './workflows.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows')

const CALLS = [
  { name: texts.calls.list, path: '/workflows' },
  { name: texts.calls.create, path: '/workflows', method: 'POST' as const, body: RECIPES[0]?.workflow },
]

const EXAMPLE = {
  name: 'Welcome',
  eventName: 'signed.up',
  enabled: true,
  steps: [
    {
      id: 'welcome',
      type: 'SEND_EMAIL',
      config: { subject: 'Welcome', body: '<h1>Good to have you here</h1>' },
    },
  ],
}

export function WorkflowsPage() {
  const { api, project, may } = useProject()
  const { add } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const names = useNames()
  const list = useInfiniteQuery(workflowListQuery(api))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.workflows) ?? [], [list.data])
  const columns = useMemo(() => workflowColumns(names), [names])
  const total = totalOf(list.data)
  const open = ({ id }: WorkflowSummary) =>
    void navigate({
      to: '/app/p/$projectId/workflows/$workflowId',
      params: { projectId: project.id, workflowId: id },
    })
  const create = may('member') && (
    <Button look="primary" icon={<Plus />} onClick={() => void setSearch({ search: { add: 'true' } })}>
      {texts.new}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={CALLS} />
          {create}
        </>
      }
    >
      <ListTable
        list={list}
        empty={<EmptyWithCall icon={<WorkflowIcon />} texts={texts.empty} path="/workflows" body={EXAMPLE} />}
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOpen={open}
        total={total}
      />
      <NewWorkflowDialog
        isOpen={add === 'true'}
        onClose={() => void setSearch({ search: {}, replace: true })}
      />
    </Page>
  )
}
