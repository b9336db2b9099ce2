import { getRouteApi, Link } from '@tanstack/react-router'
import { Users, Columns3, Filter, Download, Upload } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { contactListQuery } from '../../api/audience/contacts.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { AddContactForm } from './add-contact-form.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { contactColumns } from './contact-columns.tsx'
import { contacts as texts } from './contacts.texts.ts'
import { EngagementFilter } from './engagement-filter.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { useUrlFilter } from './use-url-filter.ts'
import { useChosenKeys } from './use-chosen-keys.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage, CreateButton } from '../../patterns/list-page/list-page.tsx'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Menu, MenuCheckboxItem, MenuLabel } from '../../components/overlays/menu.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import type { ChosenKeys } from './use-chosen-keys.ts'
import type { ContactFilter } from '../../api/audience/contacts.ts'
import { downloadContacts } from '../../patterns/download-contacts.ts'
import { downloadTexts } from '../../patterns/download-contacts.texts.ts'
import { wholeFilter } from './whole-filter.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

const CREATE = { label: texts.add, texts: texts.form, Form: AddContactForm }

export function ContactsPage() {
  const { api, may } = useProject()
  const { q, sort, subscribed, filter: tree } = route.useSearch()
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
  const list = useList(contactListQuery(api, filter, sort), 'contacts')
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

type ContactToolbarProps = { chosen: ChosenKeys; isFilterOpen: boolean; onFilter: (isOpen: boolean) => void }

function ContactToolbar({ chosen, isFilterOpen, onFilter }: ContactToolbarProps) {
  return (
    <>
      <ListSearch label={texts.search} />
      <ListFilter label={texts.subscription} param="subscribed" names={texts.subscriptions} />
      <EngagementFilter />
      <Button icon={<Filter />} aria-pressed={isFilterOpen} onClick={() => onFilter(!isFilterOpen)}>
        {texts.filter.button}
      </Button>
      {chosen.all.length > 0 && <ColumnsMenu chosen={chosen} />}
    </>
  )
}

function ColumnsMenu({ chosen: { keys, all, choose } }: { chosen: ChosenKeys }) {
  return (
    <Menu trigger={<Button icon={<Columns3 />}>{texts.columnsMenu}</Button>}>
      <MenuLabel>{texts.columnsOfData}</MenuLabel>
      {all.map((key) => (
        <MenuCheckboxItem
          key={key}
          isChecked={keys.includes(key)}
          onChange={(isOn) => choose(isOn ? [...keys, key] : keys.filter((one) => one !== key))}
        >
          {key}
        </MenuCheckboxItem>
      ))}
    </Menu>
  )
}

/** `filter` is the filter of the list, which also applies to the export. */
function ContactActions({ filter }: { filter: ContactFilter }) {
  const { api, project, may } = useProject()
  return (
    <>
      <Button icon={<Download />} onClick={() => void downloadContacts(api, filter)}>
        {downloadTexts.export}
      </Button>
      {may('member') && (
        <Link
          to="/app/p/$projectId/contacts/import"
          params={{ projectId: project.id }}
          className={buttonClass()}
        >
          <Upload aria-hidden />
          {texts.import}
        </Link>
      )}
    </>
  )
}

const callsOf = (filter: ContactFilter) => {
  const whole = wholeFilter(filter)
  const query = whole ? `?filter=${encodeURIComponent(JSON.stringify(whole))}` : ''
  return [
    { name: texts.calls.list, path: `/contacts${query}` },
    { name: texts.calls.export, path: `/contacts/export${query}` },
    {
      name: texts.calls.create,
      path: '/contacts',
      method: 'POST' as const,
      body: { email: 'ada@example.com', data: { plan: 'pro' } },
    },
  ]
}
