import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { runDueWork } from '../../platform/work/work-loop.ts'
import { planDomainChecksJob } from './checks.jobs.ts'
import { HOUR_MS, KEPT_MS, PAUSE_MS } from './check-runs.ts'
import { domainCheckWork } from './domain-checks.service.ts'

const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  MAIL_TRANSPORT: 'mx:',
  PUBLIC_URL: 'https://app.host.net',
  MAIL_HOSTNAME: 'mx.host.net',
})
let own: TestApp
let serial = 0
beforeEach(async () => {
  dns.clear()
  dns.set('mx.host.net', 'A', ['192.0.2.10'])
  await sql`truncate domain_checks, domain_check_changes`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

type Result = {
  kind: string
  subject: string
  state: string
  found: string
  since: string
  checkedAt: string
}
type Checks = {
  checks: Result[]
  changes: { kind: string; state: string; changedAt: string }[]
  checkedAt: string | null
  nextCheckAt: string | null
}
type Domain = { id: string; domain: string; createdAt: string; records: Parameters<typeof dns.publish>[0] }

async function addDomain(name = `checked-${(serial += 1)}.com`): Promise<Domain> {
  return (await call(own, ['POST', '/domains'], { body: { domain: name } })).json<Domain>()
}

const read = (id: string, options = {}) => call(own, ['GET', `/domains/${id}/checks`], options)
const runNow = (id: string, options = {}) => call(own, ['POST', `/domains/${id}/checks/run`], options)
const checksOf = async (id: string) => (await read(id)).json<Checks>()
const plan = () => runJob(test.deps, planDomainChecksJob, { payload: {} })
const runDue = () => runDueWork(test.deps, domainCheckWork(test.deps))
const states = (reply: Checks) => Object.fromEntries(reply.checks.map(({ kind, state }) => [kind, state]))

describe('GET /domains/{id}/checks', () => {
  it('is empty before the first run', async () => {
    const { id, createdAt } = await addDomain()
    const reply = await read(id)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { checks: [], changes: [], checkedAt: null, nextCheckAt: createdAt },
    ])
  })

  it('returns what was found, with remedies, and when to expect the next run', async () => {
    const { id, domain, records } = await addDomain()
    dns.publish(records.filter(({ type }) => type !== 'CNAME'))
    await plan()
    await runDue()
    const reply = await checksOf(id)
    expect(states(reply)).toEqual({
      spf: 'good',
      dkim: 'good',
      'dkim-key-length': 'good',
      'dkim-key-age': 'good',
      dmarc: 'good',
      'mta-sts': 'not-applicable',
      'tls-rpt': 'good',
      bimi: 'not-applicable',
      'tracking-certificate': 'not-applicable',
    })
    expect(reply.changes).toEqual([])
    const waitMs = Date.parse(reply.nextCheckAt ?? '') - Date.parse(reply.checkedAt ?? '')
    expect(waitMs).toBe(HOUR_MS)
    expect(reply.checks.find(({ kind }) => kind === 'bimi')).toMatchObject({
      remedy: { record: { type: 'TXT', name: `default._bimi.${domain}` }, command: null, page: null },
    })
  })

  it('tells since when a check is in its state, and when that changed', async () => {
    const { id, domain, records } = await addDomain()
    dns.publish(records)
    await plan()
    await runDue()
    const first = await checksOf(id)
    test.clock.advance(HOUR_MS + 1)
    await runDue()
    const second = await checksOf(id)
    expect(second.changes).toEqual(first.changes)
    expect(second.checkedAt).not.toBe(first.checkedAt)
    expect(second.checks.map(({ since }) => since)).toEqual(first.checks.map(({ since }) => since))
    dns.remove(`_dmarc.${domain}`)
    test.clock.advance(HOUR_MS + 1)
    await runDue()
    const third = await checksOf(id)
    expect(third.changes[0]).toMatchObject({ kind: 'dmarc', state: 'failed', changedAt: third.checkedAt })
    expect(third.changes).toHaveLength(1)
    expect(third.checks.find(({ kind }) => kind === 'dmarc')?.since).toBe(third.checkedAt)
  })

  it('returns no name for tests to check', async () => {
    const { id } = await addDomain('shop.test')
    await plan()
    await runDue()
    expect((await read(id)).json()).toMatchObject({ checks: [], nextCheckAt: null })
  })

  it("returns 404 for another project's domain and for none", async () => {
    const { id } = await addDomain()
    for (const reply of [
      await read(id, { key: test.other.secretKey }),
      await read(newId(new Date())),
      await read('not-an-id'),
    ]) {
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'DOMAIN_NOT_FOUND'])
    }
  })

  it('needs a key that may read', async () => {
    const { id } = await addDomain()
    const status = async (key: string | null) => (await read(id, { key })).statusCode
    expect(await status(null)).toBe(401)
    expect(await status('sk_wrong')).toBe(401)
    expect(await status(own.project.publicKey)).toBe(403)
    expect(await status(await buildKey(own, { scopes: ['send'] }))).toBe(403)
    expect(await status(await buildKey(own, { scopes: ['read'] }))).toBe(200)
  })
})

