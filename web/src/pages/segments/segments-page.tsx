import { getRouteApi, Link } from '@tanstack/react-router'
import { Filter, List, Plus } from 'lucide-react'
import { segmentListQuery, knownCount } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { segments as texts } from './segments.texts.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import type { UsedSegment } from '../../api/audience/segments.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { formatCount } from '../../format/number.ts'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { usesTexts } from '../../patterns/uses/uses.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/segments')

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
  const { q: search, sort } = route.useSearch()
  const list = useList(segmentListQuery(api, { search, sort }), 'segments')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      actions={<NewLinks />}
      toolbar={<ListSearch label={listTexts.searchByName} maxLength={100} />}
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

const { columns: headers } = texts

function usesOf({ usedBy: [first, ...more] }: UsedSegment): string {
  if (!first) return texts.unused
  return more.length === 0 ? first.name : texts.usedMore(first.name, more.length)
}

const SEGMENT_COLUMNS: Column<UsedSegment>[] = columnsOf(headers, {
  name: {
    sort: 'name',
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="segment" id={id}>
        {name}
      </RecordLink>
    ),
  },
  type: {
    width: '6rem',
    cell: ({ type }) => <Badge tone={type === 'DYNAMIC' ? 'accent' : 'neutral'}>{texts.types[type]}</Badge>,
  },
  members: {
    width: '8rem',
    align: 'end',
    cell: (segment) => {
      const count = knownCount(segment)
      return count === undefined ? <span className="text-soft">{texts.notCounted}</span> : formatCount(count)
    },
  },
  tracked: {
    isWideOnly: true,
    width: '7rem',
    cell: ({ trackMembership }) => trackMembership && <Badge tone="good">{texts.tracked}</Badge>,
  },
  used: {
    isWideOnly: true,
    width: 'minmax(9rem, 1fr)',
    cell: (segment) => (
      <span
        className="text-soft"
        title={segment.usedBy.map(({ kind, name }) => `${usesTexts.kinds[kind]}: ${name}`).join('\n')}
      >
        {usesOf(segment)}
      </span>
    ),
  },
  changed: {
    sort: 'updatedAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
})
