import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildTemplate } from './fixtures/template-steps.ts'
import type { TemplateRecord } from './fixtures/template-steps.ts'

type ListAnswer = {
  templates: TemplateRecord[]
  total: number | null
  page: number
  pageSize: number
  totalPages: number | null
  cursor: string | null
  hasMore: boolean
}

const test = useTestApp()

async function list(app: TestApp, query: Record<string, string> = {}): Promise<ListAnswer> {
  const reply = await call(app, ['GET', '/templates'], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListAnswer>()
}

/** Creates this many templates; newest first. */
async function buildTemplates(app: TestApp, names: string[], fields = {}): Promise<TemplateRecord[]> {
  const made = []
  for (const name of names) made.push(await buildTemplate(app, { name, ...fields }))
  return made.toReversed()
}

const namesOf = ({ templates }: ListAnswer) => templates.map(({ name }) => name)

describe('GET /templates', () => {
  it('answers an empty project with an empty first page', async () => {
    expect(await list(await inFreshProject(test))).toEqual({
      templates: [],
      total: 0,
      page: 1,
      pageSize: 20,
      totalPages: 0,
      cursor: null,
      hasMore: false,
    })
  })

  it('shows whole records, newest first', async () => {
    const app = await inFreshProject(test)
    const made = await buildTemplates(app, ['a', 'b'])
    expect(await list(app)).toEqual({
      templates: made,
      total: 2,
      page: 1,
      pageSize: 20,
      totalPages: 1,
      cursor: null,
      hasMore: false,
    })
  })

  it('pages by cursor and says on which page one is', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['a', 'b', 'c', 'd', 'e'])
    const first = await list(app, { limit: '2' })
    expect([namesOf(first), first.page, first.totalPages, first.hasMore]).toEqual([['e', 'd'], 1, 3, true])
    await buildTemplate(app, { name: 'f' })
    const second = await list(app, { limit: '2', cursor: String(first.cursor) })
    expect([namesOf(second), second.page, second.total]).toEqual([['c', 'b'], 2, 6])
    const third = await list(app, { limit: '2', cursor: String(second.cursor) })
    expect([namesOf(third), third.page, third.hasMore, third.cursor]).toEqual([['a'], 3, false, null])
  })

  it('pages by number', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['a', 'b', 'c', 'd', 'e'])
    const second = await list(app, { page: '2', pageSize: '2' })
    expect(second).toMatchObject({ page: 2, pageSize: 2, total: 5, totalPages: 3, hasMore: true })
    expect(namesOf(second)).toEqual(['c', 'b'])
    expect(await list(app, { page: '3', pageSize: '2' })).toMatchObject({ hasMore: false, cursor: null })
    expect(await list(app, { page: '9', pageSize: '2' })).toMatchObject({
      templates: [],
      page: 9,
      totalPages: 3,
      hasMore: false,
    })
    expect(namesOf(await list(app, { page: '2', limit: '4' }))).toEqual(['a'])
  })

  it('lets a cursor win over a number', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['a', 'b', 'c', 'd'])
    const { cursor } = await list(app, { limit: '1' })
    const page = await list(app, { cursor: String(cursor), page: '4', pageSize: '1' })
    expect([namesOf(page), page.page]).toEqual([['c'], 2])
  })

  it('narrows by type and by name', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['Summer sale', 'Winter SALE'], { type: 'MARKETING' })
    await buildTemplates(app, ['Password reset', 'Sales receipt'])
    expect(namesOf(await list(app, { type: 'MARKETING' }))).toEqual(['Winter SALE', 'Summer sale'])
    expect(namesOf(await list(app, { search: ' sale ' }))).toEqual([
      'Sales receipt',
      'Winter SALE',
      'Summer sale',
    ])
    expect(await list(app, { search: 'sale', type: 'TRANSACTIONAL' })).toMatchObject({
      total: 1,
      totalPages: 1,
    })
    expect(await list(app, { search: '' })).toMatchObject({ total: 4 })
  })

  it.each(['οδυσσευς', 'ΟΔΥΣΣΕΥΣ', 'υσσευσ'])(
    'finds the sigma at the end of a word by %s',
    async (search) => {
      const app = await inFreshProject(test)
      await buildTemplates(app, ['Ο Οδυσσευς', 'ο ΟΔΥΣΣΕΥΣ', 'οδυ__ευ_', 'οδυάάευά'])
      expect(namesOf(await list(app, { search }))).toEqual(['ο ΟΔΥΣΣΕΥΣ', 'Ο Οδυσσευς'])
    },
  )

  it('searches for percent, underscore and backslash literally', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['100% off', '100 off', 'a_b', 'axb', 'back\\slash', "quote's"])
    expect(namesOf(await list(app, { search: '0%' }))).toEqual(['100% off'])
    expect(namesOf(await list(app, { search: 'a_b' }))).toEqual(['a_b'])
    expect(namesOf(await list(app, { search: '\\' }))).toEqual(['back\\slash'])
    expect(namesOf(await list(app, { search: "'" }))).toEqual(["quote's"])
  })

  it('finds a template by its present name only', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTemplate(app, { name: 'before' })
    await call(app, ['PATCH', `/templates/${id}`], { body: { name: 'after', type: 'MARKETING' } })
    expect(await list(app, { search: 'before' })).toMatchObject({ total: 0 })
    expect(namesOf(await list(app, { search: 'after', type: 'MARKETING' }))).toEqual(['after'])
  })

  it('leaves the total out when it is not wanted', async () => {
    const app = await inFreshProject(test)
    await buildTemplate(app)
    expect(await list(app, { total: 'false' })).toMatchObject({ total: null, totalPages: null, page: 1 })
  })

  it('shows nothing of other projects', async () => {
    await buildTemplate(test, {}, test.other)
    expect(await list(await inFreshProject(test))).toMatchObject({ templates: [], total: 0 })
  })

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'x'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '99999999'],
    ['pageSize', '0'],
    ['pageSize', '101'],
    ['type', 'marketing'],
    ['search', 'x'.repeat(101)],
    ['total', 'maybe'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await call(test, ['GET', '/templates'], { query: { [name]: value } })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual([name])
  })

  it('refuses a cursor of another list or project', async () => {
    const app = await inFreshProject(test)
    await buildTemplates(app, ['a', 'b'])
    const { cursor } = await list(app, { limit: '1' })
    const reply = await call(test, ['GET', '/templates'], { query: { cursor: String(cursor) } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
  })
})
