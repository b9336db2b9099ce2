// The reports about a domain, from a receiver's SMTP connection to the page: what it saw, who else sends, failures of TLS.
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { recordXml } from '../../src/platform/email/domain-reports/fixtures/report-files.ts'
import {
  dmarcEmail,
  newDmarcEmail,
  publishReporter,
  signed,
  tlsEmail,
} from '../../src/features/domain-reports/fixtures/report-steps.ts'
import { deliver } from '../../src/features/feedback/fixtures/reports.ts'
import { expectAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'

const dns = await useDnsServer()
const port = await freePort()
const DOMAIN = 'reported-shop.com'
const installation = useInstallation({
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'us.example.net',
  BOUNCE_PORT: String(port),
})
const { expectNoProblems, openWhole: open } = stepsOn(installation)

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

let domainId: string

const report = (box: string, bytes: Buffer) => deliver(port, { to: `${box}@bounces.${DOMAIN}`, bytes })

beforeAll(async () => {
  await setUp(installation)
  publishReporter(dns, 'google.com')
  const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<{ id: string; records: Parameters<DnsServer['publish']>[0] }>()
  dns.publish(records)
  await ask(installation.node, `POST /domains/${id}/verify`)
  domainId = id
})

describe('the reports about a domain', () => {
  it('say how to get them before there are any', async () => {
    const { page } = installation
    await open(`/domains/${domainId}`)
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('heading', { name: `Reports about ${DOMAIN}`, level: 1 }).waitFor()
    await page.getByText('No receiver has sent a signed report').waitFor()
    expectNoProblems()
  })

  it('show what came by SMTP, in both sizes', async () => {
    const { page } = installation
    const stranger = recordXml({
      source: '198.51.100.9',
      count: 27,
      dkim: 'fail',
      spf: 'fail',
      signatures: [],
      envelope: ['x.example', 'fail'],
    })
    const dmarc = dmarcEmail({ domain: DOMAIN, records: [recordXml({ count: 10_213 }), stranger] })
    expect(await report('dmarc', signed(dmarc))).toMatchObject({ kind: 'accepted' })
    expect(await report('dmarc', dmarcEmail({ domain: DOMAIN, reportId: 'forged' }))).toMatchObject({
      kind: 'accepted',
    })
    expect(await report('tlsrpt', signed(tlsEmail({ domain: DOMAIN })))).toMatchObject({ kind: 'accepted' })
    await eventually(async () => {
      const reply = await ask(installation.node, `GET /domains/${domainId}/reports`)
      expect(reply.json()).toMatchObject({ reports: 1, tls: { reports: 1 }, unsigned: { reports: 1 } })
    })
    await open(`/domains/${domainId}/reports`)
    const receivers = page.getByRole('table', { name: 'Receivers' })
    await receivers.getByRole('row').filter({ hasText: '10,213' }).first().waitFor()
    const sources = page.getByRole('table', { name: 'Who sends as this domain' })
    const unknown = sources.getByRole('row').filter({ hasText: '198.51.100.9' })
    expect(await unknown.textContent()).toContain(`let it sign with DKIM for ${DOMAIN}`)
    await page.getByText(`Renew the certificate of mail.${DOMAIN}.`).waitFor()
    await page.getByText('1 report without a signature').waitFor()
    await untilWhole(page)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await page.getByText('198.51.100.9').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
    expectNoProblems()
  })

  it('show a report in the format of RFC 9990', async () => {
    const { page } = installation
    expect(await report('dmarc', signed(newDmarcEmail({ domain: DOMAIN })))).toMatchObject({
      kind: 'accepted',
    })
    await eventually(async () => {
      const reply = await ask(installation.node, `GET /domains/${domainId}/reports`)
      expect(reply.json()).toMatchObject({ reports: 2, policy: 'quarantine' })
    })
    await open(`/domains/${domainId}/reports`)
    const sources = page.getByRole('table', { name: 'Who sends as this domain' })
    await sources.getByRole('row').filter({ hasText: '2001:db8::25' }).first().waitFor()
    await page.getByText('The policy in DNS is p=quarantine').waitFor()
    expectNoProblems()
  })
})
