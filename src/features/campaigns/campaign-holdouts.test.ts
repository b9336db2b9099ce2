// The holdout of a campaign: who gets nothing, and how both groups compare.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../test/support/factories.ts'
import { countConversions } from '../../../test/support/goals.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { opensAt, recordOpens } from '../../../test/support/opens.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { track } from '../../../test/support/workflows.ts'
import { hashShare, isInShare, tidyGoalsJob } from '../goals/index.ts'
import {
  act,
  advance,
  buildCampaign,
  expectExact,
  later,
  postCampaign,
  readCampaign,
  readStatistics,
  recordOf,
  send,
  sendThrough,
} from './fixtures/campaign-steps.ts'
import { buildRecurring, runNow } from './fixtures/recurring-steps.ts'
import { useCampaigns } from './fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

const DAY_MS = 24 * 60 * 60_000

const GOAL = { event: 'order.paid', window: { amount: 2, unit: 'days' }, value: 'data.total' }
const PLAN = { goal: GOAL, holdout: { percent: 50 } }

type Explanation = { would: boolean; gates: { name: string; passed: boolean; value: string | null }[] }

const order = (email: string, data: object = {}) => track(own, 'order.paid', { email, data })

const db = () => own.deps.database.db

/** The contacts of both groups, as they are stored. */
async function readGroups(id: string) {
  const { rows } = await sql<{ contactId: string; email: string | null; isHeld: boolean }>`
    select m.contact_id as "contactId", c.email, m.is_held as "isHeld" from holdout_members as m
    left join contacts as c on c.project_id = m.project_id and c.id = m.contact_id
    where m.owner_id = ${id} order by m.contact_id`.execute(db())
  return { heldBack: rows.filter(({ isHeld }) => isHeld), others: rows.filter(({ isHeld }) => !isHeld) }
}

