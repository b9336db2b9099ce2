import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { workflowQuery } from '../../api/workflows.ts'
import { PagePending } from '../../app/page-pending.tsx'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { WorkflowEditor } from './editor/workflow-editor.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId')

// Whether somebody else has saved meanwhile; also asked whenever the tab is looked at again.
const WATCH_MS = 20_000

export function WorkflowPage() {
  const { api } = useProject()
  const { workflowId } = route.useParams()
  const { data, error, isPending, refetch } = useQuery({
    ...workflowQuery(api, workflowId),
    refetchInterval: WATCH_MS,
  })
  if (isPending) return <PagePending />
  if (!data) {
    return (
      <div className="p-6">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return <WorkflowEditor key={data.id} workflow={data} />
}
