// Two apis and the workers of the stage, with callers at both, for proofs in which something happens to the database.
import { freePort } from '../../test/harness/free-port.ts'
import { openCaller } from './caller.ts'
import type { Caller } from './caller.ts'
import { startLoad } from './load.ts'
import type { AcknowledgedEmail } from './load.ts'
import type { Sender } from './sender.ts'
import { SECRET_KEY } from './stage.ts'
import type { Stage } from './stage.ts'

/** At each api. */
export const CALLERS = 20

export type SecondApi = { port: number; caller: Caller; stage: Stage }

/** Starts all nodes of the stage, and one more api. */
export async function startSecondApi(stage: Stage): Promise<SecondApi> {
  await stage.fleet.addAll()
  const port = await freePort()
  await stage.fleet.add('api-b', 'api', { port })
  const caller = openCaller({ port, key: SECRET_KEY, connections: CALLERS })
  return { port, caller, stage: { ...stage, caller } }
}

type SharedLoad = {
  acknowledged: () => AcknowledgedEmail[]
  /** The share of the emails that were acknowledged. */
  progress: () => number
  done: Promise<unknown>
}

/** Each api gets half of the emails. */
export function loadBoth(
  stages: readonly [Stage, Stage],
  { sender, emails }: { sender: Sender; emails: number },
): SharedLoad {
  const loads = stages.map((stage, index) =>
    startLoad(stage, { sender, emails: emails / 2, callers: CALLERS, domain: `receiver${index}.test` }),
  )
  return {
    acknowledged: () => loads.flatMap((load) => load.acknowledged),
    progress: () => loads.reduce((sum, load) => sum + load.acknowledged.length, 0) / emails,
    done: Promise.all(loads.map((load) => load.done)),
  }
}
