// A campaign from the request to the last email: its recipients, the content fixed at its start, and recipients who leave
// meanwhile.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { drain, expectEnqueued, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  deliverAll,
  expectExact,
  freeze,
  readCampaign,
  readStatistics,
  send,
  sendThrough,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'
import { advanceCampaignJob, findCampaignsJob } from './campaigns.jobs.ts'

const { test, delivery, own } = useCampaigns()

/** Addresses that got an email of the campaign, with the rendered subject. */
async function readSent(id: string): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ address: string; subject: string | null }>`
    select address, subject from emails where campaign_id = ${id} and sent_at is not null`.execute(
    test.deps.database.db,
  )
  return Object.fromEntries(rows.map(({ address, subject }) => [address, subject]))
}

const suppress = (email: string) => call(own, ['POST', '/suppressions'], { body: { email } })
const unsubscribe = (id: string) => call(own, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } })

describe('POST /campaigns/{id}/send', () => {
  it('answers 200 without a body, and the campaign is SENDING', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'send'])
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(await readCampaign(own, id)).toMatchObject({
      status: 'SENDING',
      recipientCount: null,
      startedAt: expect.any(String) as unknown,
    })
    await expectEnqueued(own.deps, advanceCampaignJob, { projectId: own.project.projectId })
  })

  it('sends to everybody who is subscribed and not suppressed, each once, and becomes SENT', async () => {
    const ann = await buildContact(own, { data: { name: 'Ann' } })
    const bob = await buildContact(own, { data: { name: 'Bob' } })
    await buildContact(own, { subscribed: false })
    const blocked = await buildContact(own)
    await suppress(blocked.email)
    const { id } = await buildCampaign(own)
    const campaign = await sendThrough(own, delivery, id)
    expect(campaign).toMatchObject({
      status: 'SENT',
      recipientCount: 2,
      sentAt: expect.any(String) as unknown,
    })
    expect(await readSent(id)).toEqual({ [ann.email]: 'News for Ann', [bob.email]: 'News for Bob' })
    expect(await readStatistics(own, id)).toMatchObject({
      recipients: 2,
      sent: 2,
      queued: 0,
      deliveryRate: 1,
    })
    await expectExact(own, id)
  })

  it('sends to the members of a segment, static or dynamic', async () => {
    const pro = await buildContact(own, { data: { plan: 'pro' } })
    const free = await buildContact(own, { data: { plan: 'free' } })
    const makeSegment = async (body: object) =>
      (await call(own, ['POST', '/segments'], { body: { name: 'Readers', ...body } })).json<{ id: string }>()
        .id
    const filters = {
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
    }
    const dynamic = await makeSegment({ filters })
    const listed = await makeSegment({ type: 'STATIC', emails: [free.email] })
    for (const [segmentId, email] of [
      [dynamic, pro.email],
      [listed, free.email],
    ] as const) {
      const { id } = await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })
      await sendThrough(own, delivery, id)
      expect(Object.keys(await readSent(id))).toEqual([email])
    }
    const { id } = await buildCampaign(own, { audienceType: 'FILTERED', audienceFilter: filters })
    await sendThrough(own, delivery, id)
    expect(Object.keys(await readSent(id))).toEqual([pro.email])
  })

  it('sends marketing email: with an unsubscribe link, and counted for the campaign', async () => {
    const contact = await buildContact(own)
    const { id } = await buildCampaign(own)
    await sendThrough(own, delivery, id)
    const listed = await call(own, ['GET', '/emails'], { query: { campaignId: id } })
    const [email] = listed.json<{
      emails: { id: string; source: string; campaignId: string; contactId: string }[]
    }>().emails
    expect(email).toMatchObject({ source: 'CAMPAIGN', campaignId: id, contactId: contact.id })
    const content = await call(own, ['GET', `/emails/${email?.id}/content`])
    const { html, headers } = content.json<{ html: string; headers: Record<string, string> }>()
    expect(html).toContain('/unsubscribe/')
    expect(headers).toHaveProperty('List-Unsubscribe')
    expect(headers).toHaveProperty('List-Unsubscribe-Post')
    const others = await call(own, ['GET', '/emails'], {
      query: { campaignId: (await buildCampaign(own)).id },
    })
    expect(others.json()).toMatchObject({ total: 0, emails: [] })
  })

  it('is refused when nobody would get it, and the campaign stays a draft', async () => {
    await buildContact(own, { subscribed: false })
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'send'])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(await readCampaign(own, id)).toMatchObject({ status: 'DRAFT', startedAt: null })
  })

  it('is refused when the sender is no longer verified, though it was when the campaign was created', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await sql`update campaigns set from_email = 'news@lost.com' where id = ${id}`.execute(
      own.deps.database.db,
    )
    const reply = await act(own, [id, 'send'])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
    expect(await readCampaign(own, id)).toMatchObject({ status: 'DRAFT' })
  })

  it.each([
    ['a past date', { scheduledFor: '2020-01-01T00:00:00Z' }, { scheduledFor: 'invalid_date' }],
    ['a date without a zone', { scheduledFor: '2099-01-01T00:00:00' }, { scheduledFor: 'invalid_date' }],
    ['no date', { scheduledFor: 'tomorrow' }, { scheduledFor: 'invalid_date' }],
    ['a number', { scheduledFor: 17 }, { scheduledFor: 'invalid_type' }],
    ['a long delay', { delaySeconds: 61 }, { delaySeconds: 'too_big' }],
    [
      'a date and a delay',
      { scheduledFor: '2099-01-01T00:00:00Z', delaySeconds: 5 },
      { delaySeconds: 'custom' },
    ],
  ])('refuses %s', async (_what, body, problems) => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'send'], { body })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(problems)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'DRAFT' })
  })

  it('has one effect with an Idempotency-Key', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const headers = { 'idempotency-key': 'send-1' }
    const replies = [await act(own, [id, 'send'], { headers }), await act(own, [id, 'send'], { headers })]
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, ''],
      [200, ''],
    ])
  })

  it('of two at once is accepted once, and with a delete at once one of them wins', async () => {
    await buildContact(own)
    for (let round = 0; round < 5; round += 1) {
      const { id } = await buildCampaign(own)
      const replies = await Promise.all([
        act(own, [id, 'send']),
        act(own, [id, 'send']),
        act(own, [id, 'send']),
      ])
      expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '400', '400'])
      const other = await buildCampaign(own)
      const [sent, deleted] = await Promise.all([
        act(own, [other.id, 'send']),
        call(own, ['DELETE', `/campaigns/${other.id}`]),
      ])
      expect(['200 400', '404 204']).toContain(`${sent.statusCode} ${deleted.statusCode}`)
    }
  })

  it('runs by the queue alone, on any node', async () => {
    await buildContacts(own, 3)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await drain(own.deps)
    await delivery.drain()
    expect(await countStates(own, id)).toEqual({ DELIVERED: 3 })
  })
})

