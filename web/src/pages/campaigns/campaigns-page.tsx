import { getRouteApi } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { campaignListQuery } from '../../api/sending/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { campaigns as texts } from './campaigns.texts.ts'
import { NewCampaignDialog } from './new-campaign-dialog.tsx'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import type { CampaignSummary } from '../../api/sending/campaigns.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount, formatShare, formatSum } from '../../format/number.ts'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignStatusBadge } from './campaign-status.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns')

const EXAMPLE = {
  name: 'Spring',
  subject: 'News for {{ name }}',
  body: '<h1>Hello {{ name }}</h1>',
  from: 'news@example.com',
  audienceType: 'ALL',
}

export function CampaignsPage() {
  const { api } = useProject()
  const { q: search, sort, status } = route.useSearch()
  const filter = { search, sort, status }
  const list = useList(campaignListQuery(api, filter), 'campaigns')
  const hasGoal = list.rows.some(({ stats }) => stats !== null && stats.goal !== null)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: texts.calls.list, path: '/campaigns', query: filter }]}
      actions={<DownloadReport name="campaigns" path="/campaigns/export" query={{ search, status }} />}
      create={{ label: texts.new, Dialog: NewCampaignDialog }}
      isFiltered={search !== undefined || status !== undefined}
      toolbar={
        <>
          <ListSearch label={listTexts.searchByName} maxLength={100} />
          <ListFilter label={texts.status} param="status" names={texts.statuses} />
        </>
      }
      empty={<EmptyWithCall icon={<Megaphone />} texts={texts.empty} path="/campaigns" body={EXAMPLE} />}
      table={{
        columns: hasGoal ? COLUMNS : COLUMNS_WITHOUT_GOAL,
        nameOf: ({ name }) => name,
        opens: 'campaign',
      }}
    />
  )
}

const rateColumn = (
  id: 'delivered' | 'opened' | 'clicked',
  rate: 'deliveryRate' | 'openRate' | 'clickRate',
): Omit<Column<CampaignSummary>, 'id' | 'header'> => ({
  isWideOnly: true,
  width: '5.5rem',
  align: 'end',
  // No rate before the first email is sent.
  cell: ({ stats }) =>
    stats !== null && stats.sent + stats.bounced > 0 ? (
      <span title={texts.figure(stats[id])}>{formatShare(stats[rate])}</span>
    ) : null,
})

const COLUMNS: Column<CampaignSummary>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="campaign" id={id}>
        {name}
      </RecordLink>
    ),
  },
  subject: {
    isWideOnly: true,
    width: 'minmax(8rem, 1.6fr)',
    isSoft: true,
    cell: ({ subject }) => subject,
  },
  status: {
    width: '7rem',
    cell: (campaign) => <CampaignStatusBadge campaign={campaign} />,
  },
  progress: {
    isWideOnly: true,
    width: 'minmax(8.5rem, 0.8fr)',
    cell: (campaign) => <Recipients campaign={campaign} />,
  },
  delivered: rateColumn('delivered', 'deliveryRate'),
  opened: rateColumn('opened', 'openRate'),
  clicked: rateColumn('clicked', 'clickRate'),
  goal: {
    isWideOnly: true,
    width: '7.5rem',
    align: 'end',
    cell: (campaign) => <Goal campaign={campaign} />,
  },
  at: {
    isWideOnly: true,
    width: '10.5rem',
    align: 'end',
    cell: (campaign) => (
      <span className="text-soft">
        {texts.at[campaign.status]} <Time at={statusTime(campaign)} />
      </span>
    ),
  },
  more: {
    width: '3.5rem',
    cell: (campaign) => <CampaignMenu campaign={campaign} />,
  },
})

/** Most projects have no goals; the room is for names and subjects then. */
const COLUMNS_WITHOUT_GOAL = COLUMNS.filter(({ id }) => id !== 'goal')

function Goal({ campaign: { goal, stats } }: { campaign: CampaignSummary }) {
  const result = stats?.goal ?? null
  if (result === null) return null
  const { conversions, conversionRate, goalValue, event } = result
  return (
    <span className="flex flex-col text-xs leading-4" title={texts.goalWords(conversions, event)}>
      <span>{texts.goal(formatCount(conversions), formatShare(conversionRate))}</span>
      {goal !== null && goal.value !== null && (
        <span className="truncate text-soft">{texts.value(formatSum(goalValue))}</span>
      )}
    </span>
  )
}

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
    <span className="flex flex-col gap-1">
      <span className="tabular truncate text-xs leading-4 text-soft">
        {texts.progress(formatCount(done), formatCount(stats.recipients))}
      </span>
      <Progress label={texts.progressOf(name)} done={done} total={stats.recipients} />
    </span>
  )
}
