// The runs of recurring campaigns, on schedule and by hand.
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import { buildTopic } from '../../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { claimDue } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { RecurringId } from '../../../platform/ids.ts'
import { deliverAll, readCampaign, readStatistics } from '../fixtures/campaign-steps.ts'
import {
  buildRecurring,
  patchRecurring,
  readRecurring,
  readRuns,
  runDue,
  runNow,
  workOf,
} from '../fixtures/recurring-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'
import { runName } from './run-name.ts'

const { delivery, own } = useCampaigns()
const DAY = 86_400_000

beforeEach(async () => {
  await buildContact(own)
})

/** Makes the next run due that many days after its time. */
async function makeDue(id: string, { days = 0 } = {}): Promise<string> {
  const at = new Date(own.clock.now().getTime() - days * DAY)
  await sql`update recurring_campaigns set next_run_at = ${at}, due_at = ${at} where id = ${id}`.execute(
    own.deps.database.db,
  )
  return at.toISOString()
}

const countCampaigns = async () => (await call(own, ['GET', '/campaigns'])).json<{ total: number }>().total

describe('a run', () => {
  it('creates a campaign of its own and sends it', async () => {
    const { id, body } = await buildRecurring(own, { name: 'News', timezone: 'Europe/Amsterdam' })
    const scheduledFor = await makeDue(id)
    await runDue(own)
    const [run, ...others] = await readRuns(own, id)
    expect(others).toEqual([])
    expect(run).toMatchObject({ outcome: 'SENT', reason: null, manual: false, scheduledFor })
    const campaignId = run?.campaignId ?? ''
    expect(await readCampaign(own, campaignId)).toMatchObject({
      name: runName({ name: 'News', timezone: 'Europe/Amsterdam' }, new Date(scheduledFor)),
      body,
      status: 'SENDING',
      recurringId: id,
    })
    expect(await deliverAll(own, delivery, campaignId)).toMatchObject({ status: 'SENT', recipientCount: 1 })
    const recurring = await readRecurring(own, id)
    expect(recurring.lastRun).toEqual(run)
    expect(Date.parse(recurring.nextRunAt ?? '')).toBeGreaterThan(own.clock.now().getTime())
  })

  it('has its own numbers', async () => {
    const { id } = await buildRecurring(own)
    const ids: string[] = []
    for (let week = 0; week < 2; week += 1) {
      await makeDue(id)
      await runDue(own)
      const [run] = await readRuns(own, id)
      ids.push(run?.campaignId ?? '')
      await deliverAll(own, delivery, run?.campaignId ?? '')
      await buildContact(own)
    }
    const figures = []
    for (const one of ids) figures.push((await readStatistics(own, one)).recipients)
    expect(figures).toEqual([1, 2])
  })

  it('sends what was saved last', async () => {
    const { id } = await buildRecurring(own)
    await patchRecurring(own, id, { subject: 'Changed' })
    const { campaignId } = await runNow(own, id)
    expect(await readCampaign(own, campaignId ?? '')).toMatchObject({ subject: 'Changed' })
  })

  it('that was missed is made up for once', async () => {
    const { id } = await buildRecurring(own, { cron: '0 9 * * *' })
    await makeDue(id, { days: 10 })
    await runDue(own)
    await runDue(own)
    expect(await readRuns(own, id)).toHaveLength(1)
  })

  it('does not begin while it is disabled or before its time', async () => {
    const { id } = await buildRecurring(own)
    await runDue(own)
    await makeDue(id)
    await patchRecurring(own, id, { enabled: false })
    await runDue(own)
    expect(await readRuns(own, id)).toEqual([])
  })

  it('has one campaign, even if two workers begin it at the same time', async () => {
    const { id } = await buildRecurring(own)
    await makeDue(id)
    await Promise.all([runDue(own), runDue(own), runDue(own)])
    expect([await countCampaigns(), (await readRuns(own, id)).length]).toEqual([1, 1])
  })
})

