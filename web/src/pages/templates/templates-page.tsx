import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FileText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { totalOf } from '../../api/lists.ts'
import { templateListQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CodeSnippet } from '../../components/code-snippet.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { formatCount } from '../../components/number.ts'
import { Page, Toolbar } from '../../components/page.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { RowSkeletons } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { templates as texts } from './templates.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/templates')

const TYPES = (['any', 'TRANSACTIONAL', 'MARKETING'] as const).map((value) => ({
  value,
  label: texts.types[value],
}))

const columnsOf = (projectId: string): Column<Template>[] => [
  {
    id: 'name',
    header: texts.columns.name,
    width: 'minmax(12rem, 1.4fr)',
    cell: ({ id, name }) => (
      <Link
        to="/app/p/$projectId/templates/$templateId"
        params={{ projectId, templateId: id }}
        className="font-medium hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: 'subject',
    header: texts.columns.subject,
    isWideOnly: true,
    width: 'minmax(12rem, 2fr)',
    cell: ({ subject }) => <span className="text-soft">{subject}</span>,
  },
  {
    id: 'type',
    header: texts.columns.type,
    width: '8.5rem',
    cell: ({ type }) => <Badge tone={type === 'MARKETING' ? 'accent' : 'neutral'}>{texts.types[type]}</Badge>,
  },
  {
    id: 'version',
    header: texts.columns.version,
    isWideOnly: true,
    width: '5.5rem',
    align: 'end',
    cell: ({ version }) => version,
  },
  {
    id: 'changed',
    header: texts.columns.changed,
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    cell: ({ updatedAt }) => (
      <span className="text-soft">
        <Time at={updatedAt} />
      </span>
    ),
  },
]

export function TemplatesPage() {
  const { api, project } = useProject()
  const { q, type } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const list = useInfiniteQuery(templateListQuery(api, { search: q, type }))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.templates) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project.id), [project.id])
  const total = totalOf(list.data)
  const isFiltered = q !== undefined || type !== undefined
  return (
    <Page title={texts.title} subtitle={total === undefined ? undefined : texts.count(formatCount(total))}>
      <Toolbar>
        <SearchField
          label={texts.search}
          value={q ?? ''}
          maxLength={100}
          onChange={(text) =>
            void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
          }
        />
        <Select
          label={texts.type}
          prefix={`${texts.type}:`}
          value={type ?? 'any'}
          options={TYPES}
          onChange={(chosen) =>
            void setSearch({ search: (old) => ({ ...old, type: chosen === 'any' ? undefined : chosen }) })
          }
        />
      </Toolbar>
      {list.isPending && <RowSkeletons />}
      {list.isError && rows.length === 0 && (
        <div className="p-6">
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isSuccess && rows.length === 0 && !isFiltered && <NoTemplates />}
      {list.isSuccess && rows.length === 0 && isFiltered && (
        <EmptyState
          icon={<SearchX />}
          title={texts.nothing.title}
          action={
            <div className="flex justify-center">
              <Button onClick={() => void setSearch({ search: {} })}>{texts.nothing.clear}</Button>
            </div>
          }
        >
          {texts.nothing.text}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          label={texts.list}
          columns={columns}
          rows={rows}
          idOf={(template) => template.id}
          nameOf={(template) => template.name}
          total={total}
          hasMore={list.hasNextPage}
          onMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
          isStale={list.isPlaceholderData}
          onOpen={({ id }) =>
            void navigate({
              to: '/app/p/$projectId/templates/$templateId',
              params: { projectId: project.id, templateId: id },
            })
          }
        />
      )}
    </Page>
  )
}

function NoTemplates() {
  const { account } = useProject()
  const code = `curl ${account.instance.publicUrl}/templates \\
  -H "Authorization: Bearer <your secret key>" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Welcome", "subject": "Hello {{ name }}", "body": "<h1>Welcome, {{ name }}</h1>"}'`
  return (
    <div className="overflow-y-auto">
      <EmptyState
        icon={<FileText />}
        title={texts.empty.title}
        action={<CodeSnippet samples={[{ name: 'curl', code }]} />}
      >
        {texts.empty.text}
      </EmptyState>
    </div>
  )
}
