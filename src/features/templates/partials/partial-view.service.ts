// Partials as the API shows them: with the records that use them.
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { countUsingRecords, listUsingRecords } from '../../uses/index.ts'
import type { NamedUsingRecord } from '../../uses/index.ts'
import { listPartials } from './partials.queries.ts'
import type { PartialRow, PartialVersionRow } from './partials.queries.ts'
import type { EmailPartial, EmailPartialVersion } from './partials.schema.ts'

export type PartialWithUses = PartialRow & {
  users: readonly NamedUsingRecord<'partial'>[]
  userCount: number
}

async function withAllUses(
  db: Db | Trx,
  { projectId, rows }: { projectId: ProjectId; rows: readonly PartialRow[] },
): Promise<PartialWithUses[]> {
  if (rows.length === 0) return []
  const used = { projectId, kind: 'partial', ids: rows.map(({ id }) => id) } as const
  const byPartial = Map.groupBy(await listUsingRecords(db, used), ({ usedId }) => usedId)
  const counts = await countUsingRecords(db, used)
  return rows.map((row) => ({
    ...row,
    users: byPartial.get(row.id) ?? [],
    userCount: counts.get(row.id) ?? 0,
  }))
}

export async function withUses(db: Db | Trx, row: PartialRow): Promise<PartialWithUses> {
  const [found] = await withAllUses(db, { projectId: row.project_id, rows: [row] })
  return found ?? { ...row, users: [], userCount: 0 }
}

export async function listPartialsWithUses(
  db: Db | Trx,
  query: Parameters<typeof listPartials>[1],
): Promise<Page<PartialWithUses>> {
  const page = await listPartials(db, query)
  return { ...page, rows: await withAllUses(db, { projectId: query.projectId, rows: page.rows }) }
}

export const toPartial = (row: PartialWithUses): z.input<typeof EmailPartial> => ({
  id: row.id,
  key: row.key,
  name: row.name,
  version: row.version,
  body: row.body,
  usedBy: row.users.map(({ kind, id, name }) => ({ kind, id, name })),
  usedByCount: row.userCount,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const toPartialVersion = ({
  version,
  body,
  created_at: at,
}: PartialVersionRow): z.input<typeof EmailPartialVersion> => ({ version, body, createdAt: at.toISOString() })
