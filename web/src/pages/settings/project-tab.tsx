import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../../api/project.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { DangerCard } from './danger-card.tsx'
import { ProjectForm } from './project-form.tsx'
import { retentionTexts as texts } from './settings.texts.ts'

export function ProjectTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? <ProjectForm key={data.updatedAt} project={data} /> : <Skeleton className="h-96 rounded-xl" />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <RetentionCard />
        <DangerCard />
      </div>
    </>
  )
}

/** Read-only: the operator of the installation sets the retention. */
function RetentionCard() {
  const { retention } = useProject().account.instance
  return (
    <Card title={texts.title}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <Facts
        facts={(['emailDays', 'contentDays', 'eventDays', 'executionDays'] as const).map((name) => [
          texts.names[name],
          texts.days(retention[name]),
        ])}
      />
    </Card>
  )
}
