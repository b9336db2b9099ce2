// 100,000 subscribers of a listmonk, moved in by the command as people run it; and once more, which must not double anything.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnNode } from '../../test/harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { startListmonk } from './listmonk-of-size.ts'

const SUBSCRIBERS = 100_000

const SAMPLE_MS = 100

type Contacts = { there: number; taken: number; created: number; existing: number; leftOut: number }

export async function benchMoving(stage: Stage, add: (result: Result) => void): Promise<void> {
  const rows = stage.sized(SUBSCRIBERS)
  const listmonk = await startListmonk(rows)
  try {
    for (const run of ['first', 'second'] as const) {
      const { ms, peakMb, contacts } = await moveIn(stage, listmonk.url)
      const expected = run === 'first' ? contacts.created : contacts.existing
      if (expected !== rows || contacts.taken !== rows) {
        throw new Error(`the ${run} run says ${JSON.stringify(contacts)}`)
      }
      add({
        what: `${run} move of ${rows.toLocaleString('en-GB')} contacts, with lists and suppressions`,
        value: (rows / ms) * 1_000,
        unit: 'rows/s',
      })
      add({
        what: `resident memory of the command, ${run} run, peak`,
        value: peakMb,
        unit: 'MB',
        target: { atMost: 400 },
      })
    }
  } finally {
    listmonk.stop()
  }
}

async function moveIn({ node, settings, folder }: Stage, from: string) {
  const began = performance.now()
  const command = spawnNode(['import', 'listmonk', '--source-url', from, '--user', 'mover', '--json'], {
    settings: {
      LETTERMILL_BASE_URL: node.address,
      LETTERMILL_API_KEY: settings['BOOTSTRAP_SECRET_KEY'] ?? '',
      LISTMONK_TOKEN: 'token',
      XDG_CONFIG_HOME: path.join(folder, 'config'),
    },
  })
  let peakMb = 0
  while (command.isRunning) {
    peakMb = Math.max(peakMb, peakOf(command.pid))
    await sleep(SAMPLE_MS)
  }
  const { code, stdout, stderr } = await command.exited
  if (code !== 0) throw new Error(`the command ended with ${code}: ${stderr}`)
  const { counts } = JSON.parse(stdout) as { counts: { contacts: Contacts } }
  return { ms: performance.now() - began, peakMb, contacts: counts.contacts }
}

/** The kernel keeps the peak; 0 once the process has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
