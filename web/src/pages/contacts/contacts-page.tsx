import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { contactListQuery } from '../../api/contacts.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { AddContactForm } from './add-contact-form.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ContactActions, callsOf } from './contact-actions.tsx'
import { contactColumns } from './contact-columns.tsx'
import { ContactToolbar } from './contact-toolbar.tsx'
import { contacts as texts } from './contacts.texts.ts'
import { FilterPanel } from './filter-panel.tsx'
import { useUrlFilter } from './use-url-filter.ts'
import { useChosenKeys } from './use-chosen-keys.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage, CreateButton } from '../../patterns/list-page/list-page.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

const CREATE = { label: texts.add, texts: texts.form, Form: AddContactForm }

export function ContactsPage() {
  const { api, may } = useProject()
  const { q, subscribed, filter: tree } = route.useSearch()
  const { change } = usePageSearch()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const clearSelection = useCallback(() => setSelected(new Set()), [])
  const [isFilterOpen, setIsFilterOpen] = useState(tree !== undefined)
  const urlFilter = useUrlFilter(tree, (changed) => change({ filter: changed }, { replace: true }))
  const filter = {
    search: q,
    subscribed: subscribed === undefined ? undefined : subscribed === 'true',
    filter: tree,
  }
  const list = useList(contactListQuery(api, filter), 'contacts')
  const chosen = useChosenKeys()
  const columns = useMemo(() => contactColumns(chosen.keys), [chosen.keys])
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={callsOf(filter)}
      actions={<ContactActions filter={filter} />}
      create={CREATE}
      isFiltered={q !== undefined || subscribed !== undefined || tree !== undefined}
      toolbar={<ContactToolbar chosen={chosen} isFilterOpen={isFilterOpen} onFilter={setIsFilterOpen} />}
      empty={<EmptyState icon={<Users />} texts={texts.empty} buttons={<CreateButton {...CREATE} />} />}
      table={{
        columns,
        nameOf: ({ email }) => email,
        opens: 'contact',
        ...(may('member') && { selection: { ids: selected, onChange: setSelected } }),
      }}
      aside={
        isFilterOpen && (
          <FilterPanel
            draft={urlFilter.draft}
            onChange={urlFilter.setDraft}
            shown={filter}
            onClose={() => setIsFilterOpen(false)}
          />
        )
      }
    >
      <BulkBar ids={selected} filter={filter} total={list.total} onClear={clearSelection} />
    </ListPage>
  )
}
