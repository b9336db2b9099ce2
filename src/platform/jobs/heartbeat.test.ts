import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { enqueue } from './enqueue.ts'
import { greet, useTestQueue } from './fixtures/queue.ts'
import {
  startHeartbeat,
  unlockAllJobs,
  unlockJobsOfDeadPools,
  watchSteadiness,
  writeBeat,
} from './heartbeat.ts'

const queue = useTestQueue()

/** A job that this pool started at that time. */
async function begunBy(pool: string, secondsAgo: number): Promise<void> {
  await enqueue(queue.deps.database.db, greet, { payload: { name: pool } })
  await queue.lock(pool, secondsAgo)
}

const lockedBy = async () => (await queue.jobs()).map((job) => job.locked_by)

describe('unlockJobsOfDeadPools', () => {
  it('frees the jobs of pools that stopped beating, and no others', async () => {
    const { db } = queue.deps.database
    await begunBy('never-beat', 60)
    await begunBy('fell-silent', 3600)
    await begunBy('alive-with-an-old-job', 3600)
    await begunBy('just-started', 5)
    await queue.beat('fell-silent', 31)
    await writeBeat(db, ['alive-with-an-old-job'])
    await queue.beat('alive-for-long', 25)
    await begunBy('alive-for-long', 600)

    expect((await unlockJobsOfDeadPools(db)).toSorted()).toEqual(['fell-silent', 'never-beat'])
    expect(await lockedBy()).toEqual([null, null, 'alive-with-an-old-job', 'just-started', 'alive-for-long'])
    expect(await unlockJobsOfDeadPools(db)).toEqual([])
  })

  it('may run on all nodes at once', async () => {
    await begunBy('dead', 60)
    await Promise.all([1, 2, 3, 4].map(() => unlockJobsOfDeadPools(queue.deps.database.db)))
    expect(await lockedBy()).toEqual([null])
  })

  it('forgets pools that have been silent for a day', async () => {
    await queue.beat('yesterday', 86_401)
    await queue.beat('an-hour-ago', 3_600)
    await unlockJobsOfDeadPools(queue.deps.database.db)
    expect(await queue.beats()).toEqual(['an-hour-ago'])
  })
})

describe('unlockAllJobs', () => {
  it('frees every job, however fresh, for a node that is alone', async () => {
    await begunBy('killed-a-moment-ago', 0)
    await queue.beat('killed-a-moment-ago', 0)
    await begunBy('killed-before', 100)
    await unlockAllJobs(queue.deps.database.db)
    expect(await lockedBy()).toEqual([null, null])
    expect(await queue.beats()).toEqual([])
    await unlockAllJobs(queue.deps.database.db)
  })
})

describe('a heartbeat', () => {
  it('is written at once and gone after the stop', async () => {
    const { database, log } = queue.deps
    const heartbeat = startHeartbeat({ db: database.db, log, poolIds: new Set(['ours', 'ours-too']) })
    await eventually(async () => expect((await queue.beats()).toSorted()).toEqual(['ours', 'ours-too']))
    await heartbeat.stop()
    expect(await queue.beats()).toEqual([])
  })

  it('does not judge others before it has been steady itself, at the start and after an outage', () => {
    const isSteady = watchSteadiness(0)
    const beats = [100, 5_100, 10_200, 15_300, 20_400, 25_500]
    expect(beats.map(isSteady)).toEqual([false, false, false, true, true, true])
    // No pool could beat for a minute. The first one that can again must not take the others for dead.
    const later = [85_000, 90_000, 95_000, 100_000, 105_000]
    expect(later.map(isSteady)).toEqual([false, false, false, true, true])
  })
})
