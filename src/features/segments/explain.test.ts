import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { all, buildSegment, memberOf, PRO } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type ExplainAnswer = { isMember: boolean; words: string | null; conditions: Record<string, unknown>[] }

const explain = (app: TestApp, segmentId: string, contactId: string) =>
  call(app, ['GET', `/segments/${segmentId}/explain`], { query: { contactId } })

const WEEK = { amount: 7, unit: 'days' }

describe('GET /segments/{id}/explain', () => {
  it('returns the result of each condition, with the value of the contact', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app, { data: { plan: 'pro', tags: ['a'], address: { city: 'Bonn' } } })
    const list = await buildSegment(app, { name: 'Testers', type: 'STATIC', emails: [contact.email] })
    for (let times = 0; times < 2; times += 1) {
      await call(app, ['POST', '/v1/track'], { body: { email: contact.email, event: 'login' } })
    }
    const segment = await buildSegment(app, {
      filters: all(
        PRO,
        { field: 'event.login', operator: 'triggered', within: WEEK, count: { atLeast: 3 } },
        {
          operator: 'NOT',
          conditions: [
            {
              operator: 'OR',
              conditions: [
                { field: 'data.address.city', operator: 'equals', value: 'Berlin' },
                { field: 'data.none', operator: 'exists' },
              ],
            },
          ],
        },
        { field: 'emailActivity.sent', operator: 'notTriggered' },
        memberOf(list.id),
        { field: 'subscribed', operator: 'equals', value: false },
        { field: 'createdAt', operator: 'within', value: WEEK },
      ),
    })
    const reply = await explain(app, segment.id, contact.id)
    expect(reply.statusCode).toBe(200)
    const { isMember, words, conditions } = reply.json<ExplainAnswer>()
    expect(isMember).toBe(false)
    expect(words).toContain('plan is pro and triggered login at least 3 times in the last 7 days')
    const rows = conditions.map(({ path, field, holds, actual }) => [path, field, holds, actual])
    expect(rows).toEqual([
      ['', null, false, null],
      ['conditions.0', 'data.plan', true, 'pro'],
      ['conditions.1', 'event.login', false, 2],
      ['conditions.2', null, true, null],
      ['conditions.2.conditions.0', null, false, null],
      ['conditions.2.conditions.0.conditions.0', 'data.address.city', false, 'Bonn'],
      ['conditions.2.conditions.0.conditions.1', 'data.none', false, null],
      ['conditions.3', 'emailActivity.sent', true, 0],
      ['conditions.4', 'segment', true, true],
      ['conditions.5', 'subscribed', false, true],
      ['conditions.6', 'createdAt', true, contact.createdAt],
    ])
    expect(conditions[8]).toMatchObject({ words: 'in the segment Testers' })
  })

  it('only returns the membership for a static segment', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app)
    const other = await buildContact(app)
    const { id } = await buildSegment(app, { type: 'STATIC', emails: [contact.email] })
    for (const [contactId, isMember] of [
      [contact.id, true],
      [other.id, false],
    ] as const) {
      expect((await explain(app, id, contactId)).json()).toEqual({
        segmentId: id,
        contactId,
        isMember,
        words: null,
        conditions: [],
      })
    }
  })

  it('knows neither segments nor contacts of other projects', async () => {
    const app = await inFreshProject(test)
    const own = await buildSegment(app, { filters: all(PRO) })
    const foreign = await buildSegment(test, { filters: all(PRO) })
    const contact = await buildContact(app)
    const stranger = await buildContact(test)
    expect((await explain(app, foreign.id, contact.id)).statusCode).toBe(404)
    expect((await explain(app, own.id, stranger.id)).statusCode).toBe(404)
    expect((await explain(app, own.id, 'nobody')).statusCode).toBe(404)
    expect((await call(app, ['GET', `/segments/${own.id}/explain`])).statusCode).toBe(422)
  })
})
