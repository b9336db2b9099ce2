// The cost of tracked segments for writes. The worker that updates their members runs in the same node.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { changeMs, importRate } from './writes.ts'

const IMPORTED = 100_000
const CHANGES = 1000
const FEW = 20
// The most that a project may have; the benchmark of lists has left one.
const MANY = 200
const LEFT_BY_OTHERS = 1

const MOST_EXTRA_MS = 10

export async function benchTracking(stage: Stage, add: (result: Result) => void): Promise<void> {
  const rows = stage.sized(IMPORTED)
  const changes = stage.sized(CHANGES)
  // One that is not counted, so that neither of the two has to warm up.
  await importRate(stage, stage.sized(IMPORTED / 10))
  const floor = await importRate(stage, rows)
  await followMore(stage, { from: 0, to: FEW })
  const value = await importRate(stage, rows)
  add({
    what: `import with ${FEW} tracked segments, against without`,
    value,
    floor,
    unit: 'rows/s',
    target: { ratio: 0.5 },
  })
  await settle(stage, add)
  await changeMs(stage, stage.sized(CHANGES / 10))
  // The changes do not concern the segments tracked so far, which are about cities.
  const before = await changeMs(stage, changes)
  await followMore(stage, { from: FEW, to: MANY - LEFT_BY_OTHERS })
  const after = await changeMs(stage, changes)
  add({
    what: `what ${MANY} tracked segments add to a change of a contact`,
    detail: `p50 ${before.toFixed(1)} ms without, ${after.toFixed(1)} ms with`,
    value: after - before,
    unit: 'ms',
    target: { atMost: MOST_EXTRA_MS },
  })
  await settle(stage, add)
}

async function followMore({ openApi }: Stage, { from, to }: { from: number; to: number }): Promise<void> {
  const api = openApi({ connections: 1 })
  for (let n = from; n < to; n += 1) {
    const leaf =
      n < FEW
        ? { field: 'data.city', operator: 'equals', value: `city-${n}` }
        : { field: 'data.plan', operator: 'equals', value: `bench-${n}` }
    const filters = { operator: 'AND', conditions: [leaf] }
    await api.post('/segments', { name: `Tracked ${n}`, filters, trackMembership: true })
  }
}

const LOOK_AGAIN_MS = 200

/** Waits until the worker has evaluated everything. */
async function settle({ pool }: Stage, add: (result: Result) => void): Promise<void> {
  const begun = performance.now()
  const count = async () =>
    Number((await pool.query<{ count: string }>('select count(*) from segment_notes')).rows[0]?.count)
  const noted = await count()
  while ((await count()) > 0) await sleep(LOOK_AGAIN_MS)
  const ms = performance.now() - begun
  if (noted > 0) {
    add({
      what: 'contacts that the worker still judged afterwards',
      value: (noted / ms) * 1000,
      unit: 'rows/s',
    })
  }
}
