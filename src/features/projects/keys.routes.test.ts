import { describe, expect, it } from 'vitest'
import { buildKey } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions } from '../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const MINUTE_MS = 60_000

type KeyRecord = {
  id: string
  name: string
  kind: string
  scopes: string[]
  prefix: string
  lastFour: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}
type NewKey = KeyRecord & { key: string; replaces: { id: string; expiresAt: string } }

const create = (body: unknown, options: CallOptions = {}) =>
  call(test, ['POST', '/keys'], { body, ...options })
const createKey = async (body: unknown) => (await create(body)).json<NewKey>()
const list = async (query: Record<string, string> = {}) =>
  (await call(test, ['GET', '/keys'], { query })).json<{ keys: KeyRecord[]; total: number; cursor: string }>()
const find = async (id: string) => (await list({ limit: '100' })).keys.find((key) => key.id === id)
const statusWith = async (key: string) => (await call(test, ['GET', '/project'], { key })).statusCode
const after = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString()
const inAMinute = () => after(MINUTE_MS)
const lifetimeOf = ({ createdAt, expiresAt }: KeyRecord) =>
  new Date(expiresAt ?? Number.NaN).getTime() - new Date(createdAt).getTime()

describe('POST /keys', () => {
  it('makes a secret key with every scope, and shows it', async () => {
    const reply = await create({ name: '  My server  ' })
    expect(reply.statusCode).toBe(201)
    const key = reply.json<NewKey>()
    expect(key).toMatchObject({
      name: 'My server',
      kind: 'secret',
      scopes: ['full'],
      expiresAt: null,
      lastUsedAt: null,
    })
    // 40 letters and digits of 62 are 238 bits; the eight that stay visible leave 190.
    expect(key.key).toMatch(/^sk_[A-Za-z0-9]{40}$/)
    expect(key.prefix).toBe(key.key.slice(0, 7))
    expect(key.lastFour).toBe(key.key.slice(-4))
    expect(await statusWith(key.key)).toBe(200)
  })

  it('makes a public key', async () => {
    const key = await createKey({ name: 'Site', kind: 'public' })
    expect(key).toMatchObject({ kind: 'public', scopes: ['track'] })
    expect(key.key).toMatch(/^pk_/)
    expect(await statusWith(key.key)).toBe(403)
  })

  it('makes a key that ends', async () => {
    const key = await createKey({ name: 'Short', expiresAt: inAMinute() })
    expect(await statusWith(key.key)).toBe(200)
    test.clock.advance(MINUTE_MS)
    const reply = await call(test, ['GET', '/project'], { key: key.key })
    expect(reply.statusCode).toBe(401)
    expect(errorOf(reply).code).toBe('INVALID_API_KEY')
  })

  it.each<[unknown, Record<string, string>]>([
    [{}, { name: 'required' }],
    [{ name: '' }, { name: 'too_small' }],
    [{ name: '   ' }, { name: 'too_small' }],
    [{ name: 'x'.repeat(101) }, { name: 'too_big' }],
    [{ name: 'x', kind: 'admin' }, { kind: 'invalid_enum_value' }],
    [{ name: 'x', scopes: [] }, { scopes: 'too_small' }],
    [{ name: 'x', scopes: ['full', 'root'] }, { 'scopes.1': 'invalid_enum_value' }],
    [{ name: 'x', scopes: ['track'] }, { scopes: 'invalid_enum_value' }],
    [{ name: 'x', kind: 'public', scopes: ['full'] }, { scopes: 'invalid_enum_value' }],
    [
      { kind: 'public', scopes: ['full'] },
      { name: 'required', scopes: 'invalid_enum_value' },
    ],
    [{ name: 'x', kind: 'public', scopes: ['track', 'read'] }, { scopes: 'invalid_enum_value' }],
    [{ name: 'x', expiresAt: 'tomorrow' }, { expiresAt: 'invalid_date' }],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'invalid_date' }],
    [{ name: 'x', expiresAt: 1 }, { expiresAt: 'invalid_type' }],
  ])('refuses %j', async (body, fields) => {
    const reply = await create(body)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(fields)
  })

  it('needs a key with the scope full: a lesser one cannot make itself a greater', async () => {
    for (const scopes of [['read'], ['send'], ['read', 'send']] as const) {
      const key = await buildKey(test, { scopes: [...scopes] })
      expect((await create({ name: 'x' }, { key })).statusCode).toBe(403)
    }
  })
})

