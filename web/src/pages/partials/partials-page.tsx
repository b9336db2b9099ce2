import { Puzzle } from 'lucide-react'
import { partialListQuery } from '../../api/content/partials.ts'
import type { Partial } from '../../api/content/partials.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { PartialForm } from './partial-form.tsx'
import { partialTexts as texts, tagOf } from './partials.texts.ts'

const CALLS = [{ name: texts.calls.list, path: '/partials' }]

const SEARCH = {
  textOf: ({ name, key }: Partial) => `${name} ${key}`,
  sorts: {
    name: ({ name }: Partial) => name,
    uses: ({ usedByCount }: Partial) => usedByCount,
    updatedAt: ({ updatedAt }: Partial) => updatedAt,
  },
}

export function PartialsPage() {
  const { api } = useProject()
  const list = useWholeList(partialListQuery(api), 'partials', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={{ label: texts.create, texts: texts.form, Form: PartialForm }}
      toolbar={
        <>
          <ListSearch label={listTexts.searchByName} maxLength={100} />
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<Puzzle />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'partial' }}
    />
  )
}

const COLUMNS: Column<Partial>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="partial" id={id}>
        {name}
      </RecordLink>
    ),
  },
  tag: {
    isWideOnly: true,
    width: 'minmax(14rem, 1fr)',
    cell: ({ key }) => <Copyable text={tagOf(key)} label={texts.copyTag(key)} />,
  },
  uses: { sort: 'uses', width: '8rem', isSoft: true, cell: ({ usedByCount }) => texts.uses(usedByCount) },
  updated: {
    sort: 'updatedAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
})
