import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, buildKey, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import {
  actOnCampaign,
  buildCampaign,
  buildTemplate,
  buildTopic,
  freezeCampaign,
  sendCampaign,
  sendCampaignThrough,
  UNKNOWN,
} from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, runWorkflows, track } from '../../../test/support/workflows.ts'
import { GATE_NAMES } from '../delivery/gates/gates.values.ts'
import type { Explanation } from './explain.schema.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db

let own: TestApp
let contact: ContactRecord
beforeEach(async () => {
  own = await inFreshProject(test)
  contact = await buildContact(own, { data: { plan: 'pro' } })
  await buildTopic(own, { key: 'news', optIn: 'implied' })
  await buildTopic(own, { key: 'offers', optIn: 'explicit' })
})

type Query = Record<string, string>
type Answer = z.output<typeof Explanation>

const ask = (query: Query, options: CallOptions = {}) => call(own, ['GET', '/explain'], { ...options, query })

async function explain(target: Query, of: { id: string } = contact): Promise<Answer> {
  const reply = await ask({ contact: of.id, ...target })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<Answer>()
}

/** The gates that do not let the email pass, with their values. */
const stopping = ({ gates }: Answer) => gates.filter(({ passed }) => !passed)

/** Exactly this gate stops the email. */
async function expectStop(target: Query, stop: object): Promise<void> {
  const answer = await explain(target)
  expect(stopping(answer)).toEqual([expect.objectContaining(stop)])
  expect(answer.would).toBe(false)
}

const campaignOf = async (fields: object = {}) => ({
  campaignId: (await buildCampaign(own, { ...fields })).id,
})
const patch = (path: string, body: object) => call(own, ['PATCH', path], { body })
const EMAIL = { subject: 'Hi', body: '<p>Hi</p>', from: 'news@shop.test' }
const step = (config: object, id = 'mail') => ({ id, type: 'SEND_EMAIL', config })

