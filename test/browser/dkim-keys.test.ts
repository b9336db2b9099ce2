// DKIM keys as people change them: from a record of the domain to aliases into the zone of the operator, who copies the zone; and a
// key that somebody brings along.
import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'

const dns = await useDnsServer()
const DOMAIN = 'keys-of-ours.com'
const ZONE = 'dkim.host.net'
const installation = useInstallation({
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'mx.host.net',
  DKIM_ZONE: ZONE,
})
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(installation)

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

type Records = Parameters<DnsServer['publish']>[0]
type DomainAnswer = { id: string; records: Records }

let domainId: string
const read = async () => (await ask(installation.node, `GET /domains/${domainId}`)).json<DomainAnswer>()

beforeAll(async () => {
  await setUp(installation)
  const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<DomainAnswer>()
  dns.publish(records)
  domainId = id
  await ask(installation.node, `POST /domains/${id}/verify`)
})

describe('the DKIM key of a domain', () => {
  it('is moved to aliases, whose zone the operator copies, and signs once it is found', async () => {
    const { page, context } = installation
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(`/domains/${domainId}`)
    await page.getByText('The key is in a TXT record of the domain.').waitFor()
    await page.getByRole('button', { name: 'Change the key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Two CNAME records/ }).check()
    expect(await dialog.getByLabel('Selector (optional)').count()).toBe(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add the key' }).click()
    await page.getByText(`Two aliases lead to the zone ${ZONE} of this server.`).waitFor()
    await untilWhole(page)
    await expectAccessible(page)
    dns.publish((await read()).records)

    await open('/settings?tab=instance')
    const zone = page.getByRole('list', { name: 'Records of the zone for DKIM keys' })
    await zone.getByText('Signs next').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
    await page.getByRole('button', { name: 'Copy as zone file' }).click()
    const file = await page.evaluate<string>('navigator.clipboard.readText()')
    const [, name = '', texts = ''] = /^(\S+)\. 3600 IN TXT (".*") ; keys-of-ours\.com\n$/.exec(file) ?? []
    expect(name.endsWith(`-1.${ZONE}`)).toBe(true)
    dns.set(name, 'TXT', [[...texts.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)])

    await open(`/domains/${domainId}`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Being replaced').waitFor()
    await page.getByText('Signs now').waitFor()
    expectNoProblems()
  })

  it('is one of the owner, and a refused one is explained at its field', async () => {
    const { page } = installation
    await open(`/domains/${domainId}`)
    await page.getByRole('button', { name: 'Change the key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^TXT record/ }).check()
    await dialog.getByLabel('Selector (optional)').fill('-own')
    await dialog.getByRole('button', { name: 'Add the key' }).click()
    await dialog.getByText(/Must have letters, digits and hyphens only/).waitFor()
    await dialog.getByLabel('Selector (optional)').fill('own')
    await dialog.getByLabel('Private key (optional)').fill('not a key')
    await dialog.getByRole('button', { name: 'Add the key' }).click()
    await dialog.getByText(/Must be a private key in PEM form/).waitFor()
    await expectAccessible(page)
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    await dialog.getByLabel('Private key (optional)').fill(privateKey)
    await dialog.getByRole('button', { name: 'Add the key' }).click()
    await page.getByText(`own._domainkey.${DOMAIN}`, { exact: true }).waitFor()
    await page.getByText('Signs next').waitFor()
    forgetRefusals(422)
    expectNoProblems()
  })
})
