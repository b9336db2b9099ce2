// Scheduling, pausing, resuming and cancelling a campaign.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  deliverAll,
  expectExact,
  later,
  freeze,
  readCampaign,
  readStatistics,
  recordOf,
  send,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const HOUR_MS = 3_600_000

const { test, delivery, own } = useCampaigns()

/** Schedules it, and waits until it is due. */
async function scheduleForNow(id: string): Promise<void> {
  const soonMs = 200
  await send(own, id, { scheduledFor: new Date(test.clock.now().getTime() + soonMs).toISOString() })
  await sleep(soonMs)
}

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR_MS)

describe('a scheduled campaign', () => {
  it('waits for its time, keeps the offset that it was given with, and starts then', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const at = inHours(2)
    const local = new Date(at.getTime() + 2 * HOUR_MS).toISOString().replace('Z', '+02:00')
    await send(own, id, { scheduledFor: local })
    expect(await readCampaign(own, id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt: at.toISOString(),
      scheduledOffset: '+02:00',
      startedAt: null,
    })
    expect(await advance(own, id)).toMatchObject({ kind: 'snooze' })
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SCHEDULED' })
    await later(own, 3 * HOUR_MS, () => advance(own, id))
    expect(await readCampaign(own, id)).toMatchObject({
      status: 'SENDING',
      recipientCount: 1,
      scheduledAt: at.toISOString(),
    })
  })

  it('may be given its time without seconds', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const hour = inHours(2).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
    await send(own, id, { scheduledFor: `${hour}+00:00` })
    expect(await readCampaign(own, id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt: `${hour}:00.000Z`,
      scheduledOffset: '+00:00',
    })
  })

  it('is sent when its time has come', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await scheduleForNow(id)
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', recipientCount: 1 })
  })

  it('can be given another time, changed, and sent now', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id, { scheduledFor: inHours(1).toISOString() })
    const at = inHours(5).toISOString()
    await send(own, id, { scheduledFor: at })
    expect(await readCampaign(own, id)).toMatchObject({ scheduledAt: at })
    // The job that was scheduled first finds nothing to do yet.
    expect(await later(own, 2 * HOUR_MS, () => advance(own, id))).toMatchObject({ kind: 'snooze' })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { subject: 'Changed' } })
    await send(own, id)
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', subject: 'Changed' })
  })

  it('is a draft again when it is cancelled, and its time passes without effect', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id, { scheduledFor: inHours(1).toISOString() })
    const reply = await act(own, [id, 'cancel'])
    expect(reply.statusCode).toBe(200)
    expect(recordOf(reply)).toMatchObject({ status: 'DRAFT', scheduledAt: null, scheduledOffset: null })
    expect(await later(own, 2 * HOUR_MS, () => advance(own, id))).toEqual({ kind: 'done' })
    expect(await readCampaign(own, id)).toMatchObject({ status: 'DRAFT', startedAt: null })
    expect((await call(own, ['DELETE', `/campaigns/${id}`])).statusCode).toBe(204)
  })

  it('starts once, however many nodes find it due', async () => {
    await buildContacts(own, 20)
    const { id } = await buildCampaign(own)
    await scheduleForNow(id)
    await Promise.all(Array.from({ length: 4 }, () => advance(own, id)))
    await advance(own, id)
    expect(await countStates(own, id)).toEqual({ QUEUED: 20 })
    await deliverAll(own, delivery, id)
    expect(await countStates(own, id)).toEqual({ DELIVERED: 20 })
  })

  it('pauses itself when its sender is no longer verified, and continues once it is', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await scheduleForNow(id)
    await sql`update campaigns set from_email = 'news@lost.com' where id = ${id}`.execute(
      own.deps.database.db,
    )
    await advance(own, id)
    const paused = await readCampaign(own, id)
    expect(paused).toMatchObject({ status: 'SENDING', paused: true })
    expect(paused.pauseReason).toContain('lost.com')
    const refused = await act(own, [id, 'resume'])
    expect([refused.statusCode, errorOf(refused).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
    await sql`update campaigns set from_email = 'news@shop.test' where id = ${id}`.execute(
      own.deps.database.db,
    )
    expect((await act(own, [id, 'resume'])).statusCode).toBe(200)
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', recipientCount: 1 })
  })

  it('is SENT with nobody when its audience has become empty', async () => {
    const contact = await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id, { scheduledFor: inHours(1).toISOString() })
    await call(own, ['DELETE', `/contacts/${contact.id}`])
    await later(own, 2 * HOUR_MS, () => advance(own, id))
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT', recipientCount: 0 })
  })
})

