// Campaigns and recurring campaigns that take their content from a template.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../../test/support/factories.ts'
import { buildTemplate, buildTopic, UNKNOWN } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { act, buildCampaign, deliverAll, readCampaign, recordOf, send } from './fixtures/campaign-steps.ts'
import { patchRecurring, readRecurring, runNow } from './fixtures/recurring-steps.ts'
import type { RecurringRecord } from './fixtures/recurring-steps.ts'
import { useCampaigns } from './fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

type Fields = Record<string, unknown>

const TEMPLATE = {
  alias: 'monthly',
  type: 'MARKETING',
  subject: 'News for {{ name }}',
  body: '<p>From the template, {{ name }}</p>',
  previewText: 'All the news',
  from: 'template@shop.test',
  fromName: 'The shop',
  replyTo: 'replies@shop.test',
  topic: 'news',
}
const { alias: _alias, type: _type, ...COPIED } = TEMPLATE

let templateId = ''

beforeEach(async () => {
  await buildTopic(own, { key: 'news' })
  templateId = (await buildTemplate(own, TEMPLATE)).id
})

const post = (fields: Fields): Promise<Reply> =>
  call(own, ['POST', '/campaigns'], { body: { name: 'Monthly', audienceType: 'ALL', ...fields } })
const patch = (id: string, body: Fields): Promise<Reply> => call(own, ['PATCH', `/campaigns/${id}`], { body })
const changeTemplate = (body: Fields) => call(own, ['PATCH', `/templates/${templateId}`], { body })
const deleteTemplate = () => call(own, ['DELETE', `/templates/${templateId}`])

/** The id of a template that another project has. */
const buildForeign = async () => (await buildTemplate(test)).id

const NOT_FOUND = { template: 'custom' }

describe('POST /campaigns with a template', () => {
  it('copies its content, by id or alias', async () => {
    for (const template of [templateId, templateId.toUpperCase(), 'monthly']) {
      const reply = await post({ template })
      expect(reply.statusCode).toBe(201)
      expect(recordOf(reply)).toMatchObject({ ...COPIED, templateId })
    }
  })

  it('prefers the fields of the request', async () => {
    await buildTopic(own, { key: 'offers' })
    const fields = {
      subject: 'Own',
      body: '<p>Own</p>',
      previewText: 'Own text',
      from: 'own@shop.test',
      fromName: 'Own name',
      replyTo: 'own-replies@shop.test',
      topic: 'offers',
    }
    expect(recordOf(await post({ template: 'monthly', ...fields }))).toMatchObject({ ...fields, templateId })
  })

  it('takes a transactional template, too: the campaign is marketing email', async () => {
    await buildTemplate(own, { alias: 'plain', type: 'TRANSACTIONAL', body: '<p>Plain</p>' })
    const reply = await post({ template: 'plain', from: 'news@shop.test' })
    expect(recordOf(reply)).toMatchObject({ body: '<p>Plain</p>', topic: null })
  })

  it('keeps its content when the template changes or is deleted, and is sent with it', async () => {
    await buildContact(own)
    await changeTemplate({ topic: null })
    const { id } = recordOf(await post({ template: 'monthly' }))
    await changeTemplate({ subject: 'Changed' })
    expect((await deleteTemplate()).statusCode).toBe(204)
    const kept = { ...COPIED, topic: null, templateId }
    expect(await readCampaign(own, id)).toMatchObject(kept)
    expect((await act(own, [id, 'duplicate'])).json()).toMatchObject({ data: kept })
    await send(own, id)
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', recipientCount: 1 })
  })

  it.each([
    ['an unknown id', { template: UNKNOWN }, NOT_FOUND],
    ['an unknown alias', { template: 'nothing' }, NOT_FOUND],
    ['what is neither', { template: 'No such Template!' }, NOT_FOUND],
    ['an empty text', { template: '' }, { template: 'too_small' }],
    ['a long text', { template: 'x'.repeat(256) }, { template: 'too_big' }],
    ['a number', { template: 7 }, { template: 'invalid_type' }],
    ['null', { template: null }, { subject: 'required', body: 'required', from: 'required' }],
  ])('refuses %s', async (_what, fields, problems) => {
    const reply = await post(fields)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, problems])
  })

  it('refuses the template of another project, and one without a sender', async () => {
    const foreign = await post({ template: await buildForeign() })
    expect([foreign.statusCode, fieldsOf(foreign)]).toEqual([422, NOT_FOUND])
    expect(foreign.body).toContain('names no template of this project. The only template is monthly.')
    await changeTemplate({ from: null })
    const reply = await post({ template: 'monthly' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { from: 'required' }])
  })

  it('checks the sender and the topic of the template', async () => {
    const { id } = (await call(own, ['GET', '/topics'])).json<{ topics: [{ id: string }] }>().topics[0]
    await call(own, ['DELETE', `/topics/${id}`])
    const topic = await post({ template: 'monthly' })
    expect([topic.statusCode, fieldsOf(topic)]).toEqual([422, { topic: 'invalid_enum_value' }])
    await changeTemplate({ from: 'news@elsewhere.com', topic: null })
    const sender = await post({ template: 'monthly' })
    expect([sender.statusCode, errorOf(sender).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
  })
})

