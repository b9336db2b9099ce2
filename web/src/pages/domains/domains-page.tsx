import { getRouteApi } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { domainListQuery } from '../../api/connections/domains.ts'
import type { Domain } from '../../api/connections/domains.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { AddDomainForm } from './add-domain-form.tsx'
import { NewAlerts } from './reports/new-alerts.tsx'
import { DomainStatus } from './domain-status.tsx'
import { domains as texts } from './domains.texts.ts'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/domains')

const COLUMNS: Column<Domain>[] = columnsOf(texts.columns, {
  domain: {
    sort: 'domain',
    width: 'minmax(12rem, 2fr)',
    cell: ({ id, domain }) => (
      <RecordLink kind="domain" id={id}>
        {domain}
      </RecordLink>
    ),
  },
  status: { width: 'minmax(9rem, 1fr)', cell: ({ status }) => <DomainStatus status={status} /> },
  records: {
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    cell: ({ records }) => (
      <span className="tabular text-soft">
        {records.filter(({ status }) => status === 'ok').length} / {records.length}
      </span>
    ),
  },
  checked: {
    isWideOnly: true,
    sort: 'checked',
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ lastCheckedAt }) => (lastCheckedAt === null ? texts.never : <Time at={lastCheckedAt} />),
  },
  added: {
    isWideOnly: true,
    sort: 'createdAt',
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
})

const SEARCH = {
  textOf: ({ domain }: Domain) => domain,
  sorts: {
    domain: ({ domain }: Domain) => domain,
    checked: ({ lastCheckedAt }: Domain) => lastCheckedAt ?? '',
    createdAt: ({ createdAt }: Domain) => createdAt,
  },
}

export function DomainsPage() {
  const { api } = useProject()
  const { q, verified } = route.useSearch()
  const filter = { verified: verified === undefined ? undefined : verified === 'true' }
  const list = useWholeList(domainListQuery(api, filter), 'domains', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: curlTexts.names.list, path: '/domains', query: { verified } }]}
      create={{ label: texts.add, texts: texts.form, Form: AddDomainForm }}
      isFiltered={q !== undefined || verified !== undefined}
      notice={<NewAlerts />}
      toolbar={
        <>
          <ListSearch label={listTexts.searchByName} maxLength={100} />
          <ListFilter label={texts.filter} param="verified" names={texts.filters} />
        </>
      }
      empty={<EmptyState icon={<Globe />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ domain }) => domain, opens: 'domain' }}
    />
  )
}
