// The goal of a campaign: who reached it after their email, and what that brought.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../test/support/factories.ts'
import { countConversions } from '../../../test/support/goals.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { track } from '../../../test/support/workflows.ts'
import { tidyGoalsJob } from '../goals/index.ts'
import {
  advance,
  buildCampaign,
  later,
  postCampaign,
  readStatistics,
  send,
  sendThrough,
} from './fixtures/campaign-steps.ts'
import { useCampaigns } from './fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

const MINUTE_MS = 60_000

const GOAL = { event: 'order.paid', window: { amount: 2, unit: 'days' }, value: 'data.total' }

const order = (email: string, data: object = {}) => track(own, 'order.paid', { email, data })

describe('the goal of a campaign', () => {
  it('counts recipients once, all of their events, and the sum of their values', async () => {
    const [ada, bob, eve] = [await buildContact(own), await buildContact(own), await buildContact(own)]
    const { id, goal } = await buildCampaign(own, { goal: GOAL })
    expect(goal).toEqual({ ...GOAL, where: null })
    await sendThrough(own, delivery, id)
    await order(ada.email, { total: 19.99 })
    await order(ada.email, { total: '5.01' })
    await order(bob.email, { total: 'free' })
    await track(own, 'order.viewed', { email: eve.email })
    await countConversions(own.deps)
    expect((await readStatistics(own, id)).goal).toEqual({
      event: 'order.paid',
      conversions: 2,
      goalEvents: 3,
      goalValue: 25,
      conversionRate: 2 / 3,
    })
    await order(bob.email, { total: -10 })
    await countConversions(own.deps)
    expect((await readStatistics(own, id)).goal).toMatchObject({
      conversions: 2,
      goalEvents: 4,
      goalValue: 15,
    })
  })

  it('counts neither events before the email, nor after the window, nor of others, nor that fail its conditions', async () => {
    const [early, late, other] = [await buildContact(own), await buildContact(own), await buildContact(own)]
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 10 }]
    const audienceFilter = {
      operator: 'AND',
      conditions: [{ field: 'email', operator: 'notEquals', value: other.email }],
    }
    const { id } = await buildCampaign(own, {
      goal: { ...GOAL, where },
      audienceType: 'FILTERED',
      audienceFilter,
    })
    await order(early.email, { total: 20 })
    await sendThrough(own, delivery, id)
    await order(early.email, { total: 10 })
    await order(other.email, { total: 20 })
    await sql`update emails set sent_at = sent_at - interval '49 hours' where address = ${late.email}`.execute(
      own.deps.database.db,
    )
    await order(late.email, { total: 20 })
    await countConversions(own.deps)
    expect((await readStatistics(own, id)).goal).toMatchObject({
      conversions: 0,
      goalEvents: 0,
      goalValue: 0,
    })
  })

  it('is in the report as CSV, with the figures of the campaign', async () => {
    const { email } = await buildContact(own)
    const { id } = await buildCampaign(own, { goal: GOAL })
    await sendThrough(own, delivery, id)
    await order(email, { total: 2.5 })
    await countConversions(own.deps)
    const reply = await call(own, ['GET', `/campaigns/${id}/report`])
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.body.split('\r\n')).toEqual(
      expect.arrayContaining([',,sent,1', 'goal,,goalValue,2.5', 'providers,,looked,1']),
    )
  })

  it.each([{}, { mostCandidates: 1 }])(
    'is counted for each of several campaigns that wrote to the contact: %j',
    async (options) => {
      const { email } = await buildContact(own)
      const first = await buildCampaign(own, { goal: GOAL })
      const second = await buildCampaign(own, { goal: { event: 'order.paid' } })
      const without = await buildCampaign(own)
      for (const { id } of [first, second, without]) await sendThrough(own, delivery, id)
      await order(email, { total: 7 })
      await countConversions(own.deps, options)
      const goals = await Promise.all(
        [first, second, without].map(async ({ id }) => (await readStatistics(own, id)).goal),
      )
      expect(goals).toMatchObject([{ conversions: 1, goalValue: 7 }, { conversions: 1, goalValue: 0 }, null])
    },
  )

  it('decides between variants', async () => {
    await buildContacts(own, 20)
    const { id } = await buildCampaign(own, {
      goal: GOAL,
      variants: [{ subject: 'B' }],
      test: { share: 0.5, waitMinutes: 60, metric: 'conversions' },
    })
    await send(own, id)
    await advance(own, id)
    await delivery.drain()
    await advance(own, id)
    const { rows } = await sql<{ address: string }>`
      select address from emails where campaign_id = ${id} and cohort = 1`.execute(own.deps.database.db)
    for (const { address } of rows) await order(address, { total: 1 })
    await countConversions(own.deps)
    await later(own, 61 * MINUTE_MS, () => advance(own, id))
    const { test, variants, goal } = await readStatistics(own, id)
    expect(test).toMatchObject({ metric: 'conversions', winner: 'B', best: 'B', sampleSize: 10 })
    expect(variants.map(({ conversions, goalValue, rate }) => [conversions, goalValue, rate])).toEqual([
      [0, 0, 0],
      [5, 5, 1],
    ])
    expect(goal).toMatchObject({ conversions: 5 })
  })

  it('is no longer listened to once its window is over, and keeps its figures', async () => {
    const { email } = await buildContact(own)
    const { id } = await buildCampaign(own, { goal: GOAL })
    await sendThrough(own, delivery, id)
    await order(email, { total: 3 })
    await countConversions(own.deps)
    await sql`update goals set until = until - interval '4 days' where owner_id = ${id}`.execute(
      own.deps.database.db,
    )
    await runJob(own.deps, tidyGoalsJob, { payload: {} })
    await order(email, { total: 3 })
    expect(await countConversions(own.deps)).toBe(0)
    expect((await readStatistics(own, id)).goal).toMatchObject({ conversions: 1, goalValue: 3 })
  })

  it.each([
    [{ event: 'email.opened' }, 'goal.event', 'must not begin with "email."'],
    [{ event: 'a', window: { amount: 91, unit: 'days' } }, 'goal.window.amount', 'must be at most 90 days'],
    [{ event: 'a', value: 'total' }, 'goal.value', 'must be data.<key>'],
    [{ event: 'a', where: [] }, 'goal.where', 'must have 1 to'],
    [{ event: 'a', extra: 1 }, 'goal', 'extra'],
    [{}, 'goal.event', 'is required'],
  ])('refuses %j', async (...[goal, field, message]) => {
    const reply = await postCampaign(own, { goal })
    expect(reply.statusCode).toBe(422)
    const [problem] = errorOf(reply).errors ?? []
    expect(problem?.field).toBe(field)
    expect(problem?.message).toContain(message)
  })

  it('is required for a test by conversions, also after a patch', async () => {
    const plan = { variants: [{ subject: 'B' }], test: { metric: 'conversions' } }
    expect(fieldsOf(await postCampaign(own, plan))).toEqual({ goal: 'required' })
    const { id } = await buildCampaign(own, { ...plan, goal: GOAL })
    const reply = await call(own, ['PATCH', `/campaigns/${id}`], { body: { goal: null } })
    expect(fieldsOf(reply)).toEqual({ goal: 'required' })
  })
})
