// The fail-overs of the proof, in turn: the primary is killed, or it stops answering and comes back later.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import type { ServerPair } from './servers.ts'

export type FailOvers = {
  killed: number
  paused: number
  /** From each promotion to the first answer to a call that began after it. */
  answeredAfterMs: number[]
  /** Rows that old primaries took from our nodes after they came back. */
  strayRows: number
}

type Plan = { count: number; progress: () => number }

const WAIT_MS = 300_000

// Longer than a node needs to notice that nothing is answered: some have statements under way, some are looking for the primary.
const SILENCE_MS = 2_000

// Several times the pause between two looks of a node.
const BACK_MS = 10_000

/** Spread over the load by its progress. */
export async function runFailOvers(
  stage: Stage,
  pair: ServerPair,
  { count, progress }: Plan,
): Promise<FailOvers> {
  const done: FailOvers = { killed: 0, paused: 0, answeredAfterMs: [], strayRows: 0 }
  for (let index = 0; index < count; index += 1) {
    const due = (index + 0.5) / (count + 0.5)
    await until(() => progress() >= due, { what: 'the load goes on', limitMs: WAIT_MS })
    const isPause = index % 2 === 1
    stage.say(
      `${(due * 100).toFixed(0).padStart(3)} %  the primary ${isPause ? 'stops answering' : 'is killed'}`,
    )
    const old = pair.primary
    if (isPause) old.pause()
    else await old.kill()
    if (isPause) await sleep(SILENCE_MS)
    await pair.promote()
    done.answeredAfterMs.push(await firstAnswer(stage, index))
    if (isPause) done.strayRows += await comeBack(pair)
    done[isPause ? 'paused' : 'killed'] += 1
    await old.kill()
    await pair.rebuildStandby()
  }
  return done
}

async function firstAnswer({ caller }: Stage, index: number): Promise<number> {
  const began = performance.now()
  await caller.postUntilAnswered(
    '/v1/track',
    { email: 'probe@receiver.test', event: 'proof.probe' },
    `probe ${index}`,
  )
  return performance.now() - began
}

/** The old primary runs on beside the new one. Counts the rows that it has and the new one does not. */
async function comeBack({ primary, standby: old }: ServerPair): Promise<number> {
  old.resume()
  await until(async () => (await old.query('select 1')).length === 1, {
    what: 'the old primary answers',
    limitMs: WAIT_MS,
  })
  await sleep(BACK_MS)
  const emailIds = async (server: typeof old) =>
    new Set((await server.query('select id from all_emails', 'lettermill')).map(({ id }) => String(id)))
  const kept = await emailIds(primary)
  return [...(await emailIds(old))].filter((id) => !kept.has(id)).length
}
