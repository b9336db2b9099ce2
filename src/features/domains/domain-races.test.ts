// Concurrent requests, projects, jobs and deletions.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startDnsServer, useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { buildProject, buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import { claimDue } from '../../platform/work/due-rows.ts'
import { runDueWork, startWorkLoop } from '../../platform/work/work-loop.ts'
import { domainWork } from './check.service.ts'
import {
  buildDomain,
  checkDue,
  newDomain,
  postDomain,
  postVerify,
  readDomain,
  recordFor,
  statusesOf,
  verify,
} from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const MINUTE_MS = 60_000
const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, PUBLIC_URL: 'https://app.host.net' })
beforeEach(() => dns.clear())

/** The records of all projects in one zone, as for an owner who added the domain in two projects. */
const publishAll = (domains: DomainAnswer[]) => dns.publish(domains.flatMap(({ records }) => records))

describe('two requests for one domain in one project', () => {
  it('make one domain', async () => {
    const domain = newDomain()
    const replies = await Promise.all([1, 2, 3].map(() => postDomain(test, domain)))
    expect(statusesOf(replies)).toEqual([201, 409, 409])
    const refused = replies.filter(({ statusCode }) => statusCode === 409)
    expect(refused.map((reply) => errorOf(reply).code)).toEqual(['CONFLICT', 'CONFLICT'])
  })

  it('make one domain with idempotency keys too', async () => {
    const domain = newDomain()
    const replies = await Promise.all(
      ['a', 'b'].map((key) =>
        call(test, ['POST', '/domains'], {
          body: { domain },
          headers: { 'idempotency-key': `${domain} ${key}` },
        }),
      ),
    )
    expect(statusesOf(replies)).toEqual([201, 409])
  })
})

describe('projects that verify one domain at the same time', () => {
  it('end with exactly one that has it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const domain = newDomain()
      const projects = [test.project, test.other, await buildProject(test.deps)]
      const claims = await Promise.all(projects.map((project) => buildDomain(test, { domain, project })))
      publishAll(claims)
      const replies = await Promise.all(claims.map(({ id }, i) => postVerify(test, id, projects[i])))
      expect(statusesOf(replies)).toEqual([200, 409, 409])
      const { rows } = await sql`
        select from domains where domain = ${domain} and status = 'VERIFIED'`.execute(test.deps.database.db)
      expect(rows.length).toBe(1)
    }
  })

  it('tell the loser why, by hand and in the domain, and let it win when the winner goes', async () => {
    const mine = await buildDomain(test)
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    publishAll([mine, theirs])
    await verify(test, mine.id)
    const reply = await postVerify(test, theirs.id, test.other)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    expect(errorOf(reply).message).toMatch(/verified in another project/)
    test.clock.advance(MINUTE_MS)
    await checkDue(test)
    const losing = await readDomain(test, theirs.id, test.other)
    expect(losing).toMatchObject({ status: 'PENDING', warning: { stopsAt: null } })
    expect(recordFor(losing, 'dkim').status).toBe('ok')

    await call(test, ['DELETE', `/domains/${mine.id}`])
    test.clock.advance(MINUTE_MS)
    await checkDue(test)
    expect(await readDomain(test, theirs.id, test.other)).toMatchObject({ status: 'VERIFIED', warning: null })
  })

  it('do not block each other while they wait', async () => {
    const mine = await buildDomain(test)
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    expect(recordFor(mine, 'dkim').name).not.toBe(recordFor(theirs, 'dkim').name)
    dns.publish(theirs.records)
    expect(await verify(test, mine.id)).toMatchObject({ status: 'PENDING' })
    expect(await verify(test, theirs.id, test.other)).toMatchObject({ status: 'VERIFIED' })
  })

  it('refuse the loser with an idempotency key too, and keep the answer', async () => {
    const mine = await buildDomain(test)
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    publishAll([mine, theirs])
    await verify(test, mine.id)
    const options = { key: test.other.secretKey, headers: { 'idempotency-key': mine.domain } }
    const replies = [
      await call(test, ['POST', `/domains/${theirs.id}/verify`], options),
      await call(test, ['POST', `/domains/${theirs.id}/verify`], options),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409])
    expect(replies[1]?.headers['idempotency-replayed']).toBe('true')
  })
})

