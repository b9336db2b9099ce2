// One PostgreSQL for the whole run, with a migrated template database that every test file clones.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/client.ts'
import { createLog } from '../src/platform/log/log.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { quickestFolder } from '../src/platform/postgres/fixtures/scratch.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { databaseUrl, TEMPLATE } from './support/database/database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** As the program's own role, an ordinary one. */
    postgresUrl: string
    /** As the superuser, who alone makes databases. */
    adminUrl: string
    /** A folder that is gone after the run, and that everybody may pass. */
    scratch: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(path.join(quickestFolder(), 'lettermill-test-'))
  // mkdtemp makes it 0700; run as root, the server is another user and must be able to enter.
  chmodSync(scratch, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir: path.join(scratch, 'shared'),
    // No test cuts its power, and statements on a few rows are not worth compiling: a sixth of the processor time of the suite,
    // together with copying the template's files instead of logging its pages.
    settings: { max_connections: '300', full_page_writes: 'off', jit: 'off' },
  })
  await makeTemplate(server)
  project.provide('postgresUrl', server.url)
  project.provide('adminUrl', server.adminUrl)
  project.provide('scratch', scratch)
  return async () => {
    await server.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function makeTemplate({ url, adminUrl }: EmbeddedPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE} owner ${new URL(url).username}`)
  await admin.end()
  const log = createLog('warn')
  const database = openDatabase({ urls: [databaseUrl(url, TEMPLATE)], poolSize: 2, log })
  await prepareDatabase({ database, log, clock: systemClock })
  await database.close()
}
