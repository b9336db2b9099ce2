import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statisticsQuery } from '../../api/campaigns.ts'
import type { CampaignSummary } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount } from '../../components/number.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../components/time.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignStatusBadge } from './campaign-status.tsx'
import { campaigns as texts } from './campaigns.texts.ts'

export const campaignColumns = (projectId: string): Column<CampaignSummary>[] => [
  {
    id: 'name',
    header: texts.columns.name,
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ id, name }) => (
      <Link
        to="/app/p/$projectId/campaigns/$campaignId"
        params={{ projectId, campaignId: id }}
        className="font-medium hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: 'subject',
    header: texts.columns.subject,
    isWideOnly: true,
    width: 'minmax(10rem, 1.6fr)',
    cell: ({ subject }) => <span className="text-soft">{subject}</span>,
  },
  {
    id: 'status',
    header: texts.columns.status,
    width: '7.5rem',
    cell: (campaign) => <CampaignStatusBadge campaign={campaign} />,
  },
  {
    id: 'progress',
    header: texts.columns.progress,
    isWideOnly: true,
    width: 'minmax(9rem, 0.8fr)',
    cell: (campaign) => <Recipients campaign={campaign} />,
  },
  {
    id: 'at',
    header: texts.columns.at,
    isWideOnly: true,
    width: '11rem',
    align: 'end',
    cell: (campaign) => (
      <span className="text-soft">
        {texts.at[campaign.status]} <Time at={momentOf(campaign)} />
      </span>
    ),
  },
  {
    id: 'menu',
    header: texts.columns.more,
    width: '4rem',
    cell: (campaign) => <CampaignMenu campaign={campaign} />,
  },
]

/** The one that counts in its state. */
function momentOf(campaign: CampaignSummary): string {
  const moments = {
    DRAFT: campaign.updatedAt,
    SCHEDULED: campaign.scheduledAt,
    SENDING: campaign.startedAt,
    SENT: campaign.sentAt,
    CANCELLED: campaign.cancelledAt,
  }
  return moments[campaign.status] ?? campaign.updatedAt
}

function Recipients({ campaign }: { campaign: CampaignSummary }) {
  const { status, recipientCount } = campaign
  if (status === 'SENDING') return <SendingProgress campaign={campaign} />
  return recipientCount === null ? null : (
    <span className="tabular text-soft">{texts.recipients(formatCount(recipientCount))}</span>
  )
}

/** Only of those that are being sent: there are few at a time. */
function SendingProgress({ campaign }: { campaign: CampaignSummary }) {
  const { api } = useProject()
  const { data } = useQuery(statisticsQuery(api, campaign))
  if (campaign.recipientCount === null || !data) return <span className="text-soft">{texts.preparing}</span>
  const done = data.recipients - data.queued
  return (
    <span className="flex items-center gap-2.5">
      <span className="w-20 shrink-0">
        <Progress label={texts.progressOf(campaign.name)} done={done} total={data.recipients} />
      </span>
      <span className="tabular truncate text-xs text-soft">
        {texts.progress(formatCount(done), formatCount(data.recipients))}
      </span>
    </span>
  )
}
