// The program of listmonk, built once from its Go module and kept under node_modules/.cache. None of its code is in this repository.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../test/harness/node-process.ts'

const run = promisify(execFile)

// The newest that is a Go module: tags from v2 on are none, because the path of the module does not end in /v2 and so on.
export const VERSION = '1.1.0'
const MODULE = `github.com/knadh/listmonk@v${VERSION}`

const CACHE = path.join(ROOT, 'node_modules/.cache')

// Downloading and compiling take a minute and a half on two quiet cores. The test of all benchmarks waits five minutes for each of them.
const BUILD_LIMIT_MS = 180_000

/** The program can not be had on this machine; the message says what to do. */
export class MissingPeerError extends Error {}

/**
 * The folder with the program `listmonk` and the files that it reads at its start.
 *
 * @throws {MissingPeerError}
 */
export async function buildListmonk(): Promise<string> {
  const folder = path.join(CACHE, `listmonk-${VERSION}`)
  if (existsSync(folder)) return folder
  const go = await findGo()
  mkdirSync(CACHE, { recursive: true })
  const partial = mkdtempSync(path.join(CACHE, 'listmonk-'))
  const signal = AbortSignal.timeout(BUILD_LIMIT_MS)
  try {
    await build(go, { folder: partial, signal })
    renameSync(partial, folder)
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const reason = signal.aborted
      ? `it was not ready within ${BUILD_LIMIT_MS / 1000} s; the next run goes on from there`
      : stderr.trim() || message
    throw new MissingPeerError(
      `it could not be built from ${MODULE}, which needs the network once: ${reason}`,
      { cause: error },
    )
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return folder
}

async function findGo(): Promise<string> {
  // Where its installer puts it, which is not in PATH everywhere.
  for (const go of ['go', '/usr/local/go/bin/go']) {
    const isThere = await run(go, ['version']).then(
      () => true,
      () => false,
    )
    if (isThere) return go
  }
  throw new MissingPeerError(
    'building it needs Go 1.17 or newer, and there is none in PATH. Install it from https://go.dev/dl, or with apt-get install golang.',
  )
}

type Build = { folder: string; signal: AbortSignal }

async function build(go: string, { folder, signal }: Build): Promise<void> {
  const options = { cwd: folder, signal, env: { ...process.env, CGO_ENABLED: '0' } }
  const { stdout } = await run(go, ['mod', 'download', '-json', MODULE], options)
  const { Dir: source } = JSON.parse(stdout) as { Dir: string }
  // The files of the module cache are read-only.
  await run('cp', ['-R', '--no-preserve=mode', `${source}/.`, folder])
  // The pages of its dashboard, which its release has and its module has not. It does not start without their folder.
  mkdirSync(path.join(folder, 'frontend/dist/frontend'), { recursive: true })
  writeFileSync(path.join(folder, 'frontend/dist/favicon.png'), '')
  await run(go, ['build', '-mod=mod', '-o', 'listmonk', './cmd'], options)
}
