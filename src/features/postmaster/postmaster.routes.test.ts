// The figures of Google, from its API on loopback to ours.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { refusal, useGoogle } from '../../../test/support/servers/google-postmaster.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { PERIOD_MS } from './next-run.ts'
import { runSourcesJob } from './postmaster.jobs.ts'
import { runSources, SOURCE_URLS } from './run-sources.service.ts'

const google = await useGoogle()
const test = useTestApp({
  GOOGLE_POSTMASTER_CREDENTIALS: google.credentials,
  ALLOW_PRIVATE_HOSTS: '127.0.0.1',
})
const off = useTestApp()

const MINUTE_MS = 60_000
let serial = 0
let own: TestApp

beforeEach(async () => {
  own = await inFreshProject(test)
  await sql`truncate google_domains, google_days`.execute(test.deps.database.db)
  await sql`update postmaster_sources set due_at = now() - interval '1 day', attempts = 0, succeeded_at = null,
    failing_since = null, problem = null`.execute(test.deps.database.db)
})

type Figures = {
  google: {
    state: string
    problem: string | null
    askedAt: string | null
    compliance: object[] | null
    days: { date: string; spamRate: number | null; errors: object[]; feedbackLoops: object[] }[]
  }
}
type Instance = {
  google: {
    state: string
    succeededAt: string | null
    failingSince: string | null
    problem: string | null
    nextAt: string | null
    account: string | null
    domains: { domain: string; isUsed: boolean; lastDay: string | null; problem: string | null }[]
  }
}

const LIMITS = { timeoutMs: 300, keptBytes: 100_000 }
const run = (limits = { ...LIMITS, timeoutMs: 20_000 }) =>
  runSources(test.deps, {
    signal: new AbortController().signal,
    urls: { ...SOURCE_URLS, google: google.url },
    limits,
  })
const runAgain = async (limits?: typeof LIMITS) => {
  await sql`update postmaster_sources set due_at = now() - interval '1 day'`.execute(test.deps.database.db)
  await sql`update google_domains set asked_at = asked_at - interval '1 day'`.execute(test.deps.database.db)
  return run(limits)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)

async function addDomain(app: TestApp, { isVerified = true, domain = `seen-${(serial += 1)}.com` } = {}) {
  const reply = await call(app, ['POST', '/domains'], { body: { domain } })
  const { id } = reply.json<{ id: string }>()
  if (isVerified) {
    await sql`update domains set status = 'VERIFIED', verified_at = created_at where id = ${id}`.execute(
      app.deps.database.db,
    )
  }
  return { id, domain }
}

const register = (domain: string, more: { permission?: string; verificationState?: string } = {}) =>
  google.domains.push({
    name: `domains/${domain}`,
    permission: 'READER',
    verificationState: 'VERIFIED',
    ...more,
  })

/** A verified domain that the account at Google has. */
async function seenDomain(app: TestApp = own) {
  const added = await addDomain(app)
  register(added.domain)
  return added
}

const read = async (app: TestApp, id: string, query = '') => {
  const reply = await call(app, ['GET', `/domains/${id}/postmaster${query}`])
  expect(reply.statusCode).toBe(200)
  return reply.json<Figures>().google
}
const instance = async (app: TestApp = test) => {
  const operator = await buildPerson(app, { role: 'owner', isOperator: true })
  const reply = await callAs(app, operator, ['GET', '/instance/postmaster'])
  expect(reply.statusCode).toBe(200)
  return reply.json<Instance>().google
}

