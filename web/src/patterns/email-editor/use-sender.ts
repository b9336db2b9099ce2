import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../../api/project/project.ts'
import { useProject } from '../../app/use-project.ts'

type SenderFields = { from: string | null; fromName: string | null }

/** The sender as inboxes show it: the name, or the address; that of the project if the email has none. */
export function useSender({ from, fromName }: SenderFields): string {
  const { api } = useProject()
  const { data: project } = useQuery(projectQuery(api))
  if (from) return fromName || from
  return fromName || project?.defaultFromName || project?.defaultFrom || ''
}
