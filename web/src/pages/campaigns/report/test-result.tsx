import type { ReactNode } from 'react'
import type { Campaign, Statistics } from '../../../api/sending/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { formatCount, formatShare } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { Time } from '../../../format/time.tsx'
import { useIsNarrow } from '../../../hooks/use-is-narrow.ts'
import { canChoose, ChooseWinner } from './choose-winner.tsx'
import { report } from './report.texts.ts'
import { locale } from '../../../i18n/language.ts'

const { test: texts } = report

type Test = NonNullable<Statistics['test']>

type TestResultProps = { campaign: Campaign; statistics: Statistics }

export function TestResult({ campaign, statistics: { variants, test, queued } }: TestResultProps) {
  const { may } = useProject()
  const isNarrow = useIsNarrow()
  if (!test) return null
  const choice = ({ variant }: Variant) => (
    <ChooseWinner campaign={campaign} variant={variant} queued={queued} />
  )
  const isOpen = may('member') && canChoose(campaign)
  return (
    <Card title={texts.title} isFlush>
      <div className="px-4 pb-3 text-sm">
        <Verdict test={test} />
      </div>
      {isNarrow ? (
        <VariantList variants={variants} test={test} choice={isOpen ? choice : undefined} />
      ) : (
        <PlainTable
          label={texts.list}
          columns={columnsFor(test, isOpen ? choice : undefined)}
          rows={variants}
          idOf={({ variant }) => variant}
        />
      )}
      {test.sampleSize !== null && (
        <p className="border-t border-line px-4 py-3 text-xs text-soft">
          {texts.sample(formatCount(test.sampleSize))}
        </p>
      )}
    </Card>
  )
}

type Choice = ((variant: Variant) => ReactNode) | undefined

/** For phones, where the columns of the table have room for one word each. */
function VariantList({ variants, test, choice }: { variants: Variant[]; test: Test; choice: Choice }) {
  return (
    <ul aria-label={texts.list} className="divide-y divide-line border-t border-line">
      {variants.map((one) => (
        <li key={one.variant} className="flex flex-col gap-1.5 px-4 py-3 text-sm">
          <span className="flex items-center justify-between gap-3">
            <VariantTitle variant={one.variant} test={test} />
            <span className="tabular font-medium">{formatShare(one.rate)}</span>
          </span>
          <span>{one.subject}</span>
          <span className="tabular text-xs text-soft">
            {texts.counts[test.metric](formatCount(countOf(one, test.metric)), formatCount(one.delivered))}
          </span>
          <IntervalCell {...one} />
          {choice?.(one)}
        </li>
      ))}
    </ul>
  )
}

const withoutLead = (decidedAt: string | null): string => (decidedAt === null ? texts.tooEarly : texts.noLead)

export const points = (difference: number): string =>
  texts.points((difference * 100).toLocaleString(locale, { maximumFractionDigits: 1 }))

function Verdict({ test }: { test: Test }) {
  const { best, lead, isConclusive, decidedAt, decidesAt } = test
  const at = decidedAt ?? decidesAt
  return (
    <>
      {lead && (
        <p>
          {texts.lead(best, lead.over, points(lead.by))}{' '}
          {texts.difference(points(lead.from), points(lead.to))}
        </p>
      )}
      {test.isChosenByHand && test.winner !== null && <p>{texts.byHand(test.winner)}</p>}
      <p className="text-soft">
        {lead ? (isConclusive ? texts.conclusive(best) : texts.inconclusive) : withoutLead(decidedAt)}{' '}
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

function VariantTitle({ variant, test }: { variant: Variant['variant']; test: Test }) {
  return (
    <span className="flex items-center gap-2 font-medium">
      {variant}
      {variant === test.winner && <Badge tone="good">{texts.winner}</Badge>}
      {test.winner === null && test.lead && variant === test.best && <Badge tone="info">{texts.best}</Badge>}
    </span>
  )
}

const columnsFor = (test: Test, choice: Choice): PlainColumn<Variant>[] => [
  {
    id: 'variant',
    header: texts.variant,
    cell: ({ variant }) => <VariantTitle variant={variant} test={test} />,
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
  { id: 'interval', header: texts.interval, cell: (variant) => <IntervalCell {...variant} /> },
  ...(choice ? [{ id: 'choose', header: texts.actions, isQuiet: true, cell: choice }] : []),
]

function IntervalCell({ rate, rateFrom, rateTo }: Variant) {
  return (
    <span className="flex items-center gap-3">
      <Interval rate={rate} from={rateFrom} to={rateTo} />
      <span className="tabular text-xs whitespace-nowrap text-soft">
        {texts.between(formatShare(rateFrom), formatShare(rateTo))}
      </span>
    </span>
  )
}

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