describe('GET /domains/{id}/postmaster', () => {
  it('has the figures of Google by day', async () => {
    const { id, domain } = await seenDomain()
    google.figures = {
      [daysAgo(3)]: {
        SPAM_RATE: 0.0012,
        'AUTH_SUCCESS_RATE auth_type = "spf"': 1,
        'AUTH_SUCCESS_RATE auth_type = "dkim"': 0.99,
        'AUTH_SUCCESS_RATE auth_type = "dmarc"': 0.98,
        'TLS_ENCRYPTION_RATE traffic_direction = "inbound"': 1,
        'DELIVERY_ERROR_RATE error_type = "reject"': 0.02,
        'DELIVERY_ERROR_RATE error_type = "temp_fail"': 0,
        'DELIVERY_ERROR_RATE error_type = "reject" AND error_reason = "spammy_content"': 0.02,
        'DELIVERY_ERROR_RATE error_type = "reject" AND error_reason = "ip_in_rbls"': 0,
        FEEDBACK_LOOP_ID: ['spring-sale', 'a"b'],
        'FEEDBACK_LOOP_SPAM_RATE feedback_loop_id = "spring-sale"': 0.004,
      },
      [daysAgo(2)]: { SPAM_RATE: 0 },
    }
    google.compliance = {
      complianceData: { domainId: 'above.example', rowData: [] },
      subdomainComplianceData: {
        domainId: domain,
        rowData: [
          { requirement: 'DMARC_POLICY', status: { status: 'COMPLIANT' } },
          { requirement: 'USER_REPORTED_SPAM_RATE', status: { status: 'NEEDS_WORK' } },
        ],
        oneClickUnsubscribeVerdict: { status: { status: 'NEEDS_WORK' }, reason: 'NO_UNSUB_GENERAL' },
        honorUnsubscribeVerdict: { status: { status: 'COMPLIANT' } },
      },
    }
    expect((await read(own, id)).state).toBe('waiting')
    await run()
    const figures = await read(own, id)
    expect(figures).toMatchObject({ state: 'good', problem: null })
    expect(figures.days).toEqual([
      {
        date: daysAgo(3),
        spamRate: 0.0012,
        spfRate: 1,
        dkimRate: 0.99,
        dmarcRate: 0.98,
        tlsRate: 1,
        rejectedRate: 0.02,
        deferredRate: 0,
        errors: [{ type: 'reject', reason: 'spammy_content', rate: 0.02 }],
        feedbackLoops: [{ id: 'spring-sale', spamRate: 0.004 }],
      },
      {
        date: daysAgo(2),
        spamRate: 0,
        spfRate: null,
        dkimRate: null,
        dmarcRate: null,
        tlsRate: null,
        rejectedRate: null,
        deferredRate: null,
        errors: [],
        feedbackLoops: [],
      },
    ])
    expect(figures.compliance).toEqual([
      { requirement: 'dmarc-policy', status: 'compliant', reason: null },
      { requirement: 'user-reported-spam-rate', status: 'needs-work', reason: null },
      { requirement: 'one-click-unsubscribe', status: 'needs-work', reason: 'no-unsub-general' },
      { requirement: 'honor-unsubscribe', status: 'compliant', reason: null },
    ])
  })

  it('replaces days that Google corrects, and keeps older ones', async () => {
    const { id } = await seenDomain()
    google.figures = { [daysAgo(40)]: { SPAM_RATE: 0.1 }, [daysAgo(5)]: { SPAM_RATE: 0.2 } }
    await run()
    google.figures = { [daysAgo(5)]: { SPAM_RATE: 0.3 }, [daysAgo(4)]: { SPAM_RATE: 0.4 } }
    await runAgain()
    await runAgain()
    const { days } = await read(own, id, `?from=${daysAgo(60)}`)
    expect(days.map(({ date, spamRate }) => [date, spamRate])).toEqual([
      [daysAgo(40), 0.1],
      [daysAgo(5), 0.3],
      [daysAgo(4), 0.4],
    ])
    const latest = await read(own, id, `?from=${daysAgo(4)}&to=${daysAgo(4)}`)
    expect(latest.days.map(({ date }) => date)).toEqual([daysAgo(4)])
  })

  it('leaves out what is no share or no day', async () => {
    const { id } = await seenDomain()
    google.answer = ({ path }) => {
      if (!path.endsWith(':query')) return undefined
      const stat = (date: object, doubleValue: number) => ({ metric: 'spam', date, value: { doubleValue } })
      const [year, month, day] = daysAgo(2).split('-').map(Number)
      const good = { year, month, day }
      return {
        status: 200,
        body: JSON.stringify({
          domainStats: [
            stat(good, 0.5),
            stat(good, 7),
            stat({ year: 2026, month: 2, day: 31 }, 0.1),
            stat({ year: 2026, month: 2, day: 0 }, 0.1),
            { metric: 'spam', value: {} },
            { metric: 'news', date: good, value: { doubleValue: 0.4 } },
          ],
        }),
      }
    }
    await run()
    const { days } = await read(own, id)
    expect(days.map(({ date, spamRate }) => [date, spamRate])).toEqual([[daysAgo(2), 0.5]])
  })

  it('is about a domain of the project that is verified, and nobody else’s', async () => {
    const stranger = await inFreshProject(test)
    const claimed = await addDomain(stranger, { isVerified: false })
    const { domain } = claimed
    const { id } = await addDomain(own, { domain })
    register(domain)
    google.figures = { [daysAgo(2)]: { SPAM_RATE: 0.1 } }
    await run()
    expect(await read(stranger, claimed.id)).toEqual({
      state: 'unproven',
      problem: null,
      askedAt: null,
      compliance: null,
      days: [],
    })
    const above = await addDomain(stranger, { domain: `news.${domain}` })
    expect(await read(stranger, above.id)).toMatchObject({ state: 'missing', days: [] })
    const reply = await call(stranger, ['GET', `/domains/${id}/postmaster`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'DOMAIN_NOT_FOUND'])
    expect((await read(own, id)).days).toHaveLength(1)
  })

  it('says why there are no figures', async () => {
    const [missing, hidden, unverified] = [await addDomain(own), await addDomain(own), await addDomain(own)]
    register(hidden.domain, { permission: 'NONE' })
    register(unverified.domain, { verificationState: 'UNVERIFIED' })
    await run()
    const states = [missing, hidden, unverified].map(async ({ id }) => (await read(own, id)).state)
    expect(await Promise.all(states)).toEqual(['missing', 'unreadable', 'unreadable'])
    const elsewhere = await addDomain(off)
    expect((await read(off, elsewhere.id)).state).toBe('off')
  })

  it('refuses a range that is none, and callers without a right', async () => {
    const { id } = await seenDomain()
    const path = `/domains/${id}/postmaster`
    for (const query of [
      '?from=soon',
      '?to=2026-13-01',
      '?from=2026-02-02&to=2026-02-01',
      '?from=2020-01-01&to=2026-01-01',
    ]) {
      const reply = await call(own, ['GET', path + query])
      expect([query, reply.statusCode, Object.keys(fieldsOf(reply)).length]).toEqual([query, 422, 1])
    }
    expect((await call(own, ['GET', path], { key: null })).statusCode).toBe(401)
    expect((await call(own, ['GET', path], { key: own.project.publicKey })).statusCode).toBe(403)
    expect((await call(own, ['GET', '/domains/none/postmaster'])).statusCode).toBe(404)
  })
})

