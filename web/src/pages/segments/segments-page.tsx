import { Link } from '@tanstack/react-router'
import { Filter, List, Plus } from 'lucide-react'
import { segmentListQuery } from '../../api/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { SEGMENT_COLUMNS } from './segment-columns.tsx'
import { segments as texts } from './segments.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'

const EXAMPLE = {
  name: 'Pro customers',
  filters: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
}

const CALLS = [
  { name: texts.calls.list, path: '/segments' },
  { name: texts.calls.create, path: '/segments', method: 'POST' as const, body: EXAMPLE },
]

export function SegmentsPage() {
  const { api } = useProject()
  const list = useList(segmentListQuery(api), 'segments')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      actions={<NewLinks />}
      empty={<EmptyState icon={<Filter />} texts={texts.empty} buttons={<NewLinks />} />}
      table={{ columns: SEGMENT_COLUMNS, nameOf: ({ name }) => name, opens: 'segment' }}
    />
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