describe('PATCH /campaigns/{id} with a template', () => {
  it('replaces the texts, and fills in what the campaign does not have', async () => {
    const { id } = await buildCampaign(own, { from: 'news@shop.test', fromName: 'Own name' })
    const reply = await patch(id, { template: 'monthly' })
    expect(recordOf(reply)).toMatchObject({
      ...COPIED,
      from: 'news@shop.test',
      fromName: 'Own name',
      templateId,
    })
  })

  it('prefers the fields of the request', async () => {
    const { id } = await buildCampaign(own)
    const fields = { subject: 'Own', topic: null }
    const reply = await patch(id, { template: templateId, ...fields })
    expect(recordOf(reply)).toMatchObject({ ...fields, body: TEMPLATE.body })
  })

  it('takes the current version anew', async () => {
    const { id } = recordOf(await post({ template: 'monthly' }))
    await changeTemplate({ body: '<p>Second</p>', previewText: null })
    expect(await readCampaign(own, id)).toMatchObject({ body: TEMPLATE.body })
    const reply = await patch(id, { template: 'monthly' })
    expect(recordOf(reply)).toMatchObject({ body: '<p>Second</p>', previewText: null })
  })

  it('keeps the template on other changes, and removes only the reference with null', async () => {
    const { id } = recordOf(await post({ template: 'monthly' }))
    expect(recordOf(await patch(id, { subject: 'Own' }))).toMatchObject({ subject: 'Own', templateId })
    expect(recordOf(await patch(id, { template: null }))).toMatchObject({
      subject: 'Own',
      body: TEMPLATE.body,
      templateId: null,
    })
  })

  it('refuses templates that are unknown or of another project, and changes nothing', async () => {
    const campaign = await buildCampaign(own)
    for (const template of [UNKNOWN, 'nothing', await buildForeign()]) {
      const reply = await patch(campaign.id, { template })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, NOT_FOUND])
    }
    expect(await readCampaign(own, campaign.id)).toEqual(campaign)
  })

  it('accepts the record sent back', async () => {
    const { data } = (await post({ template: 'monthly' })).json<{ data: Fields & { id: string } }>()
    const reply = await patch(data.id, { ...data, goal: undefined })
    expect(recordOf(reply)).toMatchObject({ ...COPIED, templateId })
  })
})

const postRecurring = (fields: Fields): Promise<Reply> =>
  call(own, ['POST', '/recurring-campaigns'], {
    body: { name: 'Monthly', audienceType: 'ALL', cron: '0 9 * * mon', ...fields },
  })

async function buildRecurring(fields: Fields = {}): Promise<RecurringRecord> {
  const reply = await postRecurring({ template: 'monthly', ...fields })
  if (reply.statusCode !== 201) throw new Error(`the recurring campaign was refused: ${reply.body}`)
  return reply.json<RecurringRecord>()
}

