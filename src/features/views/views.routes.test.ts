import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { MOST_VIEWS } from './views.service.ts'

const test = useTestApp()

const VIEW = {
  list: 'contacts',
  name: 'Pro plan',
  params: { q: 'ada', filter: { operator: 'AND', conditions: [] } },
}

type View = typeof VIEW & { id: string; createdAt: string; updatedAt: string }

async function save(app: TestApp, view: object = VIEW): Promise<View> {
  const reply = await call(app, ['POST', '/views'], { body: view })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<View>()
}

describe('saved views', () => {
  it('are created, read, changed and deleted', async () => {
    const app = await inFreshProject(test)
    const view = await save(app, { ...VIEW, name: '  Pro plan ' })
    expect(view).toEqual({
      ...VIEW,
      id: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      updatedAt: view.createdAt,
    })
    expect((await call(app, ['GET', `/views/${view.id}`])).json()).toEqual(view)
    const patch = { name: 'Everybody', params: { sort: 'email' } }
    const changed = (await call(app, ['PATCH', `/views/${view.id}`], { body: patch })).json<View>()
    expect(changed).toEqual({ ...view, ...patch, updatedAt: changed.updatedAt })
    const unchanged = await call(app, ['PATCH', `/views/${view.id}`], { body: {} })
    expect(unchanged.json()).toMatchObject(patch)
    expect((await call(app, ['DELETE', `/views/${view.id}`])).statusCode).toBe(204)
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const reply = await call(app, [method, `/views/${view.id}`], method === 'PATCH' ? { body: {} } : {})
      expect(errorOf(reply).code).toBe('RESOURCE_NOT_FOUND')
    }
  })

  it('are listed newest first, of all lists or of one', async () => {
    const app = await inFreshProject(test)
    const first = await save(app)
    const second = await save(app, { ...VIEW, list: 'emails' })
    const all = await call(app, ['GET', '/views'])
    expect(all.json()).toEqual({ views: [second, first], cursor: null, hasMore: false, total: 2 })
    const some = await call(app, ['GET', '/views'], { query: { list: 'contacts' } })
    expect(some.json()).toMatchObject({ views: [first], total: 1 })
  })

  it('have a name once per list, also if two callers save it at the same time', async () => {
    const app = await inFreshProject(test)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call(app, ['POST', '/views'], { body: VIEW })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ])
    const other = await save(app, { ...VIEW, name: 'Other' })
    await save(app, { ...VIEW, list: 'emails' })
    const renamed = await call(app, ['PATCH', `/views/${other.id}`], { body: { name: VIEW.name } })
    expect(errorOf(renamed)).toMatchObject({
      code: 'CONFLICT',
      message: 'The list has a view with the name Pro plan.',
    })
  })

  it('are limited in number', async () => {
    const app = await inFreshProject(test)
    for (let number = 0; number < MOST_VIEWS; number += 1) {
      await save(app, { ...VIEW, name: `View ${number}` })
    }
    const reply = await call(app, ['POST', '/views'], { body: VIEW })
    expect(errorOf(reply)).toMatchObject({ code: 'CONFLICT', message: 'A project has at most 200 views.' })
  })

  it.each([
    ['nothing', {}, { list: 'required', name: 'required', params: 'required' }],
    ['an unknown list', { ...VIEW, list: 'moons' }, { list: 'invalid_enum_value' }],
    ['an empty name', { ...VIEW, name: ' ' }, { name: 'too_small' }],
    ['a long name', { ...VIEW, name: 'x'.repeat(61) }, { name: 'too_big' }],
    ['a text for the parameters', { ...VIEW, params: 'q=ada' }, { params: 'invalid_type' }],
    ['large parameters', { ...VIEW, params: { q: 'x'.repeat(10_000) } }, { params: 'too_big' }],
  ])('refuse %s', async (_name, body, fields) => {
    const reply = await call(test, ['POST', '/views'], { body })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuse a view of an unknown list in the query', async () => {
    const reply = await call(test, ['GET', '/views'], { query: { list: 'moons' } })
    expect(fieldsOf(reply)).toEqual({ list: 'invalid_enum_value' })
  })

  it('need a key that may read, and for changes one that may write', async () => {
    const reader = await buildKey(test, { scopes: ['read'] })
    const statusOf = async (method: 'GET' | 'POST', key: string | null) =>
      (await call(test, [method, '/views'], { key, ...(method === 'POST' && { body: VIEW }) })).statusCode
    expect([await statusOf('GET', null), await statusOf('GET', test.project.publicKey)]).toEqual([401, 403])
    expect([await statusOf('GET', reader), await statusOf('POST', reader)]).toEqual([200, 403])
  })
})
