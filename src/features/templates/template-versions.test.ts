import { describe, expect, it } from 'vitest'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildTemplate, patchTemplate, postRender, readTemplate, UNKNOWN } from './fixtures/template-steps.ts'
import type { TemplateRecord, VersionRecord } from './fixtures/template-steps.ts'

type VersionList = {
  versions: Omit<VersionRecord, 'body' | 'text'>[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const test = useTestApp()

async function listVersions(id: string, query: Record<string, string> = {}): Promise<VersionList> {
  const reply = await call(test, ['GET', `/templates/${id}/versions`], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<VersionList>()
}

const readVersion = (id: string, version: number | string) =>
  call(test, ['GET', `/templates/${id}/versions/${version}`])

const numbersOf = ({ versions }: VersionList) => versions.map(({ version }) => version)

describe('GET /templates/{id}/versions', () => {
  it('lists every save, newest first, without the bodies', async () => {
    const first = await buildTemplate(test, { name: 'One' })
    test.clock.advance(1000)
    const second = (
      await patchTemplate(test, first.id, { name: 'Two', type: 'MARKETING' })
    ).json<TemplateRecord>()
    const { versions, ...rest } = await listVersions(first.id)
    expect(rest).toEqual({ cursor: null, hasMore: false, total: 2 })
    expect(versions).toMatchObject([
      { version: 2, name: 'Two', type: 'MARKETING', createdAt: second.updatedAt },
      { version: 1, name: 'One', type: 'TRANSACTIONAL', createdAt: first.createdAt },
    ])
    expect(versions[0]).not.toHaveProperty('body')
  })

  it('pages by cursor', async () => {
    const { id } = await buildTemplate(test)
    for (let n = 0; n < 4; n += 1) await patchTemplate(test, id, { description: String(n) })
    const first = await listVersions(id, { limit: '2' })
    const second = await listVersions(id, { limit: '2', cursor: String(first.cursor) })
    const third = await listVersions(id, { limit: '2', cursor: String(second.cursor), total: 'false' })
    expect([first, second, third].map(numbersOf)).toEqual([[5, 4], [3, 2], [1]])
    expect(third).toMatchObject({ cursor: null, hasMore: false, total: null })
  })

  it('refuses the cursor of another template', async () => {
    const { id } = await buildTemplate(test)
    await patchTemplate(test, id, { name: 'x' })
    const { cursor } = await listVersions(id, { limit: '1' })
    const other = await buildTemplate(test)
    const reply = await call(test, ['GET', `/templates/${other.id}/versions`], {
      query: { cursor: String(cursor) },
    })
    expect(reply.statusCode).toBe(400)
  })

  it.each([UNKNOWN, 'nonsense'])('does not find %s', async (id) => {
    const reply = await call(test, ['GET', `/templates/${id}/versions`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})

describe('GET /templates/{id}/versions/{version}', () => {
  it('shows a version as it was saved, regardless of later saves', async () => {
    const { id, alias: _alias, updatedAt: _updatedAt, ...first } = await buildTemplate(test, { text: 'one' })
    await patchTemplate(test, id, { body: '<p>two</p>', text: null, subject: 'two' })
    expect((await readVersion(id, 1)).json()).toEqual(first)
    expect((await readVersion(id, 2)).json()).toMatchObject({
      body: '<p>two</p>',
      text: null,
      subject: 'two',
    })
  })

  it.each(['0', '3', '-1', '1.0', 'x', '99999999999', '01'])('does not find version %s', async (version) => {
    const { id } = await buildTemplate(test)
    await patchTemplate(test, id, { name: 'x' })
    const reply = await readVersion(id, version)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})

describe('saves at the same time', () => {
  it('lose nothing: every patch is a version, and the last has all of them', async () => {
    const { id } = await buildTemplate(test, { text: 'start' })
    const patches = [
      { subject: 'S {{ one }}' },
      { body: '<p>{{ two }}</p>' },
      { name: 'Three' },
      { description: 'four' },
      { replyTo: 'five@example.com' },
      { fromName: 'Six' },
    ]
    const replies = await Promise.all(patches.map((fields) => patchTemplate(test, id, fields)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(patches.map(() => 200))
    const versions = replies.map((reply) => reply.json<TemplateRecord>().version)
    expect(versions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
    expect(numbersOf(await listVersions(id))).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(await readTemplate(test, id)).toMatchObject({
      ...Object.assign({}, ...patches),
      variables: ['one', 'two'],
      version: 7,
    })
  })

  it('of the same field make two versions, each with one of the values', async () => {
    const { id } = await buildTemplate(test)
    await Promise.all(['a', 'b'].map((name) => patchTemplate(test, id, { name })))
    const { versions } = await listVersions(id)
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(
      versions
        .slice(0, 2)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['a', 'b'])
  })

  it('and a delete end with the template gone', async () => {
    const { id } = await buildTemplate(test)
    const saves = ['a', 'b', 'c', 'd'].map((name) =>
      patchTemplate(test, id, { name, body: `<p>${name}</p>` }),
    )
    const gone = call(test, ['DELETE', `/templates/${id}`])
    const codes = (await Promise.all([...saves, gone])).map(({ statusCode }) => statusCode)
    expect(codes.at(-1)).toBe(204)
    for (const code of codes.slice(0, -1)) expect([200, 404]).toContain(code)
    expect((await call(test, ['GET', `/templates/${id}`])).statusCode).toBe(404)
  })
})

describe('a delete while it is rendered', () => {
  it('either comes first or does not hurt', async () => {
    const { id } = await buildTemplate(test, { body: '{% for i in (1..500) %}<p>{{ i }}</p>{% endfor %}' })
    const renders = Array.from({ length: 8 }, () => postRender(test, id))
    const gone = await call(test, ['DELETE', `/templates/${id}`])
    expect(gone.statusCode).toBe(204)
    for (const { statusCode } of await Promise.all(renders)) expect([200, 404]).toContain(statusCode)
    expect((await postRender(test, id)).statusCode).toBe(404)
  })
})
