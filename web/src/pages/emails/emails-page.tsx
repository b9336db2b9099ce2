// The example for list pages: filters in the URL, a virtual table, and states for loading, error, empty and no match.
import { getRouteApi } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { Email } from '../../api/sending/emails.ts'
import { pollAtTop } from '../../api/client/lists.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { EmailEngagement } from '../../patterns/email/email-engagement.tsx'
import { EmailSource } from '../../patterns/email/email-origin.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { SendSample } from '../../patterns/curl/send-sample.tsx'
import { emails as texts } from './emails.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch, ListFilter } from '../../patterns/list/list-filters.tsx'
import { emailListQuery } from '../../api/sending/emails.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/emails')

const COLUMNS: Column<Email>[] = columnsOf(texts.columns, {
  to: {
    width: 'minmax(12rem, 1.4fr)',
    cell: (email) => (
      <RecordLink kind="email" id={email.id}>
        {email.to}
      </RecordLink>
    ),
  },
  subject: {
    isWideOnly: true,
    width: 'minmax(12rem, 2fr)',
    isSoft: true,
    cell: ({ subject }) => subject || emailTexts.noSubject,
  },
  status: {
    width: '8rem',
    cell: ({ status, heldFor }) => <EmailStatusBadge status={status} heldFor={heldFor} />,
  },
  engagement: { isWideOnly: true, width: '6.5rem', cell: (email) => <EmailEngagement of={email} /> },
  source: {
    isWideOnly: true,
    width: '6.5rem',
    isSoft: true,
    cell: (email) => <EmailSource of={email} />,
  },
  at: {
    sort: 'createdAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
})

export function EmailsPage() {
  const { api } = useProject()
  const { q: search, sort, status, tag } = route.useSearch()
  const filter = { search, sort, status, tag }
  const list = useList({ ...emailListQuery(api, filter), refetchInterval: pollAtTop }, 'emails')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: curlTexts.names.list, path: '/emails', query: filter }]}
      isFiltered={search !== undefined || status !== undefined || tag !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} />
          <ListFilter label={texts.status} param="status" names={emailTexts.statuses} />
        </>
      }
      empty={
        <div className="overflow-y-auto">
          <EmptyState icon={<Mail />} texts={texts.empty} action={<SendSample />} />
        </div>
      }
      table={{ columns: COLUMNS, nameOf: ({ to }) => to, opens: 'email' }}
    />
  )
}
