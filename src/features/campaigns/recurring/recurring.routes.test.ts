// Recurring campaigns as records: create, list, get, change, delete.
import { describe, expect, it } from 'vitest'
import { buildKey } from '../../../../test/support/factories.ts'
import { buildTopic, UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newFields } from '../fixtures/campaign-steps.ts'
import {
  buildRecurring,
  patchRecurring,
  postRecurring,
  readRecurring,
  runNow,
} from '../fixtures/recurring-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, own } = useCampaigns()

const FILTER = {
  operator: 'AND',
  conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}

const buildSegment = async (app: TestApp = own): Promise<string> =>
  (await call(app, ['POST', '/segments'], { body: { name: 'Readers', type: 'STATIC' } })).json<{
    id: string
  }>().id

describe('POST /recurring-campaigns', () => {
  it('takes the fields of a campaign and a schedule, and shows the next run', async () => {
    const reply = await postRecurring(own, { name: 'Weekly', timezone: 'Europe/Amsterdam' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      name: 'Weekly',
      cron: '0 9 * * mon',
      timezone: 'Europe/Amsterdam',
      enabled: true,
      nextRunAt: expect.stringMatching(/T0[78]:00:00\.000Z$/) as unknown,
      lastRun: null,
      runRequestedAt: null,
      body: newFields()['body'],
      audienceType: 'ALL',
      segmentId: null,
      variants: null,
    })
  })

  it('takes UTC by default, and has no next run if it is disabled', async () => {
    expect(await buildRecurring(own, { enabled: false })).toMatchObject({
      timezone: 'UTC',
      enabled: false,
      nextRunAt: null,
    })
  })

  it('takes all that a campaign can have', async () => {
    const fields = {
      audienceType: 'FILTERED',
      audienceFilter: FILTER,
      variants: [{ subject: 'Other', body: null }],
      test: { share: 0.5, waitMinutes: 60, metric: 'opens' },
      utm: { source: 'weekly' },
      ratePerMinute: 10,
    }
    const { id } = await buildRecurring(own, fields)
    expect(await readRecurring(own, id)).toMatchObject(fields)
  })

  it('names every field that is missing', async () => {
    const reply = await call(own, ['POST', '/recurring-campaigns'], { body: {} })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({
      name: 'required',
      subject: 'required',
      body: 'required',
      from: 'required',
      audienceType: 'required',
      cron: 'required',
    })
  })

  it.each([
    ['a schedule that is not one', { cron: 'daily' }, { cron: 'invalid_string' }],
    ['an hour that no day has', { cron: '0 24 * * *' }, { cron: 'invalid_string' }],
    ['a day that no month has', { cron: '0 9 31 2 *' }, { cron: 'invalid_string' }],
    ['a schedule that is too long', { cron: `0 9 * * ${'1,'.repeat(300)}1` }, { cron: 'too_big' }],
    ['every minute', { cron: '* * * * *' }, { cron: 'invalid_string' }],
    ['two minutes of an hour', { cron: '0,30 9 * * *' }, { cron: 'invalid_string' }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, { timezone: 'invalid_string' }],
    ['a state that is no boolean', { enabled: 'yes' }, { enabled: 'invalid_type' }],
    ['a segment that is missing', { audienceType: 'SEGMENT' }, { segmentId: 'required' }],
    ['a segment that is not used', { segmentId: UNKNOWN }, { segmentId: 'custom' }],
    ['a plan that contradicts itself', { test: { share: 0.5 } }, { variants: 'required' }],
    ['an unknown topic', { topic: 'nothing' }, { topic: 'invalid_enum_value' }],
    ['variants that are not a list', { variants: {} }, { variants: 'invalid_type', test: 'required' }],
    ['a variant that is null', { variants: [null] }, { 'variants.0': 'invalid_type', test: 'required' }],
  ])('refuses %s', async (_, fields, expected) => {
    const reply = await postRecurring(own, fields)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, expected])
  })

  it('refuses fields that it does not know', async () => {
    const reply = await postRecurring(own, { schedule: '0 9 * * *' })
    expect(reply.statusCode).toBe(422)
    expect(errorOf(reply).message).toContain('schedule')
  })

  it('refuses a body that is not valid Liquid, a sender without a domain, and an unknown segment', async () => {
    const replies = [
      await postRecurring(own, { body: '{{ name' }),
      await postRecurring(own, { from: 'news@unverified.example.com' }),
      await postRecurring(own, { audienceType: 'SEGMENT', segmentId: UNKNOWN }),
    ]
    expect(replies.map((reply) => [reply.statusCode, errorOf(reply).code])).toEqual([
      [400, 'TEMPLATE_SYNTAX'],
      [403, 'DOMAIN_NOT_VERIFIED'],
      [404, 'SEGMENT_NOT_FOUND'],
    ])
  })

  it('stops at a hundred per project', async () => {
    const { id } = await buildRecurring(own)
    const values = Array.from({ length: 99 }, (_, index) => index)
    for (const index of values) {
      await own.deps.database.db
        .insertInto('recurring_campaigns')
        .columns([
          'project_id',
          'id',
          'name',
          'enabled',
          'cron',
          'timezone',
          'fields',
          'created_at',
          'updated_at',
        ])
        .expression((eb) =>
          eb
            .selectFrom('recurring_campaigns')
            .select((r) => [
              'project_id',
              r.fn<string>('gen_random_uuid', []).as('id'),
              r.val(`Copy ${index}`).as('name'),
              'enabled',
              'cron',
              'timezone',
              'fields',
              'created_at',
              'updated_at',
            ])
            .where('id', '=', id),
        )
        .execute()
    }
    const reply = await postRecurring(own)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
  })

  it('needs a secret key with full rights', async () => {
    const body = { ...newFields(), cron: '0 9 * * mon' }
    const keys = ['', own.project.publicKey, await buildKey(own, { scopes: ['read'] })]
    const replies = []
    for (const key of keys) {
      replies.push(await call(own, ['POST', '/recurring-campaigns'], { key, body }))
    }
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
  })
})

