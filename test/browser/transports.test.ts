// Transports as owners use them: one is added, tested, given to a domain, fails and works again; and its feedback URL.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openSignedOut, useDashboard, watch } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'
import { SES_KEY, useSesServer } from '../support/servers/ses-server.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'

const sink = useSmtpSink()
const ses = await useSesServer()
const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const DOMAIN = 'transports-of-ours.com'

type DomainAnswer = { id: string; transports: string[]; records: Parameters<DnsServer['publish']>[0] }
type TransportAnswer = { id: string; name: string }

const get = async <T>(path: string) => (await ask(dashboard.node, `GET ${path}`)).json<T>()
const domainNow = async () => {
  const { domains } = await get<{ domains: DomainAnswer[] }>('/domains')
  const [domain] = domains
  if (!domain) throw new Error('the domain is gone')
  return domain
}

let first: TransportAnswer
let spare: TransportAnswer

const listTransports = async () => (await get<{ transports: TransportAnswer[] }>('/transports')).transports

/** The transport with this name, which an earlier test may have added. */
async function ensureTransport(name: string, port: number): Promise<TransportAnswer> {
  const known = (await listTransports()).find((one) => one.name === name)
  if (known) return known
  const body = { name, type: 'smtp', settings: { host: '127.0.0.1', port, tls: 'opportunistic' } }
  return (await ask(dashboard.node, 'POST /transports', { body })).json<TransportAnswer>()
}

/** The state in which the tests after the first begin, whatever became of those before them. */
async function prepare({ isNamed }: { isNamed: boolean }): Promise<void> {
  first = await ensureTransport('Our relay', sink.port)
  spare = await ensureTransport('Spare', 9)
  const body = { transports: isNamed ? [first.id] : [] }
  await ask(dashboard.node, `PATCH /domains/${(await domainNow()).id}`, { body })
}

beforeAll(async () => {
  const { node, dns } = dashboard
  const added = await ask(node, 'POST /domains', { body: { domain: DOMAIN } })
  const { id, records } = added.json<DomainAnswer>()
  dns.publish(records)
  await ask(node, `POST /domains/${id}/verify`)
})
// No email of a later file goes to a server that is gone.
afterAll(async () => {
  await ask(dashboard.node, `PATCH /domains/${(await domainNow()).id}`, { body: { transports: [] } })
})

const dialogOf = (page: Page) => page.getByRole('dialog')

