import { useInfiniteQuery } from '@tanstack/react-query'
import { auditListQuery } from '../../api/accounts/members.ts'
import type { Act } from '../../api/accounts/members.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { Time } from '../../format/time.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { auditTexts as texts } from './settings.texts.ts'

const COLUMNS: PlainColumn<Act>[] = [
  {
    id: 'at',
    header: texts.columns.at,
    cell: ({ createdAt }) => (
      <span className="text-soft">
        <Time at={createdAt} />
      </span>
    ),
  },
  {
    id: 'actor',
    header: texts.columns.actor,
    cell: ({ actor }) => (
      <span className="block max-w-56 truncate font-medium" title={actor.name}>
        {actor.kind === 'key' && <span className="font-normal text-soft">{texts.key} </span>}
        {actor.name}
      </span>
    ),
  },
  {
    id: 'action',
    header: texts.columns.action,
    cell: ({ action }) => <span className="whitespace-nowrap">{texts.actions[action] ?? action}</span>,
  },
  {
    id: 'target',
    header: texts.columns.target,
    cell: ({ target }) => (
      <span className="block max-w-72 truncate text-soft" title={target ?? undefined}>
        {target}
      </span>
    ),
  },
  {
    id: 'ip',
    header: texts.columns.ip,
    cell: ({ ipAddress }) => <span className="font-mono text-xs text-soft">{ipAddress}</span>,
  },
]

export function AuditTab() {
  const { may } = useProject()
  return may('admin') ? <AuditCard /> : <RoleNotice needs="admin" />
}

function AuditCard() {
  const { api } = useProject()
  const list = useInfiniteQuery(auditListQuery(api))
  const rows = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Card title={texts.title} isFlush>
      <p className="px-4 pb-2 text-sm text-soft">{texts.text}</p>
      {list.isPending && <RowSkeletons />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <p className="px-4 pb-4 text-sm text-soft">{texts.none}</p>}
      {rows.length > 0 && (
        <PlainTable label={texts.list} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
      )}
      <ShowMore list={list} />
    </Card>
  )
}