/** The campaign of a run. */
const runCampaign = async (id: string) => readCampaign(own, (await runNow(own, id)).campaignId ?? '')

describe('a recurring campaign with a template', () => {
  beforeEach(async () => {
    await changeTemplate({ topic: null })
    await buildContact(own)
  })

  it('shows the reference, and null for what the template supplies', async () => {
    const { id } = await buildRecurring({ subject: 'Own' })
    expect(await readRecurring(own, id)).toMatchObject({
      templateId,
      subject: 'Own',
      body: null,
      from: null,
      fromName: null,
    })
  })

  it('copies the current version at each run', async () => {
    const { id } = await buildRecurring({ fromName: 'Own name' })
    expect(await runCampaign(id)).toMatchObject({
      ...COPIED,
      topic: null,
      fromName: 'Own name',
      templateId,
      recurringId: id,
    })
    await changeTemplate({ subject: 'Second', alias: 'renamed' })
    expect(await runCampaign(id)).toMatchObject({ subject: 'Second', body: TEMPLATE.body })
  })

  it('prevents the deletion of the template while it is enabled', async () => {
    const { id } = await buildRecurring()
    const refused = await deleteTemplate()
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'RESOURCE_IN_USE'])
    await patchRecurring(own, id, { enabled: false })
    expect((await deleteTemplate()).statusCode).toBe(204)
  })

  it('fails with a reason if the template was deleted while it was disabled', async () => {
    const { id } = await buildRecurring({ enabled: false })
    await deleteTemplate()
    expect(await runNow(own, id)).toMatchObject({
      outcome: 'FAILED',
      reason: 'The template of the recurring campaign was deleted.',
      campaignId: null,
    })
    const enabled = await patchRecurring(own, id, { enabled: true })
    expect([enabled.statusCode, errorOf(enabled).code]).toEqual([400, 'INVALID_STATE'])
    expect((await patchRecurring(own, id, { name: 'Renamed' })).statusCode).toBe(200)
  })

  it('fails with a reason if the template no longer has a sender', async () => {
    const { id } = await buildRecurring()
    await changeTemplate({ from: null })
    expect(await runNow(own, id)).toMatchObject({
      outcome: 'FAILED',
      reason: 'from is required: the template has no sender',
    })
  })

  it('gets a template, and gives it up for content of its own', async () => {
    const { id } = await buildRecurring({
      template: null,
      subject: 'Own',
      body: '<p>Own</p>',
      from: 'a@shop.test',
    })
    const taken = await patchRecurring(own, id, {
      template: templateId,
      subject: null,
      body: null,
      from: null,
    })
    expect(taken.json()).toMatchObject({ templateId, subject: null, body: null, from: null })
    expect((await deleteTemplate()).statusCode).toBe(409)
    const refused = await patchRecurring(own, id, { template: null })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([
      422,
      { subject: 'required', body: 'required', from: 'required' },
    ])
    const content = { subject: 'Again', body: '<p>Again</p>', from: 'b@shop.test' }
    const left = await patchRecurring(own, id, { template: null, ...content })
    expect(left.json()).toMatchObject({ templateId: null, ...content })
    expect((await deleteTemplate()).statusCode).toBe(204)
    expect(await runCampaign(id)).toMatchObject({ ...content, templateId: null })
  })

  it('refuses templates that are unknown or of another project, and content that is missing', async () => {
    const { id } = await buildRecurring()
    for (const template of [UNKNOWN, 'nothing', await buildForeign()]) {
      for (const reply of [await postRecurring({ template }), await patchRecurring(own, id, { template })]) {
        expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, NOT_FOUND])
      }
    }
    const empty = await postRecurring({})
    expect([empty.statusCode, fieldsOf(empty)]).toEqual([
      422,
      { subject: 'required', body: 'required', from: 'required' },
    ])
  })
})
