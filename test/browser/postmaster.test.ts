// The figures of mailbox providers on their pages: those of Google for the members of a project, the connections for the owner of the
// installation.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'
import { useGoogle } from '../support/servers/google-postmaster.ts'

const dns = await useDnsServer()
const google = await useGoogle()
const DOMAIN = 'watched-shop.com'
const installation = useInstallation({
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'us.example.net',
  GOOGLE_POSTMASTER_CREDENTIALS: google.credentials,
  SNDS_KEY: '01234567-89ab-cdef',
})
const { expectNoProblems, openWhole: open } = stepsOn(installation)

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

let domainId: string

beforeAll(async () => {
  await setUp(installation)
  const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<{ id: string; records: Parameters<DnsServer['publish']>[0] }>()
  dns.publish(records)
  await ask(installation.node, `POST /domains/${id}/verify`)
  domainId = id
  const { database } = installation
  // A run that is under way finds that its claim is over.
  await database.query(`update postmaster_sources set due_at = now() + interval '1 day', succeeded_at = now() - interval '2 hours',
    failing_since = null, problem = null`)
  await database.query(
    `update postmaster_sources set failing_since = now() - interval '1 hour', problem = 'Microsoft answers 302' where source = 'snds'`,
  )
  await database.query(`delete from google_domains`)
  const compliance = [
    { requirement: 'spf', status: 'compliant', reason: null },
    { requirement: 'one-click-unsubscribe', status: 'needs-work', reason: 'no-unsub-general' },
  ]
  await database.query(
    `insert into google_domains (domain, is_readable, asked_at, compliance) values ('${DOMAIN}', true, now(), '${JSON.stringify(compliance)}'),
      ('elsewhere.com', false, null, null)`,
  )
  await database.query(
    `insert into google_days (domain, day, spam_rate, dmarc_rate, tls_rate, rejected_rate) values
      ('${DOMAIN}', current_date - 3, 0.0012, 0.98, 1, 0.02), ('${DOMAIN}', current_date - 2, 0, null, null, null)`,
  )
  await database.query(
    `insert into snds_days values ('198.51.100.7', current_date - 1, 1205, 1202, 1200, 'yellow', '0.1% - 0.3%', 2, '', '', '')`,
  )
  await database.query(
    `insert into snds_blocks values ('198.51.100.7', '198.51.100.9', 'Blocked due to user complaints', now())`,
  )
})

const inBothSizes = async () => {
  const { page } = installation
  await untilWhole(page)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await untilWhole(page)
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.setViewportSize(DESKTOP)
}

describe('the figures of Google', () => {
  it('stand beside the reports about the domain, with what Google asks for', async () => {
    const { page } = installation
    await open(`/domains/${domainId}/reports`)
    const table = page.getByRole('table', { name: 'Google Postmaster Tools' })
    const day = table.getByRole('row').filter({ hasText: '0.12%' }).first()
    expect(await day.textContent()).toMatch(/98\.00%100\.00%2\.00%–$/)
    await page.getByText('Google asks for changes here:').waitFor()
    await page.getByText('unsubscribing by one click').waitFor()
    await inBothSizes()
    expectNoProblems()
  })
})

describe('the connections to mailbox providers', () => {
  it('say whether they work, since when one fails and why', async () => {
    const { page } = installation
    await open('/settings?tab=instance')
    await page.getByText('Microsoft answers 302').waitFor()
    await page.getByText(`${google.email} needs to be a user of each domain`).waitFor()
    const domains = page.getByRole('table', { name: 'Domains of the account' })
    await domains
      .getByRole('row')
      .filter({ hasText: 'elsewhere.com' })
      .filter({ hasText: 'not readable' })
      .first()
      .waitFor()
    const addresses = page.getByRole('table', { name: 'Addresses at Microsoft' })
    await addresses
      .getByRole('row')
      .filter({ hasText: '198.51.100.7' })
      .filter({ hasText: 'Yellow' })
      .first()
      .waitFor()
    await page.getByText('198.51.100.7 – 198.51.100.9: Blocked due to user complaints').waitFor()
    await inBothSizes()
    expectNoProblems()
  })
})
