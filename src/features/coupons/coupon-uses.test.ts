// Coupon lists cannot be deleted while content that is still to be sent names them.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import {
  actOnCampaign,
  advanceCampaign,
  buildCampaign,
  buildPartial,
  buildTemplate,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled } from '../../../test/support/workflows.ts'
import { buildCouponList, readCouponList } from './fixtures/coupon-steps.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

let app = {} as TestApp
beforeEach(async () => {
  app = await inFreshProject(test)
})

const BODY = '<p>{{ coupons.spring }}</p>'

const remove = async (id: string) => (await call(app, ['DELETE', `/coupon-lists/${id}`])).statusCode

const byText = (one: readonly string[], other: readonly string[]) => (one.join() < other.join() ? -1 : 1)

async function usersOf(id: string): Promise<[string, string][]> {
  const { usedBy, usedByCount } = await readCouponList(app, id)
  expect(usedByCount).toBe(usedBy.length)
  return usedBy.map((one): [string, string] => [one.kind, one.id]).toSorted(byText)
}

/** One record of each kind that names the list; the functions end its use. */
async function buildUsers(): Promise<{ kind: string; id: string; end: () => Promise<unknown> }[]> {
  const template = await buildTemplate(app, { subject: 'Your code: {{ coupons["spring"] }}' })
  const partial = await buildPartial(app, 'code', BODY)
  const campaign = await buildCampaign(app, { subject: '{{ coupons.spring }}', body: '<p>Hi</p>' })
  const recurring = await call(app, ['POST', '/recurring-campaigns'], {
    body: {
      name: 'Weekly',
      enabled: true,
      cron: '0 9 * * 1',
      subject: 'Hi',
      body: '<p>\n\n{{\ncoupons.spring }}</p>',
      from: 'news@shop.test',
      audienceType: 'ALL',
    },
  })
  const { id: recurringId } =
    recurring.json<{ data?: { id: string }; id?: string }>().data ?? recurring.json<{ id: string }>()
  const workflow = await buildEnabled(app, {
    steps: [
      {
        id: 'email',
        type: 'SEND_EMAIL',
        config: { subject: 'Hi', body: BODY, from: 'news@shop.test', type: 'TRANSACTIONAL' },
      },
    ],
  })
  const patch = (url: string, body: object) => call(app, ['PATCH', url], { body })
  return [
    { kind: 'template', id: template.id, end: () => patch(`/templates/${template.id}`, { subject: 'None' }) },
    { kind: 'partial', id: partial.id, end: () => patch(`/partials/${partial.id}`, { body: '<p>None</p>' }) },
    { kind: 'campaign', id: campaign.id, end: () => patch(`/campaigns/${campaign.id}`, { subject: 'None' }) },
    {
      kind: 'recurring_campaign',
      id: recurringId,
      end: () => patch(`/recurring-campaigns/${recurringId}`, { enabled: false }),
    },
    { kind: 'workflow', id: workflow.id, end: () => patch(`/workflows/${workflow.id}`, { enabled: false }) },
  ]
}

it.each([
  ['before', true],
  ['after', false],
])('a list created %s the content is used by it until it no longer names it', async (_when, isFirst) => {
  const early = isFirst ? await buildCouponList(app, { key: 'spring' }) : undefined
  const users = await buildUsers()
  const { id } = early ?? (await buildCouponList(app, { key: 'spring' }))
  const other = await buildCouponList(app, { key: 'spring-2' })
  for (const [index, user] of users.entries()) {
    const rest = users.slice(index).map((one) => [one.kind, one.id])
    expect(await usersOf(id)).toEqual(rest.toSorted(byText))
    const reply = await call(app, ['DELETE', `/coupon-lists/${id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'RESOURCE_IN_USE'])
    await user.end()
  }
  expect([await usersOf(id), await usersOf(other.id)]).toEqual([[], []])
  expect([await remove(id), await remove(other.id)]).toEqual([204, 204])
})

it('a campaign protects its list until it is over, also that of a partial which changes meanwhile', async () => {
  await buildContact(app)
  const { id } = await buildCouponList(app, { key: 'spring', codes: 5 })
  const partial = await buildPartial(app, 'code', BODY)
  const campaign = await buildCampaign(app, { body: '{% include "code" %}' })
  await sendCampaign(app, campaign.id)
  await advanceCampaign(app, campaign.id)
  await call(app, ['PATCH', `/partials/${partial.id}`], { body: { body: '<p>None</p>' } })
  expect([await usersOf(id), await remove(id)]).toEqual([[['campaign', campaign.id]], 409])
  await delivery.drain()
  await advanceCampaign(app, campaign.id)
  expect([await usersOf(id), await remove(id)]).toEqual([[], 204])
})

it('a campaign that is cancelled protects nothing', async () => {
  await buildContact(app)
  const { id } = await buildCouponList(app, { key: 'spring', codes: 5 })
  const campaign = await buildCampaign(app, { body: BODY })
  await sendCampaign(app, campaign.id)
  expect(await remove(id)).toBe(409)
  await actOnCampaign(app, [campaign.id, 'cancel'])
  expect(await remove(id)).toBe(204)
})

it('values of contacts, and words that are no Liquid, name no list', async () => {
  const { id } = await buildCouponList(app, { key: 'spring' })
  await buildCampaign(app, { body: '<p>coupons.spring {{ data.coupons.spring }} {{ coupons.spring2 }}</p>' })
  expect(await remove(id)).toBe(204)
})

it('the migration records what names the lists that there are', async () => {
  const { db } = test.deps.database
  const { id } = await buildCouponList(app, { key: 'spring' })
  await buildUsers()
  const users = await usersOf(id)
  await sql`delete from uses where kind = 'coupon_list'`.execute(db)
  expect(await usersOf(id)).toEqual([])
  const file = path.join(import.meta.dirname, '../../../migrations/0092_coupon_list_uses.sql')
  const [, statement = ''] = readFileSync(file, 'utf8').split(/^(?=insert into uses)/m)
  await sql.raw(statement).execute(db)
  expect([users.length, await usersOf(id)]).toEqual([5, users])
})
