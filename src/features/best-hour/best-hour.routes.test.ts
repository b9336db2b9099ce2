import { describe, expect, it } from 'vitest'
import { buildContact, buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { UNKNOWN } from '../../../test/support/feature-steps.ts'
import { opensAt, recordOpens } from '../../../test/support/opens.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

describe('GET /contacts/{id}/best-hour', () => {
  it('tells the hour in the zone of the contact, and what it rests on', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { data: { timezone: 'Asia/Tokyo' } })
    const read = async () => (await call(app, ['GET', `/contacts/${id}/best-hour`])).json<object>()
    const fixed = { needed: 3, days: 180, timezone: 'Asia/Tokyo' }
    expect(await read()).toEqual({ hour: null, events: 0, ...fixed })
    const now = app.clock.now()
    const opens = opensAt(id, { now, hour: 9, days: 4 })
    await recordOpens(app, [
      ...opens,
      { contactId: id, at: now, name: 'email.clicked' },
      ...opens.map((open) => ({ ...open, verdict: 'machine' as const })),
    ])
    expect(await read()).toEqual({ hour: '18:00', events: 5, ...fixed })
  })

  it('has the zone of the project for contacts without one', async () => {
    const app = await inFreshProject(test)
    await call(app, ['PATCH', '/project'], { body: { timezone: 'Europe/Berlin' } })
    const { id } = await buildContact(app)
    const reply = await call(app, ['GET', `/contacts/${id}/best-hour`])
    expect(reply.json()).toMatchObject({ timezone: 'Europe/Berlin' })
  })

  it('refuses strangers, and unknown contacts', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildContact(other)
    for (const contactId of [id, UNKNOWN]) {
      const reply = await call(app, ['GET', `/contacts/${contactId}/best-hour`])
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
    const noKey = await call(app, ['GET', `/contacts/${id}/best-hour`], { key: null })
    expect(noKey.statusCode).toBe(401)
    const key = await buildKey(app, { scopes: ['send'] })
    expect((await call(app, ['GET', `/contacts/${id}/best-hour`], { key })).statusCode).toBe(403)
  })
})
