import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { workflowQuery } from '../../api/sending/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { WorkflowEditor } from './editor/workflow-editor.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId')

// Detects that somebody else has saved; also checked when the tab gets the focus.
const WATCH_MS = 20_000

export function WorkflowPage() {
  const { api } = useProject()
  const { workflowId } = route.useParams()
  const query = useQuery({ ...workflowQuery(api, workflowId), refetchInterval: WATCH_MS })
  if (!query.data) return <RecordUnavailable query={query} />
  return <WorkflowEditor key={query.data.id} workflow={query.data} />
}
