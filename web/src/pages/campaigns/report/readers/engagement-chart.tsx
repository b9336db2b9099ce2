import { useMemo, useState } from 'react'
import type { Campaign, Statistics } from '../../../../api/sending/campaigns.ts'
import { TimeChart } from '../../../../components/chart/time-chart.tsx'
import { Select } from '../../../../components/forms/select.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../../format/number.ts'
import { Card } from '../../../../components/page.tsx'
import { barsOf, scalesOf, usualScale } from './activity-bars.ts'
import type { Scale } from './activity-bars.ts'
import { report } from '../report.texts.ts'
import { locale } from '../../../../i18n/language.ts'

const { chart: texts } = report

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const hour = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

const FORMATS: Record<Scale, (ms: number) => string> = {
  minutes: (ms) => clock.format(ms),
  hours: (ms) => hour.format(ms),
  days: (ms) => day.format(ms),
}

const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

type EngagementChartProps = { campaign: Campaign; statistics: Statistics | undefined }

export function EngagementChart({ campaign: { startedAt }, statistics }: EngagementChartProps) {
  const [chosen, setChosen] = useState<Scale>()
  const [openedAt] = useState(() => Date.now())
  const scales = statistics ? scalesOf(statistics) : []
  if (!statistics || !scales.some((one) => hasBars(statistics, one))) {
    return (
      <Card title={texts.title}>
        {statistics ? (
          <p className="py-8 text-center text-sm text-soft">{texts.empty}</p>
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
      </Card>
    )
  }
  const usual = usualScale(statistics, openedAt - Date.parse(startedAt ?? ''))
  const scale = chosen !== undefined && scales.includes(chosen) ? chosen : usual
  return (
    <Card
      title={texts.title}
      actions={
        <Select
          label={texts.scale}
          prefix={texts.scalePrefix}
          value={scale}
          options={scales.map((value) => ({ value, label: texts.scales[value] }))}
          onChange={setChosen}
        />
      }
    >
      <Chart statistics={statistics} scale={scale} />
    </Card>
  )
}

const hasBars = (statistics: Statistics, scale: Scale): boolean => {
  const { opened, clicked } = barsOf(statistics, scale)
  return total(opened) + total(clicked) > 0
}

function Chart({ statistics, scale }: { statistics: Statistics; scale: Scale }) {
  const { timeline, firstDay } = statistics
  const bars = useMemo(() => barsOf({ timeline, firstDay }, scale), [timeline, firstDay, scale])
  const series = useMemo(() => seriesOf(bars), [bars])
  const sum = (values: readonly number[]) => formatCount(total(values))
  return (
    <TimeChart
      summary={texts.summary(sum(bars.opened), sum(bars.humanOpens), sum(bars.clicked))}
      times={bars.times}
      series={series}
      formatTime={FORMATS[scale]}
    />
  )
}

/** Opens of people are a part of all opens, so their bar stands in front of the other. Earlier versions did not count them by time. */
function seriesOf({ opened, humanOpens, clicked }: ReturnType<typeof barsOf>) {
  const isJudged = total(humanOpens) > 0
  const all = { tone: 'accent' as const, shape: 'bar' as const, values: opened }
  const clicks = {
    name: texts.clicked,
    tone: 'good' as const,
    shape: 'thin-bar' as const,
    values: clicked,
    isFilled: true,
  }
  if (!isJudged) return [{ ...all, name: texts.opened, isFilled: true }, clicks]
  return [
    { ...all, name: texts.opened, tone: 'soft' as const },
    { ...all, name: texts.humanOpens, values: humanOpens, isFilled: true },
    clicks,
  ]
}
