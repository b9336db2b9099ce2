// Variant tests: a sample gets all variants, readers decide, the rest gets the winner.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContacts } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import {
  advance,
  act,
  buildCampaign,
  countStates,
  expectExact,
  later,
  readCampaign,
  readStatistics,
  send,
} from '../fixtures/campaign-steps.ts'
import type { CampaignRecord } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

const MINUTE_MS = 60_000
const BODY = '<p><a href="https://shop.test/a">A</a></p>'

const plan = (fields: object = {}) => ({
  subject: 'Subject A',
  body: BODY,
  variants: [{ subject: 'Subject B' }, { body: '<p><a href="https://shop.test/c">C</a></p>' }],
  test: { share: 0.3, waitMinutes: 60, metric: 'clicks' },
  ...fields,
})

type SentEmail = { id: string; subject: string; cohort: number | null }

async function readEmails(id: string): Promise<SentEmail[]> {
  const { rows } = await sql<SentEmail>`
    select id, subject, cohort from emails where campaign_id = ${id} order by id`.execute(
    test.deps.database.db,
  )
  return rows
}

const ofCohort = (emails: readonly SentEmail[], cohort: number | null) =>
  emails.filter((one) => one.cohort === cohort)

/** A reader clicks the first link, some time after the email came, as people do. */
async function click(emails: readonly SentEmail[]): Promise<void> {
  const tokens = createLinkTokens(test.deps.secrets)
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  await later(own, 10 * MINUTE_MS, async () => {
    for (const { id } of emails) {
      const token = tokens.make('click', { ids: [own.project.projectId, id], number: 0 })
      expect((await test.app.inject({ method: 'GET', url: `/c/${token}`, headers })).statusCode).toBe(302)
    }
  })
}

/** Runs it to its end, from the time of the decision. */
async function finish(id: string): Promise<CampaignRecord> {
  await later(own, 61 * MINUTE_MS, () => advance(own, id))
  await delivery.drain()
  await later(own, 61 * MINUTE_MS, () => advance(own, id))
  return readCampaign(own, id)
}

/** Sends the sample of a campaign. */
async function sendSample(fields: object = {}, recipients = 40): Promise<string> {
  await buildContacts(own, recipients)
  const { id } = await buildCampaign(own, plan(fields))
  await send(own, id)
  await advance(own, id)
  await delivery.drain()
  await advance(own, id)
  return id
}