describe('the recipients of a campaign', () => {
  it('are those of its start: later contacts get nothing', async () => {
    const early = await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    await buildContact(own)
    await deliverAll(own, delivery, id)
    expect(Object.keys(await readSent(id))).toEqual([early.email])
  })

  it('leave the ledger in batches, never more than a few thousand ahead of sending', async () => {
    await buildContacts(own, 4_500)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    expect(await readCampaign(own, id)).toMatchObject({ recipientCount: 4_500 })
    expect(await countStates(own, id)).toEqual({ QUEUED: 4_500 })
    expect(await readStatistics(own, id)).toMatchObject({ queued: 4_500, sent: 0 })
    // Otherwise the engine of other tests would send them.
    await act(own, [id, 'cancel'])
  })

  it('stay in the ledger while enough of them wait', async () => {
    await buildContacts(own, 21_000)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    expect(await countStates(own, id)).toEqual({ QUEUED: 20_000, LEDGER: 1_000 })
    expect(await advance(own, id)).toMatchObject({ kind: 'snooze' })
    expect(await countStates(own, id)).toEqual({ QUEUED: 20_000, LEDGER: 1_000 })
    await act(own, [id, 'cancel'])
    expect(await countStates(own, id)).toEqual({ CANCELLED: 20_000, LEDGER: 1_000 })
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 21_000, queued: 0, cancelled: 21_000 })
  })

  it.each([
    ['before their email is created', freeze, { LEDGER: 4 }],
    ['while their email waits', advance, { QUEUED: 4 }],
  ])(
    'who unsubscribe, are suppressed or are deleted %s get nothing, and are counted so',
    async (_when, proceed, states) => {
      const contacts = []
      for (let count = 0; count < 4; count += 1) contacts.push(await buildContact(own))
      const [left, blocked, deleted, kept] = contacts
      const { id } = await buildCampaign(own)
      await send(own, id)
      await proceed(own, id)
      expect(await countStates(own, id)).toEqual(states)
      await unsubscribe(left?.id ?? '')
      await suppress(blocked?.email ?? '')
      await call(own, ['DELETE', `/contacts/${deleted?.id}`])
      await deliverAll(own, delivery, id)
      expect(Object.keys(await readSent(id))).toEqual([kept?.email])
      expect(await readStatistics(own, id)).toMatchObject({
        recipients: 4,
        sent: 1,
        suppressed: 2,
        cancelled: 1,
        queued: 0,
      })
      await expectExact(own, id)
    },
  )

  it('have one email each, however many run the job at once and however often', async () => {
    await buildContacts(own, 2_100)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await Promise.all([advance(own, id), advance(own, id), advance(own, id)])
    await Promise.all([advance(own, id), advance(own, id)])
    expect(await countStates(own, id)).toEqual({ QUEUED: 2_100 })
    await deliverAll(own, delivery, id)
    expect(await countStates(own, id)).toEqual({ DELIVERED: 2_100 })
    expect(await advance(own, id)).toEqual({ kind: 'done' })
    await expectExact(own, id)
  })

  it('cannot be in the ledger or in the queue twice: the primary keys refuse it', async () => {
    await buildContacts(own, 2)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    const { db } = own.deps.database
    const again = sql`insert into campaign_recipients select * from campaign_recipients where campaign_id = ${id}`
    await expect(again.execute(db)).rejects.toThrow('campaign_recipients_pkey')
    const { rows: kept } = await sql<{ row: object }>`
      select to_jsonb(r) as row from campaign_recipients as r where campaign_id = ${id}`.execute(db)
    await advance(own, id)
    // Restore the ledger and the position as they were.
    await sql`
      insert into campaign_recipients select r.* from jsonb_populate_recordset(null::campaign_recipients,
        ${JSON.stringify(kept.map(({ row }) => row))}::jsonb) as r`.execute(db)
    await sql`update campaigns set position = null where id = ${id}`.execute(db)
    await expect(advance(own, id)).rejects.toThrow('email_queue_pkey')
    expect(await countStates(own, id)).toEqual({ QUEUED: 2, LEDGER: 2 })
  })

  it('have ids with the time of the start, so that their rows are adjacent', async () => {
    await buildContacts(own, 50)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    const { startedAt } = await readCampaign(own, id)
    const { rows } = await sql<{ id: string }>`select id from all_emails where campaign_id = ${id}`.execute(
      own.deps.database.db,
    )
    const times = new Set(rows.map(({ id: email }) => parseInt(email.slice(0, 8) + email.slice(9, 13), 16)))
    expect([...times]).toEqual([Date.parse(startedAt ?? '')])
    expect(rows.every(({ id: email }) => /^.{14}7.{4}8/.test(email))).toBe(true)
  })

  it('get the content of the start, even if it was erased as unused meanwhile', async () => {
    const contact = await buildContact(own, { data: { name: 'Ann' } })
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    const { projectId } = own.project
    await sql`delete from content_bodies where project_id = ${projectId}`.execute(own.deps.database.db)
    await sql`update contents set erased_at = now() where project_id = ${projectId}`.execute(
      own.deps.database.db,
    )
    await deliverAll(own, delivery, id)
    expect(await readSent(id)).toEqual({ [contact.email]: 'News for Ann' })
  })
})

describe('a campaign whose job is lost', () => {
  it('is found again within a minute', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await sql`delete from graphile_worker._private_jobs`.execute(own.deps.database.db)
    await runJob(own.deps, findCampaignsJob, { payload: {} })
    await expectEnqueued(own.deps, advanceCampaignJob, { campaignId: id })
    await deliverAll(own, delivery, id)
    await sql`delete from graphile_worker._private_jobs`.execute(own.deps.database.db)
    await runJob(own.deps, findCampaignsJob, { payload: {} })
    await expect(expectEnqueued(own.deps, advanceCampaignJob, { campaignId: id })).rejects.toThrow(
      'no job campaigns.advance',
    )
  })

  it('continues where it stopped', async () => {
    await buildContacts(own, 10)
    const { id } = await buildCampaign(own)
    await send(own, id)
    await freeze(own, id)
    expect(await countStates(own, id)).toEqual({ LEDGER: 10 })
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 10, queued: 10 })
    await deliverAll(own, delivery, id)
    expect(await countStates(own, id)).toEqual({ DELIVERED: 10 })
  })
})
