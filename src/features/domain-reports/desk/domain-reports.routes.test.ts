// The desk page of a domain over the API: figures of signed reports, sources with advice, readiness, CSV.
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { DOMAIN, recordXml } from '../../../platform/email/domain-reports/fixtures/report-files.ts'
import { newIdOf } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { countSentDaysJob, nameSourcesJob } from '../domain-reports.jobs.ts'
import { listDaysToCount } from '../sent-days.queries.ts'
import {
  dmarcEmail,
  publishReporter,
  receiveReport,
  signed,
  tlsEmail,
  verifiedDomain,
} from '../fixtures/report-steps.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address })
let own: TestApp
let domain: { id: string; domain: string }
beforeEach(async () => {
  own = await inFreshProject(test)
  domain = await verifiedDomain(own)
  dns.clear()
  publishReporter(dns, 'google.com')
})

const STRANGER = {
  source: '198.51.100.9',
  dkim: 'fail',
  spf: 'fail',
  signatures: [],
  envelope: ['x.example', 'fail'],
  disposition: 'quarantine',
  count: 40,
} as const
const SERVICE = {
  source: '203.0.113.5',
  signatures: [[DOMAIN, 'k1', 'pass']],
  envelope: ['x.example', 'pass'],
  spf: 'fail',
  count: 7,
} as const
const FORWARDER = {
  source: '2001:db8:1:2::3',
  envelope: ['list.example', 'pass'],
  spf: 'fail',
  count: 5,
} as const
const FAILING = { source: '192.0.2.77', dkim: 'fail', spf: 'fail', count: 4 } as const

const ours = (count: number) => recordXml({ count })

const receive = (raw: Buffer) => receiveReport(own, { domain: domain.domain, raw })
const receiveSigned = (fields: Omit<Parameters<typeof dmarcEmail>[0], 'domain'> = {}) =>
  receive(signed(dmarcEmail({ ...fields, domain: domain.domain })))

type Desk = {
  to: string
  reports: number
  totals: Record<string, number>
  days: { date: string; messages: number }[]
  receivers: { receiver: string; sent: number | null; ours: number }[]
  policy: string | null
  readiness: { policy: string; ready: boolean; reason: string }[]
  tls: { reports: number; successful: number; failed: number; results: Record<string, unknown>[] }
  unsigned: { reports: number; messages: number; tls: { reports: number; sessions: number } }
  unread: { problem: string; from: string | null }[]
}
type Source = {
  name: string | null
  source: string
  kind: string
  advice: string
  firstSeen: string
  network: string
  messages: number
}

const readDesk = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', `/domains/${domain.id}/reports`], { query })).json<Desk>()
const readSources = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', `/domains/${domain.id}/reports/sources`], { query })).json<{
    sources: Source[]
    cursor: string | null
    hasMore: boolean
    total: number | null
  }>()

const countSent = () => runJob(test.deps, countSentDaysJob, { payload: {} })