describe('POST /campaigns/{id}/pause and /resume', () => {
  it('hold back and release every email that no worker has claimed', async () => {
    await buildContacts(own, 30)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    const reply = await act(own, [id, 'pause'], { body: { reason: 'A typo in the subject' } })
    expect(reply.statusCode).toBe(200)
    expect(recordOf(reply)).toMatchObject({
      status: 'SENDING',
      paused: true,
      pauseReason: 'A typo in the subject',
    })
    await delivery.drain()
    expect(await advance(own, id)).toEqual({ kind: 'done' })
    expect(await countStates(own, id)).toEqual({ QUEUED: 30 })
    const [waiting] = (await call(own, ['GET', '/emails'], { query: { campaignId: id, limit: '1' } })).json<{
      emails: { id: string; reason: string; nextAttemptAt: string | null }[]
    }>().emails
    expect(waiting?.reason).toContain('its campaign is paused')
    expect(waiting?.nextAttemptAt).toBeNull()
    const moved = await call(own, ['PATCH', `/emails/${waiting?.id}`], { body: { scheduledFor: null } })
    expect([moved.statusCode, errorOf(moved).code]).toEqual([400, 'INVALID_STATE'])
    expect(recordOf(await act(own, [id, 'resume']))).toMatchObject({ paused: false, pauseReason: null })
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT' })
    expect(await countStates(own, id)).toEqual({ DELIVERED: 30 })
  })

  it('hold back emails that a worker returns, too', async () => {
    await buildContacts(own, 3)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    // As if a worker had claimed them before the campaign was paused, and died.
    await sql`
      update email_queue set status = 'SENDING', lease_owner = 'gone', attempts = 1,
        lease_until = now() - interval '1 minute' where campaign_id = ${id}`.execute(own.deps.database.db)
    await act(own, [id, 'pause'])
    const engine = await delivery.start()
    await sleep(1_500)
    await engine.stop()
    expect(await countStates(own, id)).toEqual({ SENDING: 3 })
    await act(own, [id, 'resume'])
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT' })
  })

  it('answer 400 in every other state', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    for (const action of ['pause', 'resume'] as const) {
      const draft = await act(own, [id, action])
      expect([draft.statusCode, errorOf(draft).code]).toEqual([400, 'INVALID_STATE'])
    }
    await send(own, id)
    expect((await act(own, [id, 'resume'])).statusCode).toBe(400)
    expect((await act(own, [id, 'pause'])).statusCode).toBe(200)
    expect((await act(own, [id, 'pause'])).statusCode).toBe(400)
    await act(own, [id, 'cancel'])
    expect((await act(own, [id, 'resume'])).statusCode).toBe(400)
    const long = await act(own, [id, 'pause'], { body: { reason: 'x'.repeat(201) } })
    expect(fieldsOf(long)).toEqual({ reason: 'too_big' })
  })
})

