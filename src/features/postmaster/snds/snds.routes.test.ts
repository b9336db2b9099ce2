// The figures of Microsoft, from its pages on loopback to the API.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildPerson, callAs } from '../../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { sndsLine, useSnds } from '../../../../test/support/servers/snds-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { runSources, SOURCE_URLS } from '../run-sources.service.ts'

const snds = await useSnds()
const SETTINGS = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'silent' }
const test = useTestApp({ ...SETTINGS, SNDS_KEY: snds.key })
const wrong = useTestApp({ ...SETTINGS, SNDS_KEY: 'another-key' })
const off = useTestApp()

const MINUTE_MS = 60_000
const ADDRESS = '198.51.100.7'
const OTHER = '198.51.100.8'

beforeEach(async () => {
  for (const { deps } of [test, wrong]) {
    await sql`truncate snds_days, snds_blocks`.execute(deps.database.db)
    await sql`update postmaster_sources set due_at = now() - interval '1 day', attempts = 0, succeeded_at = null,
      failing_since = null, problem = null`.execute(deps.database.db)
  }
})

type Figures = {
  days: { date: string; address: string; verdict: string; complaintRate: string; trapHits: number }[]
  blocks: { first: string; last: string; reason: string; since: string }[]
}
type Connection = {
  state: string
  problem: string | null
  failingSince: string | null
  nextAt: string | null
  lastDay: string | null
}

const run = (app: TestApp = test, limits?: { timeoutMs: number; keptBytes: number }) =>
  runSources(app.deps, {
    signal: new AbortController().signal,
    urls: { ...SOURCE_URLS, snds: snds.url },
    ...(limits && { limits }),
  })
const runAgain = async () => {
  await sql`update postmaster_sources set due_at = now() - interval '1 day'`.execute(test.deps.database.db)
  return run()
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)

const ask = async (path: string, app: TestApp = test) =>
  callAs(app, await buildPerson(app, { role: 'owner', isOperator: true }), ['GET', path])
const read = async (query = '') => (await ask(`/instance/postmaster/snds${query}`)).json<Figures>()
const connection = async (app: TestApp = test) =>
  (await ask('/instance/postmaster', app)).json<{ snds: Connection }>().snds