describe('a slow check', () => {
  it('does not hide what was found after it began', async () => {
    const domain = await buildDomain(test)
    const { name } = recordFor(domain, 'dkim')
    // Only the job, which finds no key, queries the misplaced name; that query is held up.
    const misplaced = `${name}.${domain.domain}`
    const release = dns.hold(misplaced)
    const job = checkDue(test)
    await dns.asked(misplaced)
    dns.publish(domain.records)
    expect(await verify(test, domain.id)).toMatchObject({ status: 'VERIFIED' })
    release()
    await job
    const now = await readDomain(test, domain.id)
    expect(now).toMatchObject({ status: 'VERIFIED' })
    expect(recordFor(now, 'dkim').status).toBe('ok')
  })

  it('waits for one that is just being recorded, and leaves it the last word', async () => {
    const domain = await buildDomain(test)
    const { db } = test.deps.database
    const later = new Date(test.clock.now().getTime() + MINUTE_MS)
    const recording = await db.startTransaction().execute()
    await sql`update domains set last_checked_at = ${later} where id = ${domain.id}`.execute(recording)
    const byHand = verify(test, domain.id)
    await waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length > 0
    })
    await recording.commit().execute()
    expect(await byHand).toMatchObject({ lastCheckedAt: later.toISOString(), records: domain.records })
  })

  it('ends quietly when the domain is deleted meanwhile', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    const release = dns.hold(recordFor(domain, 'dkim').name)
    const job = checkDue(test)
    const byHand = postVerify(test, domain.id)
    await dns.asked(recordFor(domain, 'dkim').name)
    expect((await call(test, ['DELETE', `/domains/${domain.id}`])).statusCode).toBe(204)
    release()
    await job
    const reply = await byHand
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'DOMAIN_NOT_FOUND'])
    expect((await call(test, ['GET', `/domains/${domain.id}`])).statusCode).toBe(404)
  })

  it('keeps a key that was made meanwhile', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    await verify(test, domain.id)
    const release = dns.hold(recordFor(domain, 'dkim').name)
    const byHand = verify(test, domain.id)
    const asked = dns.questions.length
    await waitFor(() => dns.questions.length > asked)
    await call(test, ['POST', `/domains/${domain.id}/rotate`])
    release()
    const states = (await byHand).records.flatMap(({ keyState }) => keyState ?? [])
    expect(states).toEqual(['ACTIVE', 'NEXT'])
  })
})

describe('workers that look for due domains at the same time', () => {
  it('look at each domain once', async () => {
    const domains = await Promise.all([1, 2, 3, 4].map(() => buildDomain(test)))
    const names = domains.map((domain) => recordFor(domain, 'dkim').name)
    const releases = names.map((name) => dns.hold(name))
    // A resolver of its own shows what the second worker asks; the first one asks again when an answer takes long.
    const unasked = await startDnsServer()
    onTestFinished(() => unasked.close())
    const second = buildTestDeps(test.url, { DNS_SERVERS: unasked.address })
    try {
      const first = startWorkLoop(test.deps, domainWork(test.deps))
      onTestFinished(() => first.stop())
      await Promise.all(names.map((name) => dns.asked(name)))
      const other = { ...second, clock: test.clock }
      await runDueWork(other, domainWork(other))
      for (const release of releases) release()
      await first.stop()
    } finally {
      await second.database.close()
    }
    expect(unasked.questions).toEqual([])
  })

  it('run twice with one effect', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    await checkDue(test)
    const once = await readDomain(test, domain.id)
    await checkDue(test)
    expect(await readDomain(test, domain.id)).toEqual(once)
    expect(once.status).toBe('VERIFIED')
  })

  it('come back to a domain whose worker died', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    const now = test.clock.now()
    await claimDue(test.deps.database, {
      table: 'domains',
      limit: 100,
      perProject: 100,
      leaseMs: MINUTE_MS,
      now,
    })
    await checkDue(test)
    expect(await readDomain(test, domain.id)).toMatchObject({ lastCheckedAt: null })
    test.clock.advance(MINUTE_MS)
    await checkDue(test)
    expect(await readDomain(test, domain.id)).toMatchObject({ status: 'VERIFIED' })
  })

  it('record nothing once another has the domain', async () => {
    const domain = await buildDomain(test)
    const { name } = recordFor(domain, 'dkim')
    const release = dns.hold(name)
    const slow = checkDue(test)
    await dns.asked(name)
    await sql`update domains set fence = fence + 1 where id = ${domain.id}`.execute(test.deps.database.db)
    release()
    await slow
    expect(await readDomain(test, domain.id)).toMatchObject({ lastCheckedAt: null })
  })

  it('are not held up by a domain that cannot be judged', async () => {
    const bad = await buildDomain(test)
    const good = await buildDomain(test)
    await sql`update domain_keys set state = 'NEXT' where domain_id = ${bad.id}`.execute(
      test.deps.database.db,
    )
    await sql`alter table domains add constraint for_this_test check (id <> ${sql.lit(bad.id)} or last_checked_at is null)`.execute(
      test.deps.database.db,
    )
    try {
      dns.publish(good.records)
      await checkDue(test)
    } finally {
      await sql`alter table domains drop constraint for_this_test`.execute(test.deps.database.db)
    }
    expect(await readDomain(test, good.id)).toMatchObject({ status: 'VERIFIED' })
    expect(await readDomain(test, bad.id)).toMatchObject({ lastCheckedAt: null })
  })
})

const waitFor = (isTrue: () => boolean | Promise<boolean>) =>
  eventually(async () => expect(await isTrue()).toBe(true), 2)
