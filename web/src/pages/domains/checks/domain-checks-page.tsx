import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { checksOfDomain } from '../../../api/connections/checks.ts'
import { domainQuery } from '../../../api/connections/domains.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { ChecksPage } from '../../../patterns/checks/checks-view.tsx'
import { RecordUnavailable } from '../../../patterns/record/record-unavailable.tsx'
import { domainCheckTexts as texts } from './domain-checks.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/domains/$domainId/checks')

export function DomainChecksPage() {
  const { api, project, may } = useProject()
  const { domainId } = route.useParams()
  const query = useQuery(domainQuery(api, domainId))
  const { data: domain } = query
  if (!domain) return <RecordUnavailable query={query} />
  return (
    <ChecksPage
      key={domain.id}
      title={texts.title(domain.domain)}
      path={checksOfDomain(domain.id)}
      mayRun={may('member')}
      actions={
        <Link
          to="/app/p/$projectId/domains/$domainId"
          params={{ projectId: project.id, domainId: domain.id }}
          className={buttonClass()}
        >
          <ArrowLeft aria-hidden />
          {texts.back}
        </Link>
      }
    />
  )
}