async function choose(label: string, option: string): Promise<void> {
  const { page } = dashboard
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('a transport', () => {
  it('is added where there is none, with the mistakes shown at their fields', async () => {
    const { page } = dashboard
    await open('/transports')
    await page.getByText('Email goes out through the transport of this server').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add transport' }).first().click()
    const dialog = dialogOf(page)
    const submit = dialog.getByRole('button', { name: 'Add transport' })
    await submit.click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Our relay')
    await dialog.getByLabel('Host', { exact: true }).fill('10.0.0.1')
    await dialog.getByText('Advanced settings').click()
    await dialog.getByLabel('Emails per second').fill('many')
    await submit.click()
    await dialog.getByText('Must be a number').waitFor()
    await dialog.getByLabel('Emails per second').fill('0')
    await submit.click()
    await dialog.getByText(/private/).waitFor()
    await dialog.getByLabel('Host', { exact: true }).and(page.locator(':focus')).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1')
    await dialog.getByLabel('Port', { exact: true }).fill(String(sink.port))
    await choose('Encryption', 'STARTTLS if offered')
    await dialog.getByLabel('User', { exact: true }).fill('shop')
    await dialog.getByLabel('Password', { exact: true }).fill('open sesame')
    await submit.click()
    await dialog.getByText('Must be implicit or required with a password').waitFor()
    await dialog.getByLabel('User', { exact: true }).fill('')
    await dialog.getByLabel('Password', { exact: true }).fill('')
    await submit.click()
    await page.getByRole('heading', { name: 'Our relay', level: 1 }).waitFor()
    expect(await listTransports()).toMatchObject([
      { name: 'Our relay', settings: { host: '127.0.0.1', port: sink.port, tls: 'opportunistic' } },
    ])
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is an account at Amazon SES, which is tested with its quota and asks for its secret key again', async () => {
    const { page } = dashboard
    await open('/transports')
    await page.getByRole('button', { name: 'Add transport' }).first().click()
    const dialog = dialogOf(page)
    await choose('Type', 'Amazon SES')
    expect(await dialog.getByLabel('Host', { exact: true }).count()).toBe(0)
    await dialog.getByLabel('Name', { exact: true }).fill('Our SES')
    await dialog.getByLabel('Region', { exact: true }).fill('europe')
    await dialog.getByLabel('Access key ID').fill(SES_KEY.accessKeyId)
    await dialog.getByLabel('Secret access key').fill(SES_KEY.secretAccessKey)
    await dialog.getByText('Advanced settings').click()
    await dialog.getByLabel('Endpoint', { exact: true }).fill(ses.url)
    const submit = dialog.getByRole('button', { name: 'Add transport' })
    await submit.click()
    await dialog.getByText('Must be a region of AWS').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Region', { exact: true }).fill('eu-west-1')
    await submit.click()
    await page.getByRole('heading', { name: 'Our SES', level: 1 }).waitFor()
    await page.getByText('Amazon SES, eu-west-1').waitFor()
    await untilWhole(page)
    ses.isInSandbox = true
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The account is in the sandbox').waitFor()
    await expectAccessible(page)
    await page.getByText('Leave it empty to keep the stored one.').waitFor()
    await page.getByLabel('Region', { exact: true }).fill('eu-central-1')
    await page.getByText('Give it again').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Secret access key').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await page.getByLabel('Secret access key').fill(SES_KEY.secretAccessKey)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Amazon SES, eu-central-1').waitFor()
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is not own delivery unless the operator allows it, and the form says so', async () => {
    const { page } = dashboard
    await open('/transports')
    await page.getByRole('button', { name: 'Add transport' }).first().click()
    const dialog = dialogOf(page)
    await choose('Type', 'Own delivery')
    await dialog.getByLabel('Name', { exact: true }).fill('Ours')
    await dialog.getByRole('button', { name: 'Add transport' }).click()
    const refusal = dialog.getByRole('alert')
    await refusal.getByText('This server does not deliver to mail servers for projects.').waitFor()
    await refusal.getByText('ALLOW_PROJECT_MX=true').waitFor()
    await expectAccessible(page)
    expect((await listTransports()).map(({ name }) => name)).not.toContain('Ours')
    forgetRefusals(403)
    expectNoProblems()
  })

  it('signs in with OAuth 2, at Microsoft or elsewhere', async () => {
    const { page } = dashboard
    await open('/transports')
    await page.getByRole('button', { name: 'Add transport' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name', { exact: true }).fill('Our mailbox')
    await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1')
    await choose('Sign in with', 'OAuth 2')
    await dialog.getByLabel('Mailbox', { exact: true }).fill(`news@${DOMAIN}`)
    await choose('Tokens are issued by', 'Google')
    const tokenUrl = dialog.getByLabel('Token URL', { exact: true })
    expect(await tokenUrl.inputValue()).toBe('https://oauth2.googleapis.com/token')
    await choose('Tokens are issued by', 'Microsoft 365')
    expect(await dialog.getByLabel('Scope', { exact: true }).inputValue()).toContain('office365')
    const submit = dialog.getByRole('button', { name: 'Add transport' })
    await submit.click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Client ID', { exact: true }).fill('app')
    await dialog.getByLabel('Client secret', { exact: true }).fill('hush')
    await tokenUrl.fill('http://127.0.0.1:9/token')
    await submit.click()
    await page.getByRole('heading', { name: 'Our mailbox', level: 1 }).waitFor()
    const added = (await listTransports()).find(({ name }) => name === 'Our mailbox')
    expect(added).toMatchObject({
      settings: {
        user: `news@${DOMAIN}`,
        hasPassword: false,
        oauth2: { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'app' },
      },
    })
    await untilWhole(page)
    await page.getByLabel('Port', { exact: true }).fill('2525')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByLabel('Client secret', { exact: true })
      .and(page.locator('[aria-invalid=true]:focus'))
      .waitFor()
    await choose('Sign in with', 'Password')
    await page.getByLabel('Password', { exact: true }).fill('open sesame')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () =>
      expect(await get(`/transports/${added?.id}`)).toMatchObject({
        settings: { port: 2525, hasPassword: true, oauth2: null },
      }),
    )
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is tested, and shows what the server says', async () => {
    const { page } = dashboard
    await prepare({ isNamed: false })
    sink.script = { greeting: '554 5.7.1 we do not know you' }
    await open(`/transports/${first.id}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('554 5.7.1 we do not know you').waitFor()
    await expectAccessible(page)
    sink.script = {}
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The server accepts the connection and the sign-in.').waitFor()
    await expectAccessible(page)
    expect(sink.emails).toEqual([])
    expectNoProblems()
  })

  it('is given to a domain, in an order that keys can change', async () => {
    const { page } = dashboard
    await prepare({ isNamed: false })
    const { id } = await domainNow()
    await open(`/domains/${id}`)
    await page.getByText('Emails of this domain go out through the transport of this server.').waitFor()
    for (const name of ['Spare', 'Our relay']) {
      await page.getByRole('button', { name: 'Add a transport' }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('button', { name: `Remove: ${name}` }).waitFor()
      await untilWhole(page)
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Move up: Our relay' }).focus()
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await domainNow()).transports).toEqual([first.id, spare.id]))
    const list = page.getByRole('list', { name: /Transports of this domain/ })
    await eventually(async () =>
      expect(await list.getByRole('link').allInnerTexts()).toEqual(['Our relay', 'Spare']),
    )
    await untilWhole(page)
    // The second change does not wait for the answer to the first.
    await page.getByRole('button', { name: 'Move down: Our relay' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove: Spare' }).click()
    await eventually(async () => expect((await domainNow()).transports).toEqual([first.id]))
    expectNoProblems()
  })

  it('fails while its server does, works again, and is named by the email that left by it', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    sink.script = { greeting: '421 4.3.2 closed for lunch' }
    const email = { to: 'ada@example.com', from: `shop@${DOMAIN}`, subject: 'Hello', body: '<p>Hello</p>' }
    const answer = await ask(dashboard.node, 'POST /v1/send', { body: email })
    const { data } = answer.json<{ data: { emails: { email: string }[] } }>()
    await open('/transports')
    await page.getByRole('row', { name: /Our relay.*Failing.*closed for lunch/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Our relay' }).click()
    await page.getByText(/This transport does not work: .*closed for lunch/).waitFor()
    await page.getByRole('link', { name: DOMAIN }).waitFor()
    await untilWhole(page)
    await expectAccessible(page)
    sink.script = {}
    await page.getByText('Working', { exact: true }).waitFor()
    expect(await page.getByText('This transport does not work').count()).toBe(0)
    await eventually(() => expect(sink.emails).toMatchObject([{ to: ['ada@example.com'] }]))
    await open(`/emails/${data.emails[0]?.email}`)
    await page.getByRole('link', { name: 'Our relay' }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is changed, and asks for the password again when it would go elsewhere', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    await open(`/transports/${spare.id}`)
    await choose('Encryption', 'STARTTLS')
    await page.getByLabel('User', { exact: true }).fill('shop')
    await page.getByLabel('Password', { exact: true }).fill('open sesame')
    await page.getByRole('switch', { name: 'Default for domains that name none' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Default', { exact: true }).waitFor()
    await untilWhole(page)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByText('Leave it empty to keep the stored one.').waitFor()
    await page.getByLabel('Port', { exact: true }).fill('2525')
    await page.getByText('Give it again').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByLabel('Password', { exact: true })
      .and(page.locator('[aria-invalid=true]:focus'))
      .waitFor()
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill('open sesame')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () =>
      expect(await get(`/transports/${spare.id}`)).toMatchObject({
        isDefault: true,
        settings: { port: 2525, tls: 'required', user: 'shop', hasPassword: true },
      }),
    )
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is deleted only if no domain names it', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    for (const [{ id }, isUsed] of [
      [first, true],
      [spare, false],
    ] as const) {
      await open(`/transports/${id}`)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await dialogOf(page).getByRole('button', { name: 'Delete the transport' }).click()
      if (isUsed) await dialogOf(page).getByText(`The domain ${DOMAIN} sends by this transport.`).waitFor()
      else await page.getByRole('heading', { name: 'Transports', level: 1 }).waitFor()
      await expectAccessible(page)
    }
    forgetRefusals(409)
    expectNoProblems()
  })
})

describe('the feedback URL of a transport', () => {
  it('shows that no report has come, takes keys, and notices the first report', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    await open(`/transports/${first.id}`)
    await page.getByText('No report has come yet.').waitFor()
    await page.getByText('Advanced settings').click()
    await choose('Provider', 'Another one')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Let the relay post its reports').waitFor()
    await page.getByRole('button', { name: 'Set a key' }).click()
    await expectAccessible(page)
    await dialogOf(page).getByLabel('Key', { exact: true }).fill('relay:secret')
    await dialogOf(page).getByRole('button', { name: 'Set the key' }).click()
    const remove = page.getByRole('button', { name: 'Remove: User and password' })
    await remove.waitFor()
    const url = await page.getByLabel('Feedback URL').innerText()
    const path = new URL(url).pathname
    const headers = { authorization: `Basic ${btoa('relay:secret')}` }
    const report = { events: [{ type: 'delivered', recipient: 'ada@example.com', messageId: 'x@y.z' }] }
    await ask(dashboard.node, `POST ${path}`, { key: null, body: report, headers })
    await page.getByText('Last report').waitFor()
    expect(await page.getByText('No report has come yet.').count()).toBe(0)
    await expectAccessible(page)
    await remove.click()
    await dialogOf(page).getByRole('button', { name: 'Remove the key' }).click()
    await page.getByText('None is set.').waitFor()
    expectNoProblems()
  })

  it('is proven by emails whose reports come back', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    await ask(dashboard.node, `PATCH /transports/${first.id}`, { body: { settings: { provider: 'custom' } } })
    await open(`/transports/${spare.id}`)
    await page.getByRole('button', { name: 'Prove the loop' }).click()
    await page.getByText('There is no verified domain whose email leaves by this transport.').waitFor()
    forgetRefusals(422)
    await open(`/transports/${first.id}`)
    await page.getByRole('button', { name: 'Prove the loop' }).click()
    const reports = page.getByRole('list', { name: 'Reports of the last proof' })
    await reports.getByText('Sent, no report yet').waitFor()
    await expectAccessible(page)
    const { probes } = await get<{ probes: { emailId: string; to: string }[] }>(
      `/transports/${first.id}/feedback`,
    )
    const [probe] = probes
    const report = { type: 'delivered', recipient: probe?.to, messageId: `${probe?.emailId}@${DOMAIN}` }
    const { pathname } = new URL(await page.getByLabel('Feedback URL').innerText())
    await ask(dashboard.node, `POST ${pathname}`, { key: null, body: { events: [report] } })
    await reports.getByText('Reported').waitFor()
    await page.getByText('Last report').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('is rotated: the old one works for as long as was chosen', async () => {
    const { page } = dashboard
    await prepare({ isNamed: true })
    await open(`/transports/${first.id}`)
    const before = await page.getByLabel('Feedback URL').innerText()
    await page.getByRole('button', { name: 'Rotate the URL' }).click()
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'Rotate the URL' }).click()
    const after = await dialogOf(page).getByLabel('The new URL').innerText()
    expect(after).not.toBe(before)
    await dialogOf(page).getByText('The old URL works until').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await eventually(async () => expect(await page.getByLabel('Feedback URL').innerText()).toBe(after))
    expectNoProblems()
  })
})

describe('the feedback URL of the server', () => {
  it('is not shown while its email stays in the inbox', async () => {
    const { page } = dashboard
    await open('/settings?tab=instance')
    await page.getByText('The built-in inbox').waitFor()
    expect(await page.getByLabel('Feedback URL').count()).toBe(0)
    expectNoProblems()
  })
})

describe('a member who is not an owner', () => {
  it('sees transports, but no buttons and no feedback URL', async () => {
    await prepare({ isNamed: true })
    const email = `vera-${dashboard.projectId.slice(-8)}@example.com`
    await dashboard.page.goto(`${dashboard.url}/app/p/${dashboard.projectId}/settings?tab=members`)
    await dashboard.page.getByLabel('Email', { exact: true }).fill(email)
    await choose('Role', 'Admin')
    await dashboard.page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await dashboard.page.getByLabel('Link of the invitation').innerText()
    const page = await openSignedOut(dashboard)
    await watch(page, dashboard)
    await page.goto(link)
    await page.getByLabel('Your name').fill('Vera')
    await page.getByLabel('Password', { exact: true }).fill('another horse battery')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(/\/app\/p\//)

    const countOf = (name: string | RegExp) => page.getByRole('button', { name }).count()
    await open('/transports?dialog=create', page)
    await page.getByText('changes need the role Owner').waitFor()
    expect([await dialogOf(page).count(), await countOf('Add transport')]).toEqual([0, 0])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Our relay' }).click()
    await page.getByRole('heading', { name: 'Our relay', level: 1 }).waitFor()
    await untilWhole(page)
    expect(await page.getByLabel('Host', { exact: true }).isDisabled()).toBe(true)
    expect(await countOf(/Test connection|Save|Delete|Rotate|Set a key/)).toBe(0)
    expect(await page.getByLabel('Feedback URL').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: DOMAIN }).click()
    await page.getByRole('heading', { name: DOMAIN, level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Our relay' }).waitFor()
    expect(await countOf(/Move|Remove|Add a transport/)).toBe(0)
    await expectAccessible(page)
    expectNoProblems()
  })
})