describe('GET /explain', () => {
  it('returns all gates in their order', async () => {
    const target = await campaignOf({ topic: 'news' })
    const answer = await explain(target)
    expect(answer.gates.map(({ name }) => name)).toEqual(GATE_NAMES)
    expect(answer.would).toBe(true)
    expect(answer.gates.map(({ name, value }) => [name, value])).toEqual([
      ['suppression', null],
      ['subscription', 'SUBSCRIBED'],
      ['pause', null],
      ['topic', 'news'],
      ['control_group', null],
      ['segment', 'ALL'],
      ['holdout', null],
      ['cap', null],
      ['quiet_hours', null],
      ['sender', 'news@shop.test'],
      ['brake', null],
      ['state', 'DRAFT'],
    ])
    for (const { explanation } of answer.gates) expect(explanation).toMatch(/^[A-Z].+\.$/)
  })

  it('finds the contact by its address, however it is written', async () => {
    const target = await campaignOf()
    const reply = await ask({ contact: contact.email.toUpperCase(), ...target })
    expect(reply.json()).toEqual(await explain(target))
  })

  it('knows a suppression, also for transactional email', async () => {
    await call(own, ['POST', '/suppressions'], { body: { email: contact.email } })
    const stop = { name: 'suppression', value: 'manual', since: expect.any(String) as unknown }
    await expectStop(await campaignOf(), stop)
    const { id: templateId } = await buildTemplate(own, { type: 'TRANSACTIONAL', from: 'news@shop.test' })
    await expectStop({ templateId }, stop)
  })

  it('knows since when somebody is unsubscribed', async () => {
    await patch(`/contacts/${contact.id}`, { subscribed: false })
    const reply = await call(own, ['GET', `/contacts/${contact.id}`])
    const { updatedAt } = reply.json<{ updatedAt: string }>()
    await expectStop(await campaignOf(), { name: 'subscription', value: 'LEFT', since: updatedAt })
  })

  it('knows who was never asked', async () => {
    await sql`update contacts set subscribed = false, before_subscribing = 'NEVER_ASKED' where id = ${contact.id}`.execute(
      db(),
    )
    await expectStop(await campaignOf(), { name: 'subscription', value: 'NEVER_ASKED' })
  })

  it('knows a pause', async () => {
    const until = '2999-01-01T00:00:00.000Z'
    await sql`update contacts set paused_until = ${until} where id = ${contact.id}`.execute(db())
    await expectStop(await campaignOf(), { name: 'pause', value: until, since: null })
    await sql`update contacts set paused_until = '2020-01-01' where id = ${contact.id}`.execute(db())
    expect((await explain(await campaignOf())).would).toBe(true)
  })

  it('knows who left a topic, who has not chosen it, and a topic that was deleted', async () => {
    await expectStop({ topic: 'offers' }, { name: 'topic', value: 'offers', since: null })
    await patch(`/contacts/${contact.id}`, { topics: { news: false, offers: true } })
    await expectStop(
      { topic: 'news' },
      { name: 'topic', value: 'news', since: expect.any(String) as unknown },
    )
    expect((await explain({ topic: 'offers' })).would).toBe(true)
    const target = await campaignOf({ topic: 'offers' })
    await sql`delete from topics where project_id = ${own.project.projectId} and key = 'offers'`.execute(db())
    const [stop] = stopping(await explain(target))
    expect(stop).toMatchObject({ name: 'topic', value: 'offers' })
    expect(stop?.explanation).toContain('deleted')
  })

  it('knows the audience of a campaign', async () => {
    const leaf = { field: 'data.plan', operator: 'equals', value: 'free' }
    const filter = { operator: 'AND', conditions: [leaf] }
    const target = await campaignOf({ audienceType: 'FILTERED', audienceFilter: filter })
    await expectStop(target, { name: 'segment', value: 'FILTERED' })
    const segment = (await call(own, ['POST', '/segments'], { body: { name: 'S', type: 'STATIC' } })).json<{
      id: string
    }>()
    const listed = await campaignOf({ audienceType: 'SEGMENT', segmentId: segment.id })
    await expectStop(listed, { name: 'segment', value: segment.id })
    await call(own, ['POST', `/segments/${segment.id}/members`], { body: { emails: [contact.email] } })
    expect((await explain(listed)).would).toBe(true)
    await sql`delete from uses where used_id = ${segment.id}`.execute(db())
    expect((await call(own, ['DELETE', `/segments/${segment.id}`])).statusCode).toBe(204)
    await expectStop(listed, { name: 'segment' })
  })

  it('knows the frequency cap', async () => {
    await patch('/project', { frequencyCap: { emails: 1, days: 1 } })
    const target = await campaignOf()
    expect((await explain(target)).gates.find(({ name }) => name === 'cap')).toMatchObject({
      passed: true,
      value: '0 of 1 in 1 day',
    })
    await makeEmail(own, { lane: 'marketing', contactId: contact.id, address: contact.email })
    await delivery.drain()
    await expectStop(target, { name: 'cap', value: '1 of 1 in 1 day' })
  })

  it('knows the frequency cap of a topic', async () => {
    await patch('/project', { frequencyCap: { emails: 5, days: 1 } })
    const { id } = await buildTopic(own, { key: 'tips', frequencyCap: { emails: 1, days: 7 } })
    await makeEmail(own, {
      lane: 'marketing',
      contactId: contact.id,
      address: contact.email,
      stored: { topic_id: id },
    })
    await delivery.drain()
    await expectStop({ topic: 'tips' }, { name: 'cap', value: '1 of 1 in 7 days' })
    expect(stopping(await explain({ topic: 'tips' }))[0]?.explanation).toContain('topic tips')
    expect((await explain({ topic: 'news' })).gates.find(({ name }) => name === 'cap')).toMatchObject({
      passed: true,
      value: '1 of 5 in 1 day',
    })
  })

  it('knows quiet hours', async () => {
    const at = (hours: number) =>
      new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    await patch('/project', { quietHours: { from: at(-1), to: at(1) }, timezone: 'UTC' })
    const target = await campaignOf()
    await expectStop(target, { name: 'quiet_hours', value: `${at(-1)}–${at(1)}` })
    await patch(`/contacts/${contact.id}`, { data: { timezone: 'Asia/Tokyo' } })
    expect((await explain(target)).would).toBe(true)
  })

  it('knows a sender that is not verified', async () => {
    const target = await campaignOf()
    await sql`update campaigns set from_email = 'news@lost.com' where id = ${target.campaignId}`.execute(db())
    await expectStop(target, { name: 'sender', value: 'news@lost.com' })
  })

  it('knows a transport that does not work', async () => {
    const target = await campaignOf()
    await sql`insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
      values ('a worker', 0, 'MAIL_TRANSPORT', 'refused', now(), now() + interval '1 minute')`.execute(db())
    await expectStop(target, { name: 'sender', value: 'news@shop.test' })
    await sql`delete from transport_troubles`.execute(db())
  })

  it('knows that the marketing email of the project is paused', async () => {
    const { projectId } = own.project
    await sql`insert into project_health (project_id, state, reason, changed_at)
      values (${projectId}, 'PAUSED', 'too many bounces', '2026-01-01')`.execute(db())
    const since = '2026-01-01T00:00:00.000Z'
    await expectStop(await campaignOf(), { name: 'brake', value: 'PAUSED', since })
    const { id: templateId } = await buildTemplate(own, { type: 'TRANSACTIONAL', from: 'news@shop.test' })
    expect((await explain({ templateId })).would).toBe(true)
  })

  it('does not ask transactional email for a subscription, a topic or limits', async () => {
    await patch('/project', {
      frequencyCap: { emails: 1, days: 1 },
      quietHours: { from: '00:00', to: '23:59' },
    })
    await patch(`/contacts/${contact.id}`, { subscribed: false, topics: { news: false } })
    await sql`update contacts set paused_until = '2999-01-01' where id = ${contact.id}`.execute(db())
    const { id } = await buildTemplate(own, { type: 'TRANSACTIONAL', from: 'news@shop.test', topic: 'news' })
    const answer = await explain({ templateId: id })
    expect(answer.would).toBe(true)
    expect(answer.gates.map(({ explanation }) => explanation).join(' ')).toContain('Transactional')
  })

  it('judges a template, by its alias too', async () => {
    const { id } = await buildTemplate(own, { type: 'MARKETING', from: 'news@shop.test', topic: 'offers' })
    await patch(`/templates/${id}`, { alias: 'weekly' })
    await expectStop({ templateId: 'weekly' }, { name: 'topic', value: 'offers' })
    expect((await explain({ templateId: id })).gates.filter(({ value }) => value === null)).toHaveLength(9)
  })
})

