// Creates the cluster. initdb takes a second and may be killed, so it works in a folder with another name that is renamed
// to `postgres` at the end; a cluster under its own name is therefore always complete. The working name is random: an
// initdb that outlived its parent may still be writing into the last one.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { adviceOnFullDisk } from './data-folder/folder-error.ts'
import { freeName, type Home } from './home.ts'
import { isCluster, exists } from './data-folder/layout.ts'
import { SUPERUSER } from './password.ts'
import type { ServerLog } from './server-log.ts'
import { CHILD_ENV, makePrivateFolder } from './server-user.ts'

const run = promisify(execFile)

/**
 * C.UTF-8 sorts by code point, the same on every system, and handles upper and lower case beyond ASCII. The built-in
 * provider includes it: an update of the system's C library cannot change the order of our indexes.
 */
const COLLATION = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** For the rest of the C library (messages, money): systems without C.UTF-8, such as macOS, use C. */
const SYSTEM_LOCALES = ['C.UTF-8', 'C']

export type ClusterPlan = Home & {
  binaries: Binaries
  password: string
  onLog: ServerLog
  /** Aborted when the cluster is no longer needed. */
  urgent?: AbortSignal | undefined
}

/** Creates the cluster if there is none. */
export async function ensureCluster(plan: ClusterPlan): Promise<void> {
  const { cluster, home } = plan.layout
  removeUnfinished(home)
  if (isCluster(cluster)) return checkVersion(plan)
  if (exists(cluster) && readdirSync(cluster).length > 0) {
    const place = freeName(`${cluster}.incomplete`)
    renameSync(cluster, place)
    plan.onLog(`${cluster} is not a whole database: moved to ${place}, making a new one`, 'warn')
  }
  await makeCluster(plan)
}

async function makeCluster(plan: ClusterPlan): Promise<void> {
  const { cluster, home } = plan.layout
  const draft = `${cluster}.new-${randomUUID()}`
  // initdb opens its standard input by name and cannot open Node's pipes, so a short-lived file is used
  const passwordFile = `${draft}.password`
  try {
    writeFileSync(passwordFile, `${plan.password}\n`, { mode: 0o600 })
    if (plan.user) chownSync(passwordFile, plan.user.uid, plan.user.gid)
    await runInitdb(plan, { draft, passwordFile })
    renameSync(draft, cluster)
    syncFolder(home)
  } finally {
    rmSync(passwordFile, { force: true })
    // A process that was told to end may still be writing for a moment.
    rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function runInitdb(plan: ClusterPlan, files: { draft: string; passwordFile: string }): Promise<void> {
  const failures: string[] = []
  for (const locale of SYSTEM_LOCALES) {
    makePrivateFolder(files.draft, plan.user)
    const args = [
      '-D',
      files.draft,
      '-U',
      SUPERUSER,
      '--auth=scram-sha-256',
      `--pwfile=${files.passwordFile}`,
    ]
    try {
      await run(plan.binaries.initdb, [...args, ...COLLATION, `--locale=${locale}`], {
        ...plan.user,
        cwd: '/',
        env: CHILD_ENV,
        signal: plan.urgent,
      })
      return
    } catch (error) {
      plan.urgent?.throwIfAborted()
      failures.push((error as { stderr?: string }).stderr?.trim() || String(error))
      rmSync(files.draft, { recursive: true, force: true })
    }
  }
  throw failure(plan, failures.at(-1) ?? '')
}

/** A new database has 41 MB, 45 once it is migrated; the rest is the next WAL file. */
const FIRST_SIZE = '60 MB'

function failure({ layout }: ClusterPlan, said: string): Error {
  const advice = adviceOnFullDisk(said)
  const what = `The database in ${layout.home} could not be made`
  return new Error(
    advice === undefined
      ? `${what}. initdb said: ${said}`
      : `${what}, because its disk is full. It needs ${FIRST_SIZE} to begin with: ${advice}`,
  )
}

function checkVersion({ layout, binaries }: ClusterPlan): void {
  const made = readFileSync(path.join(layout.cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = binaries.version.split('.')[0]
  if (made === ours) return
  throw new Error(
    `The database in ${layout.cluster} was made by PostgreSQL ${made}, and this Lettermill brings PostgreSQL ${ours}. ` +
      'Start the Lettermill that made it, copy the data out, and read it into a new data folder.',
  )
}

/** Removes leftovers of a killed start; an initdb that still writes into one fails, as it should. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith('postgres.new-')) continue
    try {
      rmSync(path.join(home, name), { recursive: true, force: true })
    } catch {
      // that initdb was quicker: it does no harm there, and the next start tries again
    }
  }
}

/** A rename is durable only once its folder is synced; initdb has synced the contents. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
