import { useMemo } from 'react'
import { loadable } from '../../components/loadable.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { Card } from '../../components/page.tsx'
import type { Day } from './figures.ts'
import { overview } from './overview.texts.ts'
import { locale } from '../../i18n/language.ts'

const { chart: texts, figures } = overview

// The figures above do not wait for the chart.
const TimeChart = loadable(async () => (await import('../../components/chart/time-chart.tsx')).TimeChart)
/** Preloading the overview also preloads its chart. */
void TimeChart.preload().catch(() => {})

const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const formatDay = (ms: number): string => format.format(ms)

type DayChartProps = { days: readonly Day[]; period: number; timezone: string }

export function DayChart({ days: all, period, timezone }: DayChartProps) {
  const days = useMemo(() => all.slice(-period), [all, period])
  const times = useMemo(() => days.map(({ date }) => Date.parse(date)), [days])
  const series = useMemo(
    () => [
      {
        name: figures.names.delivered,
        values: days.map(({ delivered }) => delivered),
        tone: 'accent' as const,
        isFilled: true,
      },
      { name: figures.names.opened, values: days.map(({ opened }) => opened), tone: 'good' as const },
      { name: figures.names.clicked, values: days.map(({ clicked }) => clicked), tone: 'info' as const },
      { name: figures.names.bounced, values: days.map(({ bounced }) => bounced), tone: 'bad' as const },
    ],
    [days],
  )
  const total = (name: 'delivered' | 'opened') => formatCount(days.reduce((sum, day) => sum + day[name], 0))
  return (
    <Card
      title={texts.title}
      actions={
        <span className="flex items-center gap-3">
          <span className="text-xs text-soft">{texts.zone(timezone)}</span>
          <DownloadReport size="small" name="last-30-days" path="/overview/report" />
        </span>
      }
    >
      <TimeChart
        summary={texts.summary(total('delivered'), total('opened'), period)}
        times={times}
        series={series}
        formatTime={formatDay}
        isDaily
        fallback={<Skeleton className="h-70 rounded-lg" />}
      />
    </Card>
  )
}
