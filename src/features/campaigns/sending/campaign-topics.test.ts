// Campaigns with a topic: recipients, people who leave meanwhile, and the topic that cannot be deleted.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { buildTopic } from '../../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import {
  act,
  buildCampaign,
  deliverAll,
  expectExact,
  freeze,
  postCampaign,
  readCampaign,
  readStatistics,
  send,
  sendThrough,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

let news: TopicRecord
let silent: ContactRecord
let left: ContactRecord
beforeEach(async () => {
  news = await buildTopic(own, { key: 'news', optIn: 'implied' })
  await buildTopic(own, { key: 'offers', optIn: 'explicit' })
  silent = await buildContact(own)
  left = await buildContact(own)
  await buildContact(own, { subscribed: false })
  await choose(left, { news: false, offers: true })
})

const choose = ({ id }: ContactRecord, topics: object) =>
  call(own, ['PATCH', `/contacts/${id}`], { body: { topics } })
const pause = ({ id }: ContactRecord) =>
  sql`update contacts set paused_until = now() + interval '1 day' where id = ${id}`.execute(
    own.deps.database.db,
  )
const remove = ({ id }: TopicRecord) => call(own, ['DELETE', `/topics/${id}`])
const addressesOf = async (id: string) => {
  const reply = await call(own, ['GET', `/campaigns/${id}/recipients`])
  return reply.json<{ recipients: { email: string }[] }>().recipients.map(({ email }) => email)
}

type Preflight = { audience: object; problems: { code: string }[] }
const preflightOf = async (id: string) => (await act(own, [id, 'preflight'])).json<{ data: Preflight }>().data

describe('a campaign with a topic', () => {
  it('goes to subscribed contacts who are in the topic', async () => {
    const campaign = await buildCampaign(own, { topic: 'news' })
    expect(campaign).toMatchObject({ topic: 'news' })
    expect(await sendThrough(own, delivery, campaign.id)).toMatchObject({ status: 'SENT', recipientCount: 1 })
    expect(await addressesOf(campaign.id)).toEqual([silent.email])
    const other = await buildCampaign(own, { topic: 'offers' })
    await sendThrough(own, delivery, other.id)
    expect(await addressesOf(other.id)).toEqual([left.email])
  })

  it('is counted in the preflight', async () => {
    const { id } = await buildCampaign(own, { topic: 'news' })
    const preflight = await preflightOf(id)
    expect(preflight.audience).toMatchObject({ matching: 3, recipients: 1, unsubscribed: 1, notInTopic: 1 })
    expect(preflight.problems).toContainEqual(expect.objectContaining({ code: 'LEFT_OUT_TOPIC', count: 1 }))
    const all = await buildCampaign(own)
    expect((await preflightOf(all.id)).audience).toMatchObject({ recipients: 2, notInTopic: 0 })
  })

  it('does not reach who leaves the topic after it started', async () => {
    const leaving = await buildContact(own)
    const { id } = await buildCampaign(own, { topic: 'news' })
    await send(own, id)
    await freeze(own, id)
    await choose(leaving, { news: false })
    await deliverAll(own, delivery, id)
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 2, sent: 1, suppressed: 1 })
    await expectExact(own, id)
  })

  it('does not reach who has paused, before or after it started', async () => {
    const [paused, pausing] = [await buildContact(own), await buildContact(own)]
    await pause(paused)
    const { id } = await buildCampaign(own, { topic: 'news' })
    const preflight = await preflightOf(id)
    expect(preflight.audience).toMatchObject({ matching: 5, recipients: 2, paused: 1, notInTopic: 1 })
    expect(preflight.problems).toContainEqual(expect.objectContaining({ code: 'LEFT_OUT_PAUSED', count: 1 }))
    await send(own, id)
    await freeze(own, id)
    await pause(pausing)
    await deliverAll(own, delivery, id)
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 2, sent: 1, suppressed: 1 })
    await expectExact(own, id)
  })

  it('cannot be sent without anybody in the topic', async () => {
    await choose(left, { offers: false })
    const { id } = await buildCampaign(own, { topic: 'offers' })
    const reply = await act(own, [id, 'send'])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toContain('in the topic offers')
    const preflight = await preflightOf(id)
    expect(preflight.problems.map(({ code }) => code)).toContain('EMPTY_AUDIENCE')
  })

  it('is refused if the topic is unknown', async () => {
    const reply = await postCampaign(own, { topic: 'nwes' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { topic: 'invalid_enum_value' }])
    expect(errorOf(reply).message).toContain('news, offers')
    const { id } = await buildCampaign(own)
    const patched = await call(own, ['PATCH', `/campaigns/${id}`], { body: { topic: 'nwes' } })
    expect([patched.statusCode, fieldsOf(patched)]).toEqual([422, { topic: 'invalid_enum_value' }])
  })

  it('can change its topic, and a copy has the same', async () => {
    const { id } = await buildCampaign(own, { topic: 'news' })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { topic: 'offers' } })
    const copy = (await act(own, [id, 'duplicate'])).json<{ data: { topic: string } }>().data
    expect(copy).toMatchObject({ topic: 'offers' })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { topic: null } })
    expect(await readCampaign(own, id)).toMatchObject({ topic: null })
  })
})

describe('DELETE /topics/{id}', () => {
  const LATER = '2030-03-20T09:00:00Z'
  const inUse = async (topic: TopicRecord) => {
    const reply = await remove(topic)
    return [reply.statusCode, errorOf(reply).code]
  }

  it('is refused while a campaign is scheduled, and works once it is a draft again', async () => {
    const { id } = await buildCampaign(own, { topic: 'news' })
    await send(own, id, { scheduledFor: LATER })
    expect(await inUse(news)).toEqual([409, 'RESOURCE_IN_USE'])
    await act(own, [id, 'cancel'])
    expect((await remove(news)).statusCode).toBe(204)
    const reply = await act(own, [id, 'send'], { body: { scheduledFor: LATER } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect((await act(own, [id, 'send'])).statusCode).toBe(400)
    expect(await preflightOf(id)).toMatchObject({
      ready: false,
      problems: expect.arrayContaining([
        expect.objectContaining({
          code: 'AUDIENCE_BROKEN',
          field: 'topic',
          message: 'The topic news of the campaign was deleted.',
        }),
      ]) as unknown,
    })
  })

  it('follows the topic of a scheduled campaign', async () => {
    const { id } = await buildCampaign(own, { topic: 'news' })
    await send(own, id, { scheduledFor: LATER })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { topic: null } })
    expect((await remove(news)).statusCode).toBe(204)
  })

  it('is refused while a campaign is being sent, and works once it has been sent', async () => {
    const { id } = await buildCampaign(own, { topic: 'news' })
    await send(own, id)
    expect(await inUse(news)).toEqual([409, 'RESOURCE_IN_USE'])
    await deliverAll(own, delivery, id)
    expect((await remove(news)).statusCode).toBe(204)
  })
})
