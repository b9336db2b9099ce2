// For proofs that run the programs of a reader: the tools they need, a folder, and a real node.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Undo } from '../../bench/harness/undo.ts'
import { spawnNode } from '../../test/harness/node-process.ts'
import type { Settings } from '../../test/harness/node-process.ts'
import { UsageError } from './command.ts'
import { SECRET_KEY } from './stage.ts'

const run = promisify(execFile)

/** `probe` is a command that fails without the tools of the program `what`; `install` says how to get them. */
export type Needs = { what: string; probe: readonly [string, ...string[]]; install: string }

export async function requireTools({ what, probe, install }: Needs): Promise<void> {
  const [program, ...args] = probe
  await run(program, args).catch(() => {
    throw new UsageError(`${what} needs what is not installed here: ${install}`)
  })
}

/** Removed in the end. */
export function makeFolder(name: string, undo: Undo): string {
  const folder = mkdtempSync(path.join(tmpdir(), `lettermill-${name}-`))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  // As root, the database server is another user and must be able to enter.
  chmodSync(folder, 0o711)
  return folder
}

type ServerOptions = { folder: string; undo: Undo; hangingMs: number; settings?: Settings }

/** The address of a node that takes SECRET_KEY; stopped in the end. */
export async function startServer({ folder, undo, hangingMs, settings }: ServerOptions): Promise<string> {
  const node = spawnNode(['start'], {
    settings: {
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
      SMTP_PORT: '0',
      BOUNCE_PORT: '0',
      LOG_LEVEL: 'warn',
      BOOTSTRAP_SECRET_KEY: SECRET_KEY,
      ...settings,
    },
  })
  undo.push(() => node.stop())
  return node.waitUntilReady(hangingMs)
}

/** The total of a list, such as `emails?limit=1`. */
export async function readTotal(url: string, list: string): Promise<number> {
  const response = await fetch(`${url}/${list}`, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
  const { total } = (await response.json()) as { total?: number }
  if (total === undefined) throw new Error(`GET /${list} answered ${response.status} without a total`)
  return total
}