async function readAddresses(id: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from all_emails where campaign_id = ${id}`.execute(db())
  return rows.map(({ address }) => address).toSorted()
}

const addressesOf = (members: readonly { email: string | null }[]) =>
  members.map(({ email }) => email ?? '').toSorted()

const readGate = async (contact: string, campaignId: string) => {
  const query = new URLSearchParams({ contact, campaignId })
  const { gates, would } = (await call(own, ['GET', `/explain?${query.toString()}`])).json<Explanation>()
  return { would, holdout: gates.find(({ name }) => name === 'holdout') }
}

describe('the holdout of a campaign', () => {
  it('holds a share back by a hash, and sends to all others', async () => {
    await buildContacts(own, 60)
    const { id, holdout } = await buildCampaign(own, { ...PLAN, holdout: { percent: 30 } })
    expect(holdout).toEqual({ percent: 30 })
    const sent = await sendThrough(own, delivery, id)
    const { heldBack, others } = await readGroups(id)
    const isHeld = ({ contactId }: { contactId: string }) =>
      isInShare(hashShare('holdout', { ownerId: id, contactId }), 30)
    expect(heldBack.length + others.length).toBe(60)
    expect([heldBack.every(isHeld), others.some(isHeld)]).toEqual([true, false])
    expect(await readAddresses(id)).toEqual(addressesOf(others))
    expect(sent.recipientCount).toBe(others.length)
    await expectExact(own, id)
    const { recipients, holdout: result } = await readStatistics(own, id)
    expect(recipients).toBe(others.length)
    expect(result).toMatchObject({
      percent: 30,
      heldBack: { people: heldBack.length, conversions: 0 },
      others: { people: others.length, conversions: 0 },
      verdict: 'tooEarly',
      reason: 'windowOpen',
      split: { asked: 30, actual: Math.round((heldBack.length / 60) * 10_000) / 100, ok: true },
    })
  })

  it('counts both groups by the same rule, and leaves the figures of the goal alone', async () => {
    await buildContacts(own, 12)
    const { id } = await buildCampaign(own, PLAN)
    const before = await buildContact(own)
    await order(before.email, { total: 100 })
    await sendThrough(own, delivery, id)
    const { heldBack, others } = await readGroups(id)
    const [held, other] = [heldBack[0]?.email ?? '', others[0]?.email ?? '']
    await order(held, { total: 2 })
    await order(held, { total: 3 })
    await order(other, { total: 7 })
    await track(own, 'order.viewed', { email: other })
    await countConversions(own.deps)
    const { goal, holdout } = await readStatistics(own, id)
    expect(goal).toMatchObject({ conversions: 1, goalEvents: 1, goalValue: 7 })
    expect(holdout).toMatchObject({
      heldBack: { conversions: 1, goalValue: 5 },
      others: { conversions: 1, goalValue: 7 },
    })
    expect(holdout?.heldBack.valuePerPerson).toBeCloseTo(5 / heldBack.length)
  })

  it('counts recipients as they were assigned, also if they got no email', async () => {
    const [ada] = await Promise.all([buildContact(own), buildContacts(own, 10)])
    const audienceFilter = {
      operator: 'AND',
      conditions: [{ field: 'email', operator: 'equals', value: ada.email }],
    }
    const audience = { audienceType: 'FILTERED', audienceFilter }
    let id = ''
    // By a hash, so somebody is not held back after a few campaigns.
    for (let round = 0; round < 30 && id === ''; round += 1) {
      const one = await buildCampaign(own, { ...PLAN, ...audience })
      if (!(await readGate(ada.email, one.id)).holdout?.passed) continue
      id = one.id
    }
    await send(own, id)
    await advance(own, id)
    await call(own, ['PATCH', `/contacts/${ada.id}`], { body: { subscribed: false } })
    await delivery.drain()
    await order(ada.email)
    await countConversions(own.deps)
    const { goal, holdout, sent } = await readStatistics(own, id)
    expect([sent, goal?.conversions, holdout?.others.conversions]).toEqual([0, 0, 1])
  })

  it('counts from the selection of the recipients until the window after the last email is over', async () => {
    await buildContacts(own, 12)
    const { id } = await buildCampaign(own, PLAN)
    await send(own, id)
    await advance(own, id)
    const { heldBack, others } = await readGroups(id)
    await order(heldBack[0]?.email ?? '')
    await order(others[0]?.email ?? '')
    await countConversions(own.deps)
    expect((await readStatistics(own, id)).holdout).toMatchObject({
      heldBack: { conversions: 1 },
      others: { conversions: 1 },
      until: null,
      reason: 'windowOpen',
    })
    await delivery.drain()
    await advance(own, id)
    await sql`
      update goals set until = until - interval '49 hours' where owner_id = ${id}`.execute(db())
    await order(heldBack[1]?.email ?? '')
    await order(others[1]?.email ?? '')
    await countConversions(own.deps)
    const { sentAt } = await readCampaign(own, id)
    const { holdout } = await later(own, 3 * DAY_MS, () => readStatistics(own, id))
    expect(holdout).toMatchObject({
      heldBack: { conversions: 1 },
      others: { conversions: 1 },
      until: new Date(Date.parse(sentAt ?? '') + 2 * DAY_MS).toISOString(),
      verdict: 'tooEarly',
      reason: 'fewConversions',
    })
  })

  it('gives its verdict when the window is over', async () => {
    await buildContacts(own, 80)
    const { id } = await buildCampaign(own, PLAN)
    await sendThrough(own, delivery, id)
    for (const { email } of (await readGroups(id)).others) await order(email ?? '', { total: 10 })
    await countConversions(own.deps)
    expect((await readStatistics(own, id)).holdout).toMatchObject({ verdict: 'tooEarly' })
    const { holdout } = await later(own, 3 * DAY_MS, () => readStatistics(own, id))
    expect(holdout).toMatchObject({
      verdict: 'helped',
      reason: null,
      others: { rate: 1, valuePerPerson: 10 },
    })
    expect(holdout?.lift).toMatchObject({ by: 1, relative: null, confidence: 0.95 })
    const report = await later(own, 3 * DAY_MS, () => call(own, ['GET', `/campaigns/${id}/report`]))
    expect(report.body.split('\r\n')).toEqual(
      expect.arrayContaining([
        'holdout,,verdict,helped',
        'holdout,,split.asked,50',
        'holdout,,others.rate,1',
      ]),
    )
  })

  it('decides the same when two nodes select the recipients at once', async () => {
    await buildContacts(own, 40)
    const { id } = await buildCampaign(own, PLAN)
    await send(own, id)
    await Promise.all([advance(own, id), advance(own, id)])
    const { heldBack, others } = await readGroups(id)
    const { holdout } = await readStatistics(own, id)
    expect([holdout?.heldBack.people, holdout?.others.people]).toEqual([heldBack.length, others.length])
    await delivery.drain()
    await advance(own, id)
    expect(await readAddresses(id)).toEqual(addressesOf(others))
  })

  it('comes before variants, which are tested on the others', async () => {
    await buildContacts(own, 40)
    const { id } = await buildCampaign(own, {
      ...PLAN,
      variants: [{ subject: 'B' }],
      test: { share: 1, waitMinutes: 1, metric: 'clicks' },
    })
    await send(own, id)
    await advance(own, id)
    const { others } = await readGroups(id)
    expect((await readStatistics(own, id)).test?.sampleSize).toBe(others.length)
  })

  // A contact whose hour it is gets the email at once, so the hours are later than now.
  it.each([
    ['a local time', (time: string) => ({ sendAtLocalTime: time })],
    ['the best hour', (time: string) => ({ bestHour: { fallback: time, comparison: 50 } })],
  ])('comes before the times at which the others get it: %s', async (_what, timingAt) => {
    const hourIn = (hours: number) => (own.clock.now().getUTCHours() + hours) % 24
    const tester = await buildContact(own, { email: 'delivered@inbox.lettermill.test' })
    const contacts = await buildContacts(own, 20)
    for (const { id } of contacts.slice(0, 10)) {
      await recordOpens(own, opensAt(id, { now: own.clock.now(), hour: hourIn(6) }))
    }
    const timing = timingAt(`${String(hourIn(3)).padStart(2, '0')}:00`)
    const { id } = await buildCampaign(own, { ...PLAN, ...timing })
    await send(own, id)
    await advance(own, id)
    const { heldBack, others } = await readGroups(id)
    expect([heldBack.length > 0, heldBack.length + others.length]).toEqual([true, 20])
    const { rows } = await sql<{ contactId: string }>`
      select contact_id as "contactId" from campaign_recipients where campaign_id = ${id}`.execute(db())
    const expected = [tester.id, ...others.map(({ contactId }) => contactId)]
    expect(rows.map(({ contactId }) => contactId).toSorted()).toEqual(expected.toSorted())
    expect((await readCampaign(own, id)).recipientCount).toBe(expected.length)
  })

  it('never holds test recipients back, and counts them in neither group', async () => {
    const addresses = Array.from({ length: 8 }, (_, index) => `delivered+${index}@inbox.lettermill.test`)
    for (const email of addresses) await buildContact(own, { email })
    const { id } = await buildCampaign(own, PLAN)
    await sendThrough(own, delivery, id)
    expect(await readAddresses(id)).toEqual(addresses)
    expect(await readGroups(id)).toEqual({ heldBack: [], others: [] })
    expect((await readStatistics(own, id)).holdout).toMatchObject({ reason: 'nobody', lift: null })
  })

  it('ends at once if nobody is left to send to', async () => {
    const { email } = await buildContact(own)
    let id = ''
    for (let round = 0; round < 30 && id === ''; round += 1) {
      const one = await buildCampaign(own, PLAN)
      if (!(await readGate(email, one.id)).holdout?.passed) id = one.id
    }
    expect((await sendThrough(own, delivery, id)).recipientCount).toBe(0)
    expect((await readStatistics(own, id)).holdout).toMatchObject({
      heldBack: { people: 1 },
      reason: 'nobody',
    })
  })

  it('keeps its figures when contacts are deleted, and when its rows are tidied away', async () => {
    await buildContacts(own, 12)
    const { id } = await buildCampaign(own, PLAN)
    await sendThrough(own, delivery, id)
    const { heldBack, others } = await readGroups(id)
    await order(heldBack[0]?.email ?? '')
    await countConversions(own.deps)
    await call(own, ['DELETE', `/contacts/${heldBack[0]?.contactId}`])
    await sql`update goals set until = until - interval '200 days' where owner_id = ${id}`.execute(db())
    await sql`
      update holdout_members set assigned_at = assigned_at - interval '101 days' where owner_id = ${id}`.execute(
      db(),
    )
    await runJob(own.deps, tidyGoalsJob, { payload: {} })
    await runJob(own.deps, tidyGoalsJob, { payload: {} })
    expect(await readGroups(id)).toEqual({ heldBack: [], others: [] })
    expect((await readStatistics(own, id)).holdout).toMatchObject({
      heldBack: { people: heldBack.length, conversions: 1 },
      others: { people: others.length },
    })
  })

  it('is shown before the campaign is sent, and explained for each contact', async () => {
    await buildContacts(own, 30)
    const { id } = await buildCampaign(own, PLAN)
    const preflight = (await act(own, [id, 'preflight'])).json<{
      data: { audience: { recipients: number; heldBack: number }; problems: { code: string }[] }
    }>().data
    expect(preflight.audience.recipients + preflight.audience.heldBack).toBe(30)
    expect(preflight.problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['HELD_BACK', 'HOLDOUT_TOO_SMALL']),
    )
    const { rows } = await sql<{ id: string }>`
      select id from contacts where project_id = ${own.project.projectId}`.execute(db())
    const isHeld = new Map<string, boolean>()
    for (const contact of rows) {
      const { holdout, would } = await readGate(contact.id, id)
      expect([holdout?.value, would]).toEqual(['50 %', holdout?.passed])
      isHeld.set(contact.id, holdout?.passed === false)
    }
    await sendThrough(own, delivery, id)
    const { heldBack, others } = await readGroups(id)
    expect(heldBack).toHaveLength(preflight.audience.heldBack)
    for (const { contactId } of [...heldBack, ...others]) {
      const { holdout } = await readGate(contactId, id)
      expect(holdout?.passed).toBe(!isHeld.get(contactId))
    }
  })

  it('is in copies, and in the runs of a recurring campaign', async () => {
    await buildContacts(own, 10)
    const { id } = await buildCampaign(own, PLAN)
    expect(recordOf(await act(own, [id, 'duplicate'])).holdout).toEqual(PLAN.holdout)
    const recurring = await buildRecurring(own, PLAN)
    expect(recurring).toMatchObject({ holdout: PLAN.holdout, goal: { event: 'order.paid' } })
    const { campaignId } = await runNow(own, recurring.id)
    expect((await readCampaign(own, campaignId ?? '')).holdout).toEqual(PLAN.holdout)
  })

  it('can be changed until the campaign is sent', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own, PLAN)
    const patch = (body: object) => call(own, ['PATCH', `/campaigns/${id}`], { body })
    expect(recordOf(await patch({ holdout: { percent: 5 } })).holdout).toEqual({ percent: 5 })
    expect(fieldsOf(await patch({ goal: null }))).toEqual({ goal: 'required' })
    expect(recordOf(await patch({ holdout: null, goal: null })).holdout).toBeNull()
    await send(own, id)
    expect(errorOf(await patch({ holdout: { percent: 5 } })).code).toBe('INVALID_STATE')
  })

  it.each([
    [{ percent: 0 }, 'holdout.percent', 'must be at least 1'],
    [{ percent: 51 }, 'holdout.percent', 'must be at most 50'],
    [{ percent: 2.5 }, 'holdout.percent', ''],
    [{ percent: '10' }, 'holdout.percent', ''],
    [{}, 'holdout.percent', 'is required'],
    [{ percent: 10, seed: 1 }, 'holdout', 'seed'],
    [10, 'holdout', ''],
  ])('refuses %j', async (...[holdout, field, message]) => {
    const reply = await postCampaign(own, { goal: GOAL, holdout })
    expect(reply.statusCode).toBe(422)
    const [problem] = errorOf(reply).errors ?? []
    expect(problem?.field).toBe(field)
    expect(problem?.message).toContain(message)
  })

  it('needs a goal', async () => {
    const reply = await postCampaign(own, { holdout: { percent: 10 } })
    expect(fieldsOf(reply)).toEqual({ goal: 'required' })
    expect(errorOf(reply).errors?.[0]?.message).toContain('is required with holdout')
  })
})
