import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { templateQuery } from '../../api/templates.ts'
import { PagePending } from '../../app/page-pending.tsx'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TemplateEditor } from './template-editor.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/templates/$templateId')

// Whether somebody else has saved meanwhile; also asked whenever the tab is looked at again.
const WATCH_MS = 20_000

export function TemplatePage() {
  const { api } = useProject()
  const { templateId } = route.useParams()
  const { data, error, isPending, refetch } = useQuery({
    ...templateQuery(api, templateId),
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
  return <TemplateEditor key={data.id} template={data} />
}
