import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FORM_COUNTS } from '../../../../src/features/forms/forms.values.ts'
import { formStatisticsQuery } from '../../api/audience/forms.ts'
import type { Form, FormStatistics } from '../../api/audience/forms.ts'
import { useProject } from '../../app/use-project.ts'
import { Select, optionsOf } from '../../components/forms/select.tsx'
import { loadable } from '../../components/loadable.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card } from '../../components/page.tsx'
import { formatCount } from '../../format/number.ts'
import { formatDay } from '../../format/time.tsx'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import type { PERIODS } from './form-tabs.ts'
import { statisticsTexts as texts } from './forms.texts.ts'
import { SignedUpCard } from './signed-up-card.tsx'

const TimeChart = loadable(async () => (await import('../../components/chart/time-chart.tsx')).TimeChart)

type Period = (typeof PERIODS)[number]

const DAYS: Record<Period, number> = { month: 30, quarter: 90, year: 365 }

const CHOICES = optionsOf<Period>(texts.periods)

const route = getRouteApi('/signed-in/app/p/$projectId/forms/$formId')

export function SubmissionsTab({ form }: { form: Form }) {
  const { api } = useProject()
  const { period = 'month' } = route.useSearch()
  const setSearch = route.useNavigate()
  const { data, error, refetch } = useQuery(formStatisticsQuery(api, form.id, DAYS[period]))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  return (
    <>
      <Card title={texts.total}>
        <dl className="grid gap-4 sm:grid-cols-3">
          {FORM_COUNTS.map((name) => (
            <div key={name}>
              <dt className="text-sm text-soft">{texts.counts[name]}</dt>
              <dd className="tabular text-2xl font-semibold">{formatCount(data.total[name])}</dd>
              <dd className="text-xs text-soft">{texts.hints[name]}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card
        title={texts.chart}
        actions={
          <span className="flex flex-wrap items-center justify-end gap-2">
            <DownloadReport
              name={`form-${form.id}`}
              path={`/forms/${form.id}/report`}
              query={{ days: `${DAYS[period]}` }}
            />
            <Select
              label={texts.period}
              value={period}
              options={CHOICES}
              onChange={(chosen) =>
                void setSearch({
                  search: (old) => ({ ...old, period: chosen === 'month' ? undefined : chosen }),
                  replace: true,
                })
              }
            />
          </span>
        }
      >
        <SubmissionsChart statistics={data} />
        <p className="pt-2 text-xs text-soft">{texts.zone(data.timezone)}</p>
      </Card>
      <SignedUpCard form={form} />
    </>
  )
}

const TONES = { submissions: 'accent', contacts: 'good', confirmed: 'info' } as const

const formatTime = (ms: number): string => formatDay(new Date(ms).toISOString().slice(0, 10))

function SubmissionsChart({ statistics: { days } }: { statistics: FormStatistics }) {
  const times = useMemo(() => days.map(({ day }) => Date.parse(`${day}T00:00:00Z`)), [days])
  const series = useMemo(
    () =>
      FORM_COUNTS.map((name) => ({
        name: texts.counts[name],
        values: days.map((day) => day[name]),
        tone: TONES[name],
        isFilled: name === 'submissions',
      })),
    [days],
  )
  const submissions = days.reduce((sum, day) => sum + day.submissions, 0)
  return (
    <TimeChart
      summary={texts.summary(submissions, days.length)}
      times={times}
      series={series}
      formatTime={formatTime}
      isDaily
      fallback={<Skeleton className="h-70 rounded-lg" />}
    />
  )
}
