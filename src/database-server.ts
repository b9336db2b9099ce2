import type { Config } from './platform/config.ts'
import { lockDataFolder } from './platform/postgres/data-folder-lock.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'

/** `urls` are for connecting. `cluster` is the folder of the embedded database, undefined with DATABASE_URL. */
export type StartedDatabase = { urls: readonly string[]; cluster: string | undefined }

export type DatabaseServer = {
  /** Says more about us to another Lettermill that wants the same folder. */
  setNote(note: string): void
  /** Starts the server, if it is ours, and says how to reach it. */
  start(onLog: (line: string) => void): Promise<StartedDatabase>
  /** Stops what start() started and gives the folder free. */
  stop(): Promise<void>
}

/**
 * The server of DATABASE_URL, or our own on the data folder, which is ours alone from here on or refused. The note says
 * what we are doing to another one that wants the folder.
 */
export async function reserveDatabaseServer(
  { DATABASE_URL, DATA_DIR }: Config,
  note: string,
): Promise<DatabaseServer> {
  if (DATABASE_URL) {
    return {
      setNote: () => undefined,
      start: () => Promise.resolve({ urls: DATABASE_URL, cluster: undefined }),
      stop: () => Promise.resolve(),
    }
  }
  const lock = await lockDataFolder(DATA_DIR, { note })
  let embedded: EmbeddedPostgres | undefined
  return {
    setNote: (note) => lock.setNote(note),
    async start(onLog) {
      embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, onLog })
      return { urls: [embedded.url], cluster: embedded.cluster }
    },
    async stop() {
      await embedded?.stop()
      lock.release()
    },
  }
}
