import { useInfiniteQuery } from '@tanstack/react-query'
import { reportSourcesQuery } from '../../../api/connections/domain-reports.ts'
import type { ReportRange, ReportSource } from '../../../api/connections/domain-reports.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { formatDay } from '../../../format/time.tsx'
import { OTHER_SOURCES } from '../../../../../src/features/domain-reports/domain-reports.values.ts'
import { domainReportTexts } from './domain-reports.texts.ts'

const { sources: texts } = domainReportTexts

const TONES = {
  ours: 'good',
  'ours-failing': 'bad',
  forwarder: 'neutral',
  service: 'neutral',
  unknown: 'warn',
} as const

const COLUMNS: readonly PlainColumn<ReportSource>[] = [
  {
    id: 'source',
    header: texts.source,
    cell: ({ source, name, network }) => (
      <span>
        <span className="font-mono text-xs break-all">
          {source === OTHER_SOURCES ? texts.others : source}
        </span>
        <span className="block text-xs text-soft">
          {name === null ? (
            <span className="whitespace-nowrap">{texts.network(network)}</span>
          ) : (
            <span className="break-all">{name}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'kind',
    header: texts.kind,
    cell: ({ kind }) => <Badge tone={TONES[kind]}>{texts.kinds[kind]}</Badge>,
  },
  { id: 'messages', header: texts.messages, align: 'end', cell: ({ messages }) => formatCount(messages) },
  { id: 'passed', header: texts.passed, align: 'end', cell: ({ aligned }) => formatCount(aligned) },
  { id: 'since', header: texts.since, isSoft: true, cell: ({ firstSeen }) => formatDay(firstSeen) },
  { id: 'next', header: texts.next, cell: ({ advice }) => advice },
]

export function SourcesCard({ domainId, range }: { domainId: string; range: ReportRange }) {
  const { api } = useProject()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    reportSourcesQuery(api, domainId, range),
  )
  const rows = data?.pages.flatMap(({ sources }) => sources) ?? []
  if (rows.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <PlainTable label={texts.title} columns={COLUMNS} rows={rows} idOf={({ source }) => source} />
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
