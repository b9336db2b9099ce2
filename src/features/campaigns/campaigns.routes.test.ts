// Campaigns as records: create, list, get, change, duplicate, delete.
import { describe, expect, it } from 'vitest'
import { buildKey } from '../../../test/support/factories.ts'
import { UNKNOWN } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import {
  act,
  buildCampaign,
  newFields,
  postCampaign,
  readCampaign,
  recordOf,
  send,
} from './fixtures/campaign-steps.ts'
import { useCampaigns } from './fixtures/use-campaigns.ts'
import { buildContact } from '../../../test/support/factories.ts'

const { test, own } = useCampaigns()

const FILTER = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

const buildSegment = async (app = own): Promise<string> =>
  (await call(app, ['POST', '/segments'], { body: { name: 'Readers', type: 'STATIC' } })).json<{
    id: string
  }>().id

const patch = (id: string, body: object) => call(own, ['PATCH', `/campaigns/${id}`], { body })

describe('POST /campaigns', () => {
  it('creates a draft and returns it under data', async () => {
    const fields = newFields()
    const reply = await call(own, ['POST', '/campaigns'], { body: fields })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      success: true,
      data: {
        languages: [],
        id: expect.any(String) as unknown,
        name: fields['name'],
        description: null,
        subject: fields['subject'],
        previewText: null,
        body: fields['body'],
        blocks: null,
        type: 'ALL',
        status: 'DRAFT',
        scheduledAt: null,
        scheduledOffset: null,
        from: 'news@shop.test',
        fromName: null,
        replyTo: null,
        utm: null,
        topic: null,
        archived: false,
        archiveSlug: null,
        audienceType: 'ALL',
        segmentId: null,
        audienceFilter: null,
        ratePerMinute: null,
        sendAtLocalTime: null,
        bestHour: null,
        canary: null,
        test: null,
        goal: null,
        holdout: null,
        controlGroup: 'exclude',
        variants: null,
        waitingUntil: null,
        winner: null,
        recipientCount: null,
        templateId: null,
        recurringId: null,
        paused: false,
        pauseReason: null,
        createdAt: expect.any(String) as unknown,
        updatedAt: expect.any(String) as unknown,
        startedAt: null,
        leavesAt: null,
        sentAt: null,
        cancelledAt: null,
      },
    })
  })

  it('accepts a segment or a filter as audience, and shows its kind as type', async () => {
    const segmentId = await buildSegment()
    expect(await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })).toMatchObject({
      type: 'SEGMENT',
      segmentId,
    })
    const filtered = await buildCampaign(own, { audienceType: 'FILTERED', audienceFilter: FILTER })
    expect(filtered).toMatchObject({ type: 'FILTERED', audienceFilter: FILTER })
  })

  it('accepts null for optional fields', async () => {
    const none = { description: null, fromName: null, replyTo: null, segmentId: null, audienceFilter: null }
    expect(await buildCampaign(own, none)).toMatchObject(none)
  })

  it('names every field that is missing', async () => {
    const reply = await call(own, ['POST', '/campaigns'], { body: {} })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({
      name: 'required',
      subject: 'required',
      body: 'required',
      from: 'required',
      audienceType: 'required',
    })
  })

  it.each([
    ['an empty name', { name: ' ' }, { name: 'too_small' }],
    ['a name that is too long', { name: 'x'.repeat(101) }, { name: 'too_big' }],
    ['a subject of two lines', { subject: 'a\nb' }, { subject: 'invalid_string' }],
    ['a sender that is not an address', { from: 'nobody' }, { from: 'invalid_string' }],
    ['an unknown audience', { audienceType: 'SOME' }, { audienceType: 'invalid_enum_value' }],
    ['a segment audience without one', { audienceType: 'SEGMENT' }, { segmentId: 'required' }],
    [
      'a segment audience with an empty id',
      { audienceType: 'SEGMENT', segmentId: '' },
      { segmentId: 'required' },
    ],
    ['a filter audience without one', { audienceType: 'FILTERED' }, { audienceFilter: 'required' }],
    ['a segment without the audience type SEGMENT', { segmentId: UNKNOWN }, { segmentId: 'custom' }],
    ['a filter without the audience type FILTERED', { audienceFilter: FILTER }, { audienceFilter: 'custom' }],
    [
      'a filter with a mistake deep inside',
      {
        audienceType: 'FILTERED',
        audienceFilter: {
          operator: 'AND',
          conditions: [{ field: 'subscribed', operator: 'contains', value: 1 }],
        },
      },
      { 'audienceFilter.conditions.0.operator': expect.any(String) as unknown },
    ],
  ])('refuses %s', async (_what, fields, problems) => {
    const reply = await postCampaign(own, fields)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(problems)
  })

  it('treats an empty segmentId as null if the audience needs none', async () => {
    const campaign = await buildCampaign(own, { audienceType: 'ALL', segmentId: '' })
    expect(campaign).toMatchObject({ audienceType: 'ALL', segmentId: null })
    const reply = await call(own, ['PATCH', `/campaigns/${campaign.id}`], {
      body: { audienceType: 'ALL', segmentId: '' },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('answers 404 for a segment that is unknown, malformed or of another project', async () => {
    const foreign = await buildSegment(test)
    for (const segmentId of [UNKNOWN, 'nonsense', foreign]) {
      const reply = await postCampaign(own, { audienceType: 'SEGMENT', segmentId })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
    }
  })

  it('refuses a sender whose domain is not verified, and Liquid that does not parse', async () => {
    const sender = await postCampaign(own, { from: 'news@elsewhere.com' })
    expect([sender.statusCode, errorOf(sender).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
    const syntax = await postCampaign(own, { body: '<p>{{ name </p>' })
    expect([syntax.statusCode, errorOf(syntax).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect((await call(own, ['GET', '/campaigns'])).json()).toMatchObject({ total: 0 })
  })

  it('creates one campaign from two calls with an Idempotency-Key', async () => {
    const body = newFields()
    const headers = { 'idempotency-key': 'campaign-1' }
    const first = await call(own, ['POST', '/campaigns'], { body, headers })
    const second = await call(own, ['POST', '/campaigns'], { body, headers })
    expect(second.json()).toEqual(first.json())
    expect((await call(own, ['GET', '/campaigns'])).json()).toMatchObject({ total: 1 })
  })

  it('needs a key with full access', async () => {
    const body = newFields()
    expect((await call(own, ['POST', '/campaigns'], { body, key: null })).statusCode).toBe(401)
    expect((await call(own, ['POST', '/campaigns'], { body, key: own.project.publicKey })).statusCode).toBe(
      403,
    )
    const key = await buildKey(own, { scopes: ['read', 'send'] })
    expect((await call(own, ['POST', '/campaigns'], { body, key })).statusCode).toBe(403)
  })
})

type ListAnswer = {
  campaigns: { id: string; status: string; body?: string }[]
  cursor: string | null
  page: number
}
const list = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', '/campaigns'], { query })).json<ListAnswer>()

describe('GET /campaigns', () => {
  it('lists the newest first, by page or by cursor, without bodies', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await buildCampaign(own)).id)
    const first = await list({ limit: '2' })
    expect(first).toMatchObject({ page: 1, pageSize: 2, total: 5, totalPages: 3, hasMore: true })
    expect(first.campaigns.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.campaigns[0]).not.toHaveProperty('body')
    const second = await list({ limit: '2', cursor: first.cursor ?? '' })
    expect(second.campaigns.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect(second.page).toBe(2)
    const third = await list({ page: '3', pageSize: '2' })
    expect(third).toMatchObject({ page: 3, hasMore: false, cursor: null })
    expect(third.campaigns.map(({ id }) => id)).toEqual(ids.slice(4))
  })

  it('filters by status and counts the matching campaigns', async () => {
    await buildContact(own)
    const sending = await buildCampaign(own)
    await buildCampaign(own)
    await send(own, sending.id)
    const answer = await list({ status: 'SENDING' })
    expect(answer).toMatchObject({ total: 1, totalPages: 1, campaigns: [{ id: sending.id }] })
    const bad = await call(own, ['GET', '/campaigns'], { query: { status: 'sent' } })
    expect(fieldsOf(bad)).toEqual({ status: 'invalid_enum_value' })
  })

  it('shows campaigns of this project only', async () => {
    await buildCampaign(test)
    expect(await list()).toMatchObject({ total: 0, campaigns: [] })
  })
})

describe('PATCH /campaigns/{id}', () => {
  it('changes the given fields only', async () => {
    const campaign = await buildCampaign(own, { description: 'Spring' })
    const reply = await patch(campaign.id, { subject: 'Other news', description: null })
    expect(reply.statusCode).toBe(200)
    expect(recordOf(reply)).toEqual({
      ...campaign,
      subject: 'Other news',
      description: null,
      updatedAt: expect.any(String) as unknown,
    })
    expect(await readCampaign(own, campaign.id)).toEqual(recordOf(reply))
  })

  it('accepts a whole record, as it was read', async () => {
    const campaign = await buildCampaign(own)
    const reply = await patch(campaign.id, { ...campaign, name: 'Renamed' })
    expect([reply.statusCode, recordOf(reply).name]).toEqual([200, 'Renamed'])
  })

  it('clears the segment of the previous audience', async () => {
    const segmentId = await buildSegment()
    const { id } = await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })
    const all = recordOf(await patch(id, { audienceType: 'ALL' }))
    expect(all).toMatchObject({ type: 'ALL', segmentId: null })
    const filtered = recordOf(await patch(id, { audienceType: 'FILTERED', audienceFilter: FILTER }))
    expect(filtered).toMatchObject({ type: 'FILTERED', audienceFilter: FILTER })
  })

  it.each([
    ['an audience that lacks its segment', { audienceType: 'SEGMENT' }, { segmentId: 'required' }],
    ['a segment for all', { segmentId: UNKNOWN }, { segmentId: 'custom' }],
    ['null for a required field', { name: null }, { name: 'invalid_type' }],
    ['variants without a test', { variants: [{ subject: 'B' }] }, { test: 'required' }],
  ])('refuses %s', async (_what, fields, problems) => {
    const campaign = await buildCampaign(own)
    const reply = await patch(campaign.id, fields)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(problems)
    expect(await readCampaign(own, campaign.id)).toEqual(campaign)
  })

  it('loses nothing when two change it at once', async () => {
    const { id } = await buildCampaign(own)
    const replies = await Promise.all([
      patch(id, { subject: 'One' }),
      patch(id, { body: '<p>Two</p>' }),
      patch(id, { name: 'Three' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await readCampaign(own, id)).toMatchObject({ subject: 'One', body: '<p>Two</p>', name: 'Three' })
  })

  it('does not overwrite a change that somebody else has saved meanwhile', async () => {
    const { id, updatedAt } = await buildCampaign(own)
    test.clock.advance(1_000)
    expect((await patch(id, { name: 'Theirs', ifUpdatedAt: updatedAt })).statusCode).toBe(200)
    const refused = await patch(id, { name: 'Mine', ifUpdatedAt: updatedAt })
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'CONFLICT'])
    const { name, updatedAt: newest } = await readCampaign(own, id)
    expect(name).toBe('Theirs')
    expect((await patch(id, { name: 'Mine', ifUpdatedAt: newest })).statusCode).toBe(200)
  })

  it('is refused once the campaign is being sent', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    const reply = await patch(id, { name: 'Late' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })
})

describe('POST /campaigns/{id}/duplicate', () => {
  it('creates a draft with the same content and audience', async () => {
    await buildContact(own)
    const segmentId = await buildSegment()
    const original = await buildCampaign(own, { audienceType: 'SEGMENT', segmentId, name: 'x'.repeat(100) })
    const reply = await act(own, [original.id, 'duplicate'])
    expect(reply.statusCode).toBe(201)
    const { id, createdAt: _c, updatedAt: _u, name, ...rest } = recordOf(reply)
    expect(name).toBe(`${'x'.repeat(93)} (copy)`)
    expect(id).not.toBe(original.id)
    expect(original).toMatchObject(rest)
  })

  it('creates a draft from a campaign that is being sent', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    expect(recordOf(await act(own, [id, 'duplicate']))).toMatchObject({ status: 'DRAFT', startedAt: null })
  })
})

describe('DELETE /campaigns/{id}', () => {
  const remove = (id: string) => call(own, ['DELETE', `/campaigns/${id}`])

  it('deletes a draft', async () => {
    const { id } = await buildCampaign(own)
    expect((await remove(id)).statusCode).toBe(204)
    expect((await remove(id)).statusCode).toBe(404)
    expect((await call(own, ['GET', `/campaigns/${id}`])).statusCode).toBe(404)
  })

  it('is refused for every other state', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await send(own, id)
    const reply = await remove(id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENDING' })
  })
})

describe('a campaign of another project', () => {
  it('does not exist', async () => {
    const { id } = await buildCampaign(test)
    const replies = [
      await call(own, ['GET', `/campaigns/${id}`]),
      await patch(id, { name: 'Mine' }),
      await act(own, [id, 'duplicate']),
      await act(own, [id, 'send']),
      await call(own, ['DELETE', `/campaigns/${id}`]),
      await call(own, ['GET', `/campaigns/${id}/stats`]),
      await call(own, ['GET', `/campaigns/${id}/recipients`]),
    ]
    expect(replies.map((reply) => [reply.statusCode, errorOf(reply).code])).toEqual(
      replies.map(() => [404, 'CAMPAIGN_NOT_FOUND']),
    )
  })
})