/** Emails of the domain that left yesterday at noon. */
async function sendYesterday(addresses: readonly string[]): Promise<void> {
  const yesterday = new Date(`${dayAgo(1)}T12:00:00Z`)
  for (const address of addresses) {
    await makeEmail(own, {
      address,
      content: { fromEmail: `shop@${domain.domain}` },
      stored: { id: newIdOf<EmailId>(yesterday), status: 'SENT', sent_at: yesterday },
    })
  }
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('GET /domains/{id}/reports', () => {
  it('is empty before the first report', async () => {
    const desk = await readDesk()
    expect(desk).toMatchObject({
      reports: 0,
      totals: { messages: 0, aligned: 0, ours: 0, oursAligned: 0 },
      receivers: [],
      policy: null,
      tls: { reports: 0, successful: 0, failed: 0, results: [] },
      unsigned: { reports: 0, messages: 0, tls: { reports: 0, sessions: 0 } },
      unread: [],
    })
    expect(desk.days).toHaveLength(30)
    expect(desk.readiness.map(({ ready }) => ready)).toEqual([false, false])
  })

  it('adds up signed reports by day and receiver; others are apart', async () => {
    await receiveSigned({ records: [ours(10), recordXml(STRANGER), recordXml(SERVICE)], reportId: '1' })
    await receiveSigned({ records: [ours(5)], reportId: '2', daysAgo: 2 })
    await receive(dmarcEmail({ domain: domain.domain, records: [ours(900)], from: 'a@unsigned.example' }))
    await receive(Buffer.from('From: a@broken.example\r\n\r\nhello'))
    const desk = await readDesk()
    expect(desk).toMatchObject({
      reports: 2,
      totals: { messages: 62, aligned: 22, ours: 15, oursAligned: 15 },
      receivers: [{ receiver: 'google', sent: null, messages: 62, ours: 15 }],
      policy: 'none',
      unsigned: { reports: 1, messages: 900 },
      unread: [{ from: 'broken.example', problem: 'The email has no file with a report.' }],
    })
    expect(desk.days.slice(-3).map(({ messages }) => messages)).toEqual([5, 57, 0])
    expect((await readDesk({ from: dayAgo(2), to: dayAgo(2) })).totals).toMatchObject({ messages: 5 })
  })

  it('shows TLS reports that nobody signed apart, too', async () => {
    await receive(tlsEmail({ domain: domain.domain }))
    expect(await readDesk()).toMatchObject({
      tls: { reports: 0, successful: 0, failed: 0, results: [] },
      unsigned: { reports: 0, messages: 0, tls: { reports: 1, sessions: 125 } },
    })
  })

  it('sets what left for a receiver on the same day beside it', async () => {
    await receiveSigned({ records: [ours(3)] })
    await sendYesterday(['a@gmail.com', 'b@googlemail.com', 'c@yahoo.com'])
    for (let times = 0; times < 2; times += 1) await countSent()
    expect((await readDesk()).receivers).toMatchObject([{ receiver: 'google', sent: 2, ours: 3 }])
  })

  it('counts what left for a receiver that reports hours after the others, too', async () => {
    publishReporter(dns, 'yahoo.com')
    await sendYesterday(['a@gmail.com', 'c@yahoo.com'])
    await receiveSigned({ records: [ours(1)] })
    await countSent()
    const late = dmarcEmail({ ...domain, records: [ours(1)], from: 'noreply@dmarc.yahoo.com', reportId: '2' })
    await receive(signed(late, { domain: 'yahoo.com' }))
    const sent = async () =>
      Object.fromEntries((await readDesk()).receivers.map((one) => [one.receiver, one.sent]))
    expect(await sent()).toEqual({ google: 1, yahoo: null })
    await countSent()
    expect(await sent()).toEqual({ google: 1, yahoo: 1 })
  })

  it('counts a day once for a receiver to which nothing was sent', async () => {
    publishReporter(dns, 'mx.company.example')
    const email = dmarcEmail({ ...domain, records: [ours(5)], from: 'dmarc@mx.company.example' })
    await receive(signed(email, { domain: 'mx.company.example' }))
    await countSent()
    expect((await readDesk()).receivers).toMatchObject([{ receiver: 'mx.company.example', sent: 0 }])
    const range = { since: dayAgo(10), before: dayAgo(0), limit: 500 }
    const waiting = await listDaysToCount(test.deps.database.db, range)
    expect(waiting.filter(({ projectId }) => projectId === own.project.projectId)).toEqual([])
  })

  it('does not take the email of a mailbox at a provider for its report', async () => {
    for (const name of ['gmail.com', 'yahoo.attacker.example']) {
      publishReporter(dns, name)
      const email = dmarcEmail({ ...domain, records: [ours(9)], from: `someone@${name}`, reportId: name })
      await receive(signed(email, { domain: name }))
    }
    expect((await readDesk()).receivers.map(({ receiver }) => receiver).toSorted()).toEqual([
      'gmail.com',
      'yahoo.attacker.example',
    ])
  })

  it('says whether a stricter policy is safe, and why not', async () => {
    for (let day = 1; day <= 6; day += 1) {
      await receiveSigned({ records: [ours(50)], daysAgo: day, reportId: `${day}` })
    }
    expect((await readDesk()).readiness[0]).toEqual({
      policy: 'quarantine',
      ready: false,
      reason:
        'There are reports about 6 of 7 days that are needed. 300 of 300 messages of yours passed DMARC in 30 days (100.0 %).',
    })
    await receiveSigned({ records: [ours(50), recordXml(STRANGER)], daysAgo: 7, reportId: '7' })
    const [quarantine, reject] = (await readDesk()).readiness
    expect(quarantine).toMatchObject({
      ready: true,
      reason: expect.stringContaining('would stop 40 others') as unknown,
    })
    expect(reject).toMatchObject({
      ready: false,
      reason: expect.stringMatching(/^Publish p=quarantine first/) as unknown,
    })
    await receiveSigned({ records: [ours(1)], policy: 'quarantine', daysAgo: 1, reportId: '8' })
    expect((await readDesk()).readiness[1]).toMatchObject({ ready: true })
    await receiveSigned({ records: [recordXml(FAILING)], policy: 'quarantine', daysAgo: 1, reportId: '9' })
    expect((await readDesk()).readiness).toMatchObject([{ ready: true }, { ready: false }])
  })

  it('shows failures of TLS with the next step', async () => {
    await receive(signed(tlsEmail({ domain: domain.domain })))
    expect((await readDesk()).tls).toMatchObject({
      reports: 1,
      successful: 120,
      failed: 5,
      results: [
        {
          result: 'certificate-expired',
          sessions: 5,
          advice: `Renew the certificate of mail.${domain.domain}.`,
        },
      ],
    })
  })

  it.each([
    [{ from: '2026-13-01' }, ['from']],
    [{ to: 'yesterday' }, ['to']],
    [{ from: '2026-05-02', to: '2026-05-01' }, ['to']],
    [{ from: '2020-01-01', to: '2026-05-01' }, ['from']],
  ])('refuses %j', async (query, fields) => {
    for (const path of ['reports', 'reports/sources', 'reports/export']) {
      const reply = await call(own, ['GET', `/domains/${domain.id}/${path}`], { query })
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, fields])
    }
  })

  it.each([
    ['2020-01-01', '2021-02-03'],
    ['0001-01-01', '0002-02-04'],
  ])('ends 400 days after %s, however long ago that is', async (from, to) => {
    const desk = await readDesk({ from })
    expect([desk.to, desk.days.length]).toEqual([to, 400])
  })

  it.each(['reports', 'reports/sources', 'reports/export'])(
    'needs a key of the project: %s',
    async (path) => {
      const at = `/domains/${domain.id}/${path}`
      expect((await call(own, ['GET', at], { key: null })).statusCode).toBe(401)
      expect((await call(own, ['GET', at], { key: own.project.publicKey })).statusCode).toBe(403)
      expect((await call(own, ['GET', at], { key: own.other.secretKey })).statusCode).toBe(404)
    },
  )
})

