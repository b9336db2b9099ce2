import { getRouteApi } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { approvalsQuery } from '../../api/sending/approvals.ts'
import type { ApprovalSummary } from '../../api/sending/approvals.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ApprovalState } from './approval-state.tsx'
import { approvalTexts as texts } from './approvals.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/approvals')

const CALLS = [{ name: texts.calls.list, path: '/approvals' }]

export function ApprovalsPage() {
  const { api } = useProject()
  const { q: search, state } = route.useSearch()
  const list = useList(approvalsQuery(api, { search, state }), 'approvals')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      isFiltered={search !== undefined || state !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} />
          <ListFilter label={texts.state} param="state" names={texts.states} />
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<Bot />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ title }) => title, opens: 'approval' }}
    />
  )
}

const COLUMNS: Column<ApprovalSummary>[] = columnsOf(texts.columns, {
  title: {
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, title }) => (
      <RecordLink kind="approval" id={id}>
        {title}
      </RecordLink>
    ),
  },
  tool: { isWideOnly: true, width: '10rem', cell: ({ tool }) => texts.tools[tool] },
  recipients: { width: '8rem', align: 'end', cell: ({ recipients }) => texts.recipients(recipients) },
  key: { isWideOnly: true, width: 'minmax(8rem, 1fr)', isSoft: true, cell: ({ keyName }) => keyName },
  state: { width: '8rem', cell: ({ state }) => <ApprovalState state={state} /> },
  requested: {
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ requestedAt }) => <Time at={requestedAt} />,
  },
})
