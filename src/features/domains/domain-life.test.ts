// The life cycle of a domain, with DNS and the clock controlled by the test.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { requireSender } from './index.ts'
import { buildDomain, checkDue, readDomain, recordFor, verify } from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, PUBLIC_URL: 'https://app.host.net' })
beforeEach(() => dns.clear())

const after = async (ms: number) => {
  test.clock.advance(ms)
  await checkDue(test)
}
const canSend = async ({ domain }: DomainAnswer) => {
  const { config, database } = test.deps
  const sender = { projectId: test.project.projectId, address: `ann@${domain}`, config }
  return requireSender(database.db, sender).then(
    () => true,
    () => false,
  )
}
const verified = async () => {
  const domain = await buildDomain(test)
  dns.publish(domain.records)
  return verify(test, domain.id)
}

describe('the job that checks domains', () => {
  it('takes a domain from pending over verified, broken, warned and failed back to verified', async () => {
    const domain = await buildDomain(test)
    const now = () => readDomain(test, domain.id)
    await checkDue(test)
    expect(await now()).toMatchObject({
      status: 'PENDING',
      records: [{ status: 'missing' }, {}, {}, {}, {}, {}],
    })
    expect(await canSend(domain)).toBe(false)

    dns.publish(domain.records)
    await after(MINUTE_MS)
    expect(await now()).toMatchObject({ status: 'VERIFIED', verified: true, warning: null })
    expect(await canSend(domain)).toBe(true)

    dns.remove(recordFor(domain, 'dkim').name)
    await after(HOUR_MS)
    await after(HOUR_MS)
    expect(await now()).toMatchObject({
      status: 'VERIFIED',
      warning: null,
      records: [{ status: 'missing' }, {}, {}, {}, {}, {}],
    })
    await after(HOUR_MS)
    const warned = await now()
    expect(warned).toMatchObject({ status: 'VERIFIED', verified: true })
    expect(warned.warning?.message).toContain(
      `The DKIM record at ${recordFor(domain, 'dkim').name} is missing.`,
    )
    const { since = '', stopsAt } = warned.warning ?? {}
    expect(Date.parse(stopsAt ?? '') - Date.parse(since)).toBe(72 * HOUR_MS)
    expect(await canSend(domain)).toBe(true)

    await after(71 * HOUR_MS)
    expect(await now()).toMatchObject({ status: 'VERIFIED', verified: true })
    await after(HOUR_MS)
    expect(await now()).toMatchObject({ status: 'FAILED', verified: false, verifiedAt: null })
    expect((await now()).warning).toMatchObject({
      stopsAt,
      message: expect.stringMatching(/no longer a sender/) as string,
    })
    expect(await canSend(domain)).toBe(false)

    dns.publish(domain.records)
    await after(MINUTE_MS)
    expect(await now()).toMatchObject({ status: 'VERIFIED', verified: true, warning: null })
    expect(await canSend(domain)).toBe(true)
  })

  it('never counts a missing DNS answer as a failure, however long it lasts', async () => {
    const domain = await verified()
    dns.fail('*', 'SERVFAIL')
    for (let hour = 0; hour < 5; hour += 1) await after(HOUR_MS)
    expect(await readDomain(test, domain.id)).toMatchObject({
      status: 'VERIFIED',
      warning: null,
      records: [{ status: 'unknown' }, { status: 'unknown' }, {}, {}, {}, {}],
    })
  })

  it('does not end the grace period without a DNS answer', async () => {
    const domain = await verified()
    dns.remove(recordFor(domain, 'dkim').name)
    for (let hour = 0; hour < 3; hour += 1) await after(HOUR_MS)
    dns.fail('*', 'SERVFAIL')
    await after(100 * HOUR_MS)
    expect(await readDomain(test, domain.id)).toMatchObject({ status: 'VERIFIED', verified: true })
    dns.heal()
    await after(HOUR_MS)
    expect(await readDomain(test, domain.id)).toMatchObject({ status: 'FAILED' })
  })

  it('needs three failures in a row', async () => {
    const domain = await verified()
    for (const isBroken of [true, true, false, true, true]) {
      if (isBroken) dns.remove(recordFor(domain, 'return-path').name, 'MX')
      else dns.publish(domain.records)
      await after(HOUR_MS)
    }
    expect((await readDomain(test, domain.id)).warning).toBeNull()
    await after(HOUR_MS)
    expect((await readDomain(test, domain.id)).warning?.message).toMatch(/return-path record .* is missing/)
  })

  it('does not mind when advised records go', async () => {
    const domain = await verified()
    for (const { name, type, required } of domain.records) if (!required) dns.remove(name, type)
    for (let hour = 0; hour < 4; hour += 1) await after(HOUR_MS)
    expect(await readDomain(test, domain.id)).toMatchObject({ status: 'VERIFIED', warning: null })
  })

  it('looks often at first and rarely later, and not before the time has come', async () => {
    const domain = await buildDomain(test)
    const looks = async (ms: number) => {
      dns.questions.length = 0
      await after(ms)
      return dns.questions.filter(({ name }) => name === recordFor(domain, 'dkim').name).length
    }
    expect(await looks(0)).toBe(1)
    expect(await looks(0)).toBe(0)
    expect(await looks(MINUTE_MS)).toBe(1)
    expect(await looks(20 * MINUTE_MS)).toBe(1)
    expect(await looks(MINUTE_MS)).toBe(0)
    expect(await looks(4 * MINUTE_MS)).toBe(1)
    expect(await looks(30 * 24 * HOUR_MS)).toBe(1)
    expect(await looks(12 * HOUR_MS)).toBe(0)
    expect(await looks(12 * HOUR_MS)).toBe(1)
    await verify(test, domain.id)
    expect(await looks(MINUTE_MS)).toBe(1)
  })

  it('goes through more domains than one batch holds', async () => {
    const { db } = test.deps.database
    const { projectId } = test.project
    const now = test.clock.now()
    await sql`
      insert into domains (project_id, id, domain, is_reserved, created_at, watched_since, due_at)
      select ${projectId}, gen_random_uuid(), 'many-' || n || '.com', false, ${now}, ${now}, ${now}
      from generate_series(1, 120) as n`.execute(db)
    await checkDue(test)
    const { rows } = await sql`
      select from domains where domain like 'many-%' and last_checked_at is null`.execute(db)
    await sql`delete from domains where domain like 'many-%'`.execute(db)
    expect(rows.length).toBe(0)
  })
})

