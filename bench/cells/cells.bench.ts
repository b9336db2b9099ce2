// A project with 1,000,000 contacts and as many events, moved by the command to another installation, whose database is on the
// same server: both sides of every comparison share its processor.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { spawnNode } from '../../test/harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { CONTACTS, fillSegments } from '../segments/fill.ts'

const EVENTS = 1_000_000

// The limit of the command, which a small machine may need.
const PAUSE_SECONDS = 600

const MOST_PAUSE_MS = 60_000

export async function benchCells(stage: Stage, add: (result: Result) => void): Promise<void> {
  await fillSegments(stage, { contacts: CONTACTS, events: EVENTS, emailEvents: 0 })
  const { rows } = await stage.pool.query<{ id: string }>('select id from projects')
  const file = await prepareTarget(stage)
  const began = performance.now()
  const report = await move(stage, [rows[0]?.id ?? '', '--to', file])
  const ms = performance.now() - began
  const what = `move of a project with ${report.rows.toLocaleString('en-GB')} rows`
  add({ what: `${what}, as a whole`, value: ms, unit: 'ms' })
  add({
    what: `${what}, the pause`,
    value: report.pauseMs,
    unit: 'ms',
    target: { atMost: MOST_PAUSE_MS },
  })
}

/** Returns its settings file. */
async function prepareTarget({ pool, settings, folder }: Stage): Promise<string> {
  const url = new URL(settings['DATABASE_URL'] ?? '')
  await pool.query(`create database other_cell owner ${url.username}`)
  url.pathname = '/other_cell'
  const log = createLog('silent')
  const database = openDatabase({ urls: [url.href], poolSize: 2, log })
  try {
    await prepareDatabase({ database, log, clock: systemClock })
  } finally {
    await database.close()
  }
  const other = {
    DATABASE_URL: url.href,
    DATA_DIR: path.join(folder, 'other-cell'),
    ENCRYPTION_KEY: 'another key for benchmarks that is long enough',
    PUBLIC_URL: 'https://two.example.com',
  }
  mkdirSync(other.DATA_DIR)
  const file = path.join(folder, 'other-cell.env')
  const lines = Object.entries(other).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  return file
}

async function move(
  { settings }: Stage,
  words: readonly string[],
): Promise<{ rows: number; pauseMs: number }> {
  const pause = ['--pause', String(PAUSE_SECONDS)]
  const command = spawnNode(['projects', 'move', ...words, ...pause, '--json', '--quiet'], { settings })
  const { code, stdout, stderr } = await command.exited
  if (code !== 0) throw new Error(`the command ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as { rows: number; pauseMs: number }
}
