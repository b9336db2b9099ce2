import { useMemo } from 'react'
import type { Statistics } from '../../../api/campaigns.ts'
import { TimeChart } from '../../../components/chart/time-chart.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { hourly } from './hourly.ts'
import { report } from './report.texts.ts'

const { chart: texts } = report

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const hour = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric' })

// Up to this length the axis shows only the time, to save room.
const MAX_CLOCK_HOURS = 36
const formatClock = (ms: number): string => clock.format(ms)
const formatHour = (ms: number): string => hour.format(ms)

const sum = (values: readonly number[]): string => formatCount(values.reduce((total, one) => total + one, 0))

export function EngagementChart({ timeline }: { timeline: Statistics['timeline'] | undefined }) {
  const { times, sent, opened, clicked } = useMemo(() => hourly(timeline ?? []), [timeline])
  const series = useMemo(
    () => [
      { name: texts.sent, tone: 'soft' as const, values: sent },
      { name: texts.opened, tone: 'accent' as const, values: opened, isFilled: true },
      { name: texts.clicked, tone: 'good' as const, values: clicked, isFilled: true },
    ],
    [sent, opened, clicked],
  )
  return (
    <Card title={texts.title}>
      {timeline === undefined && <Skeleton className="h-60 w-full" />}
      {timeline?.length === 0 && <p className="py-8 text-center text-sm text-soft">{texts.empty}</p>}
      {times.length > 0 && (
        <TimeChart
          summary={texts.summary(sum(sent), sum(opened), sum(clicked))}
          times={times}
          series={series}
          formatTime={times.length > MAX_CLOCK_HOURS ? formatHour : formatClock}
        />
      )}
    </Card>
  )
}