describe('the state of a campaign', () => {
  it('stops those who got it, those who came too late, and everybody once it is over', async () => {
    const target = await campaignOf()
    const { campaignId } = target
    await sendCampaign(own, campaignId)
    expect(await explain(target)).toMatchObject({ would: true })
    await freezeCampaign(own, campaignId)
    expect((await explain(target)).gates.at(-1)).toMatchObject({ passed: true, value: 'SENDING' })
    const late = await buildContact(own)
    expect(stopping(await explain(target, late))).toMatchObject([{ name: 'state', value: 'SENDING' }])
    await actOnCampaign(own, [campaignId, 'pause'])
    await expectStop(target, { name: 'state', value: 'PAUSED' })
    await actOnCampaign(own, [campaignId, 'cancel'])
    await expectStop(target, { name: 'state', value: 'CANCELLED' })
    const other = await campaignOf()
    await sendCampaignThrough(own, delivery, other.campaignId)
    await expectStop(other, { name: 'state', value: 'DELIVERED', since: expect.any(String) as unknown })
    const after = await buildContact(own)
    expect(stopping(await explain(other, after))).toMatchObject([{ name: 'state', value: 'SENT' }])
  })

  it('finds the recipients of a campaign that leaves at a local time', async () => {
    const target = await campaignOf({ sendAtLocalTime: '09:00' })
    await sendCampaign(own, target.campaignId)
    await freezeCampaign(own, target.campaignId)
    expect(await explain(target)).toMatchObject({ would: true })
    expect(stopping(await explain(target, await buildContact(own)))).toMatchObject([{ name: 'state' }])
  })
})

describe('a workflow', () => {
  it('is judged by its state, its entry conditions and all its emails', async () => {
    const leaf = { field: 'data.plan', operator: 'equals', value: 'pro' }
    const filters = { operator: 'AND', conditions: [leaf] }
    const steps = [
      { ...step({ ...EMAIL, topic: 'news' }, 'one'), next: 'two' },
      { ...step({ ...EMAIL, topic: 'offers' }, 'two'), next: 'three' },
      step({ ...EMAIL, to: 'boss@example.com', from: 'boss@lost.com' }, 'three'),
    ]
    await patch(`/contacts/${contact.id}`, { topics: { offers: true } })
    const { id: workflowId } = await buildEnabled(own, { steps, entry: { filters } })
    expect(await explain({ workflowId })).toMatchObject({ would: true })
    await patch(`/contacts/${contact.id}`, { topics: { offers: false } })
    const [stop] = stopping(await explain({ workflowId }))
    expect(stop).toMatchObject({ name: 'topic', value: 'offers' })
    expect(stop?.explanation).toContain('Step two: ')
    await patch(`/contacts/${contact.id}`, { topics: { offers: true }, data: { plan: 'free' } })
    await expectStop({ workflowId }, { name: 'segment' })
    await patch(`/contacts/${contact.id}`, { data: { plan: 'pro' } })
    await patch(`/workflows/${workflowId}`, { enabled: false })
    await expectStop({ workflowId }, { name: 'state', value: 'DISABLED' })
  })

  it.each([
    ['once', ['INSIDE', 'ENTERED']],
    ['afterExit', ['INSIDE', undefined]],
    ['always', [undefined, undefined]],
  ])('lets contacts enter again by its rule: %s', async (reentry, values) => {
    const wait = {
      id: 'wait',
      type: 'WAIT_FOR_EVENT',
      config: { event: 'on', timeout: { amount: 1, unit: 'days' } },
    }
    const { id: workflowId } = await buildEnabled(own, { steps: [wait], entry: { reentry } })
    const state = async () => stopping(await explain({ workflowId })).map(({ value }) => value)[0]
    expect(await state()).toBeUndefined()
    await track(own, 'go', { email: contact.email })
    await runWorkflows(own.deps)
    const inside = await state()
    await track(own, 'on', { email: contact.email })
    await runWorkflows(own.deps)
    expect([inside, await state()]).toEqual(values)
  })

  it('that a date starts is judged by the date of the contact', async () => {
    const steps = [step({ ...EMAIL, type: 'TRANSACTIONAL' })]
    const trigger = {
      type: 'DATE',
      field: 'data.renewsAt',
      offset: { amount: -7, unit: 'days' },
      at: '09:00',
    }
    const { id: workflowId } = await buildEnabled(own, { trigger, steps })
    await expectStop({ workflowId }, { name: 'state', value: 'NO_DATE' })
    await patch(`/contacts/${contact.id}`, { data: { renewsAt: '2020-01-31' } })
    await expectStop({ workflowId }, { name: 'state', value: 'DATE_PASSED' })
    await patch(`/contacts/${contact.id}`, { data: { renewsAt: '2999-01-31' } })
    const { would, gates } = await explain({ workflowId })
    const state = gates.find(({ name }) => name === 'state')
    expect([would, state?.value]).toEqual([true, 'ENABLED'])
    expect(state?.explanation).toContain('the date 2999-01-31 in data.renewsAt starts it at')
    await patch(`/workflows/${workflowId}`, { trigger: { ...trigger, repeat: 'yearly' } })
    await patch(`/contacts/${contact.id}`, { data: { renewsAt: '2020-01-31' } })
    expect(await explain({ workflowId })).toMatchObject({ would: true })
  })

  it('without marketing email needs no subscription', async () => {
    const { id: workflowId } = await buildEnabled(own, { steps: [step({ ...EMAIL, type: 'TRANSACTIONAL' })] })
    await patch(`/contacts/${contact.id}`, { subscribed: false })
    expect(await explain({ workflowId })).toMatchObject({ would: true })
  })
})

