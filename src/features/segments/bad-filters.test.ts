// Invalid filters: all routes that accept filters return 422 with the path of the problem.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { whileFiltersAreTooSlow } from '../../../test/support/database/held-contacts.ts'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { all, buildSegment, memberOf, PRO } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const leaf = (field: string, operator = 'exists', value?: unknown) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
})

const nested = (depth: number): object =>
  depth === 1 ? all(PRO) : { operator: 'AND', conditions: [nested(depth - 1)] }

const FIRST = 'filters.conditions.0'

const REFUSED: [what: string, filters: unknown, path: string][] = [
  ['nothing', null, 'filters'],
  ['a text', 'plan is pro', 'filters'],
  ['a list', [PRO], 'filters'],
  ['a leaf instead of a tree', PRO, 'filters.operator'],
  ['an unknown field', all(leaf('plan')), `${FIRST}.field`],
  ['another unknown field', all(leaf('project_id', 'equals', 'x')), `${FIRST}.field`],
  ['an unknown operator', all(leaf('data.a', 'matches', '.*')), `${FIRST}.operator`],
  ['an operator of objects', all(leaf('data.a', '__proto__')), `${FIRST}.operator`],
  ['an operator that does not fit', all(leaf('subscribed', 'contains', 'x')), `${FIRST}.operator`],
  ['an operator of events on data', all(leaf('data.a', 'triggered')), `${FIRST}.operator`],
  ['an operator of segments on data', all(leaf('data.a', 'memberOf', 'x')), `${FIRST}.operator`],
  ['a value of another type', all(leaf('subscribed', 'equals', 'yes')), `${FIRST}.value`],
  ['an object as a value', all(leaf('data.a', 'equals', { $gt: 1 })), `${FIRST}.value`],
  ['a text as a number', all(leaf('data.a', 'greaterThan', '5')), `${FIRST}.value`],
  ['a list as a text', all(leaf('email', 'contains', ['x'])), `${FIRST}.value`],
  ['a NUL in a value', all(leaf('data.a', 'equals', 'a\0b')), `${FIRST}.value`],
  ['half of a character', all(leaf('data.a', 'equals', '\ud800')), `${FIRST}.value`],
  ['no conditions', all(), 'filters.conditions'],
  ['no conditions deeper', all({ operator: 'OR', conditions: [] }), `${FIRST}.conditions`],
  ['two conditions under NOT', { operator: 'NOT', conditions: [PRO, PRO] }, 'filters.conditions'],
  ['six levels', nested(6), `filters${'.conditions.0'.repeat(5)}`],
  ['a hundred and one leaves', all(...Array<object>(101).fill(PRO)), 'filters.conditions'],
  [
    'a hundred and one leaves in two groups',
    all(all(...Array<object>(60).fill(PRO)), all(...Array<object>(41).fill(PRO))),
    'filters.conditions.1.conditions.40',
  ],
  ['data. alone', all(leaf('data.')), `${FIRST}.field`],
  ['data alone', all(leaf('data')), `${FIRST}.field`],
  ['an empty key', all(leaf('data.a..b')), `${FIRST}.field`],
  ['a dot at the end', all(leaf('data.a.')), `${FIRST}.field`],
  ['a NUL in a path', all(leaf('data.a\0b')), `${FIRST}.field`],
  ['a backslash before a letter', all(leaf(String.raw`data.a\b`)), `${FIRST}.field`],
  ['eleven keys', all(leaf(`data${'.a'.repeat(11)}`)), `${FIRST}.field`],
  ['a key that is too long', all(leaf(`data.${'a'.repeat(1001)}`)), `${FIRST}.field`],
  ['event. alone', all(leaf('event.', 'triggered')), `${FIRST}.field`],
  ['an unknown activity', all(leaf('emailActivity.read', 'triggered')), `${FIRST}.field`],
  ['a key that is not known', all({ ...PRO, not: true }), FIRST],
]

