// Campaigns with a rate, a local time or a canary.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  deliverAll,
  expectExact,
  freeze,
  later,
  postCampaign,
  readCampaign,
  readStatistics,
  send,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

const MINUTE_MS = 60_000

async function countEmails(id: string): Promise<number> {
  const { LEDGER: _, ...emails } = await countStates(own, id)
  return Object.values(emails).reduce((sum, count) => sum + count, 0)
}

/** One run of the job, so much later. */
const advanceLater = (id: string, ms: number) => later(own, ms, () => advance(own, id))

describe('ratePerMinute', () => {
  it('creates so many emails per minute, and does not catch up after a pause', async () => {
    await buildContacts(own, 200)
    const { id } = await buildCampaign(own, { ratePerMinute: 60 })
    await send(own, id)
    expect(await advance(own, id)).toEqual({ kind: 'snooze', forMs: 1_000 })
    expect(await countEmails(id)).toBe(1)
    await advanceLater(id, 2_100)
    expect(await countEmails(id)).toBe(3)
    await act(own, [id, 'pause'])
    await later(own, 30 * MINUTE_MS, async () => {
      await act(own, [id, 'resume'])
      await advance(own, id)
    })
    expect(await countEmails(id)).toBe(5)
    await expectExact(own, id)
  })

  it('is at most a minute ahead of sending', async () => {
    await buildContacts(own, 30)
    const { id } = await buildCampaign(own, { ratePerMinute: 10 })
    await send(own, id)
    for (let count = 0; count < 15; count += 1) await advanceLater(id, count * 6_500)
    // Nothing has been sent meanwhile.
    expect(await countEmails(id)).toBe(10)
    await delivery.drain()
    await advanceLater(id, 20 * 6_500)
    expect(await countEmails(id)).toBe(11)
  })
})

describe('sendAtLocalTime', () => {
  const timeIn = (timeZone: string): string =>
    new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit', timeZone }).format(test.clock.now())

  it('sends to each contact within a day, at that time where they are', async () => {
    await call(own, ['PATCH', '/project'], { body: { timezone: 'Asia/Tokyo' } })
    const zones = new Map<string, string>()
    for (const [timezone, lives] of [
      ['America/New_York', 'America/New_York'],
      ['europe/berlin', 'Europe/Berlin'],
      ['Asia/Kathmandu', 'Asia/Kathmandu'],
      ['Nowhere/City', 'Asia/Tokyo'],
      [7, 'Asia/Tokyo'],
      [undefined, 'Asia/Tokyo'],
    ] as const) {
      const { email } = await buildContact(own, { data: timezone === undefined ? {} : { timezone } })
      zones.set(email, lives)
    }
    const { id } = await buildCampaign(own, { sendAtLocalTime: '09:00' })
    await send(own, id)
    await freeze(own, id)
    const got = new Map<string, string>()
    // Every quarter of an hour of a day: these zones differ by whole quarters.
    const quarter = 15 * MINUTE_MS
    const toQuarter = quarter - (test.clock.now().getTime() % quarter) + 100
    for (let ms = toQuarter; ms < toQuarter + 25 * 60 * MINUTE_MS; ms += quarter) {
      await later(own, ms, async () => {
        await advance(own, id)
        const { rows } = await sql<{ address: string }>`
          select address from email_queue where campaign_id = ${id}`.execute(test.deps.database.db)
        for (const { address } of rows) {
          if (!got.has(address)) got.set(address, timeIn(zones.get(address) ?? 'UTC'))
        }
      })
    }
    expect([...got.keys()].toSorted()).toEqual([...zones.keys()].toSorted())
    expect(new Set(got.values())).toEqual(new Set(['09:00']))
    await delivery.drain()
    await advance(own, id)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT' })
    await expectExact(own, id)
  })

  it('starts at once where it is that time now, and checks again when the next minute begins', async () => {
    await buildContact(own, { data: { timezone: 'UTC' } })
    await buildContact(own, { data: { timezone: 'Asia/Kathmandu' } })
    const { id } = await buildCampaign(own)
    await send(own, id)
    // The time of the start: another minute may have begun since.
    const { startedAt } = await readCampaign(own, id)
    await sql`update campaigns set send_at_local_time = ${startedAt?.slice(11, 16)} where id = ${id}`.execute(
      test.deps.database.db,
    )
    const outcome = await advance(own, id)
    expect(await countStates(own, id)).toEqual({ QUEUED: 1, LEDGER: 1 })
    expect(outcome).toMatchObject({ kind: 'snooze' })
    expect(outcome.kind === 'snooze' && outcome.forMs).toBeLessThanOrEqual(30_000)
  })
})

