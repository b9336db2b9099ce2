import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { domainListQuery } from '../../api/domains.ts'
import type { Domain } from '../../api/domains.ts'
import { totalOf } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { AddDomainDialog } from './add-domain-dialog.tsx'
import { DomainStatus } from './domain-status.tsx'
import { domains as texts } from './domains.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/domains')

const VERIFIED = ['true', 'false'] as const

const columnsOf = (projectId: string): Column<Domain>[] => [
  {
    id: 'domain',
    header: texts.columns.domain,
    width: 'minmax(12rem, 2fr)',
    cell: ({ id, domain }) => (
      <Link
        to="/app/p/$projectId/domains/$domainId"
        params={{ projectId, domainId: id }}
        className="font-medium hover:underline"
      >
        {domain}
      </Link>
    ),
  },
  {
    id: 'status',
    header: texts.columns.status,
    width: 'minmax(9rem, 1fr)',
    cell: ({ status }) => <DomainStatus status={status} />,
  },
  {
    id: 'records',
    header: texts.columns.records,
    width: '8rem',
    align: 'end',
    cell: ({ records }) => (
      <span className="tabular text-soft">
        {records.filter(({ status }) => status === 'ok').length} / {records.length}
      </span>
    ),
  },
  {
    id: 'checked',
    header: texts.columns.checked,
    width: '8rem',
    align: 'end',
    cell: ({ lastCheckedAt }) => (
      <span className="text-soft">{lastCheckedAt === null ? texts.never : <Time at={lastCheckedAt} />}</span>
    ),
  },
  {
    id: 'added',
    header: texts.columns.added,
    width: '8rem',
    align: 'end',
    cell: ({ createdAt }) => (
      <span className="text-soft">
        <Time at={createdAt} />
      </span>
    ),
  },
]

export function DomainsPage() {
  const { api, project, may } = useProject()
  const { verified, add } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const list = useInfiniteQuery(
    domainListQuery(api, { verified: verified === undefined ? undefined : verified === 'true' }),
  )
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.domains) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project.id), [project.id])
  const total = totalOf(list.data)
  const isFiltered = verified !== undefined
  const addButton = may('member') && (
    <Button
      look="primary"
      icon={<Plus />}
      onClick={() => void setSearch({ search: (old) => ({ ...old, add: 'true' }) })}
    >
      {texts.add}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/domains', query: { verified } }]} />
          {addButton}
        </>
      }
    >
      <Toolbar>
        <FilterSelect
          label={texts.filter}
          value={verified}
          values={VERIFIED}
          names={texts.filters}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, verified: chosen }) })}
        />
      </Toolbar>
      <ListTable
        list={list}
        empty={
          isFiltered ? (
            <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
          ) : (
            <EmptyState icon={<Globe />} title={texts.empty.title}>
              {texts.empty.text}
            </EmptyState>
          )
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ domain }) => domain}
        total={total}
        onOpen={({ id }) =>
          void navigate({
            to: '/app/p/$projectId/domains/$domainId',
            params: { projectId: project.id, domainId: id },
          })
        }
      />
      <AddDomainDialog
        isOpen={add === 'true'}
        onClose={() => void setSearch({ search: (old) => ({ ...old, add: undefined }), replace: true })}
      />
    </Page>
  )
}
