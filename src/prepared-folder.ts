// Data folders whose database is made already: initdb and all migrations take longer than the rest of a node's start. One is
// made per version and kept in a cache; copies of it are used.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/db/client.ts'
import { readMigrations } from './platform/db/migrate.ts'
import { createLog } from './platform/log/log.ts'
import { findPackage } from './platform/postgres/binaries.ts'
import { exists } from './platform/postgres/data-folder/layout.ts'
import {
  makePassableFolder,
  makeThrowAwayFolder,
  removeAbandonedFolders,
} from './platform/postgres/data-folder/throw-away-folder.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'

type PreparedFolder = {
  /** A folder for prepared databases, of any version. */
  cache: string
  /** Called before the first copy of a version, which takes some seconds more. */
  onPreparing?: () => void
}

const run = promisify(execFile)

/** As after a command on an empty folder: a migrated database with nothing in it, and no encryption key yet. */
export async function copyPreparedFolder({
  to,
  ...prepared
}: PreparedFolder & { to: string }): Promise<void> {
  try {
    await copyTree(await ensurePrepared(prepared), to)
  } catch {
    // Another version removed it meanwhile, as one that is not used.
    rmSync(to, { recursive: true, force: true })
    await copyTree(await ensurePrepared(prepared), to)
  }
}

/** Run as root, the database belongs to another user, and fs.cp would make it ours. */
const copyTree = async (from: string, to: string): Promise<void> => void (await run('cp', ['-a', from, to]))

const PREPARED = 'prepared-'

/** Complete under its name: it is made in another folder and renamed. If two processes make it at once, one copy is thrown away. */
async function ensurePrepared({ cache, onPreparing }: PreparedFolder): Promise<string> {
  const folder = path.join(cache, PREPARED + versionDigest())
  if (exists(folder)) return folder
  onPreparing?.()
  makePassableFolder(cache)
  const drafts = path.join(cache, 'drafts')
  makePassableFolder(drafts)
  await removeAbandonedFolders(drafts)
  const draft = makeThrowAwayFolder(drafts)
  try {
    await makeDatabase(draft.path)
    if (!exists(folder)) moveTo(draft.path, folder)
  } finally {
    draft.remove()
  }
  removeOthers(cache, folder)
  return folder
}

function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!exists(to)) throw error
  }
}

function removeOthers(cache: string, used: string): void {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(PREPARED) || name === path.basename(used)) continue
    rmSync(path.join(cache, name), { recursive: true, force: true })
  }
}

async function makeDatabase(dataDir: string): Promise<void> {
  const log = createLog('warn')
  const server = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ urls: [server.url], poolSize: 2, log })
  try {
    await prepareDatabase({ database, log, clock: systemClock })
  } finally {
    await database.close()
    await server.stop()
  }
}

/** Everything that the database depends on: the migrations, those of the jobs, PostgreSQL, and the machine. */
function versionDigest(): string {
  const parts = [
    ...readMigrations().map(({ hash }) => hash),
    jobsVersion(),
    findPackage().version,
    process.arch,
    String(process.getuid?.()),
  ]
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)
}

function jobsVersion(): string {
  // Its exports do not name its package.json; the entry is dist/index.js.
  const entry = createRequire(import.meta.url).resolve('graphile-worker')
  const file = path.resolve(entry, '../..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
