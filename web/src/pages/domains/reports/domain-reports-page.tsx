// The reports of receivers about a domain: their figures beside ours, who else sends, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { domainReportsQuery } from '../../../api/connections/domain-reports.ts'
import type { DomainReports } from '../../../api/connections/domain-reports.ts'
import { domainQuery } from '../../../api/connections/domains.ts'
import type { Domain } from '../../../api/connections/domains.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card, Page, PageBody } from '../../../components/page.tsx'
import { curlTexts } from '../../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { DEFAULT_PERIOD, firstDayOf } from '../../../patterns/report/period.ts'
import type { Period } from '../../../patterns/report/period.ts'
import { PeriodSelect } from '../../../patterns/report/period-select.tsx'
import { RecordUnavailable } from '../../../patterns/record/record-unavailable.tsx'
import { domainReportTexts as texts } from './domain-reports.texts.ts'
import { GoogleCard } from './google-card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { ReadinessCard, TlsCard, UnreadCard } from './report-cards.tsx'
import { MessagesCard, ReceiversCard } from './report-figures.tsx'
import { SourcesCard } from './sources-card.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/domains/$domainId/reports')

export function DomainReportsPage() {
  const { api } = useProject()
  const { domainId } = route.useParams()
  const query = useQuery(domainQuery(api, domainId))
  const { data: domain } = query
  if (!domain) return <RecordUnavailable query={query} />
  return <Reports domain={domain} />
}

function Reports({ domain }: { domain: Domain }) {
  const { api } = useProject()
  const { days = DEFAULT_PERIOD } = route.useSearch()
  const range = { from: firstDayOf(days) }
  const { data, error, refetch } = useQuery(domainReportsQuery(api, domain.id, range))
  return (
    <Page title={texts.title(domain.domain)} actions={<Choices domain={domain} days={days} />}>
      <PageBody>
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-80 rounded-xl" />}
        <AlertsCard domainId={domain.id} />
        {data && data.reports === 0 && data.tls.reports === 0 && (
          <Card>
            <p className="text-sm text-soft">{texts.empty}</p>
          </Card>
        )}
        {data && data.reports > 0 && (
          <>
            <MessagesCard data={data} domainId={domain.id} range={range} />
            <ReceiversCard receivers={data.receivers} />
            <SourcesCard domainId={domain.id} range={range} />
            <ReadinessCard data={data} />
          </>
        )}
        {data && data.tls.reports > 0 && <TlsCard tls={data.tls} />}
        {data && <UnsignedCard unsigned={data.unsigned} />}
        <GoogleCard domainId={domain.id} range={range} />
        {data && data.unread.length > 0 && <UnreadCard unread={data.unread} />}
      </PageBody>
    </Page>
  )
}

function UnsignedCard({ unsigned: { reports, messages, tls } }: Pick<DomainReports, 'unsigned'>) {
  if (reports === 0 && tls.reports === 0) return null
  return (
    <Card>
      {reports > 0 && <p className="text-sm text-soft">{texts.unsigned(reports, messages)}</p>}
      {tls.reports > 0 && <p className="text-sm text-soft">{texts.unsignedTls(tls.reports, tls.sessions)}</p>}
    </Card>
  )
}

function Choices({ domain, days }: { domain: Domain; days: Period }) {
  const { project } = useProject()
  return (
    <>
      <PeriodSelect days={days} />
      <ShowAsCurl calls={[{ name: curlTexts.names.get, path: `/domains/${domain.id}/reports` }]} />
      <Link
        to="/app/p/$projectId/domains/$domainId"
        params={{ projectId: project.id, domainId: domain.id }}
        className={buttonClass()}
      >
        <ArrowLeft aria-hidden />
        {texts.back}
      </Link>
    </>
  )
}