describe('a question that has no answer', () => {
  it.each([
    ['no contact', { topic: 'news' }, { contact: 'required' }],
    ['no target', { contact: UNKNOWN }, { campaignId: 'custom' }],
    ['two targets', { contact: UNKNOWN, topic: 'news', campaignId: UNKNOWN }, { campaignId: 'custom' }],
    ['a long contact', { contact: 'a'.repeat(255), topic: 'news' }, { contact: 'too_big' }],
    ['a contact that is neither', { contact: 'ada', topic: 'news' }, { contact: 'custom' }],
    ['an empty topic', { contact: UNKNOWN, topic: '' }, { topic: 'too_small' }],
  ])('is a 422: %s', async (_name, query: Query, fields) => {
    const reply = await ask(query)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('is a 422 for an unknown topic, with those that exist', async () => {
    const reply = await ask({ contact: contact.id, topic: 'nwes' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { topic: 'invalid_enum_value' }])
    expect(errorOf(reply).message).toContain('news, offers')
  })

  it.each(['campaignId', 'workflowId', 'templateId'])('is a 404 for an unknown %s', async (name) => {
    for (const id of [UNKNOWN, 'nothing']) {
      const reply = await ask({ contact: contact.id, [name]: id })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([
        404,
        `${name.slice(0, -2).toUpperCase()}_NOT_FOUND`,
      ])
    }
  })

  it('is a 404 for somebody who is no contact', async () => {
    const unknown = await ask({ contact: UNKNOWN, topic: 'news' })
    expect([unknown.statusCode, errorOf(unknown).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    const stranger = await ask({ contact: 'nobody@example.com', topic: 'news' })
    expect([stranger.statusCode, errorOf(stranger).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    expect(errorOf(stranger).message).toContain('no contact with the address nobody@example.com')
  })

  it('is a 404 for the records of another project', async () => {
    const { campaignId } = await campaignOf()
    const other = await inFreshProject(test)
    const stranger = await buildContact(other)
    expect((await ask({ contact: stranger.id, campaignId })).statusCode).toBe(404)
    expect((await ask({ contact: stranger.email, campaignId })).statusCode).toBe(404)
    const reply = await ask({ contact: stranger.id, campaignId }, { key: other.project.secretKey })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CAMPAIGN_NOT_FOUND'])
  })

  it('needs a key that may read', async () => {
    const query = { contact: contact.id, topic: 'news' }
    expect((await ask(query, { key: null })).statusCode).toBe(401)
    expect((await ask(query, { key: own.project.publicKey })).statusCode).toBe(403)
    expect((await ask(query, { key: await buildKey(own, { scopes: ['send'] }) })).statusCode).toBe(403)
    expect((await ask(query, { key: await buildKey(own, { scopes: ['read'] }) })).statusCode).toBe(200)
  })
})
