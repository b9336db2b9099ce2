import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { partialQuery } from '../../api/content/partials.ts'
import { useProject } from '../../app/use-project.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { PartialEditor } from './partial-editor.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/partials/$partialId')

// Finds saves by others.
const POLL_MS = 20_000

export function PartialPage() {
  const { api } = useProject()
  const { partialId } = route.useParams()
  const query = useQuery({ ...partialQuery(api, partialId), refetchInterval: POLL_MS })
  if (!query.data) return <RecordUnavailable query={query} />
  return <PartialEditor key={query.data.id} partial={query.data} />
}
