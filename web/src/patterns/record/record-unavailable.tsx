import { PagePending } from '../../app/page-pending.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'

type FetchedRecord = { isPending: boolean; error: unknown; refetch: () => Promise<unknown> }

/** Shown while a record loads, or if it could not be loaded. */
export function RecordUnavailable({ query }: { query: FetchedRecord }) {
  if (query.isPending) return <PagePending />
  return (
    <div className="p-6">
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
}
