// Alerts from reports that came by email to the events of a project, and to its webhook.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { createWebhook, flush, LOOPBACK_ALLOWED } from '../../../../test/support/webhooks.ts'
import { giveAlertsNow, receiveAlarmingReports, strangers } from '../fixtures/alert-steps.ts'
import {
  dmarcEmail,
  publishReporter,
  receiveReport,
  signed,
  verifiedDomain,
} from '../fixtures/report-steps.ts'
import { giveAlerts } from './alerts.service.ts'

const dns = await useDnsServer()
const receiver = await useReceiver()
const test = useTestApp({ ...LOOPBACK_ALLOWED, DNS_SERVERS: dns.address })

let own: TestApp
let domain: { id: string; domain: string }
beforeEach(async () => {
  own = await inFreshProject(test)
  domain = await verifiedDomain(own)
  dns.clear()
  publishReporter(dns, 'google.com')
})

const NAMES = ['email.alignment_dropped', 'email.tls_failing', 'email.unknown_source']

type Alert = { name: string; data: Record<string, unknown> }

const listAlerts = async (app = own): Promise<Alert[]> =>
  (await call(app, ['GET', '/events'], { query: { limit: '100' } }))
    .json<{ events: Alert[] }>()
    .events.filter(({ name }) => NAMES.includes(name))
    .toSorted((a, b) => a.name.localeCompare(b.name))
const namesOf = async (app = own) => (await listAlerts(app)).map(({ name }) => name)

describe('alerts', () => {
  it('of each kind come once to the webhook, with figures and advice', async () => {
    const { url } = await createWebhook(own, { url: receiver.newUrl() })
    await receiveAlarmingReports(own, domain)
    await giveAlertsNow(own)
    await giveAlertsNow(own)
    await flush(own)
    const about = { domainId: domain.id, domain: domain.domain }
    expect(await listAlerts()).toMatchObject([
      {
        name: 'email.alignment_dropped',
        data: { ...about, messages: 1000, share: 0.8, shareBefore: 0.9 },
      },
      {
        name: 'email.tls_failing',
        data: {
          ...about,
          sessions: 120,
          failed: 20,
          result: 'certificate-expired',
        },
      },
      {
        name: 'email.unknown_source',
        data: {
          ...about,
          network: '198.51.100.0/24',
          messages: 200,
          unaligned: 200,
          total: 1000,
          reason: `198.51.100.0/24 sent 200 messages as ${domain.domain} in 7 days that do not pass DMARC.`,
        },
      },
    ])
    const types = receiver.at(url).map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types.toSorted()).toEqual(NAMES)
  })

  it('never come from unsigned reports', async () => {
    await receiveAlarmingReports(own, { ...domain, sign: (email) => email })
    await giveAlertsNow(own)
    expect(await namesOf()).toEqual([])
    await receiveAlarmingReports(own, domain)
    await giveAlertsNow(own)
    expect(await namesOf()).toEqual(NAMES)
  })

  it('come once if several nodes judge at the same moment', async () => {
    await receiveAlarmingReports(own, domain)
    await Promise.all(Array.from({ length: 6 }, () => giveAlerts(own.deps.database.db, own.clock.now())))
    expect(await namesOf()).toEqual(NAMES)
  })

  it('come again after 28 days, except about a network', async () => {
    await receiveAlarmingReports(own, domain)
    await giveAlertsNow(own)
    await sql`update report_alerts set at = at - interval '29 days' where domain_id = ${domain.id}`.execute(
      own.deps.database.db,
    )
    await giveAlertsNow(own)
    expect(await namesOf()).toEqual(NAMES.flatMap((name) => (name === NAMES[2] ? [name] : [name, name])))
  })

  it('add up the addresses of a network, and leave out the smallest sources of long reports', async () => {
    const records = [strangers(60), strangers(60, '198.51.100.77'), strangers(500, '0.0.0.0')]
    await receiveReport(own, {
      ...domain,
      raw: signed(dmarcEmail({ ...domain, records })),
    })
    await giveAlertsNow(own)
    expect(await listAlerts()).toMatchObject([
      { data: { network: '198.51.100.0/24', unaligned: 120, total: 620 } },
    ])
  })

  it('belong to the project of the domain, and end with the domain', async () => {
    const other = await inFreshProject(test)
    const kept = await verifiedDomain(other)
    await receiveAlarmingReports(own, domain)
    await receiveAlarmingReports(other, kept)
    expect((await call(own, ['DELETE', `/domains/${domain.id}`])).statusCode).toBe(204)
    await giveAlertsNow(own)
    expect(await namesOf()).toEqual([])
    expect(await namesOf(other)).toEqual(NAMES)
  })

  it('end without an error if the domain is deleted meanwhile', async () => {
    await receiveAlarmingReports(own, domain)
    const { db } = own.deps.database
    const [, removed] = await Promise.all([
      giveAlerts(db, own.clock.now()),
      call(own, ['DELETE', `/domains/${domain.id}`]),
    ])
    expect(removed.statusCode).toBe(204)
    const { rows } = await sql`select from report_alerts where domain_id = ${domain.id}`.execute(db)
    expect(rows).toEqual([])
  })
})