describe('GET /instance/postmaster/snds', () => {
  it('has the figures of each address by day, and the blocked ranges', async () => {
    snds.data = [
      sndsLine({ address: ADDRESS, day: daysAgo(1), verdict: 'RED', complaints: '0.3% - 0.5%', traps: 4 }),
      sndsLine({ address: OTHER, day: daysAgo(1) }),
    ]
    snds.blocks = [`${ADDRESS},${ADDRESS},Yes,Blocked due to user complaints or other evidence of spamming`]
    await run()
    const { days, blocks } = await read()
    expect(days).toEqual([
      {
        date: daysAgo(1),
        address: ADDRESS,
        verdict: 'red',
        complaintRate: '0.3% - 0.5%',
        trapHits: 4,
        rcptCommands: 902,
        dataCommands: 901,
        recipients: 900,
        sampleHelo: 'mx.shop.example',
        sampleSender: 'news@shop.example',
        comments: '',
      },
      expect.objectContaining({ address: OTHER, verdict: 'green', trapHits: 0 }),
    ])
    expect(blocks).toMatchObject([{ first: ADDRESS, last: ADDRESS }])
    expect(blocks[0]?.reason).toMatch(/^Blocked due to user complaints/)
    expect(await connection()).toMatchObject({ state: 'good', problem: null, lastDay: daysAgo(1) })
    expect(snds.requests).toEqual(['/data.aspx', '/ipStatus.aspx'])
  })

  it('keeps earlier days, replaces a day that is corrected, and forgets blocks that ended', async () => {
    snds.data = [sndsLine({ address: ADDRESS, day: daysAgo(2) })]
    snds.blocks = [`${ADDRESS},${ADDRESS},Yes,One`, `${OTHER},${OTHER},Yes,Two`]
    await run()
    const { blocks: before } = await read()
    snds.data = [
      sndsLine({ address: ADDRESS, day: daysAgo(2), verdict: 'YELLOW' }),
      sndsLine({ address: ADDRESS, day: daysAgo(1) }),
    ]
    snds.blocks = [`${ADDRESS},${ADDRESS},Yes,Three`, `${OTHER},${OTHER},No,`]
    await runAgain()
    await runAgain()
    const { days, blocks } = await read()
    expect(days.map(({ date, verdict }) => [date, verdict])).toEqual([
      [daysAgo(1), 'green'],
      [daysAgo(2), 'yellow'],
    ])
    expect(blocks).toEqual([{ first: ADDRESS, last: ADDRESS, reason: 'Three', since: before[0]?.since }])
    expect((await read(`?from=${daysAgo(2)}&to=${daysAgo(2)}`)).days).toHaveLength(1)
    expect((await read(`?address=${OTHER}`)).days).toEqual([])
    expect((await read(`?address=${ADDRESS}`)).days).toHaveLength(2)
  })

  it('is empty when Microsoft saw nothing', async () => {
    await run()
    expect(await read()).toMatchObject({ days: [], blocks: [] })
    expect((await connection()).state).toBe('good')
  })

  it('deletes days after 13 months', async () => {
    snds.data = [390, 400].map((days) => sndsLine({ address: ADDRESS, day: daysAgo(days) }))
    await run()
    const { rows } = await sql`select from snds_days`.execute(test.deps.database.db)
    expect(rows).toHaveLength(1)
  })

  it('is for the owner of the installation, and refuses a range or an address that is none', async () => {
    const path = '/instance/postmaster/snds'
    const owner = await callAs(test, await buildPerson(test, { role: 'owner' }), ['GET', path])
    expect([owner.statusCode, errorOf(owner).code]).toEqual([403, 'FORBIDDEN'])
    expect((await callAs(test, await buildPerson(test, { role: 'admin' }), ['GET', path])).statusCode).toBe(
      403,
    )
    expect((await call(test, ['GET', path], { key: null })).statusCode).toBe(401)
    expect((await call(test, ['GET', path])).statusCode).toBe(403)
    for (const query of ['?from=soon', '?from=2026-02-02&to=2026-02-01', '?address=mx.example']) {
      const reply = await ask(path + query)
      expect([query, reply.statusCode, Object.keys(fieldsOf(reply)).length]).toEqual([query, 422, 1])
    }
  })
})

describe('a connection to Microsoft', () => {
  it('is off without a key', async () => {
    await run(off)
    expect(await connection(off)).toMatchObject({ state: 'off', nextAt: null, lastDay: null })
    expect(snds.requests).toEqual([])
  })

  it('fails with a wrong key, which no sentence has', async () => {
    await run(wrong)
    expect(await connection(wrong)).toMatchObject({ state: 'failing', problem: 'Microsoft answers 302' })
    expect(JSON.stringify((await ask('/instance/postmaster', wrong)).json())).not.toContain('another-key')
  })

  it.each<[string, { status: number; body: string }, { words: RegExp; minutes: number }]>([
    [
      'a page for people',
      { status: 200, body: '<html>Sign in</html>' },
      { words: /not that of SNDS/, minutes: 60 },
    ],
    [
      'too much',
      { status: 200, body: ','.repeat(5_000_000) },
      { words: /longer than \d+ bytes/, minutes: 60 },
    ],
    ['an error', { status: 500, body: '' }, { words: /answers 500/, minutes: 15 }],
  ])('fails if it answers %s', async (_, answer, { words, minutes }) => {
    for (const page of ['/data.aspx', '/ipStatus.aspx']) {
      snds.data = [sndsLine({ address: ADDRESS, day: daysAgo(1) })]
      snds.answer = (asked) => (asked === page ? answer : undefined)
      await runAgain()
      const { state, problem } = await connection()
      expect(state).toBe('failing')
      expect(problem).toMatch(words)
      expect((await read()).days).toEqual([])
    }
    await sql`update postmaster_sources set attempts = 0`.execute(test.deps.database.db)
    test.clock.stop()
    await runAgain()
    const { nextAt } = await connection()
    expect(Date.parse(nextAt ?? '') - test.clock.now().getTime()).toBe(minutes * MINUTE_MS)
  })

  it('fails if it is silent', async () => {
    snds.answer = () => new Promise(() => undefined)
    await run(test, { timeoutMs: 200, keptBytes: 1_000 })
    expect((await connection()).problem).toBe('Microsoft could not be asked: no answer within 0.2 seconds')
  })
})
