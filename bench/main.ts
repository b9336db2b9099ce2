// `npm run bench [name …] [-- --json file]`: runs the named benchmarks (default: all), prints what was measured beside
// its floor and target, and ends with 1 when a target was missed. Floors are measured in the same run on the same
// server, because only ratios can be compared between machines, and between a quiet and a busy hour of one.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchContacts } from './contacts/contacts.bench.ts'
import { interruption } from './harness/interruption.ts'
import { describeMachine } from './harness/machine.ts'
import { formatTable, isMissed } from './harness/result.ts'
import type { Result } from './harness/result.ts'
import { withStage } from './harness/stage.ts'
import type { Stage, StageOptions } from './harness/stage.ts'
import { benchRender } from './render.ts'
import { benchSend } from './send/send.bench.ts'
import { benchEvents } from './track/events.bench.ts'
import { benchTrack } from './track/track.bench.ts'

type Bench = { run: (stage: Stage, add: (result: Result) => void) => Promise<void> } & StageOptions

const BENCHES = new Map<string, Bench>([
  ['contacts', { run: benchContacts }],
  ['render', { run: benchRender }],
  ['send', { run: benchSend, role: 'api' }],
  ['track', { run: benchTrack }],
  ['events', { run: benchEvents }],
])

// Several times what a run takes on two quiet cores: longer means that something hangs.
const LIMIT_MS = 30 * 60_000

async function run(names: readonly string[], add: (result: Result) => void): Promise<Record<string, string>> {
  const interrupted = interruption(LIMIT_MS)
  let machine: Record<string, string> = {}
  for (const name of names) {
    const bench = BENCHES.get(name)
    await withStage(async (stage) => {
      machine = await describeMachine(stage.pool)
      await Promise.race([bench?.run(stage, add), interrupted])
    }, bench)
  }
  return machine
}

/** The exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
  const known = [...BENCHES.keys()]
  const names = positionals.length > 0 ? positionals : known
  if (names.some((name) => !BENCHES.has(name))) {
    console.error(`There is no such benchmark; there are: ${known.join(', ')}.`)
    return 2
  }
  const results: Result[] = []
  const machine = await run(names, (result) => {
    results.push(result)
    console.log(formatTable([result]).split('\n').at(-1))
  })
  console.log(`\n${formatTable(results)}\n`)
  for (const [name, value] of Object.entries(machine)) console.log(`${name}: ${value}`)
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  }
  const missed = results.filter(isMissed)
  console.log(missed.length === 0 ? 'No target was missed.' : `Targets missed: ${missed.length}`)
  return missed.length === 0 ? 0 : 1
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error)
  process.exit(1)
}
