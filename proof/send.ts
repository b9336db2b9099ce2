// `npm run proof:send`: the promises of sending, put to the test with real processes, a real database and real kills.
// Prints a table and ends with 1 when a promise is broken.
//
//   npm run proof:send -- [--mails 20000] [--faults 20] [--seed 1]     kill -9 and immediate stops of the database
//   npm run proof:send -- --graceful                                   SIGTERM instead
//   npm run proof:send -- --break synchronous_commit|group-commit      must be noticed: ends with 1
//   npm run proof:send -- --only rate|fairness|lease|latency
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { proveCrash } from './crash.ts'
import { proveFairness } from './fairness.ts'
import { BREAKAGES } from './harness/breakage.ts'
import { tellResult } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { proveLatency } from './latency.ts'
import { proveLease } from './lease.ts'
import { proveRate } from './rate.ts'

type Say = (line: string) => void

const OTHERS = new Map<string, (say: Say) => Promise<Row[]>>([
  ['rate', proveRate],
  ['fairness', proveFairness],
  ['lease', proveLease],
  ['latency', proveLatency],
])

const SEEDS = 1_000_000

class UsageError extends Error {}

function readOptions() {
  const { values } = parseArgs({
    options: {
      mails: { type: 'string', default: '20000' },
      faults: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(randomInt(SEEDS)) },
      graceful: { type: 'boolean', default: false },
      break: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const broken = BREAKAGES.find((name) => name === values.break)
  if (values.break !== broken) throw new UsageError(`--break takes ${BREAKAGES.join(' or ')}.`)
  const other = OTHERS.get(values.only ?? '')
  if (values.only !== undefined && !other) {
    throw new UsageError(`--only takes ${[...OTHERS.keys()].join(', ')}.`)
  }
  const [mails, faults, seed] = [values.mails, values.faults, values.seed].map(Number)
  if (!mails || faults === undefined || !Number.isSafeInteger(mails + faults + (seed ?? Number.NaN))) {
    throw new UsageError('--mails, --faults and --seed take whole numbers.')
  }
  return { mails, faults, seed: seed ?? 0, isGraceful: values.graceful, broken, other }
}

/** The exit code. */
async function main(): Promise<number> {
  const { other, ...options } = readOptions()
  const say: Say = (line) => console.log(line)
  if (!other) say(`Seed ${options.seed}`)
  const rows = await (other ? other(say) : proveCrash({ ...options, say }))
  return tellResult(rows)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
// Pools and threads that a fault left half open do not keep a finished proof running.
process.exit()
