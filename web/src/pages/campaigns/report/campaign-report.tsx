// The report of a campaign, during and after sending. Figures come from counters, so half a million recipients are no slower
// than ten.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statisticsQuery } from '../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../api/sending/campaigns.ts'
import { usePageSearch } from '../../../app/page-search.ts'
import { useProject } from '../../../app/use-project.ts'
import { Page } from '../../../components/page.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { Time } from '../../../format/time.tsx'
import { TopicName } from '../../../patterns/topics/topic-name.tsx'
import { AudienceName } from '../audience-name.tsx'
import { CampaignStatusBadge } from '../campaign-status.tsx'
import { REPORT_TABS } from '../campaign-views.ts'
import type { ReportTab } from '../campaign-views.ts'
import { campaigns } from '../campaigns.texts.ts'
import { EmailTab } from './readers/email-tab.tsx'
import { FiguresTab } from './figures-tab.tsx'
import { RecipientsTab } from './recipients-tab.tsx'
import { ReportActions } from './report-actions.tsx'
import { report as texts } from './report.texts.ts'
import { UndoBar } from './undo-bar.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')

export function CampaignReport({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const statistics = useQuery(statisticsQuery(api, campaign))
  const { tab = 'figures' } = route.useSearch()
  const { change } = usePageSearch()
  const panels: Record<ReportTab, ReactNode> = {
    figures: <FiguresTab campaign={campaign} statistics={statistics} />,
    email: <EmailTab campaign={campaign} links={statistics.data?.links ?? []} />,
    recipients: <RecipientsTab campaign={campaign} />,
  }
  const at = campaign.sentAt ?? campaign.cancelledAt ?? campaign.startedAt ?? campaign.updatedAt
  return (
    <Page
      title={campaign.name}
      subtitle={
        <>
          {campaigns.statuses[campaign.status]} <Time at={at} /> {texts.sentTo}{' '}
          <AudienceName fields={campaign} />
          {campaign.topic !== null && (
            <>
              {' '}
              {texts.inTopic} <TopicName of={campaign.topic} />
            </>
          )}
        </>
      }
      actions={
        <>
          <CampaignStatusBadge campaign={campaign} />
          <ReportActions campaign={campaign} queued={statistics.data?.queued ?? 0} />
        </>
      }
    >
      <UndoBar campaign={campaign} />
      <Tabs
        label={texts.tabs.label}
        value={tab}
        onChange={(chosen) => change({ tab: chosen === 'figures' ? undefined : chosen }, { replace: true })}
        tabs={REPORT_TABS.map((value) => ({ value, label: texts.tabs[value], content: panels[value] }))}
      />
    </Page>
  )
}
