import type { Statistics } from '../../../api/campaigns.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { formatCount, formatShare } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { Time } from '../../../format/time.tsx'
import { report } from './report.texts.ts'

const { test: texts } = report

type Test = NonNullable<Statistics['test']>

export function TestResult({ statistics: { variants, test } }: { statistics: Statistics }) {
  if (!test) return null
  return (
    <Card title={texts.title} isFlush>
      <div className="px-4 pb-3 text-sm">
        <Verdict test={test} />
      </div>
      <PlainTable
        label={texts.list}
        columns={columnsFor(test)}
        rows={variants}
        idOf={({ variant }) => variant}
      />
      {test.sampleSize !== null && (
        <p className="border-t border-line px-4 py-3 text-xs text-soft">
          {texts.sample(formatCount(test.sampleSize))}
        </p>
      )}
    </Card>
  )
}

const points = (difference: number): string =>
  texts.points((difference * 100).toLocaleString(undefined, { maximumFractionDigits: 1 }))

function Verdict({ test: { best, lead, isConclusive, decidedAt, decidesAt } }: { test: Test }) {
  const at = decidedAt ?? decidesAt
  return (
    <>
      {lead && (
        <p>
          {texts.lead(best, lead.over, points(lead.by))}{' '}
          {texts.difference(points(lead.from), points(lead.to))}
        </p>
      )}
      <p className="text-soft">
        {isConclusive ? texts.conclusive(best) : texts.inconclusive}{' '}
        {at !== null && (
          <>
            {texts.decides} <Time at={at} />
          </>
        )}
      </p>
    </>
  )
}

type Variant = Statistics['variants'][number]

const countOf = ({ humanClicks, humanOpens, conversions }: Variant, metric: Test['metric']): number =>
  ({ clicks: humanClicks, opens: humanOpens, conversions })[metric]

const columnsFor = (test: Test): PlainColumn<Variant>[] => [
  {
    id: 'variant',
    header: texts.variant,
    cell: ({ variant }) => (
      <span className="flex items-center gap-2 font-medium">
        {variant}
        {variant === test.winner && <Badge tone="good">{texts.winner}</Badge>}
        {test.winner === null && variant === test.best && <Badge tone="info">{texts.best}</Badge>}
      </span>
    ),
  },
  { id: 'subject', header: texts.subject, cell: ({ subject }) => subject },
  { id: 'delivered', header: texts.delivered, align: 'end', cell: ({ delivered }) => formatCount(delivered) },
  {
    id: 'count',
    header: texts.count[test.metric],
    align: 'end',
    cell: (variant) => formatCount(countOf(variant, test.metric)),
  },
  { id: 'rate', header: texts.rate, align: 'end', cell: ({ rate }) => formatShare(rate) },
  {
    id: 'interval',
    header: texts.interval,
    cell: ({ rate, rateFrom, rateTo }) => (
      <span className="flex items-center gap-3">
        <Interval rate={rate} from={rateFrom} to={rateTo} />
        <span className="tabular text-xs whitespace-nowrap text-soft">
          {texts.between(formatShare(rateFrom), formatShare(rateTo))}
        </span>
      </span>
    ),
  },
]

/** The confidence interval of the rate, on a scale from 0 to 100 %. */
function Interval({ rate, from, to }: { rate: number; from: number; to: number }) {
  return (
    <span aria-hidden className="relative block h-2 w-32 shrink-0 rounded-full bg-neutral-soft">
      <span
        className="absolute inset-y-0 rounded-full bg-accent opacity-40"
        style={{ left: `${from * 100}%`, width: `${Math.max(1, (to - from) * 100)}%` }}
      />
      <span
        className="absolute -inset-y-0.5 w-0.5 rounded-full bg-accent"
        style={{ left: `${rate * 100}%` }}
      />
    </span>
  )
}