describe('a canary', () => {
  it('gets it first, and the rest follows automatically after the wait', async () => {
    await buildContacts(own, 150)
    const { id } = await buildCampaign(own, { canary: { waitMinutes: 30 } })
    expect(await readCampaign(own, id)).toMatchObject({ canary: { percent: 1, waitMinutes: 30 } })
    await send(own, id)
    await advance(own, id)
    expect(await countStates(own, id)).toEqual({ QUEUED: 2, LEDGER: 148 })
    expect(await readCampaign(own, id)).toMatchObject({ waitingUntil: null })
    // The wait begins when all emails have been attempted.
    await advanceLater(id, 60 * MINUTE_MS)
    expect(await countEmails(id)).toBe(2)
    await delivery.drain()
    await advance(own, id)
    const { waitingUntil } = await readCampaign(own, id)
    const waitMs = Date.parse(waitingUntil ?? '') - test.clock.now().getTime()
    expect(waitMs).toBeGreaterThan(29 * MINUTE_MS)
    await advanceLater(id, 29 * MINUTE_MS)
    expect(await countEmails(id)).toBe(2)
    await advanceLater(id, 30 * MINUTE_MS)
    expect(await countEmails(id)).toBe(150)
    await later(own, 31 * MINUTE_MS, () => Promise.resolve())
    await delivery.drain()
    await advanceLater(id, 31 * MINUTE_MS)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT', waitingUntil: null })
    await expectExact(own, id)
  })

  it('stops the campaign when complaints exceed the limit', async () => {
    await buildContacts(own, 400)
    const { id } = await buildCampaign(own, { canary: { percent: 1, waitMinutes: 30 } })
    await send(own, id)
    await advance(own, id)
    await delivery.drain()
    await advance(own, id)
    await sql`update emails set status = 'COMPLAINED' where campaign_id = ${id}`.execute(
      test.deps.database.db,
    )
    await advance(own, id)
    expect(await readCampaign(own, id)).toMatchObject({ paused: true })
    await advanceLater(id, 31 * MINUTE_MS)
    expect(await countEmails(id)).toBe(4)
    await act(own, [id, 'resume'])
    await advanceLater(id, 31 * MINUTE_MS)
    expect(await countEmails(id)).toBe(400)
  })

  it('delays nothing if it contains everybody', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own, { canary: { percent: 50, waitMinutes: 30 } })
    await send(own, id)
    expect((await deliverAll(own, delivery, id)).status).toBe('SENT')
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 1, delivered: 1 })
  })
})

describe('POST /campaigns', () => {
  const variants = [{ subject: 'B' }]
  it.each([
    [{ ratePerMinute: 0 }, { ratePerMinute: 'too_small' }],
    [{ ratePerMinute: 1.5 }, { ratePerMinute: 'invalid_type' }],
    [{ sendAtLocalTime: '9:00' }, { sendAtLocalTime: 'invalid_string' }],
    [{ sendAtLocalTime: '24:00' }, { sendAtLocalTime: 'invalid_string' }],
    [{ canary: { percent: 51 } }, { 'canary.percent': 'too_big' }],
    [{ canary: { waitMinutes: 0 } }, { 'canary.waitMinutes': 'too_small' }],
    [{ canary: {}, sendAtLocalTime: '09:00' }, { canary: 'custom' }],
    [{ variants, test: {}, sendAtLocalTime: '09:00' }, { variants: 'custom' }],
    [{ variants, test: {}, canary: {} }, { variants: 'custom' }],
    [{ variants }, { test: 'required' }],
    [{ test: {} }, { variants: 'required' }],
    [{ variants: [], test: {} }, { variants: 'too_small' }],
    [{ variants: [...variants, ...variants, ...variants, ...variants], test: {} }, { variants: 'too_big' }],
    [{ variants: [{}], test: {} }, { 'variants.0': 'custom' }],
    [{ variants: [{ subject: 'a\nb' }], test: {} }, { 'variants.0.subject': 'invalid_string' }],
    [{ variants, test: { share: 0 } }, { 'test.share': 'too_small' }],
    [{ variants, test: { share: 1.1 } }, { 'test.share': 'too_big' }],
    [{ variants, test: { metric: 'sales' } }, { 'test.metric': 'invalid_enum_value' }],
  ])('refuses %j', async (fields, problems) => {
    const reply = await postCampaign(own, fields)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, problems])
  })

  it('refuses a change that leaves two of them, and accepts one that replaces the other', async () => {
    const { id } = await buildCampaign(own, { canary: {} })
    const patch = (body: object) => call(own, ['PATCH', `/campaigns/${id}`], { body })
    const refused = await patch({ sendAtLocalTime: '09:00' })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, { canary: 'custom' }])
    const changed = await patch({ sendAtLocalTime: '09:00', canary: null, ratePerMinute: 100 })
    expect(changed.json()).toMatchObject({
      data: { sendAtLocalTime: '09:00', canary: null, ratePerMinute: 100 },
    })
    const copy = await act(own, [id, 'duplicate'])
    expect(copy.json()).toMatchObject({ data: { sendAtLocalTime: '09:00', ratePerMinute: 100 } })
  })
})
