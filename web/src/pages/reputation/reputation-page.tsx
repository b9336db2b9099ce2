// How receivers took the emails of a project: days, mailbox providers, sending addresses, replies, and what slowed email down.
// The owner of the installation can look at all projects together.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { brakesQuery, reputationPath, reputationQuery, repliesQuery } from '../../api/sending/reputation.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { receiverNames } from '../../patterns/destinations/receivers.texts.ts'
import { DEFAULT_PERIOD, firstDayOf } from '../../patterns/report/period.ts'
import { PeriodSelect } from '../../patterns/report/period-select.tsx'
import { DayChart } from './day-chart.tsx'
import { BrakesCard, RepliesCard } from './reputation-lists.tsx'
import { ProvidersCard, SendersCard } from './reputation-tables.tsx'
import { reputation as texts } from './reputation.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/reputation')

const ALL = 'all'
const PROVIDERS = [{ value: ALL, label: texts.allProviders }, ...optionsOf(receiverNames)]

export function ReputationPage() {
  const { api, account, may } = useProject()
  const { days = DEFAULT_PERIOD, provider, scope } = route.useSearch()
  const isInstance = scope === 'instance' && account.user.isOperator && may('owner')
  const path = reputationPath(isInstance)
  const range = { from: firstDayOf(days), provider }
  const figures = useQuery(reputationQuery(api, path, range))
  const replies = useQuery(repliesQuery(api, path, range))
  const brakes = useQuery(brakesQuery(api, path, range))
  const { data, error, refetch } = figures
  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<Choices />}>
      <PageBody>
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-80 rounded-xl" />}
        {data && data.totals.emails + data.totals.deferred + data.totals.bounced === 0 && (
          <Card>
            <p className="text-sm text-soft">{texts.empty}</p>
          </Card>
        )}
        {data && (
          <>
            <DayChart data={data} range={range} isInstance={isInstance} />
            {data.providers.length > 0 && <ProvidersCard providers={data.providers} />}
            {data.senders.length > 0 && <SendersCard senders={data.senders} />}
          </>
        )}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {replies.data && <RepliesCard replies={replies.data.replies} />}
          {brakes.data && <BrakesCard brakes={brakes.data.brakes} />}
        </div>
      </PageBody>
    </Page>
  )
}

function Choices() {
  const { account, may } = useProject()
  const { days = DEFAULT_PERIOD, provider, scope } = route.useSearch()
  const { change } = usePageSearch()
  return (
    <>
      {account.user.isOperator && may('owner') && (
        <Select
          label={texts.scope}
          value={scope ?? 'project'}
          options={optionsOf(texts.scopes)}
          onChange={(chosen) =>
            change({ scope: chosen === 'instance' ? chosen : undefined }, { replace: true })
          }
        />
      )}
      <Select
        label={texts.provider}
        value={provider ?? ALL}
        options={PROVIDERS}
        onChange={(chosen) =>
          change(
            { provider: chosen === ALL ? undefined : (chosen as keyof typeof receiverNames) },
            { replace: true },
          )
        }
      />
      <PeriodSelect days={days} />
      <ShowAsCurl calls={[{ name: curlTexts.names.get, path: '/reputation' }]} />
    </>
  )
}
