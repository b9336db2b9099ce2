import { describe, expect, it } from 'vitest'
import { buildContact, newAddress } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const post = (body: object) => call(test, ['POST', '/contacts'], { body })
const patch = (id: string, body: object) => call(test, ['PATCH', `/contacts/${id}`], { body })
const read = async (id: string) => (await call(test, ['GET', `/contacts/${id}`])).json<object>()
const listed = async (email: string) =>
  (await call(test, ['GET', '/contacts'], { query: { email } })).json<{ contacts: object[] }>().contacts

const messageOf = (reply: Reply, field: string) =>
  errorOf(reply).errors?.find((one) => one.field === field)?.message

describe('an unknown field of a contact', () => {
  it.each<[field: string, value: unknown, words: string]>([
    ['firstName', 'Ada', 'as data.firstName'],
    ['name', 'Ada', 'as data.name'],
    ['status', 'unsubscribed', '"subscribed"'],
    ['unsubscribed', true, '"subscribed": false'],
    ['opt_out', true, '"subscribed": false'],
    ['isSubscribed', false, 'did you mean "subscribed"?'],
    ['attribs', { plan: 'pro' }, 'into "data"'],
    ['attributes', { plan: 'pro' }, 'into "data"'],
    ['custom_fields', { plan: 'pro' }, 'into "data"'],
    ['properties', { plan: 'pro' }, 'into "data"'],
    ['lists', [1], 'POST /segments/{id}/members'],
    ['emial', 'ada@example.com', 'did you mean "email"?'],
  ])('is refused with where it belongs: %s', async (field, value, words) => {
    const email = newAddress()
    const created = await post({ email, [field]: value })
    expect([created.statusCode, fieldsOf(created)]).toEqual([422, { [field]: 'unrecognized_keys' }])
    expect(messageOf(created, field)).toContain(words)
    expect(await listed(email)).toEqual([])

    const contact = await buildContact(test, { subscribed: true })
    const changed = await patch(contact.id, { [field]: value })
    expect([changed.statusCode, fieldsOf(changed)]).toEqual([422, { [field]: 'unrecognized_keys' }])
    expect(messageOf(changed, field)).toContain(words)
    expect(await read(contact.id)).toMatchObject({ subscribed: true, updatedAt: contact.updatedAt })
  })

  it('is taken inside of data, whatever its name', async () => {
    const data = { status: 'unsubscribed', attribs: { plan: 'pro' }, firstName: 'Ada' }
    expect((await post({ email: newAddress(), data })).json()).toMatchObject({ data, subscribed: true })
  })
})

describe('a contact as the API returns it', () => {
  it('can be sent back, from every call that returns one', async () => {
    const email = newAddress()
    const created = (await post({ email, subscribed: false, data: { plan: 'pro' } })).json<{ id: string }>()
    const [fromList] = await listed(email)
    for (const record of [created, await read(created.id), fromList ?? {}]) {
      const upserted = await post(record)
      expect([upserted.statusCode, upserted.json()]).toMatchObject([
        200,
        { id: created.id, email, subscribed: false, data: { plan: 'pro' }, _meta: { isUpdate: true } },
      ])
      const patched = await patch(created.id, record)
      expect([patched.statusCode, patched.json()]).toMatchObject([200, { id: created.id, subscribed: false }])
    }
  })

  it('keeps its own id, times and state when another record is sent', async () => {
    const { id, createdAt } = await buildContact(test, { subscribed: true })
    const record = { id: 'another', createdAt: 'never', updatedAt: null, subscriptionState: 'LEFT', _meta: 1 }
    expect((await patch(id, record)).json()).toMatchObject({ id, createdAt, subscriptionState: 'SUBSCRIBED' })
  })
})

describe('calls that take contacts as a side matter', () => {
  it('still ignore fields of the caller', async () => {
    const sent = await call(test, ['POST', '/v1/send'], {
      body: { to: newAddress(), from: 'a@shop.test', subject: 'Hi', body: 'Hi', firstName: 'Ada' },
    })
    const tracked = await call(test, ['POST', '/v1/track'], {
      body: { email: newAddress(), event: 'signed up', firstName: 'Ada' },
    })
    expect([sent.statusCode, tracked.statusCode]).toEqual([200, 200])
  })
})
