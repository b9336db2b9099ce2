// The keys of contact data: how many a project may have, and which ones it uses most.
import { sql } from 'kysely'
import { counterParts } from '../../../platform/db/counters.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { NameLimit } from '../../../platform/db/known-names/known-names.ts'
import { deleteUnusedNames } from '../../../platform/db/known-names/unused-names.ts'
import type { ProjectId } from '../../../platform/ids.ts'

// A label of the counter contact_fields is `type:key`.
const TYPE = sql`left(label, strpos(label, ':') - 1)`
const KEY = sql`substr(label, strpos(label, ':') + 1)`

const fieldCounts = (projectId: ProjectId) => counterParts({ projectId, counter: 'contact_fields' })

export const DATA_KEY_LIMIT: NameLimit = {
  kind: 'data_key',
  // Ten times the needs of the largest forms and attribute catalogues; beyond that, keys contain data.
  most: 10_000,
  // A web page sends a fixed set of keys, which changes only with a new version of the page.
  mostPublicPerHour: 100,
  field: 'data',
  words: { one: 'data key', many: 'data keys' },
  advice:
    'use existing keys, or delete keys from all contacts that have them; keys that no contact has are freed within half an hour',
  // POST /v1/send stores the name of a recipient, which must not fail an email.
  ownNames: new Set(['name']),
  usedNames: (projectId) => sql`
    select ${KEY} from ${fieldCounts(projectId)} as parts group by label having sum(value) > 0`,
}

/** Housekeeping for all projects, from a job. */
export const forgetUnusedKeys = (db: Db, now: Date): Promise<void> =>
  deleteUnusedNames(db, DATA_KEY_LIMIT, now)

export type KeyCount = { key: string; count: number; types: Record<string, number> }

/** The most frequent keys, with the number of contacts in total and by type. Never scans contacts. */
export async function listDataKeys(
  db: Db | Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<KeyCount[]> {
  const { rows } = await sql<KeyCount>`
    select key, sum(count)::bigint as count, json_object_agg(type, count order by count desc) as types
    from (
      select ${TYPE} as type, ${KEY} as key, sum(value)::bigint as count
      from ${fieldCounts(projectId)} as parts group by label having sum(value) > 0
    ) as by_type
    group by key order by count desc, key limit ${limit}`.execute(db)
  return rows
}