describe('GET /recurring-campaigns/{id}/report', () => {
  it('has a row per run, newest first, with the figures of its campaign', async () => {
    const { id } = await buildRecurring(own, { subject: '=SUM(A1)' })
    const first = await runNow(own, id)
    await deliverAll(own, delivery, first.campaignId ?? '')
    await patchRecurring(own, id, { audienceType: 'FILTERED', audienceFilter: NOBODY })
    await runNow(own, id)
    const reply = await call(own, ['GET', `/recurring-campaigns/${id}/report`])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="runs-${id}.csv"`,
    })
    const rows = parse<Record<string, string>>(reply.body, { columns: true })
    const cellsOf = (name: string) => rows.map((row) => row[name])
    expect(cellsOf('outcome')).toEqual(['SKIPPED', 'SENT'])
    expect(cellsOf('manual')).toEqual(['true', 'true'])
    expect(cellsOf('campaignId')).toEqual(['', first.campaignId])
    expect(cellsOf('sent')).toEqual(['', '1'])
    expect(cellsOf('subject')).toEqual(['', "'=SUM(A1)"])
  })

  it('wants a key, not a public one, and shows no runs of other projects', async () => {
    const { id } = await buildRecurring(own)
    const path = `/recurring-campaigns/${id}/report`
    const keys = [null, own.project.publicKey, own.other.secretKey]
    const replies = await Promise.all(keys.map((key) => call(own, ['GET', path], { key })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404])
  })
})

const NOBODY = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'none' }],
}

describe('a worker that is killed', () => {
  const LEASE_MS = 300_000
  const claim = async () =>
    (await claimDue(own.deps.database.db as never, {
      table: 'recurring_campaigns',
      limit: 1,
      perProject: 1,
      leaseMs: LEASE_MS,
      now: own.clock.now(),
    })) as Claim<RecurringId>[]

  it('leaves the run to another, once its lease has ended', async () => {
    const { id } = await buildRecurring(own)
    await makeDue(id)
    expect(await claim()).toHaveLength(1)
    await runDue(own)
    expect(await readRuns(own, id)).toEqual([])
    own.clock.advance(LEASE_MS)
    await runDue(own)
    expect(await readRuns(own, id)).toMatchObject([{ outcome: 'SENT' }])
  })

  it('writes nothing if it was only slow', async () => {
    const { id } = await buildRecurring(own)
    await makeDue(id)
    const slow = await claim()
    own.clock.advance(LEASE_MS)
    await runDue(own)
    await workOf(own.deps).run(slow)
    expect([await countCampaigns(), (await readRuns(own, id)).length]).toEqual([1, 1])
  })

  it('writes nothing after a change of the recurring campaign; the run takes place with the change', async () => {
    const { id } = await buildRecurring(own)
    await makeDue(id)
    const claims = await claim()
    await patchRecurring(own, id, { subject: 'Changed' })
    await workOf(own.deps).run(claims)
    expect(await readRuns(own, id)).toEqual([])
    await runDue(own)
    const [run] = await readRuns(own, id)
    expect(await readCampaign(own, run?.campaignId ?? '')).toMatchObject({ subject: 'Changed' })
  })
})

describe('a run that cannot be sent', () => {
  it('is recorded with the reason, and the schedule goes on', async () => {
    const { id } = await buildRecurring(own)
    await sql`
      update recurring_campaigns
      set fields = jsonb_set(fields::jsonb, '{from}', '"news@gone.example.com"')::json
      where id = ${id}`.execute(own.deps.database.db)
    await makeDue(id)
    await runDue(own)
    expect(await readRuns(own, id)).toMatchObject([
      { outcome: 'FAILED', reason: expect.stringContaining('gone.example.com') as unknown, campaignId: null },
    ])
    expect(await countCampaigns()).toBe(0)
    const { nextRunAt, lastRun } = await readRecurring(own, id)
    expect(Date.parse(nextRunAt ?? '')).toBeGreaterThan(own.clock.now().getTime())
    expect(lastRun).toMatchObject({ outcome: 'FAILED' })
  })

  it('is skipped without recipients', async () => {
    const segment = await call(own, ['POST', '/segments'], { body: { name: 'Empty', type: 'STATIC' } })
    const { id: segmentId } = segment.json<{ id: string }>()
    const { id } = await buildRecurring(own, { audienceType: 'SEGMENT', segmentId })
    expect(await runNow(own, id)).toMatchObject({
      outcome: 'SKIPPED',
      reason: expect.stringContaining('no recipients') as unknown,
    })
  })

  it('fails with a reason if its topic and segment were deleted while it was disabled', async () => {
    const topic = await buildTopic(own, { key: 'weekly' })
    const segment = await call(own, ['POST', '/segments'], { body: { name: 'Gone', type: 'STATIC' } })
    const { id: segmentId } = segment.json<{ id: string }>()
    const byTopic = await buildRecurring(own, { topic: 'weekly', enabled: false })
    const bySegment = await buildRecurring(own, { audienceType: 'SEGMENT', segmentId, enabled: false })
    await call(own, ['DELETE', `/topics/${topic.id}`])
    await call(own, ['DELETE', `/segments/${segmentId}`])
    for (const { id } of [byTopic, bySegment]) {
      expect(await runNow(own, id)).toMatchObject({ outcome: 'FAILED', campaignId: null })
    }
  })
})

describe('POST /recurring-campaigns/{id}/run', () => {
  it('asks for one run, besides the schedule', async () => {
    const { id, nextRunAt } = await buildRecurring(own)
    const ask = () => call(own, ['POST', `/recurring-campaigns/${id}/run`])
    const replies = [await ask(), await ask()]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202])
    expect(replies[1]?.json()).toMatchObject({ runRequestedAt: expect.any(String) as unknown })
    await runDue(own)
    expect(await readRuns(own, id)).toMatchObject([{ outcome: 'SENT', manual: true }])
    expect(await readRecurring(own, id)).toMatchObject({ runRequestedAt: null, nextRunAt })
  })

  it('does not replace a run that is due', async () => {
    const { id } = await buildRecurring(own)
    await makeDue(id)
    await call(own, ['POST', `/recurring-campaigns/${id}/run`])
    await runDue(own)
    await runDue(own)
    expect((await readRuns(own, id)).map(({ manual }) => manual)).toEqual([false, true])
  })
})

describe('the list of runs', () => {
  it('keeps the newest 1,000', async () => {
    const { id } = await buildRecurring(own)
    await sql`
      insert into recurring_runs (project_id, id, recurring_id, outcome, scheduled_for, is_manual, reason)
      select ${own.project.projectId}, gen_random_uuid(), ${id}, 'SKIPPED', now(), false, 'old'
      from generate_series(1, 1005)`.execute(own.deps.database.db)
    await sql`
      update recurring_runs set id = ('00000000' || substr(id::text, 9))::uuid where recurring_id = ${id}`.execute(
      own.deps.database.db,
    )
    await runNow(own, id)
    const list = await call(own, ['GET', `/recurring-campaigns/${id}/runs`], { query: { limit: '1' } })
    expect(list.json()).toMatchObject({ total: 1_000, runs: [{ outcome: 'SENT' }], hasMore: true })
  })
})

type RunList = { runs: { id: string }[]; cursor: string | null; hasMore: boolean; total: number }

describe('a search of the runs', () => {
  const list = async (id: string, query: Record<string, string>) =>
    (await call(own, ['GET', `/recurring-campaigns/${id}/runs`], { query })).json<RunList>()

  it('finds them by their subject, their reason and their outcome', async () => {
    const { id } = await buildRecurring(own, { subject: '100 % garden' })
    const sent = await runNow(own, id)
    expect(sent.subject).toBe('100 % garden')
    own.clock.advance(1_000)
    await patchRecurring(own, id, { subject: 'Kitchen' })
    await runNow(own, id)
    const segment = await call(own, ['POST', '/segments'], { body: { name: 'Empty', type: 'STATIC' } })
    const { id: segmentId } = segment.json<{ id: string }>()
    own.clock.advance(1_000)
    await patchRecurring(own, id, { audienceType: 'SEGMENT', segmentId })
    const skipped = await runNow(own, id)
    const found = async (query: Record<string, string>) => {
      const { runs, total } = await list(id, query)
      expect(total).toBe(runs.length)
      return runs.map((run) => run.id)
    }
    expect(await found({ search: ' GARDEN ' })).toEqual([sent.id])
    expect(await found({ search: '0 %' })).toEqual([sent.id])
    expect(await found({ search: 'no recipients' })).toEqual([skipped.id])
    expect(await found({ outcome: 'SKIPPED' })).toEqual([skipped.id])
    expect(await found({ outcome: 'SENT', search: 'no recipients' })).toEqual([])
    expect(await found({ search: ' ' })).toHaveLength(3)
    const first = await list(id, { outcome: 'SENT', limit: '1' })
    expect(first).toMatchObject({ total: 2, hasMore: true })
    const rest = await list(id, { outcome: 'SENT', limit: '1', cursor: first.cursor ?? '' })
    expect(rest).toMatchObject({ runs: [{ id: sent.id }], hasMore: false })
  })

  it.each([
    ['outcome', 'GONE'],
    ['search', 'x'.repeat(101)],
  ])('refuses %s=%s', async (name, value) => {
    const { id } = await buildRecurring(own)
    const reply = await call(own, ['GET', `/recurring-campaigns/${id}/runs`], { query: { [name]: value } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [name]])
  })
})

describe('the name of its campaign', () => {
  it('has the local time of the run', () => {
    const zone = { name: 'News', timezone: 'Europe/Amsterdam' }
    expect(runName(zone, new Date('2026-01-05T08:00:00Z'))).toBe('News, 2026-01-05 09:00')
    expect(runName(zone, new Date('2026-07-06T07:00:00Z'))).toBe('News, 2026-07-06 09:00')
  })

  it('is cut to what a campaign may have', () => {
    const name = runName({ name: `${'😀'.repeat(50)}`, timezone: 'UTC' }, new Date(0))
    expect(name).toHaveLength(100)
    expect(name.isWellFormed()).toBe(true)
    expect(name.endsWith(', 1970-01-01 00:00')).toBe(true)
  })
})
