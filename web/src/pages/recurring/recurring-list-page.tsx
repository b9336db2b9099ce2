import { Link } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { recurringListQuery } from '../../api/sending/recurring.ts'
import type { RecurringCampaignSummary } from '../../api/sending/recurring.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { recurring as texts } from './recurring.texts.ts'
import { RecurringState, RunOutcome } from './run-outcome.tsx'
import { describeSchedule } from '../../patterns/schedule/schedule.ts'

const CALLS = [
  { name: texts.calls.list, path: '/recurring-campaigns' },
  {
    name: texts.calls.create,
    path: '/recurring-campaigns',
    method: 'POST' as const,
    body: {
      name: 'Weekly news',
      subject: 'The week, {{ name }}',
      body: '<p>Hello {{ name }}</p>',
      from: 'news@example.com',
      audienceType: 'ALL',
      cron: '0 9 * * mon',
      timezone: 'Europe/Amsterdam',
    },
  },
]

const SEARCH = {
  textOf: ({ name }: RecurringCampaignSummary) => name,
  sorts: {
    name: ({ name }: RecurringCampaignSummary) => name,
    next: ({ nextRunAt }: RecurringCampaignSummary) => nextRunAt ?? '',
  },
}

export function RecurringListPage() {
  const { api } = useProject()
  const list = useWholeList(recurringListQuery(api), 'recurringCampaigns', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      actions={<NewLink />}
      toolbar={<ListSearch label={listTexts.searchByName} maxLength={100} />}
      empty={<EmptyState icon={<CalendarClock />} texts={texts.empty} buttons={<NewLink />} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'recurring_campaign' }}
    />
  )
}

function NewLink() {
  const { project, may } = useProject()
  if (!may('member')) return null
  return (
    <Link
      to="/app/p/$projectId/recurring-campaigns/new"
      params={{ projectId: project.id }}
      className={buttonClass({ look: 'primary' })}
    >
      <Plus aria-hidden />
      {texts.create}
    </Link>
  )
}

const COLUMNS: Column<RecurringCampaignSummary>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="recurring_campaign" id={id}>
        {name}
      </RecordLink>
    ),
  },
  state: { width: '5rem', cell: (row) => <RecurringState of={row} /> },
  schedule: {
    isWideOnly: true,
    width: 'minmax(12rem, 1.4fr)',
    isSoft: true,
    cell: ({ cron, timezone }) => `${describeSchedule(cron)}, ${timezone}`,
  },
  next: {
    sort: 'next',
    isWideOnly: true,
    width: '9rem',
    cell: ({ nextRunAt }) =>
      nextRunAt === null ? <span className="text-soft">{texts.noNext}</span> : <Time at={nextRunAt} />,
  },
  last: {
    width: '12rem',
    cell: ({ lastRun }) =>
      lastRun === null ? (
        <span className="text-soft">{texts.noRun}</span>
      ) : (
        <span className="flex items-center gap-2" title={lastRun.reason ?? undefined}>
          <RunOutcome of={lastRun} />
          <Time at={lastRun.ranAt} />
        </span>
      ),
  },
})
