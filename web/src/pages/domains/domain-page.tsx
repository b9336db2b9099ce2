import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, Mail, RefreshCw, TriangleAlert } from 'lucide-react'
import { domainQuery } from '../../api/connections/domains.ts'
import type { Domain } from '../../api/connections/domains.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Copyable, CopyTextButton } from '../../components/copy-button.tsx'
import { Card, Facts, Page, PageBody } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { DomainChecksLink } from './checks/domain-checks-link.tsx'
import { DkimCard } from './dkim/dkim-card.tsx'
import { DomainMenu } from './domain-menu.tsx'
import { DomainStatus } from './domain-status.tsx'
import { DomainTransports } from './domain-transports.tsx'
import { domains } from './domains.texts.ts'
import { RecordGroups } from './record-groups.tsx'
import { NewAlerts } from './reports/new-alerts.tsx'
import { DomainReportsLink } from './reports/domain-reports-link.tsx'
import { useDomainCheck } from './use-domain-check.ts'
import type { DomainCheck } from './use-domain-check.ts'
import { zoneFile } from './zone-file.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/domains/$domainId')
const { detail: texts } = domains

export function DomainPage() {
  const { api } = useProject()
  const { domainId } = route.useParams()
  const query = useQuery(domainQuery(api, domainId))
  const { data: domain } = query
  if (!domain) return <RecordUnavailable query={query} />
  return <DomainDetail key={domain.id} domain={domain} />
}

function DomainDetail({ domain }: { domain: Domain }) {
  const { may } = useProject()
  const check = useDomainCheck(domain)
  return (
    <Page
      title={domain.domain}
      actions={
        <>
          <DomainStatus status={domain.status} />
          <ShowAsCurl calls={[{ name: curlTexts.names.get, path: `/domains/${domain.id}` }]} />
          <DomainChecksLink domainId={domain.id} />
          <DomainReportsLink domainId={domain.id} />
          {may('member') && (
            <Button icon={<RefreshCw />} isBusy={check.isChecking} onClick={check.check}>
              {texts.check}
            </Button>
          )}
          <DomainMenu domain={domain} />
        </>
      }
    >
      <NewAlerts domainId={domain.id} />
      <PageBody>
        <DomainSummary domain={domain} check={check} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
          <div className="flex flex-col gap-4">
            <RecordGroups domain={domain} />
          </div>
          <div className="flex flex-col gap-4">
            <Publish domain={domain} />
            <DkimCard domain={domain} />
            <DomainTransports domain={domain} />
            <DomainFacts domain={domain} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

/** Whether the domain can send, its warning, and the time of the next check. */
function DomainSummary({ domain, check }: { domain: Domain; check: DomainCheck }) {
  const isGood = domain.verified && domain.warning === null
  const Icon = isGood ? CircleCheck : TriangleAlert
  const message = domain.warning?.message ?? (domain.verified ? texts.verified : texts.explain)
  return (
    <div
      className={
        isGood
          ? 'flex flex-wrap items-center gap-3 rounded-xl bg-good-soft px-4 py-3 text-sm text-good'
          : 'flex flex-wrap items-center gap-3 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn'
      }
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      <p role="status" className="min-w-0 grow basis-64 font-medium">
        {message}
      </p>
      {check.seconds !== undefined && (
        // Not a live region: screen readers would announce every second.
        <span className="tabular text-xs" aria-live="off">
          {check.isChecking ? texts.checking : texts.nextCheck(check.seconds)}
        </span>
      )}
    </div>
  )
}

function Publish({ domain }: { domain: Domain }) {
  const zone = zoneFile(domain)
  const mail = new URLSearchParams({
    subject: texts.mailSubject(domain.domain),
    body: `${texts.mailIntro(domain.domain)}\n\n${zone}`,
  })
  return (
    <Card title={texts.records}>
      <p className="mb-3 text-sm text-soft">{texts.explain}</p>
      <div className="flex flex-wrap gap-2">
        <CopyTextButton text={zone} label={texts.copyAll} />
        <a href={`mailto:?${String(mail).replaceAll('+', '%20')}`} className={buttonClass({ size: 'small' })}>
          <Mail aria-hidden />
          {texts.mail}
        </a>
      </div>
    </Card>
  )
}

function DomainFacts({ domain }: { domain: Domain }) {
  return (
    <Card title={texts.facts}>
      <Facts
        facts={[
          [texts.id, <Copyable key="id" text={domain.id} label={texts.copyId} />],
          domain.asciiDomain !== domain.domain && [texts.ascii, domain.asciiDomain],
          [texts.added, <Time key="added" at={domain.createdAt} />],
          domain.verifiedAt !== null && [texts.since, <Time key="since" at={domain.verifiedAt} />],
          [
            texts.lastCheck,
            domain.lastCheckedAt === null ? domains.never : <Time key="last" at={domain.lastCheckedAt} />,
          ],
        ]}
      />
    </Card>
  )
}