describe('GET /keys', () => {
  it('lists the living keys, newest first, in pages', async () => {
    const [first, second] = [await createKey({ name: 'First' }), await createKey({ name: 'Second' })]
    const page = await list({ limit: '1' })
    expect(page.keys.map(({ id }) => id)).toEqual([second.id])
    expect((await list({ limit: '1', cursor: page.cursor })).keys.map(({ id }) => id)).toEqual([first.id])
    expect(page.total).toBe((await list({ limit: '100' })).keys.length)
  })

  it('never shows a key again, nor its digest', async () => {
    const { key, id } = await createKey({ name: 'Hidden' })
    const reply = await call(test, ['GET', '/keys'])
    expect(reply.body).not.toContain(key)
    expect(reply.body).not.toContain(test.project.secretKey)
    expect(Object.keys((await find(id)) ?? {})).toEqual([
      'id',
      'name',
      'kind',
      'scopes',
      'prefix',
      'lastFour',
      'createdAt',
      'createdBy',
      'expiresAt',
      'lastUsedAt',
    ])
  })

  it('shows nothing of another project', async () => {
    const reply = await call(test, ['GET', '/keys'], { key: test.other.secretKey })
    const { keys, total } = reply.json<{ keys: KeyRecord[]; total: number }>()
    expect(keys.map(({ name }) => name)).toEqual(['First public key', 'First secret key'])
    expect(total).toBe(2)
  })

  it('keeps one that has expired, so that it can be seen that it has', async () => {
    const { id } = await createKey({ name: 'Gone soon', expiresAt: inAMinute() })
    test.clock.advance(2 * MINUTE_MS)
    expect((await find(id))?.expiresAt).not.toBeNull()
  })
})

describe('lastUsedAt', () => {
  it('is written with the first use, and then at most once a minute', async () => {
    const { key, id } = await createKey({ name: 'Used' })
    const lastUsedAt = async () => (await find(id))?.lastUsedAt
    await statusWith(key)
    const first = await lastUsedAt()
    expect(first).not.toBeNull()
    test.clock.advance(MINUTE_MS / 2)
    await statusWith(key)
    expect(await lastUsedAt()).toBe(first)
    test.clock.advance(MINUTE_MS / 2 + 1000)
    await statusWith(key)
    expect(new Date((await lastUsedAt()) ?? 0).getTime()).toBeGreaterThanOrEqual(
      new Date(first ?? 0).getTime() + MINUTE_MS,
    )
  })

  it('is written by one of many requests at once', async () => {
    const { key, id } = await createKey({ name: 'Busy' })
    await Promise.all(Array.from({ length: 10 }, () => statusWith(key)))
    const used = (await find(id))?.lastUsedAt
    await Promise.all(Array.from({ length: 10 }, () => statusWith(key)))
    expect((await find(id))?.lastUsedAt).toBe(used)
  })

  it('is not written by a request that the key is refused for', async () => {
    const { key, id } = await createKey({ name: 'Late', expiresAt: inAMinute() })
    test.clock.advance(2 * MINUTE_MS)
    await statusWith(key)
    expect((await find(id))?.lastUsedAt).toBeNull()
  })
})

