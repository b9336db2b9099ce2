// Builds the pages of the dashboard once per version of their sources, in a separate process: the bundler would block the
// thread that answers requests, and needs memory that the server should not keep. A build gets its final name when it is
// complete; of concurrent builds one is kept.
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { constants as osConstants, setPriority } from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'

const ROOT = path.join(import.meta.dirname, '../../..')
const BUILDER = path.join(ROOT, 'web/build.ts')

// A build takes seconds; one that takes this long hangs, for example on a disk that does not answer.
const BUILD_TIMEOUT_MS = 120_000
// The end of the output names the file and the line; the beginning is a banner.
const OUTPUT_CHARACTERS = 2_000

export type BuildOptions = {
  /** Used if the folder of the program cannot be written, as on a hardened server. */
  dataDir: string
  signal?: AbortSignal
  onBuilding?: () => void
}

/** Returns the folder of the built pages, and builds them first if necessary. */
export async function buildPages({ dataDir, signal, onBuilding }: BuildOptions): Promise<string> {
  const hash = hashSources(ROOT)
  const homes = [path.join(ROOT, '.tmp/pages'), path.join(path.resolve(dataDir), 'pages')]
  const built = homes.map((home) => path.join(home, hash)).find(existsSync)
  if (built !== undefined) return built
  onBuilding?.()
  const home = homes.find(isWritable)
  if (home === undefined) throw new Error(`neither ${homes.join(' nor ')} can be written`)
  const folder = path.join(home, hash)
  const unfinished = `${folder}.${process.pid}`
  try {
    await runBuilder(unfinished, signal)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function runBuilder(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const timeout = AbortSignal.timeout(BUILD_TIMEOUT_MS)
  const builder = spawn(process.execPath, [BUILDER, folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  // The database starts at the same time, and matters more.
  if (builder.pid !== undefined) setPriority(builder.pid, osConstants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  builder.stderr.on(
    'data',
    (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS)),
  )
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  builder.on('error', reject)
  builder.on('close', resolve)
  const status = await promise
  if (status !== 0) throw new Error(output.trim() || `the builder ended with status ${status}`)
}

/** The pages import the schemas of the API and their dependencies. */
const SOURCES = [
  { folder: 'web', names: /\.(ts|tsx|css|html|js|svg)$/ },
  { folder: 'src', names: /\.schema\.ts$/ },
  { folder: 'src/platform/addresses', names: /\.ts$/ },
]
/** The lockfile represents the packages. */
const MORE_SOURCES = ['src/platform/uuid.ts', 'package-lock.json']

const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

/** A build is stored under this hash, and used until a source changes. */
function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const file of new Set([...listSources(root), ...MORE_SOURCES].toSorted())) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Runs at every start; listing whole folders takes half the time of a glob. */
function listSources(root: string): string[] {
  return SOURCES.flatMap(({ folder, names }) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name) && !isTest(name))
      .map((name) => path.join(folder, name)),
  )
}