describe('a run', () => {
  it('asks about domains that a project has verified, on every page of the list, once in six hours', async () => {
    const { domain } = await seenDomain()
    await addDomain(own, { isVerified: false }).then((one) => register(one.domain))
    for (let n = 0; n < 20; n += 1) register(`elsewhere-${n}.com`)
    await Promise.all([run(), run()])
    await run()
    expect(google.tokens).toBe(1)
    const asked = google.requests.flatMap(({ path }) => /^\/v2\/domains\/([^/]+)\//.exec(path)?.[1] ?? [])
    expect(new Set(asked)).toEqual(new Set([domain]))
    const { state, domains, account, nextAt, succeededAt } = await instance()
    expect([state, domains.length, account]).toEqual(['good', 22, google.email])
    expect(domains.find(({ isUsed }) => isUsed)?.domain).toBe(domain)
    expect(Date.parse(nextAt ?? '') - Date.parse(succeededAt ?? '')).toBe(PERIOD_MS)
  })

  it('forgets a domain that the account has no more, but not its figures', async () => {
    const { id } = await seenDomain()
    google.figures = { [daysAgo(2)]: { SPAM_RATE: 0.1 } }
    await run()
    google.domains = []
    await runAgain()
    const { state, days } = await read(own, id)
    expect([state, days.length]).toEqual(['missing', 1])
    expect((await instance()).domains).toEqual([])
  })

  it('deletes days after 13 months', async () => {
    const { domain } = await seenDomain()
    await sql`insert into google_days (domain, day) values (${domain}, current_date - 390), (${domain}, current_date - 400)`.execute(
      test.deps.database.db,
    )
    await run()
    const { rows } = await sql`select from google_days where domain = ${domain}`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('goes on with what is left when its time is over', async () => {
    await seenDomain()
    const controller = new AbortController()
    google.answer = ({ path }) =>
      path.includes('complianceStatus') ? (controller.abort(), undefined) : undefined
    await seenDomain()
    await runSources(test.deps, { signal: controller.signal, urls: { ...SOURCE_URLS, google: google.url } })
    const { state, domains, nextAt } = await instance()
    expect([state, domains.filter((one) => 'askedAt' in one && one.askedAt !== null).length]).toEqual([
      'good',
      1,
    ])
    expect(Date.parse(nextAt ?? '') - test.clock.now().getTime()).toBeLessThanOrEqual(MINUTE_MS)
  })

  it('is nothing without credentials', async () => {
    await runJob(off.deps, runSourcesJob, { payload: {} })
    expect(await instance(off)).toEqual({
      state: 'off',
      succeededAt: null,
      failingSince: null,
      problem: null,
      nextAt: null,
      account: null,
      domains: [],
    })
  })
})

describe('a connection that fails', () => {
  const plain = (status: number, body = '', headers: Record<string, string> = {}) => ({
    status,
    body,
    headers,
  })
  type Answer = ReturnType<typeof refusal>
  const atToken = (answer: Answer) => () => {
    google.answer = ({ path }) => (path === '/token' ? answer : undefined)
  }
  const atList = (answer: Answer) => () => {
    google.answer = ({ path }) => (path.startsWith('/v2/domains?') ? answer : undefined)
  }

  it.each<[string, () => void, { words: RegExp; minutes: number }]>([
    [
      'a key that was deleted',
      atToken(plain(400, '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}')),
      { words: /^Google answers 400: invalid_grant, Invalid JWT Signature$/, minutes: 60 },
    ],
    [
      'an API that is not switched on',
      atList(
        refusal(
          403,
          'Gmail Postmaster Tools API has not been used in project 1 before.',
          'PERMISSION_DENIED',
        ),
      ),
      { words: /^Google answers 403: Gmail Postmaster Tools API has not been used/, minutes: 60 },
    ],
    ['a token that is refused', atList(plain(401)), { words: /^Google answers 401$/, minutes: 60 }],
    [
      'too many requests',
      atList(plain(429, '', { 'retry-after': '3600' })),
      { words: /^Google answers 429$/, minutes: 60 },
    ],
    [
      'a server that is out of order',
      atList(plain(503, '<html>')),
      { words: /^Google answers 503$/, minutes: 15 },
    ],
    [
      'a redirect, which is not followed',
      atList(plain(302, '', { location: 'http://127.0.0.1:1/' })),
      { words: /^Google answers 302$/, minutes: 60 },
    ],
    [
      'something other than JSON',
      atList(plain(200, '<html>')),
      { words: /form that is not that of its API/, minutes: 60 },
    ],
    [
      'JSON of another form',
      atList(plain(200, '{"domains":{"name":1}}')),
      { words: /form that is not that of its API/, minutes: 60 },
    ],
    ['no token', atToken(plain(200, '{}')), { words: /without an access token/, minutes: 15 }],
    [
      'a token that is no header',
      atToken(plain(200, '{"access_token":"a\\r\\nb"}')),
      { words: /without an access token/, minutes: 15 },
    ],
    [
      'an answer that is too long',
      atList(plain(200, 'x'.repeat(200_000))),
      { words: /longer than 100000 bytes/, minutes: 60 },
    ],
  ])('%s', async (_, breakIt, { words, minutes }) => {
    breakIt()
    test.clock.stop()
    await seenDomain()
    await run()
    const { state, problem, failingSince, nextAt, succeededAt } = await instance()
    expect([state, succeededAt]).toEqual(['failing', null])
    expect(problem).toMatch(words)
    expect(Date.parse(nextAt ?? '') - Date.parse(failingSince ?? '')).toBe(minutes * MINUTE_MS)
  })

  it('is silent, or never comes to its end', async () => {
    google.answer = () => new Promise(() => undefined)
    await run(LIMITS)
    expect((await instance()).problem).toBe('Google could not be asked: no answer within 0.3 seconds')
    let page = 0
    google.answer = ({ path }) =>
      path.startsWith('/v2/domains?')
        ? { status: 200, body: JSON.stringify({ domains: [], nextPageToken: String((page += 1)) }) }
        : undefined
    await runAgain()
    expect([(await instance()).problem, page]).toEqual(['Google answers with more than 50 pages', 50])
  })

  it('is asked ever more rarely, says since when, and recovers', async () => {
    const { id } = await seenDomain()
    google.answer = ({ path }) => (path === '/token' ? { status: 500, body: '' } : undefined)
    test.clock.stop()
    const pauses: number[] = []
    await run()
    const { failingSince } = await instance()
    for (let n = 0; n < 6; n += 1) {
      const { nextAt } = await instance()
      pauses.push(Math.round((Date.parse(nextAt ?? '') - test.clock.now().getTime()) / MINUTE_MS))
      await runAgain()
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240, 360])
    expect((await instance()).failingSince).toBe(failingSince)
    expect((await read(own, id)).state).toBe('failing')
    google.answer = () => undefined
    await runAgain()
    expect(await instance()).toMatchObject({ state: 'good', problem: null, failingSince: null })
    expect((await read(own, id)).state).toBe('good')
  })

  it('for one domain leaves the others alone', async () => {
    const [refused, fine] = [await seenDomain(), await seenDomain()]
    google.answer = ({ path }) =>
      path.includes(refused.domain)
        ? refusal(403, 'The caller does not have permission', 'PERMISSION_DENIED')
        : undefined
    await run()
    expect((await instance()).state).toBe('good')
    expect(await read(own, refused.id)).toMatchObject({
      state: 'failing',
      problem: 'Google answers 403: The caller does not have permission',
    })
    expect((await read(own, fine.id)).state).toBe('good')
  })

  it('about some figures alone leaves the others', async () => {
    const { id } = await seenDomain()
    google.figures = { [daysAgo(2)]: { SPAM_RATE: 0.1 } }
    google.answer = ({ body }) =>
      body.includes('DELIVERY_ERROR_RATE') ? refusal(400, 'Invalid filter', 'INVALID_ARGUMENT') : undefined
    await run()
    const { state, problem, days } = await read(own, id)
    expect([state, problem, days.length]).toEqual(['failing', 'Google answers 400: Invalid filter', 1])
  })
})

describe('GET /instance/postmaster', () => {
  it('is for the owner of the installation', async () => {
    const path = '/instance/postmaster'
    const owner = await callAs(test, await buildPerson(test, { role: 'owner' }), ['GET', path])
    expect([owner.statusCode, errorOf(owner).message]).toEqual([
      403,
      'Only the owner of this installation can see its connections to mailbox providers.',
    ])
    expect((await callAs(test, await buildPerson(test, { role: 'admin' }), ['GET', path])).statusCode).toBe(
      403,
    )
    expect((await call(test, ['GET', path], { key: null })).statusCode).toBe(401)
    expect((await call(test, ['GET', path])).statusCode).toBe(403)
  })
})
