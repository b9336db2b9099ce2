import type { Statistics } from '../../../api/sending/campaigns.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount, formatShare } from '../../../format/number.ts'
import { formatExact } from '../../../format/time.tsx'
import { report } from './report.texts.ts'
import { points } from './test-result.tsx'

const { bestHour: texts } = report

type BestHour = NonNullable<Statistics['bestHour']>
type Group = BestHour['comparison'] & { name: string }

/** Whether sending at the hour of each recipient has helped. */
export function BestHourCard({ statistics: { bestHour } }: { statistics: Statistics }) {
  if (!bestHour) return null
  const { fallback, known, unknown, atBestHour, comparison } = bestHour
  const groups = [
    { name: texts.atBestHour, ...atBestHour },
    { name: texts.comparison(fallback), ...comparison },
  ]
  return (
    <Card title={texts.title} isFlush>
      <div className="px-4 pb-3 text-sm">
        <Verdict bestHour={bestHour} />
      </div>
      <PlainTable label={texts.list} columns={COLUMNS} rows={groups} idOf={({ name }) => name} />
      <p className="border-t border-line px-4 py-3 text-xs text-soft">
        {texts.known(formatCount(known), formatCount(known + unknown), fallback)}
      </p>
    </Card>
  )
}

const TONES = { tooEarly: 'neutral', helped: 'good', hurt: 'bad', noDifference: 'info' } as const

function Verdict({ bestHour }: { bestHour: BestHour }) {
  const { verdict, verdictFrom, openDifference, atBestHour, comparison } = bestHour
  const { by, from, to } = openDifference
  // Without emails in both groups there is nothing to compare.
  const isCompared = atBestHour.delivered > 0 && comparison.delivered > 0
  return (
    <>
      <p className="flex items-center gap-2">
        <Badge tone={TONES[verdict]}>{texts.verdicts[verdict]}</Badge>
        {isCompared && <span>{texts.difference(points(by), points(from), points(to))}</span>}
      </p>
      <p className="text-soft">
        {texts.reasons[verdict]}{' '}
        {verdict === 'tooEarly' && verdictFrom !== null && texts.from(formatExact(verdictFrom))}
      </p>
    </>
  )
}

const COLUMNS: PlainColumn<Group>[] = [
  { id: 'group', header: texts.group, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: 'delivered', header: texts.delivered, align: 'end', cell: ({ delivered }) => formatCount(delivered) },
  {
    id: 'opened',
    header: texts.opened,
    align: 'end',
    cell: ({ humanOpens, openRate }) => `${formatCount(humanOpens)} (${formatShare(openRate)})`,
  },
  {
    id: 'clicked',
    header: texts.clicked,
    align: 'end',
    cell: ({ humanClicks, clickRate }) => `${formatCount(humanClicks)} (${formatShare(clickRate)})`,
  },
]
