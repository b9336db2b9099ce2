// `npm run bench [name …] [-- --json file] [--scale 0.01] [--no-peers]`: runs the named benchmarks (default: all), prints what was measured beside
// its floor and target, and ends with 1 when a target was missed. `--scale` makes everything smaller, to see whether it
// works; the figures of such a run say nothing, and are not held against the targets. Floors are measured in the same run on the same
// server, because only ratios can be compared between machines, and between a quiet and a busy hour of one. `--no-peers` leaves out other
// programs, which are built from what the network has.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchCampaign } from './campaign/campaign.bench.ts'
import { benchCells } from './cells/cells.bench.ts'
import { benchContacts } from './contacts/contacts.bench.ts'
import { benchDashboard } from './dashboard/dashboard.bench.ts'
import { OWNER_SETTINGS } from './dashboard/screen.ts'
import { benchDoors } from './doors/doors.bench.ts'
import { benchEmails } from './emails/emails.bench.ts'
import { describeMachine } from './harness/machine.ts'
import { stolenClock } from './harness/processor.ts'
import { formatTable, isMissed } from './harness/result.ts'
import type { MeasuredResult, Result } from './harness/result.ts'
import { withStage } from './harness/stage.ts'
import type { Stage, StageOptions } from './harness/stage.ts'
import { benchMoving } from './moving/moving.bench.ts'
import { benchRender } from './render.ts'
import { benchReports } from './reports/reports.bench.ts'
import { benchSegments } from './segments/segments.bench.ts'
import { benchSend } from './send/send.bench.ts'
import { benchEvents } from './track/events.bench.ts'
import { benchTrack } from './track/track.bench.ts'
import { benchWorkflows } from './workflows/workflows.bench.ts'

type Bench = { run: (stage: Stage, add: (result: Result) => void) => Promise<void> } & StageOptions

const BENCHES = new Map<string, Bench>([
  ['contacts', { run: benchContacts }],
  ['moving', { run: benchMoving }],
  ['cells', { run: benchCells }],
  ['render', { run: benchRender }],
  ['send', { run: benchSend, role: 'api' }],
  ['track', { run: benchTrack }],
  ['events', { run: benchEvents }],
  ['emails', { run: benchEmails, role: 'api' }],
  ['segments', { run: benchSegments }],
  ['workflows', { run: benchWorkflows, role: 'api' }],
  ['doors', { run: benchDoors, role: 'api' }],
  ['campaign', { run: benchCampaign, role: 'api' }],
  ['reports', { run: benchReports, role: 'api' }],
  ['dashboard', { run: benchDashboard, settings: OWNER_SETTINGS }],
])

type Run = { names: readonly string[]; scale: number; hasPeers: boolean; add: (result: Result) => void }

async function run({ names, scale, hasPeers, add }: Run): Promise<Record<string, string>> {
  let machine: Record<string, string> = {}
  for (const name of names) {
    const bench = BENCHES.get(name)
    await withStage(
      async (stage) => {
        machine = await describeMachine(stage.pool)
        await bench?.run(stage, add)
      },
      { ...bench, scale, hasPeers },
    )
  }
  return machine
}

/** The exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      scale: { type: 'string', default: '1' },
      'no-peers': { type: 'boolean', default: false },
    },
  })
  const known = [...BENCHES.keys()]
  const names = positionals.length > 0 ? positionals : known
  if (names.some((name) => !BENCHES.has(name))) {
    console.error(`There is no such benchmark; there are: ${known.join(', ')}.`)
    return 2
  }
  const scale = Number(values.scale)
  if (!(scale > 0 && scale <= 1)) {
    console.error(`--scale is a share of the full size, above 0 and at most 1, not ${values.scale}.`)
    return 2
  }
  const results: MeasuredResult[] = []
  const stolen = stolenClock()
  const add = (result: Result) => {
    const measured = { ...result, stolen: stolen() }
    results.push(measured)
    console.log(formatTable([measured]).split('\n').at(-1))
  }
  const machine = await run({ names, scale, hasPeers: !values['no-peers'], add })
  console.log(`\n${formatTable(results)}\n`)
  for (const [name, value] of Object.entries(machine)) console.log(`${name}: ${value}`)
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  }
  if (scale < 1) {
    console.log('Made smaller by --scale: no figure was held against its target.')
    return 0
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
