// The checks of a domain and of the server, as people use them: a fault appears with its remedy, and its end in the history.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'

const dns = await useDnsServer()
const HOST = 'us.example.net'
const ADDRESS = '8.8.4.4'
const DOMAIN = 'checked-shop.com'
const installation = useInstallation({
  DNS_SERVERS: dns.address,
  MAIL_TRANSPORT: `mx:?local=${ADDRESS}`,
  MAIL_HOSTNAME: HOST,
})
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(installation)

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const ALL_GOOD = 'Everything that could be checked is as it should be.'

let domainId: string

beforeAll(async () => {
  await setUp(installation)
  dns.set(HOST, 'A', [ADDRESS])
  const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<{ id: string; records: Parameters<DnsServer['publish']>[0] }>()
  dns.publish(records)
  dns.remove(`_dmarc.${DOMAIN}`)
  domainId = id
})

/** A person may ask once per minute. */
const allowRun = () => installation.database.query(`update domain_checks set asked_at = null`)

describe('the checks of a domain', () => {
  it('show a fault with the record to publish, and when it ended', async () => {
    const { page } = installation
    await open(`/domains/${domainId}`)
    await page.getByRole('link', { name: 'Checks', exact: true }).click()
    await page.getByRole('heading', { name: `Checks of ${DOMAIN}`, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    const results = page.getByRole('list', { name: 'Results' })
    const dmarc = results
      .getByRole('listitem')
      .filter({ hasText: `There is no DMARC record at _dmarc.${DOMAIN}` })
    await dmarc.getByRole('button', { name: `Copy the value of the record _dmarc.${DOMAIN}` }).waitFor()
    await page.getByText('1 check needs attention').waitFor()
    expect(await results.getByRole('listitem').first().textContent()).toContain('DMARC')
    await untilWhole(page)
    await expectAccessible(page)
    dns.set(`_dmarc.${DOMAIN}`, 'TXT', ['v=DMARC1; p=none'])
    await allowRun()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(ALL_GOOD).waitFor()
    const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
    const changes = await history.filter({ hasText: 'DMARC' }).allTextContents()
    expect(changes).toHaveLength(2)
    expect(changes[0]).toContain('The policy is none')
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
    expectNoProblems()
  })

  it('say so when they were asked for a moment ago', async () => {
    const { page } = installation
    await open(`/domains/${domainId}/checks`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('The checks were asked for less than a minute ago.').first().waitFor()
    forgetRefusals(429)
    expectNoProblems()
  })
})

describe('the checks of the server', () => {
  it('show a listing, with the page on which to end it', async () => {
    const { page } = installation
    dns.set('2.0.0.127.zen.spamhaus.org', 'A', ['127.0.0.2'])
    dns.set('4.4.8.8.zen.spamhaus.org', 'A', ['127.0.0.3'])
    await open('/settings?tab=instance')
    await page.getByRole('link', { name: 'Open the checks' }).click()
    await page.getByRole('heading', { name: 'Checks of the server', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    const listing = page
      .getByRole('list', { name: 'Results' })
      .getByRole('listitem')
      .filter({ hasText: `${ADDRESS} is on the list Spamhaus ZEN: CSS` })
    const link = listing.getByRole('link', { name: 'Open the page' })
    expect(await link.getAttribute('href')).toBe('https://check.spamhaus.org/')
    await page.getByText(`${ADDRESS} has no name in DNS (PTR)`).first().waitFor()
    await untilWhole(page)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
    expectNoProblems()
  })
})