describe('a test of variants', () => {
  it('sends each variant to a third of the sample, and the winner to the rest', async () => {
    const id = await sendSample()
    const sample = await readEmails(id)
    expect([0, 1, 2].map((cohort) => ofCohort(sample, cohort).length)).toEqual([4, 4, 4])
    expect(ofCohort(sample, 1).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 4 }, () => 'Subject B'),
    )
    expect(await countStates(own, id)).toEqual({ DELIVERED: 12, LEDGER: 28 })
    await click([...ofCohort(sample, 1).slice(0, 3), ...ofCohort(sample, 2).slice(0, 1)])
    const before = await readStatistics(own, id)
    expect(before.test).toMatchObject({ winner: null, best: 'B', sampleSize: 12, decidedAt: null })
    expect(
      before.variants.map(({ variant, delivered, humanClicks, rate }) => [
        variant,
        delivered,
        humanClicks,
        rate,
      ]),
    ).toEqual([
      ['A', 4, 0, 0],
      ['B', 4, 3, 0.75],
      ['C', 4, 1, 0.25],
    ])
    expect(before.variants[1]?.rateFrom).toBeGreaterThan(0.25)
    expect(before.variants[1]?.rateTo).toBeLessThan(0.97)
    expect(await finish(id)).toMatchObject({ status: 'SENT', winner: 'B', waitingUntil: null })
    const rest = ofCohort(await readEmails(id), null)
    expect(rest).toHaveLength(28)
    expect(new Set(rest.map(({ subject }) => subject))).toEqual(new Set(['Subject B']))
    const after = await readStatistics(own, id)
    expect(after.test).toMatchObject({ winner: 'B', best: 'B', isConclusive: false, lead: { over: 'C' } })
    // The figures of a variant cover the sample, those of the campaign all recipients.
    expect(after.variants.map(({ delivered }) => delivered)).toEqual([4, 4, 4])
    expect(after).toMatchObject({ recipients: 40, delivered: 40, clicked: 4 })
    await expectExact(own, id)
  })

  it('is decided once, by the first node, and later clicks do not change it', async () => {
    const id = await sendSample()
    const sample = await readEmails(id)
    await click(ofCohort(sample, 0).slice(0, 1))
    await later(own, 61 * MINUTE_MS, () =>
      Promise.all([advance(own, id), advance(own, id), advance(own, id)]),
    )
    expect(await readCampaign(own, id)).toMatchObject({ winner: 'A' })
    const { test: decided } = await readStatistics(own, id)
    await click(ofCohort(sample, 2))
    await later(own, 61 * MINUTE_MS, () => advance(own, id))
    const { test: stillDecided } = await readStatistics(own, id)
    expect(stillDecided).toEqual(decided)
    await finish(id)
    expect(await countStates(own, id)).toEqual({ DELIVERED: 40 })
    await expectExact(own, id)
  })

  it('is decided by another node if the first one loses its connection', async () => {
    const id = await sendSample()
    const { db } = test.deps.database
    await sql`create table decision_gate as select true as is_closed`.execute(db)
    await sql`
      create function wait_at_gate() returns trigger language plpgsql as $$ begin
        while exists (select from decision_gate where is_closed) loop perform pg_sleep(0.05); end loop;
        return new;
      end $$`.execute(db)
    await sql`
      create trigger wait_at_gate before update of winner on campaigns for each row
      execute function wait_at_gate()`.execute(db)
    const cut = later(own, 61 * MINUTE_MS, () => advance(own, id)).catch((error: unknown) => error)
    await eventually(async () => {
      const { rows } = await sql<{ pid: number }>`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%update campaigns set winner%' and pid <> pg_backend_pid() and state = 'active'
          and datname = current_database()`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await cut
    expect(await readCampaign(own, id)).toMatchObject({ winner: null })
    await sql`update decision_gate set is_closed = false`.execute(db)
    expect(await finish(id)).toMatchObject({ status: 'SENT', winner: 'A' })
    expect(await countStates(own, id)).toEqual({ DELIVERED: 40 })
    await sql`drop function wait_at_gate cascade`.execute(db)
    await expectExact(own, id)
  })

  it('compares opens if the metric says so, and chooses A if nobody reads', async () => {
    const id = await sendSample({ test: { share: 0.1, waitMinutes: 1, metric: 'opens' } })
    await later(own, 2 * MINUTE_MS, () => advance(own, id))
    expect(await readCampaign(own, id)).toMatchObject({ winner: 'A' })
    expect((await readStatistics(own, id)).test).toMatchObject({ metric: 'opens', isConclusive: false })
  })

  it('ends with its decision where everybody is in the sample', async () => {
    const id = await sendSample({ test: { share: 1, waitMinutes: 60 } }, 6)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENDING' })
    expect(await finish(id)).toMatchObject({ status: 'SENT', winner: 'A' })
  })

  it('waits while it is paused, and drops the rest when it is cancelled', async () => {
    const id = await sendSample()
    await act(own, [id, 'pause'])
    await later(own, 61 * MINUTE_MS, () => advance(own, id))
    expect(await readCampaign(own, id)).toMatchObject({ paused: true, winner: null })
    await act(own, [id, 'cancel'])
    await advance(own, id)
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 40, delivered: 12, cancelled: 28 })
  })

  it('counts bounces, complaints and unsubscribing for the variant', async () => {
    const id = await sendSample()
    const [first, second] = ofCohort(await readEmails(id), 1)
    await sql`update emails set status = 'BOUNCED' where id = ${first?.id}`.execute(test.deps.database.db)
    const content = await call(own, ['GET', `/emails/${second?.id}/content`])
    const [url = ''] = /\/unsubscribe\/[\w-]+/.exec(content.json<{ html: string }>().html) ?? []
    await test.app.inject({ method: 'POST', url, payload: '' })
    const { variants } = await readStatistics(own, id)
    expect(variants[1]).toMatchObject({ variant: 'B', sent: 4, delivered: 3, bounced: 1, unsubscribed: 1 })
    expect(variants[0]).toMatchObject({ variant: 'A', sent: 4, delivered: 4, bounced: 0, unsubscribed: 0 })
  })

  it('shows its variants, and prepares them again when they are changed', async () => {
    await buildContacts(own, 3)
    const { id } = await buildCampaign(own, plan({ variants: [{ body: '<p>Old</p>' }], test: { share: 1 } }))
    expect(await readCampaign(own, id)).toMatchObject({
      variants: [{ subject: null, body: '<p>Old</p>' }],
      test: { share: 1, waitMinutes: 240, metric: 'clicks' },
    })
    const broken = await call(own, ['PATCH', `/campaigns/${id}`], {
      body: { variants: [{ body: '{% if %}' }] },
    })
    expect(broken.statusCode).toBe(400)
    const body = { variants: [{ subject: 'New', body: '<p>New</p>' }] }
    expect((await call(own, ['PATCH', `/campaigns/${id}`], { body })).statusCode).toBe(200)
    await send(own, id)
    await advance(own, id)
    await delivery.drain()
    const emails = await readEmails(id)
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual(['New', 'Subject A', 'Subject A'])
  })
})
