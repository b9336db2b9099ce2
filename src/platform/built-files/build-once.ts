// Builds pages once per version of their sources, in a separate process: the bundler would block the thread that answers
// requests, and needs memory that the server should not keep. A build gets its final name when it is complete; of concurrent
// builds one is kept.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { constants as osConstants, setPriority } from 'node:os'
import path from 'node:path'

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

export type Build = BuildOptions & {
  root: string
  /** The name of the folder that holds the builds. */
  name: string
  /** The program that builds into the folder of its first argument. */
  builder: string
  /** The hash of the sources. */
  hash: string
}

/** Returns the folder of the built pages, and builds them first if necessary. */
export async function buildOnce({ root, name, builder, hash, ...options }: Build): Promise<string> {
  const homes = [path.join(root, '.tmp', name), path.join(path.resolve(options.dataDir), name)]
  const built = homes.map((home) => path.join(home, hash)).find(existsSync)
  if (built !== undefined) return built
  options.onBuilding?.()
  const home = homes.find(isWritable)
  if (home === undefined) throw new Error(`neither ${homes.join(' nor ')} can be written`)
  const folder = path.join(home, hash)
  const unfinished = `${folder}.${process.pid}`
  try {
    await runBuilder([builder, unfinished], { root, signal: options.signal })
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

async function runBuilder(
  command: readonly string[],
  { root, signal }: { root: string; signal: AbortSignal | undefined },
): Promise<void> {
  const timeout = AbortSignal.timeout(BUILD_TIMEOUT_MS)
  const builder = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  // The database may be starting at the same time, and matters more.
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
