// Indexes for the range conditions of saved segments, and for the dates that start workflows. Each serves all projects that have such a key, and slows down every write
// to contacts: so there are few, for the keys of large projects.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, WorkflowId } from '../../../platform/ids.ts'
import { orderedValue } from '../../filters/index.ts'
import type { OrderedPath } from '../../filters/index.ts'
import type { SegmentRef } from '../segments.queries.ts'

/** Stores the paths that the filter of a segment compares by range. */
export async function replaceRanges(
  trx: Trx,
  { projectId, segmentId, ranges }: SegmentRef & { ranges: readonly OrderedPath[] },
): Promise<void> {
  await sql`
    delete from segment_ranges where project_id = ${projectId} and segment_id = ${segmentId}`.execute(trx)
  await sql`
    insert into segment_ranges (project_id, segment_id, kind, path)
    select ${projectId}, ${segmentId}, kind, path
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r (kind text, path text[])`.execute(trx)
}

/** Stores the path of the date that starts an enabled workflow; none for other triggers. */
export async function replaceTriggerRange(
  trx: Trx,
  { projectId, workflowId, range }: TriggerRange,
): Promise<void> {
  await sql`
    delete from trigger_ranges where project_id = ${projectId} and workflow_id = ${workflowId}`.execute(trx)
  if (!range) return
  await sql`
    insert into trigger_ranges (project_id, workflow_id, kind, path)
    values (${projectId}, ${workflowId}, ${range.kind}, ${range.path})`.execute(trx)
}

type TriggerRange = { projectId: ProjectId; workflowId: WorkflowId; range: OrderedPath | undefined }

/** Paths that segments and triggers compare by range in projects with at least `contacts` contacts, those of most contacts first. */
export async function listIndexCandidates(
  db: Db,
  { contacts, limit }: { contacts: number; limit: number },
): Promise<OrderedPath[]> {
  const { rows } = await sql<OrderedPath>`
    select kind, path from (
      select distinct r.project_id, r.kind, r.path, c.value as contacts
      from (
        select project_id, kind, path from segment_ranges union all select project_id, kind, path from trigger_ranges
      ) as r
      join counters as c on c.project_id = r.project_id and c.counter = 'contacts' and c.label = ''
      where c.value >= ${contacts}
    ) as used group by kind, path order by sum(contacts) desc, kind, path limit ${limit}`.execute(db)
  return rows
}

const PREFIX = 'contacts_ordered_'

/** Hashes the path: index names have at most 63 bytes, and keys can be longer. */
export function indexName({ kind, path }: OrderedPath): string {
  const hash = createHash('sha256').update(JSON.stringify(path)).digest('hex')
  return `${PREFIX}${kind}_${hash.slice(0, 20)}`
}

export type BuiltIndex = { name: string; isValid: boolean }

/** Indexes built here before. An invalid one was interrupted. */
export async function listBuiltIndexes(db: Db): Promise<BuiltIndex[]> {
  const { rows } = await sql<BuiltIndex>`
    select c.relname as name, i.indisvalid as "isValid" from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indrelid = 'contacts'::regclass and starts_with(c.relname, ${PREFIX})`.execute(db)
  return rows
}

const LOCK = sql`hashtextextended('lettermill segment indexes', 0)`

/** False if another session has the lock. Needs a dedicated connection, which holds the lock until unlockIndexes. */
export async function tryLockIndexes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(
    db,
  )
  return rows[0]?.isOurs ?? false
}

export async function unlockIndexes(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
}

/** Does not block writes. Not in a transaction. */
export async function buildIndex(db: Db, ordered: OrderedPath): Promise<void> {
  const value = orderedValue(ordered)
  await sql`
    create index concurrently if not exists ${sql.id(indexName(ordered))} on contacts (project_id, (${value}))
    where (${value}) is not null`.execute(db)
}

/** An index on an expression has its own statistics, which the planner needs. */
export async function analyzeContacts(db: Db): Promise<void> {
  await sql`analyze (skip_locked) contacts`.execute(db)
}

export async function dropIndex(db: Db, { name }: Pick<BuiltIndex, 'name'>): Promise<void> {
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}
