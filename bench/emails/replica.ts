// Reads lists from two nodes in turn: the one of the stage, which reads from the primary, and one with READ_DATABASE_URL. The
// floor is the first, and the detail says what a read costs the primary there and here.
import path from 'node:path'
import type { Api } from '../harness/api.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import type { NodeProcess } from '../harness/node-process.ts'
import { processorMs } from '../harness/processor.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { startStandby } from '../harness/standby.ts'
import type { Standby } from '../harness/standby.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'

const ROUNDS = 5
const REQUESTS_PER_ROUND = 100

const READS = [
  { what: 'first page of /emails', path: '/emails' },
  { what: 'first page of status BOUNCED', path: '/emails?status=BOUNCED' },
  { what: 'search for a subject that one in twenty has', path: '/emails?search=news%207%20for' },
]

export async function benchReplica(stage: Stage, add: (result: Result) => void): Promise<void> {
  const standby = await startStandby(stage)
  try {
    const node = await startReader(stage, standby)
    try {
      const apis = {
        primary: stage.openApi({ connections: 1 }),
        standby: stage.openApi({ connections: 1, address: node.address }),
      }
      // The node looks for the standby in the background.
      while ((await countStandbyReads(node.address)) === 0) await apis.standby.get('/emails')
      for (const { what, path: list } of READS) {
        const { primary, standby: here } = await measureInTurn(stage, apis, list)
        const spent = `processor time of the primary ${here.primaryMs.toFixed(1)} ms instead of ${primary.primaryMs.toFixed(1)}`
        add({
          what: `${what}, by a standby, p50`,
          detail: `p95 ${quantile(here.times, 0.95).toFixed(1)} ms; ${spent}`,
          value: quantile(here.times, 0.5),
          floor: quantile(primary.times, 0.5),
          unit: 'ms',
        })
      }
      await requireStandbyReads(node, READS.length * requests(stage))
    } finally {
      await node.stop()
    }
  } finally {
    await standby.stop()
  }
}

const startReader = ({ settings, folder }: Stage, standby: Standby): Promise<NodeProcess> =>
  startNodeProcess(
    {
      ...settings,
      READ_DATABASE_URL: standby.urlOf(settings['DATABASE_URL'] ?? ''),
      DATA_DIR: path.join(folder, 'reader'),
    },
    { role: 'api' },
  )

type Reads = { times: number[]; primaryMs: number }

async function measureInTurn(
  stage: Stage,
  apis: { primary: Api; standby: Api },
  list: string,
): Promise<{ primary: Reads; standby: Reads }> {
  const reads = {
    primary: { times: [], primaryMs: 0 } as Reads,
    standby: { times: [], primaryMs: 0 } as Reads,
  }
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    for (const name of ['primary', 'standby'] as const) {
      tidyUp()
      const before = processorMs([stage.databasePid])
      for (let i = 0; i < stage.sized(REQUESTS_PER_ROUND); i += 1) {
        reads[name].times.push(await timed(() => apis[name].get(list)))
      }
      reads[name].primaryMs += processorMs([stage.databasePid]) - before
    }
  }
  for (const one of Object.values(reads)) one.primaryMs /= one.times.length
  return reads
}

const requests = ({ sized }: Stage): number => sized(ROUNDS) * sized(REQUESTS_PER_ROUND)

/** A few may be late, which is part of the measurement. A standby that is away would measure the primary twice. */
const LEAST_SHARE = 0.9

async function requireStandbyReads({ address }: NodeProcess, expected: number): Promise<void> {
  const answered = await countStandbyReads(address)
  if (answered >= LEAST_SHARE * expected) return
  throw new Error(`the standby answered ${answered} of ${expected} requests`)
}

async function countStandbyReads(address: string): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', address))).text()
  return Number(/lettermill_replica_reads_total\{server="standby"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}
