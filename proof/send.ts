// `npm run proof:send`: the promises of sending, put to the test with real processes, a real database and real kills.
// Prints a table and ends with 1 when a promise is broken.
//
//   npm run proof:send -- [--emails 20000] [--faults 20] [--seed 1]     kill -9 and immediate stops of the database
//   npm run proof:send -- --ahead 16                                   MARKETING_EMAILS_AHEAD; must not matter here
//   npm run proof:send -- --smallest                                   to see whether it works at all; with --only, too
//   npm run proof:send -- --graceful                                   SIGTERM instead
//   npm run proof:send -- --break synchronous_commit|group-commit      must be noticed: ends with 1
//   npm run proof:send -- --only rate|fairness|lease|latency
import { proveCrash } from './crash.ts'
import { proveFairness } from './fairness.ts'
import { BREAKAGES } from './harness/breakage.ts'
import { readProofOptions, runProof, USUAL_AHEAD } from './harness/command.ts'
import type { Part } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { proveLatency } from './latency.ts'
import { proveLease } from './lease.ts'
import { proveRate } from './rate.ts'

const OTHERS = new Map<string, (part: Part) => Promise<Row[]>>([
  ['rate', proveRate],
  ['fairness', proveFairness],
  ['lease', proveLease],
  ['latency', proveLatency],
])

await runProof(async (say) => {
  const options = readProofOptions({
    numbers: { emails: 20_000, faults: 20, ahead: USUAL_AHEAD },
    smallest: { emails: 200, faults: 1, ahead: USUAL_AHEAD },
    breakages: BREAKAGES,
    flags: ['graceful'],
    parts: [...OTHERS.keys()],
  })
  const other = OTHERS.get(options.only ?? '')
  if (other) return other({ say, isSmallest: options.isSmallest })
  say(`Seed ${options.seed}`)
  const { emails, faults, ahead, seed } = options
  const broken = BREAKAGES.find((name) => name === options.broken)
  return proveCrash({ emails, faults, ahead, seed, broken, isGraceful: options.flags.has('graceful'), say })
})
