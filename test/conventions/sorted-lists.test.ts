// Lists that callers may search and sort: each has the same parameters, and means the same by them.
import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../support/factories.ts'
import { call, errorOf, fieldsOf } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

const test = useTestApp()

/** The fields of a new record, besides its name. */
const LISTS: Record<string, object> = {
  segments: {
    trackMembership: false,
    filters: { operator: 'AND', conditions: [{ field: 'email', operator: 'contains', value: 'a' }] },
  },
  workflows: {
    trigger: { type: 'MANUAL' },
    steps: [{ id: 'end', type: 'EXIT', config: { reason: 'Done.' } }],
  },
  templates: { subject: 'Hello', body: '<p>Hello</p>', type: 'TRANSACTIONAL' },
  campaigns: { subject: 'Hello', body: '<p>Hello</p>', from: 'hello@inbox.test', audienceType: 'ALL' },
}

// Not in the order of the alphabet; two differ only by case, so that the id has to decide.
const NAMES = ['delta', 'Alpha', 'charlie', 'alpha', 'Bravo']

type ListPage = Record<string, { name: string; email: string }[]> & { cursor: string | null; total: number }

/** The names of all records, two at a time. */
async function readAll(app: TestApp, list: string, query: Record<string, string>): Promise<string[]> {
  const names: string[] = []
  let cursor = ''
  do {
    const reply = await call(app, ['GET', `/${list}`], { query: { ...query, limit: '2', cursor } })
    expect(reply.statusCode).toBe(200)
    const page = reply.json<ListPage>()
    names.push(...(page[list] ?? []).map(({ name, email }) => name ?? email))
    cursor = page.cursor ?? ''
  } while (cursor !== '')
  return names
}

async function createAll(app: TestApp, list: string): Promise<{ id: string }[]> {
  const records = []
  for (const name of NAMES) {
    const reply = await call(app, ['POST', `/${list}`], { body: { ...LISTS[list], name } })
    if (reply.statusCode !== 201) throw new Error(reply.body)
    const body = reply.json<{ id: string; data?: { id: string } }>()
    records.push(body.data ?? body)
  }
  return records
}

describe.each(Object.keys(LISTS))('GET /%s', (list) => {
  it('is newest first, or in the order that the caller names', async () => {
    const app = await inFreshProject(test)
    const [first] = await createAll(app, list)
    await call(app, ['PATCH', `/${list}/${first?.id}`], { body: { description: 'Changed last.' } })
    expect(await readAll(app, list, {})).toEqual(NAMES.toReversed())
    expect(await readAll(app, list, { sort: 'createdAt' })).toEqual(NAMES)
    const byName = ['Alpha', 'alpha', 'Bravo', 'charlie', 'delta']
    expect(await readAll(app, list, { sort: 'name' })).toEqual(byName)
    expect(await readAll(app, list, { sort: '-name' })).toEqual(byName.toReversed())
    const byChange = [...NAMES.slice(1), 'delta']
    expect(await readAll(app, list, { sort: 'updatedAt' })).toEqual(byChange)
    expect(await readAll(app, list, { sort: '-updatedAt' })).toEqual(byChange.toReversed())
  })

  it('goes on behind a record that was deleted after it was shown', async () => {
    const app = await inFreshProject(test)
    const records = await createAll(app, list)
    const reply = await call(app, ['GET', `/${list}`], { query: { sort: 'name', limit: '2' } })
    const { cursor } = reply.json<ListPage>()
    await call(app, ['DELETE', `/${list}/${records[NAMES.indexOf('alpha')]?.id}`])
    const next = await call(app, ['GET', `/${list}`], { query: { sort: 'name', cursor: cursor ?? '' } })
    expect(next.json<ListPage>()[list]?.map(({ name }) => name)).toEqual(['Bravo', 'charlie', 'delta'])
  })

  it('finds a part of the name, and counts what it finds', async () => {
    const app = await inFreshProject(test)
    await createAll(app, list)
    const reply = await call(app, ['GET', `/${list}`], { query: { search: ' LPHA ', sort: 'createdAt' } })
    expect(reply.json<ListPage>()).toMatchObject({ [list]: [{ name: 'Alpha' }, { name: 'alpha' }], total: 2 })
    const empty = await call(app, ['GET', `/${list}`], { query: { search: '%' } })
    expect(empty.json<ListPage>()).toMatchObject({ [list]: [], total: 0 })
    const blank = await call(app, ['GET', `/${list}`], { query: { search: ' ' } })
    expect(blank.json<ListPage>().total).toBe(NAMES.length)
  })

  it('refuses unknown orders, searches that are too long, and cursors of another order', async () => {
    const app = await inFreshProject(test)
    await createAll(app, list)
    for (const query of [{ sort: 'color' }, { sort: '' }, { search: 'x'.repeat(101) }]) {
      const reply = await call(app, ['GET', `/${list}`], { query })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(fieldsOf(reply))).toEqual(Object.keys(query))
    }
    const { cursor } = (
      await call(app, ['GET', `/${list}`], { query: { sort: 'name', limit: '2' } })
    ).json<ListPage>()
    const reply = await call(app, ['GET', `/${list}`], { query: { sort: '-name', cursor: cursor ?? '' } })
    expect(errorOf(reply).code).toBe('BAD_REQUEST')
  })
})

describe('GET /contacts', () => {
  it('is newest first, or in the order that the caller names, with and without a filter', async () => {
    const app = await inFreshProject(test)
    const emails = ['delta', 'alpha', 'charlie', 'bravo', 'echo'].map((name) => `${name}@example.com`)
    for (const email of emails) await call(app, ['POST', '/contacts'], { body: { email } })
    const filter = JSON.stringify({
      operator: 'AND',
      conditions: [{ field: 'email', operator: 'contains', value: 'example' }],
    })
    for (const query of [{}, { search: 'example' }, { filter }]) {
      expect(await readAll(app, 'contacts', query)).toEqual(emails.toReversed())
      expect(await readAll(app, 'contacts', { ...query, sort: 'createdAt' })).toEqual(emails)
      expect(await readAll(app, 'contacts', { ...query, sort: 'email' })).toEqual(emails.toSorted())
      const falling = await readAll(app, 'contacts', { ...query, sort: '-email' })
      expect(falling).toEqual(emails.toSorted().toReversed())
    }
    const reply = await call(app, ['GET', '/contacts'], { query: { sort: 'name' } })
    expect(Object.keys(fieldsOf(reply))).toEqual(['sort'])
  })
})
