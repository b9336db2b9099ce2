// The state of a project from one call: figures, reputation, running campaigns and workflows, and next steps. The newest
// emails and events come from their lists.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isLive } from '../../api/client/live.ts'
import { useObservable } from '../../api/client/observable.ts'
import { overviewQuery } from '../../api/project/overview.ts'
import type { Overview } from '../../api/project/overview.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { Select } from '../../components/forms/select.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import { Page, PageBody } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { CampaignsCard, WorkflowsCard } from '../../patterns/running/running-cards.tsx'
import { DayChart } from './day-chart.tsx'
import { FigureRow } from './figure-row.tsx'
import { NewestEmails, NewestEvents } from './newest.tsx'
import { NextSteps } from './next-steps.tsx'
import { overview as texts } from './overview.texts.ts'
import { Reputation } from './reputation.tsx'
import { Globe } from 'lucide-react'
import { RecordLink } from '../../app/record-link.tsx'
import { buttonClass } from '../../components/forms/button.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/')

const PERIODS = [7, 30] as const
const PERIOD_OPTIONS = PERIODS.map((days) => ({ value: `${days}` as const, label: texts.periods[days] }))

export function OverviewPage() {
  const { api } = useProject()
  const { days = '7' } = route.useSearch()
  const { change } = usePageSearch()
  const { data, error, refetch } = useQuery(overviewQuery(api))
  const hasLiveUpdates = useObservable(isLive)
  return (
    <Page
      title={texts.title}
      subtitle={data && texts.contacts(data.contacts.total, formatCount(data.contacts.subscribed))}
      actions={
        <>
          {hasLiveUpdates && <Badge tone="good">{texts.live}</Badge>}
          <Select
            label={texts.period}
            value={days}
            options={PERIOD_OPTIONS}
            onChange={(chosen) => change({ days: chosen === '7' ? undefined : chosen }, { replace: true })}
          />
          <ShowAsCurl calls={[{ name: curlTexts.names.get, path: '/overview' }]} />
        </>
      }
    >
      <PageBody>
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <OverviewSkeleton />}
        {data && <Content data={data} period={Number(days)} />}
      </PageBody>
    </Page>
  )
}

function Content({ data, period }: { data: Overview; period: number }) {
  return (
    <>
      <NextSteps data={data} />
      <DomainWarnings domains={data.troubledDomains} />
      <FigureRow days={data.days} period={period} />
      <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <DayChart days={data.days} period={period} timezone={data.timezone} />
        <Reputation health={data.health} limits={data.limits} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <CampaignsCard campaigns={data.campaigns} />
        <WorkflowsCard workflows={data.workflows} />
        <NewestEmails />
        <NewestEvents />
      </div>
    </>
  )
}

function OverviewSkeleton() {
  return (
    <>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-64 rounded-xl" />
    </>
  )
}

/** Domains that cannot send, or soon cannot. */
function DomainWarnings({ domains }: { domains: Overview['troubledDomains'] }) {
  if (domains.length === 0) return null
  return (
    <section
      aria-label={texts.domains.title}
      className="overflow-hidden rounded-xl border border-line bg-warn-soft text-sm text-warn"
    >
      <h2 className="flex items-center gap-2.5 px-4 pt-3 font-semibold">
        <Globe className="size-4 shrink-0" aria-hidden />
        {texts.domains.title}
      </h2>
      <ul className="px-4 pb-2">
        {domains.map(({ id, domain, status, warning }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="font-medium break-all">{domain}</span>
            <span className="min-w-0 grow">{warning ?? texts.domains.states[status]}</span>
            <RecordLink
              kind="domain"
              id={id}
              aria-label={`${texts.domains.open} ${domain}`}
              className={buttonClass({ size: 'small' })}
            >
              {texts.domains.open}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
