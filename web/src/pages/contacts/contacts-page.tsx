import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Columns3, Download, Filter, Plus, Upload, Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { contactFieldsQuery, contactListQuery } from '../../api/contacts.ts'
import type { ContactFilter } from '../../api/contacts.ts'
import { totalOf } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Menu, MenuCheckboxItem, MenuLabel } from '../../components/overlays/menu.tsx'
import { formatCount } from '../../components/number.ts'
import { Page, Toolbar } from '../../components/page.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { downloadContacts } from '../../patterns/download-contacts.ts'
import { downloadTexts } from '../../patterns/download-contacts.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { contactColumns } from './contact-columns.tsx'
import { contacts as texts } from './contacts.texts.ts'
import { FilterPanel } from './filter-panel.tsx'
import { useAddressFilter } from './use-address-filter.ts'
import { wholeFilter } from './whole-filter.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

/** Shown until somebody chooses: the keys that most contacts have. */
const DEFAULT_KEYS = 3

const SUBSCRIPTIONS = ['true', 'false'] as const

export function ContactsPage() {
  const { api, project, may } = useProject()
  const { q, subscribed, filter: tree, add } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
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
  const { keys, all, choose } = useChosenKeys()
  const columns = useMemo(() => contactColumns(project.id, keys), [project.id, keys])
  const total = totalOf(list.data)
  const isFiltered = q !== undefined || subscribed !== undefined || tree !== undefined
  const count = total === undefined ? undefined : formatCount(total)
  const clearSelection = useCallback(() => setSelected(new Set()), [])
  return (
    <Page
      title={texts.title}
      subtitle={count && (isFiltered ? texts.matching(count) : texts.people(count))}
      actions={
        <>
          <ShowAsCurl calls={callsOf(filter)} />
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
          {may('member') && (
            <Button
              look="primary"
              icon={<Plus />}
              onClick={() => void setSearch({ search: (old) => ({ ...old, add: 'true' }) })}
            >
              {texts.add}
            </Button>
          )}
        </>
      }
    >
      <Toolbar>
        <SearchField
          label={texts.search}
          value={q ?? ''}
          onChange={(text) =>
            void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
          }
        />
        <FilterSelect
          label={texts.subscription}
          value={subscribed}
          values={SUBSCRIPTIONS}
          names={texts.subscriptions}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, subscribed: chosen }) })}
        />
        <Button icon={<Filter />} aria-pressed={isFilterOpen} onClick={() => setIsFilterOpen(!isFilterOpen)}>
          {texts.filter.button}
        </Button>
        {all.length > 0 && (
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
        )}
      </Toolbar>
      <div className="flex min-h-0 grow max-lg:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          <ListTable
            list={list}
            empty={
              isFiltered ? (
                <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
              ) : (
                <EmptyState
                  icon={<Users />}
                  title={texts.empty.title}
                  action={
                    <div className="flex justify-center">
                      <Button
                        look="primary"
                        icon={<Plus />}
                        disabled={!may('member')}
                        onClick={() => void setSearch({ search: { add: 'true' } })}
                      >
                        {texts.add}
                      </Button>
                    </div>
                  }
                >
                  {texts.empty.text}
                </EmptyState>
              )
            }
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

/** Which keys of the data have a column; in the address, so that a link shows the same table. */
function useChosenKeys() {
  const { api } = useProject()
  const { show } = route.useSearch()
  const setSearch = route.useNavigate()
  const { data } = useQuery(contactFieldsQuery(api))
  const all = useMemo(
    () => data?.fields.toSorted((a, b) => b.count - a.count).map(({ key }) => key) ?? [],
    [data],
  )
  const keys = useMemo(
    () =>
      show === undefined ? all.slice(0, DEFAULT_KEYS) : show.split(',').filter((key) => all.includes(key)),
    [show, all],
  )
  const choose = (chosen: string[]) =>
    void setSearch({ search: (old) => ({ ...old, show: chosen.join(',') || '-' }), replace: true })
  return { keys, all, choose }
}
