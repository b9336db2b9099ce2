// Imports bypass the index files, which load whole features: every command runs this first.
import { EMAIL_TABLES } from './features/delivery/retention/retention.months.ts'
import { EVENT_TABLES } from './features/events/events.months.ts'
import { HIT_TABLES } from './features/tracking/tracking.months.ts'
import { migrate, readMigrations } from './platform/db/migrate.ts'
import { ensureMonths } from './platform/db/months.ts'
import { checkServer } from './platform/db/server/server-check.ts'
import { NO_LIMIT_MS } from './platform/db/failures/statement-limits.ts'
import type { Deps } from './platform/deps.ts'

/** All tables that are partitioned by month. */
export const MONTHLY_TABLES = [...EVENT_TABLES, ...EMAIL_TABLES, ...HIT_TABLES]

/** Migrates the database and creates partitions. Safe on many nodes at once. */
export async function prepareDatabase(deps: Pick<Deps, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database: nodeDatabase, clock, log } = deps
  const database = nodeDatabase.within(NO_LIMIT_MS)
  await checkServer(database.pool)
  const applied = await migrate(database.pool, readMigrations(), {
    onBusy: (migration) =>
      log.warn(
        { migration },
        'a migration waits for a lock, as a backup has; requests are answered meanwhile',
      ),
  })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  await ensureMonths(database.pool, { tables: MONTHLY_TABLES, now: clock.now() })
}
