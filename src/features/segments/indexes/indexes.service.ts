import type { Db } from '../../../platform/db/client.ts'
import type { Log } from '../../../platform/log/log.ts'
import {
  analyzeContacts,
  buildIndex,
  dropIndex,
  indexName,
  listBuiltIndexes,
  listWorthIndexes,
  tryLockIndexes,
  unlockIndexes,
} from './indexes.queries.ts'

// Below that a filter looks at everybody in some milliseconds.
const FEWEST_CONTACTS = 10_000

// Each costs every write to contacts a little, in all projects (`npm run bench segments` says how much).
const MOST_INDEXES = 16

type Tending = { db: Db; log: Log; signal: AbortSignal }

/**
 * Builds the indexes that saved segments are worth, and drops those that none uses any more. One node at a time: an index
 * that is being built looks like one that was not finished.
 */
export async function tendIndexes({ db, ...tending }: Tending): Promise<void> {
  await db.connection().execute(async (own) => {
    if (!(await tryLockIndexes(own))) return
    try {
      await tend({ db: own, ...tending })
    } finally {
      await unlockIndexes(own)
    }
  })
}

async function tend({ db, log, signal }: Tending): Promise<void> {
  const wanted = await listWorthIndexes(db, { contacts: FEWEST_CONTACTS, limit: MOST_INDEXES })
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
