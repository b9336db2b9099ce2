// The reputation over time, of emails that were really sent: to a server that takes some, puts off some and refuses some.
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAllAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'
import { LOOPBACK_ALLOWED } from '../support/webhooks.ts'

const sink = useSmtpSink()
const dns = await useDnsServer()
const installation = useInstallation({
  ...LOOPBACK_ALLOWED,
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'us.example.net',
  ALLOW_PROJECT_MX: 'true',
})
const { expectNoProblems, openWhole: open } = stepsOn(installation)

const DOMAIN = 'reputation-shop.com'
const REFUSAL =
  '550 5.7.1 [203.0.113.7] is on our block list (S3140), see https://example.com/list?ip=203.0.113.7'

/** Emails to the addresses of a domain whose mail server is the sink, under the name of a provider. */
async function send(domain: string, server: string, count: number): Promise<void> {
  dns.set(domain, 'MX', [{ exchange: server, priority: 10 }])
  dns.set(server, 'A', ['127.0.0.1'])
  for (let n = 0; n < count; n += 1) {
    const body = { to: `p${n}@${domain}`, from: `shop@${DOMAIN}`, subject: 'Hello', body: '<p>Hello</p>' }
    expect((await ask(installation.node, 'POST /v1/send', { body })).status).toBe(200)
  }
}

type Reputation = { totals: { accepted: number; deferred: number; bounced: number } }
type Replies = { replies: { reply: string | null }[] }
const get = async <T>(path: string) => (await ask(installation.node, `GET ${path}`)).json<T>()

describe('the page Reputation', () => {
  beforeAll(async () => {
    await setUp(installation)
    const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
    const { id, records } = added.json<{ id: string; records: Parameters<DnsServer['publish']>[0] }>()
    dns.publish(records)
    await ask(installation.node, `POST /domains/${id}/verify`)
    const transport = { name: 'Own delivery', type: 'mx', settings: { port: sink.port } }
    const own = (await ask(installation.node, 'POST /transports', { body: transport })).json<{ id: string }>()
    await ask(installation.node, `PATCH /domains/${id}`, { body: { transports: [own.id] } })
  })

  it('has the emails soon after they were sent', async () => {
    sink.script = {
      rcpt: ({ line }) => {
        if (line.includes('@company.test')) return REFUSAL
        return line.includes('@slow.test') ? '421 4.7.0 too many emails, try again later' : undefined
      },
    }
    await send('friends.test', 'aspmx.l.google.com', 25)
    await send('company.test', 'company-test.mail.protection.outlook.com', 6)
    await send('slow.test', 'mta5.am0.yahoodns.net', 12)
    await eventually(async () => {
      const { totals } = await get<Reputation>('/reputation')
      expect(totals).toMatchObject({ accepted: 25, bounced: 6 })
      expect(totals.deferred).toBeGreaterThan(0)
    })
    // The job comes every minute.
    await eventually(async () => {
      const { replies } = await get<Replies>('/reputation/replies')
      expect(replies.length).toBeGreaterThanOrEqual(2)
    })
    await eventually(async () => {
      const { brakes } = await get<{ brakes: object[] }>('/reputation/brakes')
      expect(brakes).toHaveLength(1)
    })
  })

  it('shows their days, providers, replies and brakes', async () => {
    const { page } = installation
    await open('')
    await page.getByRole('link', { name: 'Reputation over time' }).click()
    await page.getByRole('heading', { name: 'Reputation', exact: true }).waitFor()
    await untilWhole(page)
    const providers = page.getByRole('table', { name: 'By mailbox provider' })
    await providers.getByRole('row', { name: /^Google 25 25/ }).waitFor()
    await providers.getByRole('row', { name: /^Microsoft 6 0 0 6/ }).waitFor()
    await page.getByRole('img', { name: /^Days at a glance: Bad: / }).waitFor()
    const replies = page.getByRole('list', { name: 'Most frequent replies' })
    const refused = replies.getByRole('listitem').filter({ hasText: 'Microsoft' })
    expect(await refused.innerText()).toMatch(
      /550 5\.7\.1 <address> is on our block list \(S3140\), see <link>/,
    )
    expect(await refused.innerText()).toMatch(/since/)
    const brakes = page.getByRole('list', { name: 'What slowed email down' })
    await brakes.getByText('Receiver rested').first().waitFor()
    expect(await brakes.innerText()).toMatch(/Yahoo[^]*too many emails/)
    expectNoProblems()
  })

  it('shows one provider, and all projects to the owner of the installation', async () => {
    const { page } = installation
    await open('/reputation')
    await page.getByRole('combobox', { name: 'Mailbox provider' }).click()
    await page.getByRole('option', { name: 'Microsoft' }).click()
    const providers = page.getByRole('table', { name: 'By mailbox provider' })
    await eventually(async () => expect(await providers.getByRole('row').count()).toBe(2))
    await page.getByRole('combobox', { name: 'Projects' }).click()
    await page.getByRole('option', { name: 'All projects' }).click()
    await page.waitForURL(/scope=instance/)
    await untilWhole(page)
    expectNoProblems()
  })

  it('has nothing that axe finds in light and dark, and fits on a phone', async () => {
    const { page } = installation
    await open('/reputation')
    await untilWhole(page)
    await expectAllAccessible(page)
    const shots = process.env['SHOTS']
    if (shots !== undefined) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${shots}/reputation-${colorScheme}.png` })
      }
    }
    const before = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await untilWhole(page)
    const sideways = `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length`
    expect(await page.evaluate(sideways)).toBe(0)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/reputation-phone.png` })
    if (before) await page.setViewportSize(before)
    expectNoProblems()
  })
})
