import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Filter, List, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { totalOf } from '../../api/client/lists.ts'
import { segmentListQuery } from '../../api/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { segmentColumns } from './segment-columns.tsx'
import { segments as texts } from './segments.texts.ts'

const EXAMPLE = {
  name: 'Pro customers',
  filters: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
}

const CALLS = [
  { name: texts.calls.list, path: '/segments' },
  { name: texts.calls.create, path: '/segments', method: 'POST' as const, body: EXAMPLE },
]

export function SegmentsPage() {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const list = useInfiniteQuery(segmentListQuery(api))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.segments) ?? [], [list.data])
  const columns = useMemo(() => segmentColumns(project.id), [project.id])
  const total = totalOf(list.data)
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={CALLS} />
          <NewLinks />
        </>
      }
    >
      <ListTable
        list={list}
        empty={
          <EmptyState
            icon={<Filter />}
            title={texts.empty.title}
            action={
              <div className="flex justify-center gap-2">
                <NewLinks />
              </div>
            }
          >
            {texts.empty.text}
          </EmptyState>
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        total={total}
        onOpen={({ id }) =>
          void navigate({
            to: '/app/p/$projectId/segments/$segmentId',
            params: { projectId: project.id, segmentId: id },
          })
        }
      />
    </Page>
  )
}

function NewLinks() {
  const { project, may } = useProject()
  if (!may('member')) return null
  const shared = { to: '/app/p/$projectId/segments/new', params: { projectId: project.id } } as const
  return (
    <>
      <Link {...shared} search={{ type: 'static' }} className={buttonClass()}>
        <List aria-hidden />
        {texts.createStatic}
      </Link>
      <Link {...shared} search={{}} className={buttonClass({ look: 'primary' })}>
        <Plus aria-hidden />
        {texts.create}
      </Link>
    </>
  )
}
