// Data folders whose database is made already: initdb and all migrations take longer than the rest of a node's start, and
// few tests are about them.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { openDatabase } from '../../../src/platform/db/client.ts'
import { createLog } from '../../../src/platform/log/log.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded-postgres.ts'
import { prepareDatabase } from '../../../src/prepare-database.ts'

// Test files share a process (vitest.config.ts), and so this folder.
let original: Promise<string> | undefined

/** As after a command on an empty folder: a migrated database with nothing in it, and no encryption key yet. */
export async function copyPreparedFolder(to: string): Promise<void> {
  original ??= makeFolder(path.join(inject('scratch'), `prepared-${process.pid}`))
  // Run as root, the database belongs to another user, and fs.cp would make it ours.
  await promisify(execFile)('cp', ['-a', await original, to])
}

async function makeFolder(dataDir: string): Promise<string> {
  const log = createLog('warn')
  const server = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ urls: [server.url], poolSize: 2, log })
  try {
    await prepareDatabase({ database, log, clock: systemClock })
  } finally {
    await database.close()
    await server.stop()
  }
  return dataDir
}
