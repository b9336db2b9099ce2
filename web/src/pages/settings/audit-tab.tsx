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
import { PlainList } from '../../patterns/list/plain-list.tsx'

const COLUMNS: PlainColumn<AuditEntry>[] = columnsOf(texts.columns, {
  at: { isSoft: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
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
  const list = useList(auditListQuery(api), 'entries')
  return (
    <Card title={texts.title} isFlush>
      <p className="px-4 pb-2 text-sm text-soft">{texts.text}</p>
      <PlainList label={texts.list} list={list} columns={COLUMNS} empty={texts.none} />
    </Card>
  )
}
