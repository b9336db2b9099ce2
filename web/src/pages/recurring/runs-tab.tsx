import { runListQuery } from '../../api/sending/recurring.ts'
import type { RecurringCampaign, RecurringRun } from '../../api/sending/recurring.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Card } from '../../components/page.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Time } from '../../format/time.tsx'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { runTexts as texts } from './recurring.texts.ts'
import { RunOutcome } from './run-outcome.tsx'

export function RunsTab({ recurring }: { recurring: RecurringCampaign }) {
  const { api } = useProject()
  const list = useList(runListQuery(api, recurring.id), 'runs')
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
      <PlainList label={texts.list} list={list} columns={COLUMNS} empty={texts.empty} />
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
    cell: ({ campaignId, items }) =>
      campaignId === null ? null : (
        <>
          <RecordLink kind="campaign" id={campaignId}>
            {texts.open}
          </RecordLink>
          {items !== null && <span className="text-soft"> · {texts.items(items)}</span>}
        </>
      ),
  },
  { id: 'reason', header: texts.columns.reason, isSoft: true, cell: ({ reason }) => reason },
]
