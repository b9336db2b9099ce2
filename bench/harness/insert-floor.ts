// A call of the API from fifty connections, or from one, against driver, pool and database alone: a row into the same
// table by one statement and commit, with its indexes and without triggers and foreign keys, from this process.
import { openDatabase } from '../../src/platform/db/client.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { postAll } from './post-load.ts'
import type { LoadResult } from './post-load.ts'
import type { Stage } from './stage.ts'
import { processorClock } from './processor.ts'
import { callRate, median } from './timing.ts'

export const CALLERS = 50

// Floor and service in turn, so that other load on the machine affects both.
export const ROUNDS = 5
export const CALLS_PER_ROUND = 5_000

// The default of DATABASE_POOL_SIZE.
const POOL_SIZE = 20

/** The project of the floor's rows, so that the counters of the measured project stay correct. */
export const FLOOR_PROJECT = '018f0000-0000-7000-8000-000000000000'

export const post = (stage: Stage, path: string, bodies: readonly unknown[]): Promise<LoadResult> =>
  postFrom(CALLERS, { stage, path, bodies })

type PostedBodies = { stage: Stage; path: string; bodies: readonly unknown[] }

function postFrom(callers: number, { stage, path, bodies }: PostedBodies): Promise<LoadResult> {
  return postAll({
    address: stage.node.address,
    key: stage.settings['BOOTSTRAP_SECRET_KEY'] ?? '',
    path,
    callers,
    bodies: bodies.map((body) => JSON.stringify(body)),
  })
}

/** The size of a round, before --scale. */
export type RoundLoad = { callers: number; calls: number }

type FloorCase = {
  path: string
  bodyOf: (index: number) => unknown
  /** The floor's statement, under the project FLOOR_PROJECT. */
  insert: { text: string; valuesOf: (index: number) => unknown[] }
  load?: RoundLoad
}

/** `ratio`: the median of the rounds. `timesUs`: processor time per call, of the node and of the database. */
export type AgainstFloor = {
  rate: number
  floor: number
  ratio: number
  latenciesMs: number[]
  timesUs: { node: number; PostgreSQL: number }
}

/** Medians of all rounds. */
export async function measureAgainstInserts(
  stage: Stage,
  { path, bodyOf, insert, load = { callers: CALLERS, calls: CALLS_PER_ROUND } }: FloorCase,
): Promise<AgainstFloor> {
  const { callers } = load
  const calls = stage.sized(load.calls)
  const floors: number[] = []
  const rates: number[] = []
  const latenciesMs: number[] = []
  const timesUs = { node: [] as number[], PostgreSQL: [] as number[] }
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    await stage.pool.query('checkpoint')
    floors.push(await insertRate(stage, insert, { callers, calls }))
    const bodies = Array.from({ length: calls }, (_, index) => bodyOf(round * calls + index))
    const used = processorClock({ node: stage.node.pid, PostgreSQL: stage.databasePid })
    const result = await postFrom(callers, { stage, path, bodies })
    const { node, PostgreSQL } = used()
    timesUs.node.push(node / bodies.length)
    timesUs.PostgreSQL.push(PostgreSQL / bodies.length)
    rates.push(result.perSecond)
    latenciesMs.push(...result.latenciesMs)
  }
  return {
    rate: median(rates),
    floor: median(floors),
    ratio: median(rates.map((rate, round) => rate / (floors[round] ?? Number.NaN))),
    latenciesMs,
    timesUs: { node: median(timesUs.node), PostgreSQL: median(timesUs.PostgreSQL) },
  }
}

/** Statements per second. */
export async function insertRate(
  stage: Stage,
  { text, valuesOf }: FloorCase['insert'],
  load: RoundLoad,
): Promise<number> {
  const database = openFloorDatabase(stage)
  try {
    return await callRate(load, (index) =>
      database.pool.query({ name: 'insert-floor', text, values: valuesOf(index) }),
    )
  } finally {
    await database.close()
  }
}

function openFloorDatabase({ databaseUrl }: Stage): Database {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c session_replication_role=replica')
  return openDatabase({ urls: [url.href], poolSize: POOL_SIZE, log: createLog('silent') })
}
