import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { templateQuery } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { TemplateEditor } from './template-editor.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/templates/$templateId')

// Finds saves by others.
const POLL_MS = 20_000

export function TemplatePage() {
  const { api } = useProject()
  const { templateId } = route.useParams()
  const query = useQuery({ ...templateQuery(api, templateId), refetchInterval: POLL_MS })
  if (!query.data) return <RecordUnavailable query={query} />
  return <TemplateEditor key={query.data.id} template={query.data} />
}
