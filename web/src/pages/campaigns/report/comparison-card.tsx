// The campaign against the last ten.
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery } from '../../../api/sending/campaigns.ts'
import type { Campaign, Comparison } from '../../../api/sending/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatSmallShare } from '../../../format/number.ts'
import { report } from './report.texts.ts'

const { comparison: texts } = report

type Rates = NonNullable<Comparison['rates']>
type Row = { name: keyof Rates } & Rates[keyof Rates]

const NAMES = ['openRate', 'clickRate', 'unsubscribeRate', 'bounceRate'] as const

const COLUMNS: PlainColumn<Row>[] = [
  { id: 'name', header: texts.rate, cell: ({ name }) => texts.rates[name] },
  { id: 'own', header: texts.own, align: 'end', cell: ({ own }) => formatSmallShare(own) },
  { id: 'median', header: texts.median, align: 'end', cell: ({ median }) => formatSmallShare(median) },
  { id: 'place', header: texts.place, align: 'end', cell: ({ place, of }) => texts.placeOf(place, of) },
]

export function ComparisonCard({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(comparisonQuery(api, campaign))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full rounded-xl" />
  const { compared, rates } = data
  if (!rates) {
    return (
      <Card title={texts.title(compared)}>
        <p className="text-sm text-soft">{texts.tooFew}</p>
      </Card>
    )
  }
  return (
    <Card title={texts.title(compared)} isFlush>
      <PlainTable
        label={texts.title(compared)}
        columns={COLUMNS}
        rows={NAMES.map((name) => ({ name, ...rates[name] }))}
        idOf={({ name }) => name}
      />
      <p className="border-t border-line px-4 py-3 text-xs text-soft">{texts.notice}</p>
    </Card>
  )
}
