import { useMemo } from 'react'
import { classes } from '../../components/classes.ts'
import { loadable } from '../../components/loadable.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card } from '../../components/page.tsx'
import { formatCount } from '../../format/number.ts'
import { formatDay } from '../../format/time.tsx'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import type { Reputation, ReputationRange } from '../../api/sending/reputation.ts'
import { locale } from '../../i18n/language.ts'
import { verdictOf } from './day-verdict.ts'
import type { Day, DayVerdict } from './day-verdict.ts'
import { reputation as texts } from './reputation.texts.ts'

const TimeChart = loadable(async () => (await import('../../components/chart/time-chart.tsx')).TimeChart)

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const SERIES = [
  { name: 'accepted', tone: 'accent', isFilled: true },
  { name: 'deferred', tone: 'warn', isFilled: false },
  { name: 'bounced', tone: 'bad', isFilled: false },
  { name: 'complained', tone: 'info', isFilled: false },
] as const

type DayChartProps = { data: Reputation; range: ReputationRange; isInstance: boolean }

export function DayChart({ data: { days, totals, timezone }, range, isInstance }: DayChartProps) {
  const times = useMemo(() => days.map(({ date }) => Date.parse(date)), [days])
  const series = useMemo(
    () =>
      SERIES.map(({ name, tone, isFilled }) => ({
        name: texts.chart.names[name],
        values: days.map((day) => day[name]),
        tone,
        isFilled,
      })),
    [days],
  )
  const bad = days.filter((day) => verdictOf(day) === 'bad')
  return (
    <Card
      title={texts.chart.title}
      actions={
        <span className="flex items-center gap-3">
          <span className="text-xs whitespace-nowrap text-soft">{texts.chart.zone(timezone)}</span>
          {!isInstance && (
            <DownloadReport size="small" name="reputation" path="/reputation/report" query={range} />
          )}
        </span>
      }
    >
      <DayStrip days={days} bad={bad} />
      <TimeChart
        summary={texts.chart.summary(formatCount(totals.emails), bad.length)}
        times={times}
        series={series}
        formatTime={(ms) => short.format(ms)}
        isDaily
        fallback={<Skeleton className="h-70 rounded-lg" />}
      />
    </Card>
  )
}

const COLOURS: Record<DayVerdict, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  neutral: 'bg-neutral-soft',
}

/** A stripe per day, in the colour of how it went. */
function DayStrip({ days, bad }: { days: readonly Day[]; bad: readonly Day[] }) {
  const names = bad.map(({ date }) => formatDay(date)).join(', ')
  const summary = bad.length === 0 ? texts.days.none : texts.days.bad(names)
  return (
    <div className="mb-4">
      <div
        role="img"
        aria-label={`${texts.days.label}: ${summary}`}
        className="flex h-7 gap-px overflow-hidden rounded-md"
      >
        {days.map((day) => {
          const verdict = verdictOf(day)
          return (
            <span
              key={day.date}
              title={`${formatDay(day.date)}: ${texts.days.states[verdict]}`}
              className={classes('min-w-0 grow', COLOURS[verdict])}
            />
          )
        })}
      </div>
      <p className="mt-1.5 text-xs text-soft">
        <span className="font-medium">{summary}</span> {texts.days.explanation}
      </p>
    </div>
  )
}
