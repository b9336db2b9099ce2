import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { giveAlertsNow, receiveAlarmingReports } from '../fixtures/alert-steps.ts'
import { publishReporter, verifiedDomain } from '../fixtures/report-steps.ts'

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

type Alert = { event: string; domainId: string; domain: string; reason: string; advice: string }
type Alerts = { alerts: Alert[]; cursor: string | null; total: number | null }

const pathOf = ({ id }: { id: string }) => `/domains/${id}/reports/alerts`
const list = async (path = pathOf(domain), query: Record<string, string> = {}, app = own) =>
  (await call(app, ['GET', path], { query })).json<Alerts>()

async function alarm(about = domain): Promise<void> {
  await receiveAlarmingReports(own, about)
  await giveAlertsNow(own)
}

describe('GET /domains/{id}/reports/alerts', () => {
  it('lists the alerts that were given, newest first, page by page', async () => {
    await alarm()
    await giveAlertsNow(own)
    const { alerts, total } = await list()
    expect([total, alerts]).toMatchObject([
      3,
      [
        { event: 'email.tls_failing', reason: expect.stringContaining('20 of 120') as string },
        { event: 'email.unknown_source', domainId: domain.id, domain: domain.domain },
        {
          event: 'email.alignment_dropped',
          advice: expect.stringContaining('Look at the sources') as string,
        },
      ],
    ])
    const first = await list(pathOf(domain), { limit: '2' })
    const rest = await list(pathOf(domain), { limit: '2', cursor: first.cursor ?? '' })
    expect([...first.alerts, ...rest.alerts]).toEqual(alerts)
  })

  it('refuses the cursor of another domain', async () => {
    const other = await verifiedDomain(own)
    await alarm()
    const { cursor } = await list(pathOf(domain), { limit: '1' })
    const reply = await call(own, ['GET', pathOf(other)], { query: { cursor: cursor ?? '' } })
    expect(reply.statusCode).toBe(400)
  })

  it('is a 404 for the domain of another project, and for an unknown one', async () => {
    const stranger = await inFreshProject(test)
    for (const id of [domain.id, '0198a6a0-0000-7000-8000-000000000000']) {
      const reply = await call(stranger, ['GET', pathOf({ id })])
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'DOMAIN_NOT_FOUND'])
    }
  })

  it('needs a secret key', async () => {
    expect((await call(own, ['GET', pathOf(domain)], { key: null })).statusCode).toBe(401)
    const { publicKey } = own.project
    expect((await call(own, ['GET', pathOf(domain)], { key: publicKey })).statusCode).toBe(403)
  })
})

describe('GET /domains/alerts', () => {
  it('lists those of all domains of the project, without those of deleted ones', async () => {
    const second = await verifiedDomain(own)
    const stranger = await inFreshProject(test)
    await alarm()
    await alarm(second)
    const { alerts, total } = await list('/domains/alerts')
    expect([total, new Set(alerts.map((one) => one.domain))]).toEqual([
      6,
      new Set([domain.domain, second.domain]),
    ])
    expect(await list('/domains/alerts', {}, stranger)).toMatchObject({ alerts: [], total: 0 })
    await call(own, ['DELETE', `/domains/${second.id}`])
    expect(await list('/domains/alerts')).toMatchObject({ total: 3 })
  })
})