describe('checking by hand', () => {
  it('brings a failed domain back', async () => {
    const domain = await verified()
    dns.remove(recordFor(domain, 'dkim').name)
    for (let hour = 0; hour < 3; hour += 1) await after(HOUR_MS)
    await after(73 * HOUR_MS)
    expect(await readDomain(test, domain.id)).toMatchObject({ status: 'FAILED' })
    dns.publish(domain.records)
    expect(await verify(test, domain.id)).toMatchObject({ status: 'VERIFIED', verified: true, warning: null })
  })

  it('shows a fault at once, but counts nothing', async () => {
    const domain = await verified()
    dns.remove(recordFor(domain, 'dkim').name)
    for (let press = 0; press < 5; press += 1) {
      expect(await verify(test, domain.id)).toMatchObject({
        status: 'VERIFIED',
        warning: null,
        records: [{ status: 'missing' }, {}, {}, {}, {}, {}],
      })
    }
  })

  it('takes a warning away when the record is back', async () => {
    const domain = await verified()
    dns.remove(recordFor(domain, 'dkim').name)
    for (let hour = 0; hour < 3; hour += 1) await after(HOUR_MS)
    expect((await readDomain(test, domain.id)).warning).not.toBeNull()
    dns.publish(domain.records)
    expect((await verify(test, domain.id)).warning).toBeNull()
  })
})
