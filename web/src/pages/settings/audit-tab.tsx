import { getRouteApi } from '@tanstack/react-router'
import { TIME_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { auditListQuery } from '../../api/accounts/members.ts'
import type { AuditEntry } from '../../api/accounts/members.ts'
import { useProject } from '../../app/use-project.ts'
import { Card } from '../../components/page.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Time } from '../../format/time.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { auditTexts as texts } from './settings.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/settings')

const COLUMNS: PlainColumn<AuditEntry>[] = columnsOf(texts.columns, {
  at: { sort: 'createdAt', isSoft: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  actor: {
    cell: ({ actor }) => (
      <span className="block max-w-56 truncate font-medium" title={actor.name}>
        {actor.kind === 'key' && <span className="font-normal text-soft">{texts.key} </span>}
        {actor.name}
      </span>
    ),
  },
  action: {
    cell: ({ action }) => <span className="whitespace-nowrap">{texts.actions[action] ?? action}</span>,
  },
  target: {
    cell: ({ target }) => (
      <span className="block max-w-72 truncate text-soft" title={target ?? undefined}>
        {target}
      </span>
    ),
  },
  ip: { cell: ({ ipAddress }) => <span className="font-mono text-xs text-soft">{ipAddress}</span> },
})

export function AuditTab() {
  const { may } = useProject()
  return may('admin') ? <AuditCard /> : <RoleNotice needs="admin" />
}

function AuditCard() {
  const { api } = useProject()
  const { q: search, sort } = route.useSearch()
  // The tab of members has other orders.
  const order = TIME_SORTS.find((one) => one === sort)
  const list = useList(auditListQuery(api, { search, sort: order }), 'entries')
  return (
    <Card title={texts.title} isFlush>
      <p className="px-4 pb-2 text-sm text-soft">{texts.text}</p>
      <div className="px-4 pb-3">
        <ListSearch label={texts.search} />
      </div>
      <PlainList
        label={texts.list}
        list={list}
        columns={COLUMNS}
        empty={search === undefined ? texts.none : listTexts.nothing.title}
      />
    </Card>
  )
}
