import type { Config } from './platform/config.ts'
import { lockDataFolder } from './platform/postgres/data-folder/data-folder-lock.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import type { ServerLog } from './platform/postgres/server-log.ts'

/**
 * `urls` are those of PostgreSQL, `poolerUrls` those of a PgBouncer before it, if there is one. `cluster` is the folder of the
 * embedded database, undefined with DATABASE_URL.
 */
export type StartedDatabase = {
  urls: readonly string[]
  poolerUrls?: readonly string[] | undefined
  cluster: string | undefined
}

export type DatabaseServer = {
  /** Changes the note for another Lettermill that wants the same folder. */
  setNote(note: string): void
  /** Starts the embedded server, if it is used. `urgent`: see startEmbeddedPostgres. */
  start(options: { onLog: ServerLog; urgent?: AbortSignal }): Promise<StartedDatabase>
  /** Stops a server that start() started, or is starting, and releases the folder. */
  stop(): Promise<void>
}

/**
 * The server of DATABASE_URL, or the embedded one after locking the data folder. `note` is shown by another Lettermill that
 * wants the folder.
 */
export async function reserveDatabaseServer(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Config,
  note: string,
): Promise<DatabaseServer> {
  if (DATABASE_URL) {
    const started = DATABASE_DIRECT_URL
      ? { urls: DATABASE_DIRECT_URL, poolerUrls: DATABASE_URL, cluster: undefined }
      : { urls: DATABASE_URL, cluster: undefined }
    return {
      setNote: () => undefined,
      start: () => Promise.resolve(started),
      stop: () => Promise.resolve(),
    }
  }
  const lock = await lockDataFolder(DATA_DIR, { note })
  let starting: Promise<EmbeddedPostgres> | undefined
  return {
    setNote: (note) => lock.setNote(note),
    async start(options) {
      starting = startEmbeddedPostgres({ dataDir: DATA_DIR, ...options })
      const { url, cluster } = await starting
      return { urls: [url], cluster }
    },
    async stop() {
      const embedded = await starting?.catch(() => undefined)
      await embedded?.stop()
      lock.release()
    },
  }
}
