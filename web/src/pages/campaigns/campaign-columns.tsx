import type { CampaignSummary } from '../../api/campaigns.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount, formatShare } from '../../format/number.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignStatusBadge } from './campaign-status.tsx'
import { campaigns as texts } from './campaigns.texts.ts'

const rateColumn = (
  id: 'delivered' | 'opened' | 'clicked',
  rate: 'deliveryRate' | 'openRate' | 'clickRate',
): Column<CampaignSummary> => ({
  id,
  header: texts.columns[id],
  isWideOnly: true,
  width: '6rem',
  align: 'end',
  // No rate before the first email is sent.
  cell: ({ stats }) =>
    stats !== null && stats.sent + stats.bounced > 0 ? (
      <span title={texts.figure(stats[id])}>{formatShare(stats[rate])}</span>
    ) : null,
})

export const CAMPAIGN_COLUMNS: Column<CampaignSummary>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="campaign" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    id: 'subject',
    header: texts.columns.subject,
    isWideOnly: true,
    width: 'minmax(8rem, 1.6fr)',
    isSoft: true,
    cell: ({ subject }) => subject,
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
  rateColumn('delivered', 'deliveryRate'),
  rateColumn('opened', 'openRate'),
  rateColumn('clicked', 'clickRate'),
  {
    id: 'at',
    header: texts.columns.at,
    isWideOnly: true,
    width: '11rem',
    align: 'end',
    cell: (campaign) => (
      <span className="text-soft">
        {texts.at[campaign.status]} <Time at={statusTime(campaign)} />
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

function statusTime(campaign: CampaignSummary): string {
  const times = {
    DRAFT: campaign.updatedAt,
    SCHEDULED: campaign.scheduledAt,
    SENDING: campaign.startedAt,
    SENT: campaign.sentAt,
    CANCELLED: campaign.cancelledAt,
  }
  return times[campaign.status] ?? campaign.updatedAt
}

function Recipients({ campaign }: { campaign: CampaignSummary }) {
  const { status, recipientCount } = campaign
  if (status === 'SENDING') return <SendingProgress campaign={campaign} />
  return recipientCount === null ? null : (
    <span className="tabular text-soft">{texts.recipients(recipientCount)}</span>
  )
}

function SendingProgress({ campaign: { name, recipientCount, stats } }: { campaign: CampaignSummary }) {
  if (recipientCount === null || stats === null) return <span className="text-soft">{texts.preparing}</span>
  const done = stats.recipients - stats.queued
  return (
    <span className="flex items-center gap-2.5">
      <span className="w-20 shrink-0">
        <Progress label={texts.progressOf(name)} done={done} total={stats.recipients} />
      </span>
      <span className="tabular truncate text-xs text-soft">
        {texts.progress(formatCount(done), formatCount(stats.recipients))}
      </span>
    </span>
  )
}
