// A worker is killed in the middle of an import, of a segment that contacts enter and of the start of a scheduled campaign,
// while other workers share its database. Those go on with everything, and do nothing twice.
import { beforeAll, describe, expect, it } from 'vitest'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { eventually } from '../support/eventually.ts'
import { closeGate } from '../support/gate.ts'
import { ask, readJob, startImport } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()
const database = useSharedDatabase()

// Three batches each, of which the first gets through before the kill.
const ROWS = 7_000
const MEMBERS = 2_500

const RECIPIENTS = 300

const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

type Moves = { events: number; contacts: number; members: number }

/** Counts the contacts that entered and left the segment. */
async function readMoves(name: string): Promise<Moves> {
  const [moves] = await database.query<Moves>(
    `select count(*)::int as events, count(distinct contact_id)::int as contacts,
       (select count(*)::int from segment_members where segment_id = $2) as members
     from events where name = $1 and data->>'segmentId' = $2::text`,
    [name, work.segmentId],
  )
  return moves ?? { events: 0, contacts: 0, members: 0 }
}

async function create(what: string, body: object): Promise<string> {
  const answer = await ask(api, what, { body })
  expect(answer.status).toBe(201)
  const made = answer.json<{ id?: string; data?: { id: string } }>()
  return made.id ?? made.data?.id ?? ''
}

async function createMembers(): Promise<string> {
  await database.query(
    `insert into contacts (project_id, id, email, subscribed, created_at, updated_at)
     select p.id, gen_random_uuid(), 'member' || n || '@example.com', true, now(), now()
     from projects as p, generate_series(1, ${MEMBERS}) as n`,
  )
  return create('POST /segments', { name: 'Pro', filters: PRO, trackMembership: true })
}

async function createCampaign(): Promise<string> {
  const emails = Array.from({ length: RECIPIENTS }, (_, n) => `reader${n}@readers.test`)
  const segmentId = await create('POST /segments', { name: 'Readers', type: 'STATIC', emails })
  return create('POST /campaigns', {
    name: 'Several nodes',
    subject: 'News',
    body: '<p>Hello</p>',
    from: 'news@shop.test',
    audienceType: 'SEGMENT',
    segmentId,
  })
}

/** Makes a worker that was killed look as it does half a minute later. */
async function forgetWorker(poolId: string): Promise<void> {
  await database.query(
    `update worker_heartbeats set seen_at = seen_at - interval '1 minute' where pool_id = $1`,
    [poolId],
  )
  await database.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_by = $1`,
    [poolId],
  )
}

/** How many transactions are writing recipients down at this moment. */
async function countFreezing(): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity where state = 'active' and datname = current_database()
       and query like '%insert into campaign_recipients%' and pid <> pg_backend_pid()`,
  )
  return rows.length
}

let api: ReadyNode
let others: ReadyNode[]
const work = { segmentId: '', campaignId: '', jobId: '' }
const atKill = { moves: {} as Moves, done: 0, freezing: 0, frozenAt: undefined as Date | null | undefined }

/** Kills a worker in the middle of everything while two others run. */
async function killAmongOthers(): Promise<void> {
  api = await nodes.start(database.settings, 'api')
  work.segmentId = await createMembers()
  work.campaignId = await createCampaign()
  const gate = await closeGate(database.settings['DATABASE_URL'] ?? '', [
    { table: 'contacts', passes: 1, least: 1_000 },
    { table: 'segment_members', passes: 1, least: 1 },
    { table: 'campaign_recipients', passes: 0, least: 1 },
  ])
  const victim = await nodes.start(database.settings, 'worker')
  const [beat] = await database.query<{ pool_id: string }>('select pool_id from worker_heartbeats')
  const scheduledFor = new Date(Date.now() + 1_000).toISOString()
  const sent = await ask(api, `POST /campaigns/${work.campaignId}/send`, { body: { scheduledFor } })
  expect(sent.status).toBe(200)
  work.jobId = await startImport(api, ROWS)
  await database.query(
    `update contacts set data = '{"plan": "pro"}', updated_at = now() where email like 'member%'`,
  )
  const everywhere = ['contacts', 'segment_members', 'campaign_recipients']
  await eventually(async () => expect(await gate.waiting()).toEqual(everywhere))

  others = await Promise.all([
    nodes.start(database.settings, 'worker'),
    nodes.start(database.settings, 'worker'),
  ])
  await victim.kill()
  atKill.freezing = await countFreezing()
  atKill.moves = await readMoves('segment.entered')
  atKill.done = (await readJob(api, work.jobId)).progress.done
  const [campaign] = await database.query<{ frozen_at: Date | null }>(
    'select frozen_at from campaigns where id = $1',
    [work.campaignId],
  )
  atKill.frozenAt = campaign?.frozen_at
  await gate.open()
  await forgetWorker(beat?.pool_id ?? '')
}

beforeAll(killAmongOthers)

describe('after a worker was killed', () => {
  it('another one goes on with its import, every row once', async () => {
    expect(atKill.done).toBeGreaterThan(0)
    expect(atKill.done).toBeLessThan(ROWS)
    await eventually(async () => expect((await readJob(api, work.jobId)).status).toBe('DONE'))
    expect((await readJob(api, work.jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
    const rows = await database.query(
      `select count(*)::int as all, count(distinct email)::int as different from contacts where email like 'person%'`,
    )
    expect(rows).toEqual([{ all: ROWS, different: ROWS }])
    const output = others.map((other) => other.stdout()).join('')
    expect(output).toContain('took over the jobs of workers that died')
  })

  it('the campaign that it was about to start is started once, and every recipient gets one email', async () => {
    // One of three workers was at it, and nothing of that is left.
    expect(atKill).toMatchObject({ freezing: 1, frozenAt: null })
    const { campaignId } = work
    await eventually(async () => {
      const campaign = await ask(api, `GET /campaigns/${campaignId}`)
      expect(campaign.json<{ data: object }>().data).toMatchObject({
        status: 'SENT',
        recipientCount: RECIPIENTS,
      })
    }, 200)
    const states = await database.query(
      'select status, count(*)::int as count from all_emails where campaign_id = $1 group by 1',
      [campaignId],
    )
    expect(states).toEqual([{ status: 'DELIVERED', count: RECIPIENTS }])
    const kept = await database.query(
      `select count(*)::int as count from inbox_messages
       where email_id in (select id from emails where campaign_id = $1)`,
      [campaignId],
    )
    expect(kept).toEqual([{ count: RECIPIENTS }])
    expect(
      await database.query('select from campaign_recipients where campaign_id = $1', [campaignId]),
    ).toEqual([])
  })

  it('every contact that enters the segment is recorded once, and so is every one that leaves', async () => {
    const { events } = atKill.moves
    expect(events).toBeGreaterThan(0)
    expect(events).toBeLessThan(MEMBERS)
    // Nothing of it is half done.
    expect(atKill.moves).toEqual({ events, contacts: events, members: events })
    const entered = { events: MEMBERS, contacts: MEMBERS, members: MEMBERS }
    await eventually(async () => expect(await readMoves('segment.entered')).toEqual(entered))
    expect((await ask(api, `GET /segments/${work.segmentId}`)).json()).toMatchObject({ memberCount: MEMBERS })

    const leaving = await database.query(
      `update contacts set data = '{}', updated_at = now() where email like 'member1%' returning id`,
    )
    const count = leaving.length
    const left = { events: count, contacts: count, members: MEMBERS - count }
    await eventually(async () => expect(await readMoves('segment.left')).toEqual(left))
    expect(await readMoves('segment.entered')).toMatchObject({ events: MEMBERS })
  })
})
