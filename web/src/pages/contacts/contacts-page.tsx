import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { contactListQuery } from '../../api/contacts.ts'
import { totalOf } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { AddButton, ContactActions } from './contact-actions.tsx'
import { contactColumns } from './contact-columns.tsx'
import { ContactToolbar } from './contact-toolbar.tsx'
import { contacts as texts } from './contacts.texts.ts'
import { FilterPanel } from './filter-panel.tsx'
import { useAddressFilter } from './use-address-filter.ts'
import { useChosenKeys } from './use-chosen-keys.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

export function ContactsPage() {
  const { api, project, may } = useProject()
  const { q, subscribed, filter: tree, add } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const clearSelection = useCallback(() => setSelected(new Set()), [])
  const [isFilterOpen, setIsFilterOpen] = useState(tree !== undefined)
  const building = useAddressFilter(
    tree,
    (changed) => void setSearch({ search: (old) => ({ ...old, filter: changed }), replace: true }),
  )
  const filter = {
    search: q,
    subscribed: subscribed === undefined ? undefined : subscribed === 'true',
    filter: tree,
  }
  const list = useInfiniteQuery(contactListQuery(api, filter))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.contacts) ?? [], [list.data])
  const chosen = useChosenKeys()
  const columns = useMemo(() => contactColumns(project.id, chosen.keys), [project.id, chosen.keys])
  const total = totalOf(list.data)
  const isFiltered = q !== undefined || subscribed !== undefined || tree !== undefined
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : (isFiltered ? texts.matching : texts.count)(total)}
      actions={<ContactActions filter={filter} />}
    >
      <ContactToolbar chosen={chosen} isFilterOpen={isFilterOpen} onFilter={setIsFilterOpen} />
      <div className="flex min-h-0 grow max-lg:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          <ListTable
            list={list}
            empty={<NoContacts isFiltered={isFiltered} />}
            label={texts.list}
            columns={columns}
            rows={rows}
            idOf={(contact) => contact.id}
            nameOf={(contact) => contact.email}
            total={total}
            {...(may('member') && { selection: { ids: selected, onChange: setSelected } })}
            onOpen={(contact) =>
              void navigate({
                to: '/app/p/$projectId/contacts/$contactId',
                params: { projectId: project.id, contactId: contact.id },
              })
            }
          />
        </div>
        {isFilterOpen && (
          <FilterPanel
            draft={building.draft}
            onChange={building.setDraft}
            shown={filter}
            onClose={() => setIsFilterOpen(false)}
          />
        )}
      </div>
      <BulkBar ids={selected} filter={filter} total={total} onClear={clearSelection} />
      <AddContactDialog
        isOpen={add === 'true'}
        onClose={() => void setSearch({ search: (old) => ({ ...old, add: undefined }), replace: true })}
      />
    </Page>
  )
}

function NoContacts({ isFiltered }: { isFiltered: boolean }) {
  const setSearch = route.useNavigate()
  if (isFiltered) return <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
  return (
    <EmptyState
      icon={<Users />}
      title={texts.empty.title}
      action={
        <div className="flex justify-center">
          <AddButton />
        </div>
      }
    >
      {texts.empty.text}
    </EmptyState>
  )
}
