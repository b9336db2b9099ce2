// Reports from the wire to the figures of a domain.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { recordXml } from '../../../platform/email/domain-reports/fixtures/report-files.ts'
import { deleteOldReportsJob } from '../domain-reports.jobs.ts'
import {
  dmarcEmail,
  publishReporter,
  readWaiting,
  receiveReport,
  signed,
  tlsEmail,
  verifiedDomain,
} from '../fixtures/report-steps.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import { storeReport } from './intake.service.ts'
import { LEASE_MS, readReportsWork } from './read-reports.work.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address })

let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
  dns.clear()
  publishReporter(dns, 'google.com')
})

const db = () => test.deps.database.db

async function rows<Row>(table: string, { id }: { id: string }): Promise<Row[]> {
  const found =
    await sql<Row>`select * from ${sql.table(table)} where domain_id = ${id} order by 1, 2, 3, 4, 5, 6, 7`.execute(
      db(),
    )
  return found.rows
}

type DmarcDay = {
  is_signed: boolean
  reporter: string
  receiver: string
  source: string
  is_ours: boolean
  messages: number
}
type ParkedEmail = {
  problem: string | null
  raw: Buffer | null
  from_domain: string | null
  attempts: number
}

describe('a DMARC report', () => {
  it('that is signed is stored by day, reporter and source, and its email is gone', async () => {
    const domain = await verifiedDomain(own)
    const raw = signed(
      dmarcEmail({
        ...domain,
        records: [
          recordXml(),
          recordXml({
            source: '198.51.100.9',
            dkim: 'fail',
            spf: 'fail',
            signatures: [],
            envelope: ['x.example', 'fail'],
            count: 2,
          }),
        ],
      }),
    )
    await receiveReport(own, { ...domain, raw })
    expect(await rows<DmarcDay>('dmarc_days', domain)).toMatchObject([
      {
        is_signed: true,
        reporter: 'google.com',
        receiver: 'google',
        source: '192.0.2.1',
        is_ours: true,
        is_dkim_aligned: true,
        messages: 3,
      },
      { source: '198.51.100.9', is_ours: false, is_dkim_aligned: false, messages: 2 },
    ])
    expect(await rows('domain_reports', domain)).toMatchObject([
      { kind: 'dmarc', report_id: '4711', org_name: 'google.com', messages: 5 },
    ])
    expect(await rows('report_sources', domain)).toHaveLength(2)
    expect(await rows('report_emails', domain)).toEqual([])
  })

  it('without a signature is kept apart, whatever it calls itself', async () => {
    const domain = await verifiedDomain(own)
    await receiveReport(own, { ...domain, raw: dmarcEmail(domain) })
    await receiveReport(own, {
      ...domain,
      raw: signed(dmarcEmail({ ...domain, reportId: '2' }), { domain: 'evil.example' }),
    })
    expect(await rows<DmarcDay>('dmarc_days', domain)).toMatchObject([
      { is_signed: false, reporter: 'google.com', messages: 6 },
    ])
    expect(await rows('report_sources', domain)).toEqual([])
  })

  it('counts once per reporter, and an unsigned one does not keep the signed one out', async () => {
    const domain = await verifiedDomain(own)
    const email = dmarcEmail(domain)
    for (const raw of [email, signed(email), email, signed(email)]) {
      await receiveReport(own, { ...domain, raw })
    }
    expect(await rows<DmarcDay>('dmarc_days', domain)).toMatchObject([
      { is_signed: false, messages: 3 },
      { is_signed: true, messages: 3 },
    ])
  })

  it('waits until DNS tells the key of its reporter', async () => {
    const domain = await verifiedDomain(own)
    dns.fail('s1._domainkey.google.com', 'SERVFAIL')
    await receiveReport(own, { ...domain, raw: signed(dmarcEmail(domain)) })
    expect(await rows('dmarc_days', domain)).toEqual([])
    expect(await rows<ParkedEmail>('report_emails', domain)).toMatchObject([{ problem: null, attempts: 1 }])
    dns.heal()
    test.clock.advance(60_000)
    await readWaiting(own)
    expect(await rows<DmarcDay>('dmarc_days', domain)).toMatchObject([{ is_signed: true }])
  })

  it('is counted once if a node stops while it reads, another reads it, and the first goes on', async () => {
    const domain = await verifiedDomain(own)
    await storeReport(db(), { ...domain, raw: signed(dmarcEmail(domain)), now: test.clock.now() })
    const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const txt = async (name: string) => {
      asked.resolve()
      await stopped.promise
      return test.deps.dns.txt(name)
    }
    const slow = { ...own.deps, dns: { ...own.deps.dns, txt } }
    const first = runDueWork(slow, readReportsWork(slow))
    await asked.promise
    await readWaiting(own)
    expect(await rows('dmarc_days', domain)).toEqual([])
    test.clock.advance(LEASE_MS + 1)
    await readWaiting(own)
    stopped.resolve()
    await first
    expect(await rows<DmarcDay>('dmarc_days', domain)).toMatchObject([{ is_signed: true, messages: 3 }])
    expect(await rows('domain_reports', domain)).toHaveLength(1)
    expect(await rows('report_emails', domain)).toEqual([])
  })

  it.each([
    ['is about another domain', () => dmarcEmail({ domain: 'other.example' }), /is about other.example/],
    [
      'is older than 13 months',
      (domain: string) => dmarcEmail({ domain, daysAgo: 420 }),
      /older than 13 months/,
    ],
    ['is about the future', (domain: string) => dmarcEmail({ domain, daysAgo: -4 }), /about the future/],
    ['cannot be read', () => Buffer.from('From: a@google.com\r\n\r\nhello'), /no file/],
  ])('that %s is parked with the reason', async (_what, make, problem) => {
    const domain = await verifiedDomain(own)
    await receiveReport(own, { ...domain, raw: make(domain.domain) })
    expect(await rows<ParkedEmail>('report_emails', domain)).toMatchObject([
      {
        problem: expect.stringMatching(problem) as unknown,
        raw: null,
        due_at: null,
        from_domain: 'google.com',
      },
    ])
    expect(await rows('domain_reports', domain)).toEqual([])
  })

  it('that the database refuses is parked with the reason', async () => {
    const domain = await verifiedDomain(own)
    await sql`alter table dmarc_days add constraint refused check (messages <> 4321)`.execute(db())
    await receiveReport(own, {
      ...domain,
      raw: signed(dmarcEmail({ ...domain, records: [recordXml({ count: 4321 })] })),
    })
    await sql`alter table dmarc_days drop constraint refused`.execute(db())
    expect(await rows<ParkedEmail>('report_emails', domain)).toMatchObject([
      { problem: expect.stringContaining('The database refused it') as unknown, raw: null },
    ])
  })

  it('may be one of fifty unsigned ones per day', async () => {
    const domain = await verifiedDomain(own)
    for (let n = 0; n < 51; n += 1) {
      await storeReport(db(), {
        ...domain,
        raw: dmarcEmail({ ...domain, reportId: `${n}` }),
        now: test.clock.now(),
      })
    }
    await readWaiting(own)
    expect(await rows('domain_reports', domain)).toHaveLength(50)
    expect(await rows<ParkedEmail>('report_emails', domain)).toMatchObject([
      { problem: expect.stringMatching(/More than 50 unsigned/) as unknown },
    ])
  })

  it('belongs to the project that has proved the domain', async () => {
    const other = await inFreshProject(test)
    const domain = await verifiedDomain(own)
    const claimed = (await call(other, ['POST', '/domains'], { body: { domain: 'claimed-only.com' } })).json<{
      id: string
    }>()
    const now = test.clock.now()
    expect(await storeReport(db(), { domain: 'claimed-only.com', raw: Buffer.from('x'), now })).toBe(
      'dropped',
    )
    expect(await storeReport(db(), { domain: 'unknown.com', raw: Buffer.from('x'), now })).toBe('dropped')
    expect(await storeReport(db(), { ...domain, raw: Buffer.from('x'), now })).toBe('stored')
    expect(await rows('report_emails', claimed)).toEqual([])
  })

  it('is put off while 200 of its domain wait', async () => {
    const domain = await verifiedDomain(own)
    await sql`
      insert into report_emails (project_id, domain_id, id, raw, received_at)
      select project_id, id, gen_random_uuid(), '\\x00', now() from domains, generate_series(1, 200) where id = ${domain.id}`.execute(
      db(),
    )
    expect(await storeReport(db(), { ...domain, raw: Buffer.from('x'), now: test.clock.now() })).toBe('full')
  })

  it('goes with its domain', async () => {
    const domain = await verifiedDomain(own)
    await receiveReport(own, { ...domain, raw: signed(dmarcEmail(domain)) })
    expect((await call(own, ['DELETE', `/domains/${domain.id}`])).statusCode).toBe(204)
    expect(await rows('dmarc_days', domain)).toEqual([])
    expect(await rows('domain_reports', domain)).toEqual([])
  })

  it('is kept for 13 months, and the reason of a parked one for 30 days', async () => {
    const domain = await verifiedDomain(own)
    await receiveReport(own, { ...domain, raw: signed(dmarcEmail(domain)) })
    await receiveReport(own, { ...domain, raw: Buffer.from('x') })
    const clean = () => runJob(test.deps, deleteOldReportsJob, { payload: {} })
    await clean()
    expect(await rows('dmarc_days', domain)).toHaveLength(1)
    expect(await rows('report_emails', domain)).toHaveLength(1)
    await sql`update report_emails set received_at = received_at - interval '31 days' where domain_id = ${domain.id}`.execute(
      db(),
    )
    await sql`update dmarc_days set day = day - 400 where domain_id = ${domain.id}`.execute(db())
    await sql`update domain_reports set day = day - 400 where domain_id = ${domain.id}`.execute(db())
    for (let times = 0; times < 2; times += 1) await clean()
    expect(await rows('dmarc_days', domain)).toEqual([])
    expect(await rows('domain_reports', domain)).toEqual([])
    expect(await rows('report_emails', domain)).toEqual([])
  })
})

describe('a TLS report', () => {
  it('is stored by result', async () => {
    const domain = await verifiedDomain(own)
    await receiveReport(own, { ...domain, raw: signed(tlsEmail(domain)) })
    expect(await rows('tls_days', domain)).toMatchObject([
      {
        reporter: 'google.com',
        policy_type: 'sts',
        result: 'certificate-expired',
        mx: `mail.${domain.domain}`,
        sessions: 5,
      },
      { result: 'success', sessions: 120 },
    ])
  })

  it('counts failures that it does not list', async () => {
    const domain = await verifiedDomain(own)
    const policies = [
      {
        policy: { 'policy-type': 'sts', 'policy-domain': domain.domain },
        summary: { 'total-successful-session-count': 0, 'total-failure-session-count': 7 },
      },
    ]
    await receiveReport(own, { ...domain, raw: signed(tlsEmail({ ...domain, policies })) })
    expect(await rows('tls_days', domain)).toMatchObject([{ result: 'unspecified', sessions: 7 }])
  })
})
