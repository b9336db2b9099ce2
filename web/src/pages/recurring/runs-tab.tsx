import { getRouteApi } from '@tanstack/react-router'
import { runListQuery } from '../../api/sending/recurring.ts'
import type { RecurringCampaign, RecurringRun } from '../../api/sending/recurring.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Card } from '../../components/page.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Time } from '../../format/time.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { recurring as recurringTexts, runTexts as texts } from './recurring.texts.ts'
import { RunOutcome } from './run-outcome.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/recurring-campaigns/$recurringId')

export function RunsTab({ recurring }: { recurring: RecurringCampaign }) {
  const { api } = useProject()
  const { q: search, status: outcome } = route.useSearch()
  const list = useList(runListQuery(api, recurring.id, { search, outcome }), 'runs')
  const isFiltered = search !== undefined || outcome !== undefined
  return (
    <Card
      title={texts.title}
      isFlush
      actions={
        <DownloadReport
          size="small"
          name={`runs-${recurring.id}`}
          path={`/recurring-campaigns/${recurring.id}/report`}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
        <ListSearch label={texts.search} maxLength={100} />
        <ListFilter label={texts.columns.outcome} param="status" names={recurringTexts.outcomes} />
      </div>
      <PlainList
        label={texts.list}
        list={list}
        columns={COLUMNS}
        empty={isFiltered ? listTexts.nothing.title : texts.empty}
      />
    </Card>
  )
}

const COLUMNS: PlainColumn<RecurringRun>[] = [
  { id: 'outcome', header: texts.columns.outcome, cell: (run) => <RunOutcome of={run} /> },
  {
    id: 'planned',
    header: texts.columns.planned,
    cell: ({ scheduledFor, manual }) => (
      <>
        <Time at={scheduledFor} />
        {manual && <span className="text-soft"> {texts.manual}</span>}
      </>
    ),
  },
  {
    id: 'campaign',
    header: texts.columns.campaign,
    cell: ({ campaignId, subject, items }) =>
      campaignId === null ? null : (
        <>
          <RecordLink kind="campaign" id={campaignId}>
            {subject || texts.open}
          </RecordLink>
          {items !== null && <span className="text-soft"> · {texts.items(items)}</span>}
        </>
      ),
  },
  { id: 'reason', header: texts.columns.reason, isSoft: true, cell: ({ reason }) => reason },
]
