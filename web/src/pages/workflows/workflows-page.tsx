import { Workflow as WorkflowIcon } from 'lucide-react'
import { useMemo } from 'react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import { workflowListQuery } from '../../api/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { NewWorkflowForm } from './new-workflow-form.tsx'
import { useNames } from './use-names.ts'
import { workflowColumns } from './workflow-columns.tsx'
import { workflows as texts } from './workflows.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'

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
  const { api } = useProject()
  const names = useNames()
  const list = useList(workflowListQuery(api), 'workflows')
  const columns = useMemo(() => workflowColumns(names), [names])
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={{ label: texts.new, texts: texts.form, width: 'wide', Form: NewWorkflowForm }}
      empty={<EmptyWithCall icon={<WorkflowIcon />} texts={texts.empty} path="/workflows" body={EXAMPLE} />}
      table={{ columns, nameOf: ({ name }) => name, opens: 'workflow' }}
    />
  )
}
