import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'

/** Runs the work on a freshly migrated database of an embedded server, and removes both afterwards. */
export async function withMigratedDatabase(
  work: (database: { pool: pg.Pool; url: string }) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lettermill-schema-'))
  // mkdtemp makes it 0700; run as root, the server is another user and must be able to enter.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const pool = new pg.Pool({ connectionString: server.url })
    // Connections may still be open when the server stops; without a listener that would end the process.
    pool.on('error', () => undefined)
    await migrate(pool)
    await work({ pool, url: server.url })
    await pool.end()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
