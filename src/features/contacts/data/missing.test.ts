import { describe, expect, it } from 'vitest'
import { whileContactsAreHeld } from '../../../../test/support/database/held-contacts.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { all, buildSegment, PRO } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const ask = (app: TestApp, body: object) => call(app, ['POST', '/contacts/missing'], { body })

async function inProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await buildContact(app, { data: { firstName: 'Ann', plan: 'pro', address: { city: 'Bonn' } } })
  await buildContact(app, { data: { firstName: '', plan: 'pro' }, subscribed: false })
  await buildContact(app, { data: { firstName: null, plan: 'free', 'first name': 'Bo' } })
  return app
}

describe('POST /contacts/missing', () => {
  it('counts contacts without a value, for each way to write a field', async () => {
    const app = await inProject()
    const fields = ['firstName', 'data.firstName', 'contact.data.firstName', 'address.city', 'plan', 'email']
    expect((await ask(app, { fields })).json()).toEqual({
      contacts: 3,
      fields: [
        { field: 'firstName', missing: 2 },
        { field: 'data.firstName', missing: 2 },
        { field: 'contact.data.firstName', missing: 2 },
        { field: 'address.city', missing: 2 },
        { field: 'plan', missing: 0 },
        { field: 'email', missing: null },
      ],
    })
  })

  it('counts a segment, a filter, or the subscribed only', async () => {
    const app = await inProject()
    const { id: segmentId } = await buildSegment(app, { filters: all(PRO) })
    const count = async (query: object) => {
      const reply = await ask(app, { fields: ['firstName'], ...query })
      const { contacts, fields } = reply.json<{ contacts: number; fields: { missing: number }[] }>()
      return [contacts, fields[0]?.missing]
    }
    expect(await count({ segmentId })).toEqual([2, 1])
    expect(await count({ filter: all(PRO), subscribed: true })).toEqual([1, 0])
    expect(await count({ subscribed: false })).toEqual([1, 1])
  })

  it('leaves contacts of other projects out, and does not know their segments', async () => {
    const [app, other] = [await inFreshProject(test), await inProject()]
    const { id: segmentId } = await buildSegment(other, { filters: all(PRO) })
    expect((await ask(app, { fields: ['firstName'] })).json()).toMatchObject({ contacts: 0 })
    for (const id of [segmentId, UNKNOWN]) {
      const reply = await ask(app, { fields: ['firstName'], segmentId: id })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
    }
  })

  it.each<[body: object, fields: Record<string, string>]>([
    [{}, { fields: 'required' }],
    [{ fields: [] }, { fields: 'too_small' }],
    [{ fields: [''] }, { 'fields.0': 'too_small' }],
    [{ fields: ['x'.repeat(201)] }, { 'fields.0': 'too_big' }],
    [{ fields: Array.from({ length: 51 }, (_, index) => `f${index}`) }, { fields: 'too_big' }],
    [{ fields: 'firstName' }, { fields: 'invalid_type' }],
    [{ fields: ['a'], subscribed: 'yes' }, { subscribed: 'invalid_type' }],
  ])('refuses bad input: %#', async (body, fields) => {
    const reply = await ask(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('does not read what quotes in a name would do to SQL', async () => {
    const app = await inProject()
    const reply = await ask(app, { fields: ["x'); drop table contacts; --", '__proto__', 'a"b'] })
    expect(reply.statusCode).toBe(200)
  })

  it('says that counting takes too long', async () => {
    const app = await inProject()
    await whileContactsAreHeld(app, async () => {
      const reply = await ask(app, { fields: ['firstName'] })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
      expect(errorOf(reply).message).toContain('takes too long')
    })
  })
})