describe('filters that are refused', () => {
  it.each(REFUSED)('are %s', async (_what, filters, path) => {
    const body = { name: 'x', filters }
    for (const url of ['/segments', '/segments/preview']) {
      const reply = await call(test, ['POST', url], { body })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(fieldsOf(reply))).toContain(path)
    }
    const { id } = await buildSegment(test, { filters: all(PRO) })
    if (filters === null) return
    const reply = await call(test, ['PATCH', `/segments/${id}`], { body: { filters } })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toContain(path)
  })
})

/** Keys with a special meaning in SQL, JSON paths, regular expressions or LIKE, which must have none here. */
const KEYS = [
  `it's`,
  '"quoted"',
  `'; drop table contacts; --`,
  '$1',
  '%s',
  '100%',
  'a_b',
  '.*',
  '(a+)+$',
  '[0]',
  '0',
  '{a,b}',
  '$.a',
  '__proto__',
  'constructor',
  '   ',
  '🦊',
  'a.b',
  'a\\b',
]

const written = (key: string) => `data.${key.replaceAll('\\', '\\\\').replaceAll('.', String.raw`\.`)}`

describe('a key of data', () => {
  it.each(KEYS.filter((key) => key !== '__proto__'))('can be %j, and means only itself', async (key) => {
    const app = await inFreshProject(test)
    const data = Object.fromEntries([[key, 'found']])
    const { id } = await buildContact(app, { data })
    await buildContact(app, { data: { other: 'found' } })
    await buildContact(test, { data })
    for (const [operator, value] of [
      ['equals', 'found'],
      ['contains', 'FOUN'],
      ['exists', undefined],
      ['in', ['found', ...Array<string>(20).fill('x')]],
    ] as const) {
      const filters = all(leaf(written(key), operator, value))
      const reply = await call(app, ['POST', '/segments/preview'], { body: { filters } })
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { count: 1, sample: [{ id }] }])
      const tracked = await call(app, ['POST', '/segments'], {
        body: { name: key, filters, trackMembership: true },
      })
      expect(tracked.json()).toMatchObject({ memberCount: 1 })
    }
  })

  it.each(KEYS)('can hold %j as a value, which means only itself', async (value) => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { a: value } })
    await buildContact(app, { data: { a: 'something else' } })
    for (const operator of ['equals', 'contains', 'startsWith', 'endsWith']) {
      const filters = all(leaf('data.a', operator, value))
      const reply = await call(app, ['POST', '/segments/preview'], { body: { filters } })
      expect(reply.json()).toMatchObject({ count: 1 })
    }
  })
})

describe('too many segments', () => {
  it('are refused from the thousand-and-first on', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into segments (project_id, id, name, type, created_at, updated_at)
      select ${app.project.projectId}, gen_random_uuid(), 'List', 'STATIC', now(), now()
      from generate_series(1, 999)`.execute(app.deps.database.db)
    const { id } = await buildSegment(app, { filters: all(PRO) })
    const reply = await call(app, ['POST', '/segments'], { body: { name: 'x', filters: all(PRO) } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { name: 'too_big' }])
    expect(errorOf(reply).errors?.[0]?.message).toContain('at most 1,000 segments')
    await call(app, ['DELETE', `/segments/${id}`])
    await buildSegment(app, { filters: all(PRO) })
  })

  it('in one filter are refused if they have too many conditions in total, not evaluated', async () => {
    const app = await inFreshProject(test)
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push((await buildSegment(app, { filters: all(...Array<object>(99).fill(PRO)) })).id)
    }
    const reply = await call(app, ['POST', '/segments/preview'], {
      body: { filters: all(...ids.map(memberOf)) },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { 'filters.conditions.2.value': 'too_big', 'filters.conditions.3.value': 'too_big' },
    ])
  })
})

describe('a preview that takes too long', () => {
  it('says so with what to do', async () => {
    const app: TestApp = await inFreshProject(test)
    const reply = await whileFiltersAreTooSlow(app, () =>
      call(app, ['POST', '/segments/preview'], { body: { filters: all(PRO) } }),
    )
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
    expect(errorOf(reply).message).toContain('stopped after 5 seconds')
    expect(errorOf(reply).suggestion).toContain('fewer conditions')
  })
})
