import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newAlertsQuery } from '../../../api/connections/domain-reports.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { Notice } from '../../../components/notices/notice.tsx'
import { domainReportTexts } from './domain-reports.texts.ts'

const { alerts: texts } = domainReportTexts

const MOST_DOMAINS = 3

/** Alerts of the last days about one domain, or about all of the project. */
export function NewAlerts({ domainId }: { domainId?: string }) {
  const { api, project } = useProject()
  const { data = [] } = useQuery(newAlertsQuery(api, domainId))
  const domains = [...Map.groupBy(data, (alert) => alert.domainId)]
  return domains.slice(0, MOST_DOMAINS).map(([id, alerts]) => (
    <Notice key={id} text={texts.recent(alerts.length, alerts[0]?.domain ?? '')}>
      <Link
        to="/app/p/$projectId/domains/$domainId/reports"
        params={{ projectId: project.id, domainId: id }}
        className={buttonClass({ size: 'small' })}
      >
        {texts.open}
      </Link>
    </Notice>
  ))
}