describe('GET /recurring-campaigns', () => {
  it('lists them newest first, in pages, without their bodies', async () => {
    const first = await buildRecurring(own)
    const second = await buildRecurring(own)
    type List = { recurringCampaigns: { id: string }[]; cursor: string | null; total: number }
    const read = async (query: Record<string, string>) =>
      (await call(own, ['GET', '/recurring-campaigns'], { query })).json<List>()
    const page = await read({ limit: '1' })
    expect(page).toMatchObject({ recurringCampaigns: [{ id: second.id }], total: 2 })
    expect(page.recurringCampaigns[0]).not.toHaveProperty('body')
    const next = await read({ limit: '1', cursor: page.cursor ?? '' })
    expect(next).toMatchObject({ recurringCampaigns: [{ id: first.id }], cursor: null })
  })

  it('shows nothing of other projects', async () => {
    const { id } = await buildRecurring(own)
    const { secretKey: key } = test.other
    const list = (await call(test, ['GET', '/recurring-campaigns'], { key })).json<{ total: number }>()
    expect(list.total).toBe(0)
    const path = `/recurring-campaigns/${id}`
    const replies = [
      await call(test, ['GET', path], { key }),
      await call(test, ['PATCH', path], { key, body: { name: 'Mine' } }),
      await call(test, ['GET', `${path}/runs`], { key }),
      await call(test, ['POST', `${path}/run`], { key }),
      await call(test, ['DELETE', path], { key }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  })
})

describe('PATCH /recurring-campaigns/{id}', () => {
  it('changes the given fields and keeps the others', async () => {
    const { id, body } = await buildRecurring(own)
    const reply = await patchRecurring(own, id, { subject: 'New', cron: '0 10 * * tue' })
    expect(reply.json()).toMatchObject({ subject: 'New', body, cron: '0 10 * * tue', enabled: true })
    expect(reply.json<{ nextRunAt: string }>().nextRunAt).toMatch(/T10:00/)
  })

  it('stops and continues the schedule', async () => {
    const { id, nextRunAt } = await buildRecurring(own)
    expect((await patchRecurring(own, id, { enabled: false })).json()).toMatchObject({ nextRunAt: null })
    expect((await patchRecurring(own, id, { enabled: true })).json()).toMatchObject({ nextRunAt })
  })

  it('clears the segment of another audience', async () => {
    const segmentId = await buildSegment()
    const { id } = await buildRecurring(own, { audienceType: 'SEGMENT', segmentId })
    expect((await patchRecurring(own, id, { audienceType: 'ALL' })).json()).toMatchObject({ segmentId: null })
    const reply = await patchRecurring(own, id, { audienceType: 'SEGMENT' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { segmentId: 'required' }])
  })

  it('refuses a version that somebody else has changed', async () => {
    const { id, updatedAt } = await buildRecurring(own)
    own.clock.advance(1_000)
    expect((await patchRecurring(own, id, { name: 'One', ifUpdatedAt: updatedAt })).statusCode).toBe(200)
    const reply = await patchRecurring(own, id, { name: 'Two', ifUpdatedAt: updatedAt })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
  })

  it('refuses invalid fields and those of the record', async () => {
    const { id } = await buildRecurring(own)
    expect(fieldsOf(await patchRecurring(own, id, { cron: 'x', timezone: 'y' }))).toEqual({
      cron: 'invalid_string',
      timezone: 'invalid_string',
    })
    expect((await patchRecurring(own, id, { nextRuns: [] })).statusCode).toBe(422)
  })

  it('loses no change of two at the same time', async () => {
    const { id } = await buildRecurring(own)
    await Promise.all([
      patchRecurring(own, id, { subject: 'Changed' }),
      patchRecurring(own, id, { fromName: 'Shop' }),
    ])
    expect(await readRecurring(own, id)).toMatchObject({ subject: 'Changed', fromName: 'Shop' })
  })
})

describe('the records that it needs', () => {
  const remove = (path: string) => call(own, ['DELETE', path])

  it('cannot be deleted while it is enabled', async () => {
    const segmentId = await buildSegment()
    const topic = await buildTopic(own, { key: 'news' })
    const added = await call(own, ['POST', '/domains'], { body: { domain: 'weekly.test' } })
    const paths = [
      `/segments/${segmentId}`,
      `/topics/${topic.id}`,
      `/domains/${added.json<{ id: string }>().id}`,
    ]
    const fields = { audienceType: 'SEGMENT', segmentId, topic: 'news', from: 'a@weekly.test' }
    const { id, name } = await buildRecurring(own, fields)
    for (const path of paths) {
      const reply = await remove(path)
      expect([reply.statusCode, errorOf(reply).message]).toEqual([
        409,
        expect.stringContaining(`recurring campaign ${id}`) as unknown,
      ])
    }
    const segment = await call(own, ['GET', `/segments/${segmentId}`])
    expect(segment.json()).toMatchObject({ usedBy: [{ kind: 'recurring_campaign', id, name }] })
    await patchRecurring(own, id, { enabled: false })
    for (const path of paths) expect((await remove(path)).statusCode).toBe(204)
    const reply = await patchRecurring(own, id, { enabled: true })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect((await readRecurring(own, id)).enabled).toBe(false)
  })
})

describe('DELETE /recurring-campaigns/{id}', () => {
  it('ends the schedule and lets the campaigns of its runs stay', async () => {
    const { id } = await buildRecurring(own)
    await call(own, ['POST', '/contacts'], { body: { email: 'ada@example.com', subscribed: true } })
    const { campaignId } = await runNow(own, id)
    const path = `/recurring-campaigns/${id}`
    expect((await call(own, ['DELETE', path])).statusCode).toBe(204)
    expect((await call(own, ['DELETE', path])).statusCode).toBe(404)
    const campaign = await call(own, ['GET', `/campaigns/${campaignId}`])
    expect(campaign.json()).toMatchObject({ data: { recurringId: id, status: 'SENDING' } })
  })
})