describe('POST /keys/{id}/rotate', () => {
  const rotate = (id: string, body?: unknown) => call(test, ['POST', `/keys/${id}/rotate`], { body })

  it('makes a new key of the same kind, and lets the old one live for the grace period', async () => {
    test.clock.stop()
    const old = await createKey({ name: 'Turned', scopes: ['read', 'send'] })
    const reply = await rotate(old.id, { graceSeconds: 60 })
    expect(reply.statusCode).toBe(201)
    const fresh = reply.json<NewKey>()
    expect(fresh).toMatchObject({ name: 'Turned', kind: 'secret', scopes: ['read', 'send'], expiresAt: null })
    expect(fresh.key).not.toBe(old.key)
    expect(fresh.replaces.id).toBe(old.id)
    expect((await find(old.id))?.expiresAt).toBe(fresh.replaces.expiresAt)

    expect(await statusWith(old.key)).toBe(200)
    expect(await statusWith(fresh.key)).toBe(200)
    test.clock.advance(MINUTE_MS - 5000)
    expect(await statusWith(old.key)).toBe(200)
    test.clock.advance(5001)
    expect(await statusWith(old.key)).toBe(401)
    expect(await statusWith(fresh.key)).toBe(200)
  })

  it('gives a day when nothing is said', async () => {
    const old = await createKey({ name: 'A day' })
    const before = test.clock.now().getTime()
    const { replaces } = (await rotate(old.id)).json<NewKey>()
    const graceMs = new Date(replaces.expiresAt).getTime() - before
    expect(Math.abs(graceMs - 24 * 60 * MINUTE_MS)).toBeLessThan(10_000)
  })

  it('ends the old key at once with a grace of 0', async () => {
    const old = await createKey({ name: 'At once' })
    expect((await rotate(old.id, { graceSeconds: 0 })).statusCode).toBe(201)
    expect(await statusWith(old.key)).toBe(401)
  })

  it('never lengthens the life of the old key', async () => {
    const expiresAt = inAMinute()
    const old = await createKey({ name: 'Ends anyway', expiresAt })
    const { replaces } = (await rotate(old.id, { graceSeconds: 3600 })).json<NewKey>()
    expect(replaces.expiresAt).toBe(expiresAt)
  })

  it('lets the new key expire as long after its making as the old one did', async () => {
    const old = await createKey({ name: 'An hour', expiresAt: after(60 * MINUTE_MS) })
    test.clock.advance(50 * MINUTE_MS)
    const fresh = (await rotate(old.id)).json<NewKey>()
    expect(lifetimeOf(fresh)).toBe(lifetimeOf(old))
    expect((await find(fresh.id))?.expiresAt).toBe(fresh.expiresAt)
    test.clock.advance(59 * MINUTE_MS)
    expect(await statusWith(fresh.key)).toBe(200)
    test.clock.advance(MINUTE_MS)
    expect(await statusWith(fresh.key)).toBe(401)
  })

  it('gives the same to every key of a chain, and to the second of two rotations', async () => {
    const old = await createKey({ name: 'Chain', expiresAt: after(60 * MINUTE_MS) })
    const second = (await rotate(old.id, { graceSeconds: 60 })).json<NewKey>()
    const third = (await rotate(second.id)).json<NewKey>()
    const again = (await rotate(old.id)).json<NewKey>()
    expect([second, third, again].map(lifetimeOf)).toEqual(Array(3).fill(lifetimeOf(old)))
  })

  it('gives no expiry to the second replacement of a key that had none', async () => {
    const old = await createKey({ name: 'Never' })
    await rotate(old.id)
    expect((await rotate(old.id)).json<NewKey>().expiresAt).toBeNull()
  })

  it('bears the last date that can be written', async () => {
    const expiresAt = '9999-12-31T23:59:59.999Z'
    const old = await createKey({ name: 'Far', expiresAt })
    test.clock.advance(MINUTE_MS)
    expect((await rotate(old.id)).json<NewKey>().expiresAt).toBe(expiresAt)
  })

  it('refuses a key that has expired', async () => {
    const old = await createKey({ name: 'Over', expiresAt: inAMinute() })
    test.clock.advance(MINUTE_MS)
    const reply = await rotate(old.id)
    expect(reply.statusCode).toBe(400)
    expect(errorOf(reply).code).toBe('INVALID_STATE')
  })

  it.each([[-1], [2_592_001], [1.5], ['60']])('refuses a grace of %j', async (graceSeconds) => {
    const old = await createKey({ name: 'Grace' })
    const reply = await rotate(old.id, { graceSeconds })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual(['graceSeconds'])
    expect((await find(old.id))?.expiresAt).toBeNull()
  })

  it('makes as many new keys as it is called for at the same time, and loses none', async () => {
    const old = await createKey({ name: 'Twice' })
    const made = await Promise.all([rotate(old.id), rotate(old.id)])
    expect(made.map((reply) => reply.statusCode)).toEqual([201, 201])
    for (const reply of made) expect(await statusWith(reply.json<NewKey>().key)).toBe(200)
  })
})

