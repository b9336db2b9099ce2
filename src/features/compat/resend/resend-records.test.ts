// The official client of Resend against a node: domains, audiences and contacts.
import { Resend } from 'resend'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useServedApp } from '../fixtures/served.ts'

const test = useServedApp()

const clientOf = (key: string) => new Resend(key, { baseUrl: `${test.origin}/compat/resend` })
let resend: Resend
let other: Resend
beforeAll(() => {
  resend = clientOf(test.project.secretKey)
  other = clientOf(test.other.secretKey)
})

const UNKNOWN = '0198a6a0-0000-7000-8000-000000000000'
const NOT_FOUND = { data: null, error: { statusCode: 404, name: 'not_found' } }

type Answer<Data> = { data: Data | null; error: { message: string } | null }

/** The data of a call that must succeed. */
async function good<Data>(calling: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await calling
  if (!data) throw new Error(error?.message)
  return data
}

describe('domains', () => {
  it('are created, listed, read, verified and removed', async () => {
    const created = await good(resend.domains.create({ name: 'mail.shop-one.com' }))
    expect(created).toMatchObject({ object: 'domain', name: 'mail.shop-one.com', status: 'pending' })
    expect(created.records).toContainEqual(
      expect.objectContaining({ record: 'DKIM', type: 'TXT', status: 'pending' }),
    )
    const { id } = created
    expect(await good(resend.domains.list({ limit: 5 }))).toMatchObject({
      object: 'list',
      data: [{ id }],
      has_more: false,
    })
    expect(await good(resend.domains.get(id))).toMatchObject({ id, records: created.records })
    expect(await good(resend.domains.verify(id))).toEqual({ object: 'domain', id })
    for (const reply of [
      await other.domains.get(id),
      await other.domains.remove(id),
      await other.domains.verify(id),
    ]) {
      expect(reply).toMatchObject(NOT_FOUND)
    }
    expect(await good(resend.domains.remove(id))).toEqual({ object: 'domain', id, deleted: true })
    expect(await resend.domains.get(id)).toMatchObject(NOT_FOUND)
  })

  it.each([
    ['a region', { region: 'eu-west-1' as const }, 'has no regions'],
    ['tracking', { openTracking: true }, 'tracking is a setting of the project'],
    ['a return path', { customReturnPath: 'x' }, 'chooses the records itself'],
    ['a bad name', { name: 'no domain' }, 'The field name'],
  ])('are refused with a sentence: %s', async (_what, parts, sentence) => {
    const { error } = await resend.domains.create({ name: 'a.shop.example', ...parts })
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(error?.message).toContain(sentence)
  })

  it('cannot be changed, and have no further pages', async () => {
    const changed = await resend.domains.update({ id: UNKNOWN, openTracking: true })
    expect(changed.error).toMatchObject({ statusCode: 405, name: 'method_not_allowed' })
    const next = await resend.domains.list({ after: UNKNOWN })
    expect(next.error?.message).toContain('The field after is not a query parameter of this call')
  })
})

describe('audiences', () => {
  it('are static segments', async () => {
    const { id, name } = await good(resend.audiences.create({ name: 'Customers' }))
    expect(name).toBe('Customers')
    expect((await call(test, ['GET', `/segments/${id}`])).json()).toMatchObject({ name, type: 'STATIC' })
    expect(await good(resend.audiences.get(id))).toMatchObject({ object: 'segment', id, name })
    expect((await good(resend.audiences.list())).data).toContainEqual(expect.objectContaining({ id, name }))
    for (const reply of [await other.audiences.get(id), await other.audiences.remove(id)]) {
      expect(reply).toMatchObject(NOT_FOUND)
    }
    expect(await good(resend.audiences.remove(id))).toEqual({ object: 'segment', id, deleted: true })
  })

  it('have the path of older clients, too', async () => {
    const path = '/compat/resend/audiences'
    const created = await call(test, ['POST', path], { body: { name: 'Older' } })
    expect([created.statusCode, created.json()]).toMatchObject([201, { object: 'audience', name: 'Older' }])
    const { id } = created.json<{ id: string }>()
    expect((await call(test, ['GET', `${path}/${id}`])).json()).toMatchObject({ object: 'audience', id })
    expect((await call(test, ['DELETE', `${path}/${id}`])).json()).toEqual({
      object: 'audience',
      id,
      deleted: true,
    })
  })

  it('cannot be changed, or have a filter', async () => {
    const changed = await resend.segments.update(UNKNOWN, { name: 'x' })
    expect(changed.error).toMatchObject({ statusCode: 405 })
    const body = { name: 'x', filter: {} }
    const reply = await call(test, ['POST', '/compat/resend/segments'], { body })
    expect(reply.json<{ message: string }>().message).toContain('create a segment with a filter')
  })
})

