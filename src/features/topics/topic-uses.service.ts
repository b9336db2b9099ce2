// Topics with the records that prevent their deletion.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { findTopic, listTopics } from './topics.queries.ts'
import type { TopicRef, TopicRow } from './topics.queries.ts'
import type { TopicUse } from './topics.schema.ts'
import { requireTopic } from './topics.service.ts'

type Use = z.input<typeof TopicUse>

export type TopicWithUsesRow = TopicRow & { usedBy: Use[] }

/** Lists the records that use topics. `uses` is a neighbour of this feature, so app.ts passes this in. */
export type ListUses = (
  db: Db | Trx,
  query: { projectId: ProjectId; kind: 'topic'; ids: readonly string[] },
) => Promise<readonly (Use & { usedId: string })[]>

type UsesQuery = { projectId: ProjectId; rows: readonly TopicRow[]; listUses: ListUses }

async function withUses(db: Db | Trx, { projectId, rows, listUses }: UsesQuery): Promise<TopicWithUsesRow[]> {
  const ids = rows.map(({ id }) => id)
  const uses = ids.length === 0 ? [] : await listUses(db, { projectId, kind: 'topic', ids })
  const byTopic = Map.groupBy(uses, ({ usedId }) => usedId)
  return rows.map((row) => ({
    ...row,
    usedBy: (byTopic.get(row.id) ?? []).map(({ kind, id, name }) => ({ kind, id, name })),
  }))
}

export async function listTopicsWithUses(
  db: Db | Trx,
  { listUses, ...query }: Parameters<typeof listTopics>[1] & { listUses: ListUses },
): Promise<Page<TopicWithUsesRow>> {
  const page = await listTopics(db, query)
  return { ...page, rows: await withUses(db, { projectId: query.projectId, rows: page.rows, listUses }) }
}

export async function readTopicWithUses(
  db: Db | Trx,
  { listUses, ...ref }: TopicRef & { listUses: ListUses },
): Promise<TopicWithUsesRow> {
  const row = requireTopic(await findTopic(db, ref))
  const [topic] = await withUses(db, { projectId: ref.projectId, rows: [row], listUses })
  return topic ?? { ...row, usedBy: [] }
}
