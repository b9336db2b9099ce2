import type { Db } from '../../../platform/db/client.ts'
import type { Log } from '../../../platform/log/log.ts'
import {
  analyzeContacts,
  buildIndex,
  dropIndex,
  indexName,
  listBuiltIndexes,
  listIndexCandidates,
  tryLockIndexes,
  unlockIndexes,
} from './indexes.queries.ts'

// With fewer, a filter reads all contacts in some milliseconds.
const FEWEST_CONTACTS = 10_000

// Each slows down every write to contacts a little, in all projects (`npm run bench segments` measures it).
const MOST_INDEXES = 16

type MaintenanceTools = { db: Db; log: Log; signal: AbortSignal }

/**
 * Builds indexes for the range conditions of saved segments and for dates that start workflows, and drops unused ones. One node at a time: an index that is being
 * built looks like one that failed.
 */
export async function maintainIndexes({ db, ...tools }: MaintenanceTools): Promise<void> {
  await db.connection().execute(async (own) => {
    if (!(await tryLockIndexes(own))) return
    try {
      await buildAndDrop({ db: own, ...tools })
    } finally {
      await unlockIndexes(own)
    }
  })
}

async function buildAndDrop({ db, log, signal }: MaintenanceTools): Promise<void> {
  const wanted = await listIndexCandidates(db, { contacts: FEWEST_CONTACTS, limit: MOST_INDEXES })
  const names = new Set(wanted.map(indexName))
  const built = new Set<string>()
  for (const index of await listBuiltIndexes(db)) {
    if (index.isValid && names.has(index.name)) built.add(index.name)
    else {
      await dropIndex(db, index)
      log.info({ index: index.name }, 'an index that no segment uses was dropped')
    }
  }
  const missing = wanted.filter((ordered) => !built.has(indexName(ordered)))
  for (const ordered of missing) {
    if (signal.aborted) return
    await buildIndex(db, ordered)
    log.info({ index: indexName(ordered) }, 'an index for segments was built')
  }
  if (missing.length > 0) await analyzeContacts(db)
}