describe('GET /domains/{id}/reports/sources', () => {
  it('names the role of each address, its network and the next step', async () => {
    await receiveSigned({
      records: [ours(100), ...[STRANGER, SERVICE, FORWARDER, FAILING].map((fields) => recordXml(fields))],
    })
    const { sources, total } = await readSources()
    expect(total).toBe(5)
    expect(sources.map(({ source, kind, network }) => [source, kind, network])).toEqual([
      ['192.0.2.1', 'ours', '192.0.2.0/24'],
      ['198.51.100.9', 'unknown', '198.51.100.0/24'],
      ['203.0.113.5', 'service', '203.0.113.0/24'],
      ['2001:db8:1:2::3', 'forwarder', '2001:db8:1::/48'],
      ['192.0.2.77', 'ours-failing', '192.0.2.0/24'],
    ])
    expect(sources[1]).toMatchObject({ messages: 40, rejected: 40, firstSeen: dayAgo(1) })
    expect(sources[1]?.advice).toContain(`let it sign with DKIM for ${domain.domain}`)
  })

  it('has the name of an address by reverse DNS, once it was looked up', async () => {
    await receiveSigned({ records: [recordXml(STRANGER), ours(3)] })
    dns.set('9.100.51.198.in-addr.arpa', 'PTR', ['mail.crm.example'])
    expect((await readSources()).sources[0]?.name).toBeNull()
    for (let times = 0; times < 2; times += 1) await runJob(test.deps, nameSourcesJob, { payload: {} })
    expect((await readSources()).sources.map(({ name }) => name)).toEqual(['mail.crm.example', null])
  })

  it('knows since when an address sends, beyond the days that are asked for', async () => {
    await receiveSigned({ daysAgo: 20, reportId: '1' })
    await receiveSigned({ reportId: '2' })
    const { sources } = await readSources({ from: dayAgo(3) })
    expect(sources).toMatchObject([{ firstSeen: dayAgo(20), messages: 3 }])
  })

  it('comes in pages, the most messages first', async () => {
    const records = Array.from({ length: 7 }, (_, n) =>
      recordXml({ source: `192.0.2.${n + 1}`, count: n < 3 ? 5 : n }),
    )
    await receiveSigned({ records })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await readSources({ limit: '2', ...(cursor !== '' && { cursor }) })
      seen.push(...page.sources.map(({ source }) => source))
      cursor = page.cursor
    }
    expect(seen).toEqual([
      '192.0.2.7',
      '192.0.2.6',
      '192.0.2.3',
      '192.0.2.2',
      '192.0.2.1',
      '192.0.2.5',
      '192.0.2.4',
    ])
  })

  it('refuses a cursor of another domain', async () => {
    await receiveSigned({ records: [ours(1), recordXml(STRANGER)] })
    const { cursor } = await readSources({ limit: '1' })
    const second = await verifiedDomain(own)
    const reply = await call(own, ['GET', `/domains/${second.id}/reports/sources`], {
      query: { cursor: String(cursor) },
    })
    expect(reply.statusCode).toBe(400)
  })
})

describe('GET /domains/{id}/reports/export', () => {
  it('is a line per day, reporter, source and disposition', async () => {
    await receiveSigned({ records: [ours(10), recordXml(STRANGER)] })
    const reply = await call(own, ['GET', `/domains/${domain.id}/reports/export`])
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.body.trim().split('\r\n')).toEqual([
      'day,reporter,source,disposition,messages,aligned,ours,oursAligned',
      `${dayAgo(1)},google.com,192.0.2.1,none,10,10,10,10`,
      `${dayAgo(1)},google.com,198.51.100.9,quarantine,40,0,0,0`,
    ])
  })
})