describe('DELETE /keys/{id}', () => {
  const revoke = (id: string) => call(test, ['DELETE', `/keys/${id}`])

  it('ends a key at once, and it disappears from the list', async () => {
    const { id, key } = await createKey({ name: 'Revoked' })
    const reply = await revoke(id)
    expect(reply.statusCode).toBe(204)
    expect(reply.body).toBe('')
    expect(await statusWith(key)).toBe(401)
    expect(await find(id)).toBeUndefined()
  })

  it('is a 404 the second time, and so is rotating it', async () => {
    const { id } = await createKey({ name: 'Twice gone' })
    await revoke(id)
    expect((await revoke(id)).statusCode).toBe(404)
    expect((await call(test, ['POST', `/keys/${id}/rotate`])).statusCode).toBe(404)
  })

  it('refuses to end the very key that asks for it, and says how to go about it', async () => {
    const { id, key } = await createKey({ name: 'Its own' })
    for (const spelling of [id, id.toUpperCase()]) {
      const reply = await call(test, ['DELETE', `/keys/${spelling}`], { key })
      expect(reply.statusCode).toBe(409)
      expect(errorOf(reply)).toMatchObject({
        code: 'RESOURCE_IN_USE',
        message: expect.stringContaining('uses the key that it would revoke') as string,
        suggestion: expect.stringContaining('confirm=true') as string,
      })
    }
    const unsure = await call(test, ['DELETE', `/keys/${id}`], { key, query: { confirm: 'false' } })
    expect(unsure.statusCode).toBe(409)
    expect(await statusWith(key)).toBe(200)
  })

  it('ends the very key that asks for it when that is confirmed, even the last one', async () => {
    const alone: TestApp = { ...test, project: await buildProject(test.deps) }
    const { keys } = (await call(alone, ['GET', '/keys'])).json<{ keys: KeyRecord[] }>()
    const own = keys.find(({ kind }) => kind === 'secret')?.id
    const reply = await call(alone, ['DELETE', `/keys/${own}`], { query: { confirm: 'true' } })
    expect(reply.statusCode).toBe(204)
    expect((await call(alone, ['GET', '/keys'])).statusCode).toBe(401)
  })

  it('needs no confirmation for another key, and takes no other word for it', async () => {
    const { id } = await createKey({ name: 'Other' })
    const unclear = await call(test, ['DELETE', `/keys/${id}`], { query: { confirm: 'yes' } })
    expect(unclear.statusCode).toBe(422)
    expect(fieldsOf(unclear)).toEqual({ confirm: 'invalid_enum_value' })
    expect((await revoke(id)).statusCode).toBe(204)
  })
})

describe("another project's key", () => {
  it('is a 404 and stays as it is', async () => {
    const { id, key } = await createKey({ name: 'Ours' })
    const theirs: TestApp = { ...test, project: await buildProject(test.deps) }
    for (const reply of [
      await call(theirs, ['DELETE', `/keys/${id}`]),
      await call(theirs, ['POST', `/keys/${id}/rotate`]),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(errorOf(reply)).toMatchObject({ code: 'RESOURCE_NOT_FOUND', message: 'There is no such key.' })
    }
    expect(await statusWith(key)).toBe(200)
  })
})

describe('the search and the order of GET /keys', () => {
  const namesOf = async (query: Record<string, string>) => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({
        search: 'order',
        limit: '1',
        ...query,
        ...(cursor !== undefined && { cursor }),
      })
      seen.push(...page.keys.map(({ name }) => name))
      cursor = page.cursor
    }
    return seen
  }

  it('finds keys by a part of their name, in the order of creation or names, page by page', async () => {
    for (const name of ['Shop orders', 'billing of ORDERS', 'Orders']) await createKey({ name })
    expect(await namesOf({})).toEqual(['Orders', 'billing of ORDERS', 'Shop orders'])
    expect(await namesOf({ sort: 'createdAt' })).toEqual(['Shop orders', 'billing of ORDERS', 'Orders'])
    expect(await namesOf({ sort: 'name' })).toEqual(['billing of ORDERS', 'Orders', 'Shop orders'])
    expect(await namesOf({ sort: '-name' })).toEqual(['Shop orders', 'Orders', 'billing of ORDERS'])
    expect(await list({ search: 'order' })).toMatchObject({ total: 3 })
    expect(await list({ search: '%' })).toMatchObject({ keys: [], total: 0 })
  })

  it('refuses unknown orders and too long searches', async () => {
    const refused = async (query: Record<string, string>) =>
      fieldsOf(await call(test, ['GET', '/keys'], { query }))
    expect(await refused({ sort: 'updatedAt' })).toEqual({ sort: 'invalid_enum_value' })
    expect(await refused({ search: 'x'.repeat(101) })).toEqual({ search: 'too_big' })
  })
})