describe('POST /campaigns/{id}/cancel', () => {
  it('within the delay returns the campaign to DRAFT, and nothing has left', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id, { delaySeconds: 30 })
    const sending = await readCampaign(own, id)
    expect(sending).toMatchObject({ status: 'SENDING', recipientCount: null })
    expect(Date.parse(String(sending.leavesAt)) - Date.parse(String(sending.startedAt))).toBe(30_000)
    expect(await advance(own, id)).toMatchObject({ kind: 'snooze' })
    expect(await countStates(own, id)).toEqual({})
    const draft = { status: 'DRAFT', startedAt: null, leavesAt: null }
    expect(recordOf(await act(own, [id, 'cancel']))).toMatchObject(draft)
    await send(own, id)
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT' })
    await expectExact(own, id)
  })

  it('after the delay drops emails that have not been handed over', async () => {
    await buildContacts(own, 25)
    const { id } = await buildCampaign(own)
    await send(own, id, { delaySeconds: 30 })
    await later(own, 31_000, () => advance(own, id))
    expect(recordOf(await act(own, [id, 'cancel']))).toMatchObject({ status: 'CANCELLED', paused: false })
    expect(await countStates(own, id)).toEqual({ CANCELLED: 25 })
    await delivery.drain()
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 25, cancelled: 25, sent: 0, queued: 0 })
  })

  it('counts recipients in the ledger, and emails that were sent stay sent', async () => {
    await buildContacts(own, 5)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    expect(recordOf(await act(own, [id, 'cancel']))).toMatchObject({ status: 'CANCELLED', recipientCount: 5 })
    expect(await advance(own, id)).toEqual({ kind: 'done' })
    expect(await countStates(own, id)).toEqual({ LEDGER: 5 })
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 5, cancelled: 5, queued: 0 })
    await expectExact(own, id)
  })

  it('cancels emails that a worker had claimed and returned later', async () => {
    await buildContacts(own, 3)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    const { db } = own.deps.database
    await sql`
      update email_queue set status = 'SENDING', lease_owner = 'busy', lease_until = now() + interval '1 minute'
      where campaign_id = ${id}`.execute(db)
    await act(own, [id, 'cancel'])
    expect(await countStates(own, id)).toEqual({ SENDING: 3 })
    expect(await advance(own, id)).toMatchObject({ kind: 'snooze' })
    await sql`
      update email_queue set status = 'DEFERRED', lease_owner = null, lease_until = null where campaign_id = ${id}`.execute(
      db,
    )
    expect(await advance(own, id)).toEqual({ kind: 'done' })
    expect(await countStates(own, id)).toEqual({ CANCELLED: 3 })
  })

  it('is refused for a draft and for a campaign that has been sent', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    expect((await act(own, [id, 'cancel'])).statusCode).toBe(400)
    await send(own, id)
    await deliverAll(own, delivery, id)
    const reply = await act(own, [id, 'cancel'])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })

  it('and a pause, a resume and the job at the same moment leave every recipient in one state', async () => {
    await buildContacts(own, 300)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await delivery.start()
    await Promise.all([
      advance(own, id),
      act(own, [id, 'pause']),
      advance(own, id),
      act(own, [id, 'resume']),
      advance(own, id),
    ])
    await act(own, [id, 'cancel'])
    await eventually(async () => {
      await advance(own, id)
      const states = await countStates(own, id)
      expect(states['QUEUED'] ?? 0).toBe(0)
      expect(states['SENDING'] ?? 0).toBe(0)
    })
    await expectExact(own, id)
  })
})

describe('a campaign with many complaints', () => {
  it('pauses itself, and after a resumption counts from there', async () => {
    await buildContacts(own, 3)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    // One more recipient, so that the campaign is not finished.
    const { db } = own.deps.database
    const late = await buildContact(own)
    await sql`
      insert into campaign_recipients select project_id, campaign_id,
        (left(email_id::text, 24) || 'ffffffffffff')::uuid, ${late.id}
      from all_emails as e cross join lateral (select e.id as email_id) as i where campaign_id = ${id}
      order by e.id desc limit 1`.execute(db)
    await delivery.drain()
    await sql`update emails set status = 'COMPLAINED' where campaign_id = ${id}`.execute(db)
    await advance(own, id)
    const paused = await readCampaign(own, id)
    expect(paused).toMatchObject({ status: 'SENDING', paused: true })
    expect(paused.pauseReason).toContain('3 of 3 emails (100 %) were reported as spam')
    await act(own, [id, 'resume'])
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', paused: false })
  })
})
