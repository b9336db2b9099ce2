import { useInfiniteQuery } from '@tanstack/react-query'
import { reportAlertsQuery } from '../../../api/connections/domain-reports.ts'
import type { DomainAlert } from '../../../api/connections/domain-reports.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatDay } from '../../../format/time.tsx'
import { domainReportTexts } from './domain-reports.texts.ts'

const { alerts: texts } = domainReportTexts

const COLUMNS: readonly PlainColumn<DomainAlert>[] = [
  { id: 'day', header: texts.day, isSoft: true, cell: ({ createdAt }) => formatDay(createdAt) },
  { id: 'kind', header: texts.kind, cell: ({ event }) => <Badge tone="warn">{texts.kinds[event]}</Badge> },
  { id: 'seen', header: texts.seen, cell: ({ reason }) => reason },
  { id: 'next', header: texts.next, cell: ({ advice }) => advice },
]

/** Not bound to the period of the page: the newest alerts come first. */
export function AlertsCard({ domainId }: { domainId: string }) {
  const { api } = useProject()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    reportAlertsQuery(api, domainId),
  )
  const rows = data?.pages.flatMap(({ alerts }) => alerts) ?? []
  if (rows.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <PlainTable label={texts.title} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
      {hasNextPage && (
        <div className="border-t border-line p-3">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Card>
  )
}