describe('contacts', () => {
  it('are created, read, changed and removed, by id or address', async () => {
    const email = 'ada@example.com'
    const { id } = await good(
      resend.contacts.create({
        email,
        firstName: 'Ada',
        lastName: 'Lovelace',
        properties: { plan: 'pro', seats: 3 },
      }),
    )
    const data = { firstName: 'Ada', lastName: 'Lovelace', plan: 'pro', seats: 3 }
    expect((await call(test, ['GET', `/contacts/${id}`])).json()).toMatchObject({
      email,
      subscribed: true,
      data,
    })
    for (const reference of [id, email]) {
      expect(await good(resend.contacts.get(reference))).toMatchObject({
        object: 'contact',
        id,
        email,
        first_name: 'Ada',
        last_name: 'Lovelace',
        unsubscribed: false,
        properties: data,
      })
    }
    await good(resend.contacts.update({ email, unsubscribed: true, firstName: null as never }))
    expect(await good(resend.contacts.get(id))).toMatchObject({ first_name: null, unsubscribed: true })
    expect((await good(resend.contacts.list())).data).toContainEqual(expect.objectContaining({ id, email }))
    for (const reply of [
      await other.contacts.get(id),
      await other.contacts.get(email),
      await other.contacts.update({ id, unsubscribed: false }),
      await other.contacts.remove(id),
    ]) {
      expect(reply).toMatchObject(NOT_FOUND)
    }
    expect(await good(resend.contacts.remove(email))).toEqual({
      object: 'contact',
      contact: id,
      deleted: true,
    })
    expect(await resend.contacts.get(id)).toMatchObject(NOT_FOUND)
  })

  it('join audiences, in either form', async () => {
    const { id: audienceId } = await good(resend.audiences.create({ name: 'Members' }))
    await good(resend.contacts.create({ audienceId, email: 'grace@example.com', unsubscribed: true }))
    await good(resend.contacts.create({ email: 'alan@example.com', segments: [{ id: audienceId }] }))
    const { data } = await good(resend.contacts.list({ audienceId }))
    expect(data.map((one) => `${one.email} ${one.unsubscribed}`).toSorted()).toEqual([
      'alan@example.com false',
      'grace@example.com true',
    ])
    const older = await call(test, ['GET', `/compat/resend/audiences/${audienceId}/contacts`])
    expect(older.json<{ data: unknown[] }>().data).toHaveLength(2)
    expect(await other.contacts.list({ audienceId })).toMatchObject(NOT_FOUND)
    const foreign = await other.contacts.create({ audienceId, email: 'x@example.com' })
    expect(foreign).toMatchObject(NOT_FOUND)
  })

  it('are not written if an audience is unknown, or has a filter', async () => {
    const email = 'nowhere@example.com'
    const unknown = await resend.contacts.create({ email, segments: [{ id: UNKNOWN }] })
    expect(unknown).toMatchObject(NOT_FOUND)
    const filters = {
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
    }
    const segment = (await call(test, ['POST', '/segments'], { body: { name: 'Pro', filters } })).json<{
      id: string
    }>()
    const dynamic = await resend.contacts.create({ email, segments: [{ id: segment.id }] })
    expect(dynamic.error?.message).toContain('must be static segments')
    expect(await resend.contacts.get(email)).toMatchObject(NOT_FOUND)
  })

  it('are read, changed and removed within an audience', async () => {
    const { id: audienceId } = await good(resend.audiences.create({ name: 'Within' }))
    const { id: elsewhere } = await good(resend.audiences.create({ name: 'Elsewhere' }))
    const email = 'within+1@example.com'
    const { id } = await good(resend.contacts.create({ audienceId, email, firstName: 'Ada' }))
    expect(await good(resend.contacts.get({ audienceId, email }))).toMatchObject({ id, first_name: 'Ada' })
    await good(resend.contacts.update({ audienceId, id, unsubscribed: true }))
    expect(await good(resend.contacts.get({ audienceId, id }))).toMatchObject({ unsubscribed: true })
    for (const reply of [
      await resend.contacts.get({ audienceId: elsewhere, email }),
      await resend.contacts.update({ audienceId: elsewhere, email, unsubscribed: false }),
      await resend.contacts.remove({ audienceId: elsewhere, email }),
      await resend.contacts.get({ audienceId: UNKNOWN, email }),
      await other.contacts.get({ audienceId, email }),
      await other.contacts.update({ audienceId, id, unsubscribed: false }),
      await other.contacts.remove({ audienceId, id }),
    ]) {
      expect(reply).toMatchObject(NOT_FOUND)
    }
    expect(await good(resend.contacts.remove({ audienceId, email }))).toEqual({
      object: 'contact',
      contact: id,
      deleted: true,
    })
    expect(await resend.contacts.get({ audienceId, email })).toMatchObject(NOT_FOUND)
    expect(await good(resend.contacts.get(id))).toMatchObject({ id, unsubscribed: true })
  })

  it('join and leave segments', async () => {
    const { id: segmentId } = await good(resend.segments.create({ name: 'Joined' }))
    const email = 'joins@example.com'
    const { id } = await good(resend.contacts.create({ email }))
    expect(await good(resend.contacts.segments.add({ email, segmentId }))).toEqual({ id })
    expect((await good(resend.contacts.list({ audienceId: segmentId }))).data).toMatchObject([{ id }])
    for (const reply of [
      await resend.contacts.segments.add({ email: 'nobody@example.com', segmentId }),
      await other.contacts.segments.add({ contactId: id, segmentId }),
      await other.contacts.segments.remove({ contactId: id, segmentId }),
      await resend.contacts.segments.remove({ contactId: id, segmentId: UNKNOWN }),
    ]) {
      expect(reply).toMatchObject(NOT_FOUND)
    }
    const removed = await good(resend.contacts.segments.remove({ contactId: id, segmentId }))
    expect(removed).toEqual({ id, audienceId: segmentId, deleted: true })
    expect((await good(resend.contacts.list({ audienceId: segmentId }))).data).toEqual([])
    expect(await resend.contacts.segments.remove({ contactId: id, segmentId })).toMatchObject(NOT_FOUND)
  })

  it('are refused with topics', async () => {
    const topics = await resend.contacts.create({ email: 'a@example.com', topics: [] })
    expect(topics.error?.message).toContain('choose topics by their keys')
    const bad = await resend.contacts.create({ email: 'nobody' })
    expect(bad.error).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('The field email') as string,
    })
  })
})

describe('a key', () => {
  it('that only reads cannot write, and none opens nothing', async () => {
    const reader = clientOf(await buildKey(test, { scopes: ['read'] }))
    expect((await reader.contacts.list()).error).toBeNull()
    for (const reply of [
      await reader.contacts.create({ email: 'a@example.com' }),
      await reader.audiences.create({ name: 'x' }),
      await reader.domains.create({ name: 'x.shop.example' }),
    ]) {
      expect(reply.error).toMatchObject({ statusCode: 403, name: 'restricted_api_key' })
    }
    for (const path of ['contacts', 'audiences', 'segments', 'domains']) {
      const reply = await call(test, ['GET', `/compat/resend/${path}`], { key: null })
      expect([reply.statusCode, reply.json()]).toMatchObject([401, { name: 'missing_api_key' }])
    }
  })
})
