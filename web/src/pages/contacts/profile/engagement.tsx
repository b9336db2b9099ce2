// Emails to the contact over time, sent, opened and clicked, as bars. Screen readers get a sentence, and everybody can have a table.
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { engagementQuery } from '../../../api/audience/contacts.ts'
import type { Engagement as EngagementAnswer, EngagementPeriod } from '../../../api/audience/contacts.ts'
import { useProject } from '../../../app/use-project.ts'
import { ChartTable } from '../../../components/chart/chart-table.tsx'
import { components } from '../../../components/components.texts.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { optionsOf, Select } from '../../../components/forms/select.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { formatCount } from '../../../format/number.ts'
import { profile } from './profile.texts.ts'
import { locale } from '../../../i18n/language.ts'

const { engagement: texts } = profile

const PERIODS = optionsOf<EngagementPeriod>(texts.periods)
const KINDS = ['sent', 'opened', 'clicked'] as const
const TONES = { sent: 'soft', opened: 'accent', clicked: 'good' } as const
const BARS = { sent: 'bg-edge', opened: 'bg-accent', clicked: 'bg-good' }

const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const timeOf = ({ start }: { start: string }): number => Date.parse(`${start}T00:00:00Z`)

type Periods = EngagementAnswer['periods']

const totalOf = (periods: Periods, kind: (typeof KINDS)[number]): number =>
  periods.reduce((sum, period) => sum + period[kind], 0)

export function Engagement({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const [by, setBy] = useState<EngagementPeriod>('month')
  const [isTable, setIsTable] = useState(false)
  const { data, error, refetch } = useQuery(engagementQuery(api, contactId, by))
  const isEmpty = data !== undefined && KINDS.every((kind) => totalOf(data.periods, kind) === 0)
  return (
    <Card
      title={texts.title}
      actions={
        <div className="flex items-center gap-1">
          <Select label={texts.by} value={by} options={PERIODS} onChange={setBy} />
          <IconButton
            label={isTable ? components.chart.asChart : components.chart.asTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <ChartColumn /> : <Table2 />}
          </IconButton>
        </div>
      }
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-36 w-full" />}
      {isEmpty && <p className="py-6 text-center text-sm text-soft">{texts.none[by]}</p>}
      {data && !isEmpty && <EngagementFigures engagement={data} isTable={isTable} />}
      {data?.isComplete === false && <p className="pt-2 text-xs text-soft">{texts.cut}</p>}
    </Card>
  )
}

type FiguresProps = { engagement: EngagementAnswer; isTable: boolean }

function EngagementFigures({ engagement: { by, periods }, isTable }: FiguresProps) {
  const [sent, opened, clicked] = KINDS.map((kind) => totalOf(periods, kind))
  const summary = texts.summary(sent ?? 0, opened ?? 0, clicked ?? 0)
  const format = by === 'month' ? months : days
  if (isTable) {
    return (
      <ChartTable
        summary={summary}
        times={periods.map(timeOf)}
        series={KINDS.map((kind) => ({
          name: texts[kind],
          tone: TONES[kind],
          values: periods.map((period) => period[kind]),
        }))}
        formatTime={(ms) => format.format(ms)}
        formatValue={formatCount}
      />
    )
  }
  const most = Math.max(1, ...periods.flatMap((period) => KINDS.map((kind) => period[kind])))
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {KINDS.map((kind) => (
          <span key={kind} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${BARS[kind]}`} aria-hidden />
            {texts[kind]}
            <span className="tabular font-medium text-text">{formatCount(totalOf(periods, kind))}</span>
          </span>
        ))}
      </p>
      <div role="img" aria-label={summary} className="flex h-28 items-end gap-1 border-b border-line">
        {periods.map((period) => (
          <div
            key={period.start}
            title={`${format.format(timeOf(period))}: ${texts.summary(period.sent, period.opened, period.clicked)}`}
            className="flex h-full min-w-0 flex-1 items-end justify-center gap-px"
          >
            {KINDS.map((kind) => (
              <span
                key={kind}
                className={`max-w-3 flex-1 rounded-t-sm ${BARS[kind]}`}
                style={{ height: `${(period[kind] / most) * 100}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="flex justify-between text-xs text-soft">
        {[periods[0], periods.at(-1)].map(
          (period) => period && <span key={period.start}>{format.format(timeOf(period))}</span>,
        )}
      </div>
    </div>
  )
}
