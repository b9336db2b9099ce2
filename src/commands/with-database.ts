import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/db/client.ts'
import type { Db } from '../platform/db/client.ts'
import { NO_LIMIT_MS } from '../platform/db/failures/statement-limits.ts'
import { createLog } from '../platform/log/log.ts'
import { findCluster, findRunningPostgres } from '../platform/postgres/running-postgres.ts'
import { reserveDatabaseServer } from '../database-server.ts'
import type { StartedDatabase } from '../database-server.ts'
import { prepareDatabase } from '../prepare-database.ts'

// A command needs one connection, and a second while it migrates.
const POOL_SIZE = 3

export type CommandContext = { db: Db; now: Date }

/** Runs the work on the migrated database of the running server, or of one that runs for as long as the work takes. */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  return withServer(readConfig(), { note: 'running a command' }, ({ urls }) => withConnection(urls, work))
}

/**
 * Finds the database server that runs, or starts the embedded one for as long as the work takes. `isAlone`: the work
 * must not have another Lettermill beside it; with DATABASE_URL nobody can be locked out here.
 */
export async function withServer<T>(
  config: Config,
  { note, isAlone = false }: { note: string; isAlone?: boolean },
  work: (database: StartedDatabase) => Promise<T>,
): Promise<T> {
  const running = isAlone || config.DATABASE_URL ? undefined : await runningDatabase(config)
  if (running) return work(running)
  const server = await reserveDatabaseServer(config, note)
  try {
    return await work(await server.start({ onLog: () => undefined }))
  } finally {
    await server.stop()
  }
}

async function runningDatabase({ DATA_DIR }: Config): Promise<StartedDatabase | undefined> {
  const url = await findRunningPostgres(DATA_DIR)
  return url === undefined ? undefined : { urls: [url], cluster: await findCluster(DATA_DIR) }
}

export async function withConnection<T>(
  urls: readonly string[],
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const log = createLog('warn')
  const database = openDatabase({ poolSize: POOL_SIZE, log }).within(NO_LIMIT_MS)
  try {
    await database.connectTo(urls)
    await prepareDatabase({ database, log, clock: systemClock })
    return await work({ db: database.db, now: systemClock.now() })
  } finally {
    await database.close()
  }
}
