import type { Config } from './platform/config.ts'
import { lockDataFolder } from './platform/postgres/data-folder-lock.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'

export type DatabaseServer = {
  /** Says more about us to another Lettermill that wants the same folder. */
  setNote(note: string): void
  /** The addresses to connect to, once a server is there. */
  start(onLog: (line: string) => void): Promise<readonly string[]>
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
      start: () => Promise.resolve(DATABASE_URL),
      stop: () => Promise.resolve(),
    }
  }
  const lock = await lockDataFolder(DATA_DIR, { note })
  let embedded: EmbeddedPostgres | undefined
  return {
    setNote: (note) => lock.setNote(note),
    async start(onLog) {
      embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, onLog })
      return [embedded.url]
    },
    async stop() {
      await embedded?.stop()
      lock.release()
    },
  }
}
