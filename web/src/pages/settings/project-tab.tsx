import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../../api/project.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { DangerCard } from './danger-card.tsx'
import { ProjectForm } from './project-form.tsx'
import { RetentionCard } from './retention-card.tsx'

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
