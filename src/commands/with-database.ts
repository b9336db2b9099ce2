import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/db/client.ts'
import type { Db } from '../platform/db/client.ts'
import { createLog } from '../platform/log.ts'
import { findRunningPostgres } from '../platform/postgres/running-postgres.ts'
import { reserveDatabaseServer } from '../database-server.ts'
import { prepareDatabase } from '../prepare-database.ts'

// A command needs one connection, and a second while it migrates.
const POOL_SIZE = 3

export type CommandContext = { db: Db; now: Date }

/** Runs the work on the database of the running server, or, when none runs, starts the database for as long as it takes. */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig()
  const running = config.DATABASE_URL ?? (await runningDatabase(config))
  if (running) return withConnection(running, work)
  const server = await reserveDatabaseServer(config, 'running a command')
  try {
    return await withConnection((await server.start(() => undefined)).urls, work)
  } finally {
    await server.stop()
  }
}

async function runningDatabase(config: Config): Promise<string[] | undefined> {
  const url = await findRunningPostgres(config.DATA_DIR)
  return url === undefined ? undefined : [url]
}

async function withConnection<T>(
  urls: readonly string[],
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const log = createLog('warn')
  const database = openDatabase({ poolSize: POOL_SIZE, log })
  try {
    await database.connectTo(urls)
    await prepareDatabase({ database, log, clock: systemClock })
    return await work({ db: database.db, now: systemClock.now() })
  } finally {
    await database.close()
  }
}
