import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAliasedDomain, buildDomain, recordFor } from '../../../test/support/feature-steps.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import type { Person } from '../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

type Records = {
  zone: string | null
  records: { name: string; value: string; chunks: string[]; domain: string; project: string }[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const test = useTestApp({ DKIM_ZONE: 'dkim.host.net' })
const zoneless = useTestApp()
beforeEach(async () => {
  await sql`delete from domains`.execute(test.deps.database.db)
})

const operatorOf = (app: TestApp): Promise<Person> => buildPerson(app, { role: 'owner', isOperator: true })
const get = async (app: TestApp, url: string, query: Record<string, string> = {}): Promise<Reply> =>
  callAs(app, await operatorOf(app), ['GET', url, { query }])
const read = async (query: Record<string, string> = {}) =>
  (await get(test, '/instance/dkim-records', query)).json<Records>()

describe('GET /instance/dkim-records', () => {
  it('has the keys behind aliases of all projects, and no others', async () => {
    const mine = await buildAliasedDomain(test, 'bücher.com')
    await buildDomain(test)
    const theirs = await call(test, ['POST', '/domains'], {
      key: test.other.secretKey,
      body: { domain: 'other.com', dkim: 'cname' },
    })
    expect(theirs.statusCode).toBe(201)
    const { zone, records, total } = await read()
    expect([zone, total]).toEqual(['dkim.host.net', 2])
    expect(records.map(({ domain }) => domain).toSorted()).toEqual(['bücher.com', 'other.com'])
    expect(records.find(({ domain }) => domain === 'bücher.com')).toEqual({
      type: 'TXT',
      name: recordFor(mine, 'dkim').value,
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{392}$/) as string,
      chunks: [expect.any(String), expect.any(String)],
      ttl: 3600,
      keyState: 'ACTIVE',
      domain: 'bücher.com',
      project: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      removeAt: null,
    })
  })

  it('is read page by page, each record once', async () => {
    for (let i = 0; i < 5; i += 1) await buildAliasedDomain(test)
    const names: string[] = []
    let cursor: string | null = ''
    const who = await operatorOf(test)
    while (cursor !== null) {
      const reply = await callAs(test, who, [
        'GET',
        '/instance/dkim-records',
        { query: { limit: '2', cursor } },
      ])
      const page: Records = reply.json<Records>()
      names.push(...page.records.map(({ name }) => name))
      cursor = page.cursor
    }
    expect(names).toEqual((await read()).records.map(({ name }) => name))
    expect(new Set(names).size).toBe(5)
    expect((await read({ total: 'false' })).total).toBeNull()
  })

  it('is empty without DKIM_ZONE', async () => {
    expect((await get(zoneless, '/instance/dkim-records')).json()).toEqual({
      zone: null,
      records: [],
      cursor: null,
      hasMore: false,
      total: 0,
    })
  })

  it.each([{ limit: '0' }, { limit: 'x' }, { total: 'maybe' }])('refuses %j', async (query) => {
    const reply = await get(test, '/instance/dkim-records', query as Record<string, string>)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, Object.keys(query)])
  })

  it('refuses a cursor that is not its own', async () => {
    const reply = await get(test, '/instance/dkim-records', { cursor: 'abc' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('GET /instance/dkim-records/zone', () => {
  it('has a line for each record', async () => {
    await buildAliasedDomain(test, 'bücher.com')
    await buildAliasedDomain(test)
    const { records } = await read()
    const reply = await get(test, '/instance/dkim-records/zone')
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.body.split('\n').slice(0, -1)).toEqual(
      records.map(
        ({ name, chunks, domain }) =>
          `${name}. 3600 IN TXT "${chunks.join('" "')}" ; ${domain === 'bücher.com' ? 'xn--bcher-kva.com' : domain}`,
      ),
    )
  })

  it('is empty where nothing is to be published', async () => {
    expect((await get(zoneless, '/instance/dkim-records/zone')).body).toBe('')
  })
})

describe.each(['/instance/dkim-records', '/instance/dkim-records/zone'])('GET %s', (url) => {
  it('is for the owner of the installation', async () => {
    const owner = await callAs(test, await buildPerson(test, { role: 'owner' }), ['GET', url])
    expect([owner.statusCode, errorOf(owner).message]).toEqual([
      403,
      'Only the owner of this installation can see the records of its zone.',
    ])
    expect((await callAs(test, await buildPerson(test, { role: 'admin' }), ['GET', url])).statusCode).toBe(
      403,
    )
    for (const key of [null, 'sk_wrong', test.project.secretKey, test.project.publicKey]) {
      expect([401, 403]).toContain((await call(test, ['GET', url], { key })).statusCode)
    }
  })
})
