// Those who are held back against all others: the verdict, the figures of both, and whether the split came out as asked.
import type { z } from 'zod'
import type {
  comparisonFields,
  GroupFigures,
} from '../../../../src/features/goals/holdouts/holdouts.schema.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { formatCount, formatShare, formatSmallShare, formatSum } from '../../format/number.ts'
import { Time } from '../../format/time.tsx'
import { holdoutTexts as texts } from './holdout.texts.ts'
import { locale } from '../../i18n/language.ts'

type Figures = z.infer<typeof GroupFigures>
type Comparison = { [Field in keyof typeof comparisonFields]: z.infer<(typeof comparisonFields)[Field]> } & {
  heldBack: Figures
  others: Figures
  /** The earliest time for a verdict. */
  until?: string | null
}

type HoldoutComparisonProps = { result: Comparison; heldBack?: string; notice: string }

const TONES: Record<Comparison['verdict'], Tone> = {
  tooEarly: 'neutral',
  helped: 'good',
  hurt: 'bad',
  noDifference: 'info',
}

export function HoldoutComparison({ result, heldBack = texts.heldBack, notice }: HoldoutComparisonProps) {
  const { verdict, explanation, until, split } = result
  const rows = [
    { name: heldBack, ...result.heldBack },
    { name: texts.others, ...result.others },
  ]
  return (
    <>
      <div className="flex flex-col gap-1 px-4 pb-3 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[verdict]}>{texts.verdicts[verdict]}</Badge>
          <span>{explanation}</span>
        </p>
        {verdict === 'tooEarly' && until !== null && until !== undefined && (
          <p className="text-soft">
            {texts.until} <Time at={until} />
          </p>
        )}
        {verdict !== 'tooEarly' && <Lift result={result} />}
        {split.ok === false && (
          <p role="alert" className="font-medium text-bad">
            {split.explanation}
          </p>
        )}
      </div>
      <PlainTable label={texts.list} columns={columnsFor(result)} rows={rows} idOf={({ name }) => name} />
      <p className="border-t border-line px-4 py-3 text-xs text-soft">
        {split.actual !== null && texts.split(percent(split.actual), percent(split.asked))} {notice}
      </p>
    </>
  )
}

const percent = (value: number): string => formatSmallShare(value / 100)

const points = (difference: number): string =>
  texts.points((difference * 100).toLocaleString(locale, { maximumFractionDigits: 2 }))

function Lift({ result: { lift } }: { result: Comparison }) {
  if (!lift) return null
  const { by, from, to, relative, confidence, extraConversions } = lift
  const sign = relative !== null && relative > 0 ? '+' : ''
  return (
    <p className="text-soft">
      {texts.lift(points(by), relative === null ? null : `${sign}${formatShare(relative)}`)}{' '}
      {texts.between(formatShare(confidence), points(from), points(to))}{' '}
      {by > 0 && texts.extra(formatCount(Math.round(extraConversions)))}
    </p>
  )
}

type Row = Figures & { name: string }

const columnsFor = ({ heldBack, others }: Comparison): PlainColumn<Row>[] => [
  { id: 'group', header: texts.group, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: 'people', header: texts.people, align: 'end', cell: ({ people }) => formatCount(people) },
  {
    id: 'conversions',
    header: texts.conversions,
    align: 'end',
    cell: ({ conversions }) => formatCount(conversions),
  },
  { id: 'rate', header: texts.rate, align: 'end', cell: ({ rate }) => formatSmallShare(rate) },
  {
    id: 'interval',
    header: texts.interval,
    align: 'end',
    cell: ({ rateFrom, rateTo }) => `${formatSmallShare(rateFrom)} – ${formatSmallShare(rateTo)}`,
  },
  ...(heldBack.valuePerPerson === null && others.valuePerPerson === null
    ? []
    : [
        {
          id: 'value',
          header: texts.perPerson,
          align: 'end' as const,
          cell: ({ valuePerPerson }: Row) => (valuePerPerson === null ? '–' : formatSum(valuePerPerson)),
        },
      ]),
]
