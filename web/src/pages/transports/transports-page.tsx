import { Server } from 'lucide-react'
import { transportListQuery } from '../../api/connections/transports.ts'
import type { Transport } from '../../api/connections/transports.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { CreateButton, ListPage } from '../../patterns/list-page/list-page.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { DefaultMark, TransportState } from '../../patterns/transport/transport-state.tsx'
import { AddTransportForm } from './add-transport-form.tsx'
import { serverOf } from './server-of.ts'
import { transports as texts } from './transports.texts.ts'

const CALLS = [
  { name: texts.calls.list, path: '/transports' },
  {
    name: texts.calls.create,
    path: '/transports',
    method: 'POST' as const,
    body: {
      name: 'Relay',
      type: 'smtp',
      settings: { host: 'smtp.example.com', user: 'shop', password: '…' },
    },
  },
]

function domainsOf({ domains, isDefault }: Transport): string {
  if (domains.length > 0) return domains.map(({ domain }) => domain).join(', ')
  return isDefault ? texts.defaultDomains : texts.noDomains
}

const COLUMNS: Column<Transport>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(10rem, 1fr)',
    cell: (transport) => (
      <span className="flex min-w-0 items-center gap-2">
        <RecordLink kind="transport" id={transport.id} className="truncate font-medium hover:underline">
          {transport.name}
        </RecordLink>
        <DefaultMark of={transport} />
      </span>
    ),
  },
  server: {
    isWideOnly: true,
    width: 'minmax(10rem, 1fr)',
    isSoft: true,
    cell: serverOf,
  },
  state: {
    width: 'minmax(7rem, 1.5fr)',
    cell: (transport) => (
      <span className="flex min-w-0 items-center gap-2" title={transport.state.lastError ?? undefined}>
        <TransportState of={transport} />
        <span className="truncate text-soft max-md:hidden">{transport.state.lastError}</span>
      </span>
    ),
  },
  domains: {
    isWideOnly: true,
    width: 'minmax(8rem, 1fr)',
    isSoft: true,
    cell: (transport) => <span title={domainsOf(transport)}>{domainsOf(transport)}</span>,
  },
})

const CREATE = {
  label: texts.add,
  needs: 'owner' as const,
  texts: texts.form,
  width: 'wide' as const,
  Form: AddTransportForm,
}

const SEARCH = {
  textOf: (transport: Transport) => `${transport.name} ${domainsOf(transport)}`,
  sorts: {
    name: ({ name }: Transport) => name,
  },
}

export function TransportsPage() {
  const { api } = useProject()
  const list = useWholeList(transportListQuery(api), 'transports', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={CREATE}
      toolbar={
        <>
          <ListSearch label={listTexts.searchByName} maxLength={100} />
          <RoleNotice needs="owner" />
        </>
      }
      empty={<EmptyState icon={<Server />} texts={texts.empty} buttons={<CreateButton {...CREATE} />} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'transport' }}
    />
  )
}
