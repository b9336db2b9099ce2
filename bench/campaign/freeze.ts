// Fixing the recipients, as the job of a campaign does it, against a plain INSERT … SELECT of as many rows into the same table.
import { buildFilters } from '../../src/filter-sources.ts'
import { createCampaignContents } from '../../src/features/campaigns/sending/campaign-content.service.ts'
import { freezeCampaign } from '../../src/features/campaigns/sending/freeze.service.ts'
import { findCampaign } from '../../src/features/campaigns/campaigns.queries.ts'
import type { CampaignRef } from '../../src/features/campaigns/campaigns.queries.ts'
import { openDatabase } from '../../src/platform/db/client.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { JOB_LIMIT_MS } from '../../src/platform/db/failures/statement-limits.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { createThreadPool } from '../../src/platform/threads/thread-pool.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'
import { fillOpens } from './fill.ts'
import { postCampaign } from './post-campaign.ts'

// In turn with the floor, so that other load on the machine affects both.
const ROUNDS = 3

/** Writes as many rows in the order of the primary key, with ids that exist already. */
const FLOOR = `
  insert into campaign_recipients (project_id, campaign_id, email_id, contact_id)
  select project_id, $1::uuid, id, id from contacts where subscribed order by id`

/** @returns bytes per recipient in the ledger */
export async function benchFreezing(stage: Stage, add: (result: Result) => void): Promise<number> {
  // With the limit of a job, as in src/worker.ts.
  const database = openDatabase({
    urls: [stage.settings['DATABASE_URL'] ?? ''],
    poolSize: 2,
    log: createLog('silent'),
  }).within(JOB_LIMIT_MS)
  const threads = createThreadPool({ entry: new URL('../../src/threads.ts', import.meta.url), size: 1 })
  try {
    const rounds: { rate: number; floor: number; bytes: number }[] = []
    for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
      const floor = await measure(stage, (id) => stage.pool.query(FLOOR, [id]))
      const frozen = await measure(stage, (id) => freeze(stage, { id, database, threads }))
      rounds.push({ floor: floor.rate, ...frozen })
    }
    add({
      what: 'fixing the recipients of a campaign',
      value: median(rounds.map(({ rate }) => rate)),
      unit: 'rows/s',
      floor: median(rounds.map(({ floor }) => floor)),
      ratio: median(rounds.map(({ rate, floor }) => rate / floor)),
      target: { ratio: 0.6 },
    })
    await benchBestHour(stage, { add, work: (id) => freeze(stage, { id, database, threads }) })
    return median(rounds.map(({ bytes }) => bytes))
  } finally {
    await threads.close()
    await database.close()
  }
}

type BestHourOptions = { add: (result: Result) => void; work: (id: string) => Promise<void> }

/** Against fixing them without it. One contact in five has opened. */
async function benchBestHour(stage: Stage, { add, work }: BestHourOptions): Promise<void> {
  await fillOpens(stage)
  const rounds: { rate: number; floor: number }[] = []
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    const { rate: floor } = await measure(stage, work)
    rounds.push({ floor, ...(await measure(stage, work, { bestHour: {} })) })
  }
  add({
    what: 'fixing the recipients of a campaign at their best hour',
    detail: 'a fifth of them has five opens',
    value: median(rounds.map(({ rate }) => rate)),
    unit: 'rows/s',
    floor: median(rounds.map(({ floor }) => floor)),
    ratio: median(rounds.map(({ rate, floor }) => rate / floor)),
  })
}

type FreezeOptions = { id: string; database: Database; threads: ReturnType<typeof createThreadPool> }

async function freeze({ pool }: Stage, { id, database, threads }: FreezeOptions): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from projects limit 1')
  const ref = { projectId: rows[0]?.id, campaignId: id } as CampaignRef
  const campaign = await findCampaign(database.db, ref)
  if (!campaign) throw new Error('there is no campaign')
  const contents = await createCampaignContents({ database, threads }).makeContents(campaign)
  const filters = buildFilters(database)
  const isDone = await freezeCampaign(database.db, { campaign, contents, filters, now: new Date() })
  if (!isDone) throw new Error('the recipients were not fixed')
}

/** On an empty table. The campaign has started, and no worker runs. */
async function measure(
  stage: Stage,
  work: (campaignId: string) => Promise<unknown>,
  plan: object = {},
): Promise<{ rate: number; bytes: number }> {
  const { pool } = stage
  await pool.query('truncate campaign_recipients')
  await pool.query('checkpoint')
  const id = await postCampaign(stage, plan)
  await pool.query(
    "update campaigns set status = 'SENDING', started_at = now(), leaves_at = now() where id = $1",
    [id],
  )
  const began = performance.now()
  await work(id)
  const seconds = (performance.now() - began) / 1000
  const { rows } = await pool.query<{ count: string; bytes: string }>(
    "select count(*), pg_total_relation_size('campaign_recipients') as bytes from campaign_recipients",
  )
  const count = Number(rows[0]?.count)
  await pool.query('truncate campaign_recipients')
  await pool.query('delete from campaigns where id = $1', [id])
  return { rate: count / seconds, bytes: Number(rows[0]?.bytes) / count }
}