describe('a fault in DNS', () => {
  // domain/domain-faults.test.ts has all of them.
  it('is in the results of its check alone', async () => {
    const domain = await addDomain()
    dns.publish(domain.records)
    dns.remove(`bounces.${domain.domain}`, 'TXT')
    await plan()
    await runDue()
    const reply = await checksOf(domain.id)
    expect(reply.checks.filter(({ state }) => state === 'failed' || state === 'unknown')).toMatchObject([
      { kind: 'spf', state: 'failed', found: expect.stringContaining('no SPF record') as string },
    ])
  })
})

describe('POST /domains/{id}/checks/run', () => {
  it('makes the checks due at once, at most once per minute', async () => {
    const domain = await addDomain()
    dns.publish(domain.records)
    test.clock.stop()
    const reply = await runNow(domain.id)
    expect([reply.statusCode, reply.json<Checks>().checkedAt]).toEqual([202, null])
    await runDue()
    expect((await checksOf(domain.id)).checkedAt).not.toBeNull()
    test.clock.advance(PAUSE_MS - 1)
    const refused = await runNow(domain.id)
    expect([refused.statusCode, errorOf(refused).code, refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      '1',
    ])
    test.clock.advance(1)
    expect((await runNow(domain.id)).statusCode).toBe(202)
  })

  it('refuses names for tests', async () => {
    const { id } = await addDomain('shop.test')
    const reply = await runNow(id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })

  it("returns 404 for another project's domain and for none", async () => {
    const { id } = await addDomain()
    const replies: Reply[] = [
      await runNow(id, { key: test.other.secretKey }),
      await runNow(newId(new Date())),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    const { rows } = await sql`select id from domain_checks where id = ${id}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })

  it('needs a key that may change', async () => {
    const { id } = await addDomain()
    const status = async (key: string | null) => (await runNow(id, { key })).statusCode
    expect(await status(null)).toBe(401)
    expect(await status(own.project.publicKey)).toBe(403)
    expect(await status(await buildKey(own, { scopes: ['read'] }))).toBe(403)
    expect(await status(own.project.secretKey)).toBe(202)
  })
})

describe('the schedule of the checks', () => {
  it('adds each domain once, and those of an upgraded installation within the next hour', async () => {
    const { id } = await addDomain()
    await sql`update domains set created_at = created_at - interval '1 day' where id = ${id}`.execute(
      test.deps.database.db,
    )
    const before = test.clock.now()
    await plan()
    const { nextCheckAt } = await checksOf(id)
    await plan()
    expect((await checksOf(id)).nextCheckAt).toBe(nextCheckAt)
    const waitMs = Date.parse(nextCheckAt ?? '') - before.getTime()
    expect(waitMs).toBeGreaterThanOrEqual(0)
    expect(waitMs).toBeLessThan(HOUR_MS + 60_000)
  })

  it('asks once, whichever of two nodes is first', async () => {
    const { domain, records } = await addDomain()
    dns.publish(records)
    await plan()
    await Promise.all([runDue(), runDue()])
    const asked = dns.questions.filter(({ name }) => name === `_dmarc.${domain}`)
    expect(asked).toHaveLength(1)
  })

  it('does not let a domain with silent servers hold up the others', async () => {
    let fastAt: string | null = null
    // Domains of earlier tests would take the slots of the first round, which ends with the slow one.
    await plan()
    await runDue()
    const slow = await addDomain()
    const other = await buildProject(test.deps)
    const fast = (
      await call(test, ['POST', '/domains'], { key: other.secretKey, body: { domain: `fast-${serial}.com` } })
    ).json<Domain>()
    dns.publish([...slow.records, ...fast.records])
    const released = Promise.withResolvers<void>()
    const txt = async (name: string) => {
      if (name === `_dmarc.${slow.domain}`) await released.promise
      return test.deps.dns.txt(name)
    }
    await plan()
    const work = domainCheckWork({ ...test.deps, dns: { ...test.deps.dns, txt } })
    const run = runDueWork(test.deps, work)
    await eventually(async () => {
      const reply = await call(test, ['GET', `/domains/${fast.id}/checks`], { key: other.secretKey })
      fastAt = reply.json<Checks>().checkedAt
      expect(fastAt).not.toBeNull()
    })
    released.resolve()
    await run
    const { checkedAt: slowAt } = await checksOf(slow.id)
    expect(Date.parse(fastAt ?? '')).toBeLessThan(Date.parse(slowAt ?? ''))
  })

  it('forgets changes after 13 months, and everything with the domain', async () => {
    const { id, domain, records } = await addDomain()
    await plan()
    await runDue()
    const { changes } = await checksOf(id)
    expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['dkim', 'dmarc', 'spf'])
    test.clock.advance(KEPT_MS + 1)
    dns.publish(records.filter(({ name }) => name === `_dmarc.${domain}`))
    await runDue()
    const later = await checksOf(id)
    expect(later.changes.map(({ kind }) => kind).toSorted()).toEqual(['dkim-key-age', 'dmarc'])
    await call(own, ['DELETE', `/domains/${id}`])
    const { rows } = await sql`
      select domain_id from domain_check_changes where domain_id = ${id}
      union all select id from domain_checks where id = ${id}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })
})
