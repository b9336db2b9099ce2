import { PagePending } from '../../app/page-pending.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'

/** What useQuery answers. */
type FetchedRecord = { isPending: boolean; error: unknown; refetch: () => Promise<unknown> }

/** In place of the page of a record: it is still loading, or could not be read. */
export function RecordUnavailable({ query }: { query: FetchedRecord }) {
  if (query.isPending) return <PagePending />
  return (
    <div className="p-6">
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
}
