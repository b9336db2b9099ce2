// Own delivery as owners use it: a transport that delivers to the mail servers of recipients is added and changed, and its
// destinations are seen, those of the server too.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  openSignedOut,
  setUp,
  useInstallation,
  watch,
} from '../support/browser/dashboard.ts'
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
  MAIL_TRANSPORT: 'mx:?local=192.0.2.10&warm-up=true&yahoo.connections=3',
  MAIL_HOSTNAME: 'us.example.net',
  ALLOW_PROJECT_MX: 'true',
})
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(installation)

const PHONE = { width: 390, height: 844 }
const DOMAIN = 'own-delivery.com'

type TransportAnswer = { id: string; name: string }
type DomainAnswer = { id: string; records: Parameters<DnsServer['publish']>[0] }

let domainId: string

beforeAll(async () => {
  await setUp(installation)
  const added = await ask(installation.node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<DomainAnswer>()
  dns.publish(records)
  await ask(installation.node, `POST /domains/${id}/verify`)
  domainId = id
})

const get = async <T>(path: string) => (await ask(installation.node, `GET ${path}`)).json<T>()

let count = 0

async function addTransport(settings: object = {}): Promise<TransportAnswer> {
  const body = { name: `Own ${++count}`, type: 'mx', settings: { port: sink.port, ...settings } }
  return (await ask(installation.node, 'POST /transports', { body })).json<TransportAnswer>()
}

/** A domain whose mail server is the sink. */
function publish(domain: string): void {
  dns.set(domain, 'MX', [{ exchange: `mx.${domain}`, priority: 10 }])
  dns.set(`mx.${domain}`, 'A', ['127.0.0.1'])
}

async function send(to: string): Promise<void> {
  const body = { to, from: `shop@${DOMAIN}`, subject: 'Hello', body: '<p>Hello</p>' }
  expect((await ask(installation.node, 'POST /v1/send', { body })).status).toBe(200)
}

/** As a worker would, after a receiver has refused. */
async function slowDown({ transportId, name }: { transportId: string | null; name: string }): Promise<void> {
  const { database } = installation
  const [row] = await database.query<{ route_id: number }>(
    `insert into destinations (project_id, transport_id, name) values ($1, $2, $3) returning route_id`,
    [transportId && installation.projectId, transportId, name],
  )
  await database.query(
    `insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
    values (gen_random_uuid(), $1, 'mx', $2, now() - interval '10 minutes', now() + interval '25 minutes')`,
    [row?.route_id, `${name} accepts no more email for now: 421 4.7.0 [TSS04] Messages temporarily deferred`],
  )
  await database.query(
    `insert into warm_ups (route_id, local_address, began_on, day, used)
    select $1, '192.0.2.10', today - 2, today, 112 from (select (now() at time zone 'UTC')::date as today) as d`,
    [row?.route_id],
  )
}

const destinationsOn = (page: Page) => page.getByRole('list', { name: /^Destinations/ })

/** Nothing is wider than the screen. */
async function expectNoSideways(page: Page): Promise<void> {
  const sideways = `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length`
  expect(await page.evaluate(sideways)).toBe(0)
}

describe('a transport that delivers itself', () => {
  it('is added with its addresses and limits, with the mistakes shown at their fields', async () => {
    const { page } = installation
    await open('/transports')
    await page.getByRole('button', { name: 'Add transport' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
    await page.getByRole('option', { name: 'Own delivery', exact: true }).click()
    expect(await dialog.getByLabel('Host', { exact: true }).count()).toBe(0)
    await dialog.getByLabel('Name', { exact: true }).fill('Ours')
    await dialog.getByLabel('Addresses to send from').fill('192.0.2.1, us.example.net')
    await dialog.getByRole('switch', { name: 'Warm up new addresses' }).click()
    await dialog.getByText('Advanced settings').click()
    await dialog.getByRole('button', { name: 'Change limits of a receiver' }).click()
    await page.getByRole('menuitem', { name: 'Google' }).click()
    await dialog.getByLabel('Connections: Google').fill('ten')
    await dialog.getByLabel('Port', { exact: true }).fill(String(sink.port))
    const submit = dialog.getByRole('button', { name: 'Add transport' })
    await submit.click()
    await dialog.getByText('Must be a number').waitFor()
    await dialog.getByLabel('Connections: Google').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Connections: Google').fill('10')
    await submit.click()
    await dialog.getByText('us.example.net is none').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Addresses to send from').fill('192.0.2.1\n192.0.2.2')
    await submit.click()
    await page.getByRole('heading', { name: 'Ours', level: 1 }).waitFor()
    await untilWhole(page)
    await page.getByText('No email has been sent yet.').waitFor()
    expect(await page.getByText('Feedback URL').count()).toBe(0)
    await expectAccessible(page)
    const { transports } = await get<{ transports: (TransportAnswer & { settings: object })[] }>(
      '/transports',
    )
    expect(transports.find(({ name }) => name === 'Ours')?.settings).toEqual({
      port: sink.port,
      localAddresses: ['192.0.2.1', '192.0.2.2'],
      warmUp: true,
      limits: { google: { connections: 10 } },
    })
    forgetRefusals(422)
    expectNoProblems()
  })

  it('has its limits changed, and given back', async () => {
    const { page } = installation
    const { id } = await addTransport({ limits: { google: { connections: 10 }, others: { perMinute: 60 } } })
    const limitsNow = async () =>
      (await get<{ settings: { limits: object } }>(`/transports/${id}`)).settings.limits
    await open(`/transports/${id}`)
    await page.getByText('Advanced settings').click()
    await page.getByLabel('Emails per minute: Google').fill('300')
    await page.getByRole('button', { name: 'Use the usual limits: All others' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () =>
      expect(await limitsNow()).toEqual({ google: { connections: 10, perMinute: 300 } }),
    )
    await untilWhole(page)
    await page.getByText('Advanced settings').click()
    await page.getByRole('button', { name: 'Use the usual limits: Google' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => expect(await limitsNow()).toEqual({}))
    expectNoProblems()
  })

  it('shows where its email goes, and a receiver that wants less as soon as it says so', async () => {
    const { page } = installation
    const { id } = await addTransport()
    await ask(installation.node, `PATCH /domains/${domainId}`, { body: { transports: [id] } })
    for (const domain of ['fast.example', 'busy.example']) publish(domain)
    await open(`/transports/${id}`)
    const list = destinationsOn(page)
    const rowOf = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await send('ada@fast.example')
    await rowOf('mx.fast.example').getByText('Working').waitFor()
    sink.script = { greeting: '421 4.7.0 too much, come back later' }
    await send('ada@busy.example')
    const busy = rowOf('mx.busy.example')
    await busy.getByText('Slowed down', { exact: true }).waitFor()
    await busy.getByText('mx.busy.example accepts no more email for now: 421 4.7.0 too much').waitFor()
    await busy.getByText('1 email waiting').waitFor()
    await rowOf('mx.fast.example').getByText('Nothing waits').waitFor()
    expect(await list.getByRole('listitem').first().innerText()).toContain('busy.example')
    await expectAccessible(page)
    expectNoProblems()
  })

  it('says when a receiver is tried again and how far the warm-up is, also on a phone', async () => {
    const { page } = installation
    const { id } = await addTransport({ warmUp: true })
    await open(`/transports/${id}`)
    await page.getByText('No email has been sent yet.').waitFor()
    await slowDown({ transportId: id, name: 'yahoo' })
    const yahoo = destinationsOn(page).getByRole('listitem')
    await yahoo.getByText('Yahoo accepts no more email for now: 421 4.7.0 [TSS04]').waitFor()
    await yahoo.getByText(/tried again in \d+ min\./).waitFor()
    await yahoo.getByText('Warm-up of 192.0.2.10, day 3').waitFor()
    await yahoo.getByText('112 of 112 emails today').waitFor()
    await yahoo.getByText('At most 5 connections').waitFor()
    await expectAccessible(page)
    const phone = await installation.context.newPage()
    await phone.setViewportSize(PHONE)
    await watch(phone, installation)
    await open(`/transports/${id}`, phone)
    await destinationsOn(phone).getByText('112 of 112 emails today').waitFor()
    await expectNoSideways(phone)
    await expectAccessible(phone)
    await phone.close()
    expectNoProblems()
  })
})

describe('the page about the installation', () => {
  it('shows its owner where the email of the server goes, and no feedback URL', async () => {
    const { page } = installation
    await open('/settings?tab=instance')
    await page.getByText('Own delivery: the mail servers of recipients').waitFor()
    await page.getByText('No email has been sent yet.').waitFor()
    expect(await page.getByText('Feedback URL').count()).toBe(0)
    await slowDown({ transportId: null, name: 'yahoo' })
    await destinationsOn(page).getByText('Yahoo accepts no more email for now').waitFor()
    await destinationsOn(page).getByText('At most 3 connections').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('shows others how email leaves, and nothing more', async () => {
    await open('/settings?tab=members')
    await installation.page.getByLabel('Email', { exact: true }).fill('vera@example.com')
    await installation.page.getByRole('combobox', { name: 'Role', exact: true }).click()
    await installation.page.getByRole('option', { name: 'Owner', exact: true }).click()
    await installation.page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await installation.page.getByLabel('Link of the invitation').innerText()
    const page = await openSignedOut(installation)
    await watch(page, installation)
    await page.goto(link)
    await page.getByLabel('Your name').fill('Vera')
    await page.getByLabel('Password', { exact: true }).fill('another horse battery')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(/\/app\/p\//)
    await open('/settings?tab=instance', page)
    await page.getByText('Own delivery: the mail servers of recipients').waitFor()
    expect(await page.getByText('Destinations').count()).toBe(0)
    expectNoProblems()
  })
})
