// The exemplary page: filters in the address, a virtual table, and an answer for loading, error, empty and no match.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useMemo } from 'react'
import { emailListQuery } from '../../api/emails.ts'
import type { Email } from '../../api/emails.ts'
import { totalOf, whileAtTop } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { EMAIL_STATUSES } from '../../patterns/email/email-tabs.ts'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { SendSample } from '../../patterns/curl/send-sample.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { emails as texts } from './emails.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/emails')

function columnsOf(projectId: string): Column<Email>[] {
  return [
    {
      id: 'to',
      header: texts.columns.to,
      width: 'minmax(12rem, 1.4fr)',
      cell: (email) => (
        <Link
          to="/app/p/$projectId/emails/$emailId"
          params={{ projectId, emailId: email.id }}
          className="font-medium hover:underline"
        >
          {email.to}
        </Link>
      ),
    },
    {
      id: 'subject',
      header: texts.columns.subject,
      isWideOnly: true,
      width: 'minmax(12rem, 2fr)',
      cell: ({ subject }) => <span className="text-soft">{subject || emailTexts.noSubject}</span>,
    },
    {
      id: 'status',
      header: texts.columns.status,
      width: '8rem',
      cell: ({ status }) => <EmailStatusBadge status={status} />,
    },
    {
      id: 'source',
      header: texts.columns.source,
      isWideOnly: true,
      width: '6.5rem',
      cell: ({ source }) => <span className="text-soft">{emailTexts.sources[source]}</span>,
    },
    {
      id: 'at',
      header: texts.columns.at,
      isWideOnly: true,
      width: '8rem',
      align: 'end',
      cell: ({ createdAt }) => (
        <span className="text-soft">
          <Time at={createdAt} />
        </span>
      ),
    },
  ]
}

export function EmailsPage() {
  const { api, project } = useProject()
  const { q, status, tag } = route.useSearch()
  const navigate = useNavigate()
  const setSearch = route.useNavigate()
  const list = useInfiniteQuery({
    ...emailListQuery(api, { search: q, status, tag }),
    refetchInterval: whileAtTop,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.emails) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project.id), [project.id])
  const total = totalOf(list.data)
  const isFiltered = q !== undefined || status !== undefined || tag !== undefined
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : (isFiltered ? texts.matching : texts.count)(total)}
      actions={
        <ShowAsCurl
          calls={[{ name: curlTexts.names.list, path: '/emails', query: { search: q, status, tag } }]}
        />
      }
    >
      <Toolbar>
        <SearchField
          label={texts.search}
          value={q ?? ''}
          onChange={(text) =>
            void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
          }
        />
        <FilterSelect
          label={texts.status}
          value={status}
          values={EMAIL_STATUSES}
          names={emailTexts.statuses}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, status: chosen }) })}
        />
      </Toolbar>
      <ListTable
        list={list}
        empty={
          isFiltered ? (
            <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
          ) : (
            <div className="overflow-y-auto">
              <EmptyState icon={<Mail />} title={texts.empty.title} action={<SendSample />}>
                {texts.empty.text}
              </EmptyState>
            </div>
          )
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={(email) => email.id}
        nameOf={(email) => email.to}
        total={total}
        onOpen={(email) =>
          void navigate({
            to: '/app/p/$projectId/emails/$emailId',
            params: { projectId: project.id, emailId: email.id },
          })
        }
      />
    </Page>
  )
}
