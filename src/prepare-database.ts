import { makeEventPartitions } from './features/events/index.ts'
import { migrate } from './platform/db/migrate.ts'
import { checkServer } from './platform/db/server-check.ts'
import type { Deps } from './platform/deps.ts'

/** Brings a database that answers into the shape this version needs. Safe on many nodes at once. */
export async function prepareDatabase({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): Promise<void> {
  await checkServer(database.pool)
  const applied = await migrate(database.pool)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  await makeEventPartitions(database.db, clock.now())
}
