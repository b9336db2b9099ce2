import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

async function fieldsOfProject(app: TestApp): Promise<unknown> {
  const reply = await call(app, ['GET', '/contacts/fields'])
  expect(reply.statusCode).toBe(200)
  return reply.json<{ fields: unknown }>().fields
}

describe('GET /contacts/fields', () => {
  it('is empty where no contact has data', async () => {
    const app = await inFreshProject(test)
    await buildContact(app)
    expect(await fieldsOfProject(app)).toEqual([])
  })

  it('tells type, count and coverage of every key, the most frequent first', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { name: 'Ann', age: 40, vip: true, tags: [], address: {} } })
    await buildContact(app, { data: { name: 'Bob', age: 41 } })
    await buildContact(app, { data: { name: 'Eve' } })
    await buildContact(app)
    const field = (key: string, type: string, count: number) => ({
      key,
      type,
      types: { [type]: count },
      count,
      coverage: count / 4,
    })
    expect(await fieldsOfProject(app)).toEqual([
      field('name', 'string', 3),
      field('age', 'number', 2),
      field('address', 'object', 1),
      field('tags', 'array', 1),
      field('vip', 'boolean', 1),
    ])
  })

  it('names the most frequent type of a key that has several', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2, { data: { plan: 'pro' } })
    await buildContacts(app, 3, { data: { plan: 7 } })
    await buildContacts(app, 1, { data: { plan: false } })
    expect(await fieldsOfProject(app)).toEqual([
      { key: 'plan', type: 'number', types: { number: 3, string: 2, boolean: 1 }, count: 6, coverage: 1 },
    ])
  })

  it('follows a key that changes its type, loses its value or its contact', async () => {
    const app = await inFreshProject(test)
    const first = await buildContact(app, { data: { plan: 'pro', old: 1 } })
    const second = await buildContact(app, { data: { plan: 'pro' } })
    await call(app, ['PATCH', `/contacts/${first.id}`], { body: { data: { plan: 7, old: null } } })
    expect(await fieldsOfProject(app)).toMatchObject([{ key: 'plan', types: { number: 1, string: 1 } }])
    await call(app, ['DELETE', `/contacts/${second.id}`])
    expect(await fieldsOfProject(app)).toEqual([
      { key: 'plan', type: 'number', types: { number: 1 }, count: 1, coverage: 1 },
    ])
  })

  it('does not mind what a key is called', async () => {
    const app = await inFreshProject(test)
    const keys = ['', 'a:b', 'string:x', 'constructor', 'Zoë', '😀', '%', 'x'.repeat(200)]
    await buildContact(app, { data: Object.fromEntries(keys.map((key) => [key, 'x'])) })
    const found = (await fieldsOfProject(app)) as { key: string; type: string }[]
    expect(found.map(({ key }) => key)).toEqual(keys.toSorted())
    expect(found.every(({ type }) => type === 'string')).toBe(true)
  })

  it('shows the 1,000 most frequent where there are more', async () => {
    const app = await inFreshProject(test)
    const keys = Array.from({ length: 1000 }, (_, index): [string, unknown] => [`key${index}`, 1])
    await buildContacts(app, 2, { data: Object.fromEntries(keys) })
    await buildContacts(app, 1, { data: { 'a rare key': 1 } })
    await buildContacts(app, 3, { data: { plan: 'pro' } })
    const found = (await fieldsOfProject(app)) as { key: string; count: number }[]
    expect(found).toHaveLength(1000)
    expect(found[0]).toMatchObject({ key: 'plan', count: 3 })
    expect(found.every(({ count }) => count >= 2)).toBe(true)
  })

  it('knows nothing of other projects', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { project: test.other, data: { theirs: 1 } })
    await buildContact(app, { data: { ours: 1 } })
    expect(await fieldsOfProject(app)).toMatchObject([{ key: 'ours' }])
  })
})
