import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { isMigrated } from '../../platform/db/migrate.ts'
import { NO_LIMIT_MS } from '../../platform/db/failures/statement-limits.ts'
import { createLog } from '../../platform/log/log.ts'
import { findCluster, findRunningPostgres } from '../../platform/postgres/running-postgres.ts'
import { reserveDatabaseServer } from '../../database-server.ts'
import type { StartedDatabase } from '../../database-server.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { placeOf } from './with-client.ts'

// A command needs one connection, and a second while it migrates.
const POOL_SIZE = 3

export type CommandContext = { db: Db; now: Date }

/** Runs the work on the migrated database of the running server, or of one started for the work. */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  return withServer(readConfig(), { note: 'running a command' }, (database) => withConnection(database, work))
}

export type ServerUse = {
  /** Shown by another Lettermill that wants the same folder. */
  note: string
  /** No other Lettermill may run meanwhile; with DATABASE_URL this cannot be enforced here. */
  isAlone?: boolean
  /** Creates an embedded database if there is none. */
  makesDatabase?: boolean
}

/** Uses the running database server, or starts the embedded one for the work. */
export async function withServer<T>(
  config: Config,
  { note, isAlone = false, makesDatabase = false }: ServerUse,
  work: (database: StartedDatabase) => Promise<T>,
): Promise<T> {
  if (!makesDatabase) await refuseMissingDatabase(config)
  const running = isAlone || config.DATABASE_URL ? undefined : await runningDatabase(config)
  if (running) return work(running)
  const server = await reserveDatabaseServer(config, note)
  try {
    return await work(await server.start({ onLog: () => undefined }))
  } finally {
    await server.stop()
  }
}

const SAME_SETTINGS =
  'Set DATA_DIR or DATABASE_URL as for the server, in the environment or in the file of --env (/etc/lettermill.env); the first start of a server creates its database.'

/** Creating a database in the wrong folder would seem to work, and the next backup would save the wrong one. */
async function refuseMissingDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  if (DATABASE_URL || (await findCluster(DATA_DIR)) !== undefined) return
  throw new Error(`There is no database in the data folder ${DATA_DIR}. ${SAME_SETTINGS}`)
}

async function runningDatabase({ DATA_DIR }: Config): Promise<StartedDatabase | undefined> {
  const url = await findRunningPostgres(DATA_DIR)
  return url === undefined ? undefined : { urls: [url], cluster: await findCluster(DATA_DIR) }
}

/** Migrates an existing database of Lettermill and runs the work on it. */
export async function withConnection<T>(
  server: StartedDatabase,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const log = createLog('warn')
  const database = openDatabase({ poolSize: POOL_SIZE, log }).within(NO_LIMIT_MS)
  try {
    await database.connectTo(server.urls)
    if (!(await isMigrated(database.pool))) {
      throw new Error(`Lettermill has no tables in ${placeOf(server)}. ${SAME_SETTINGS}`)
    }
    await prepareDatabase({ database, log, clock: systemClock })
    return await work({ db: database.db, now: systemClock.now() })
  } finally {
    await database.close()
  }
}
