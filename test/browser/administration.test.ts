// Keys, settings, members, suppressions, checks of addresses and the import of contacts, as people use them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  expectAccessible,
  expectAllAccessible,
  openSignedOut,
  useDashboard,
  watch,
} from '../support/browser/dashboard.ts'
import { endSession, stepsOn } from '../support/browser/dashboard-steps.ts'
import { expectTablesFit } from '../support/browser/phone.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open, urlOf } = stepsOn(dashboard)

describe('API keys', () => {
  const keyOnScreen = () => dashboard.page.getByLabel('The key', { exact: true }).innerText()
  const statusWith = async (key: string) => (await ask(dashboard.node, 'GET /project', { key })).status
  const rowsOf = (name: string) => dashboard.page.getByRole('row', { name })

  it('are made, shown once, and work', async () => {
    const { page } = dashboard
    await open('/keys')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Must not be empty').waitFor()
    await dialog.getByLabel('Name').fill('Billing service')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Copy it now').waitFor()
    const key = await keyOnScreen()
    expect(await statusWith(key)).toBe(200)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const way of ['curl', 'Node', 'Python']) {
      await dialog.getByRole('button', { name: way, exact: true }).click()
      expect(await dialog.locator('pre').innerText()).toContain(key)
    }
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await rowsOf('Billing service')
      .getByText(`…${key.slice(-4)}`)
      .waitFor()
    expect(await page.content()).not.toContain(key)
    await expectTablesFit(page)
    expectNoProblems()
  })

  it('are rotated: both work for as long as was chosen', async () => {
    const { page } = dashboard
    await open('/keys')
    await page.getByRole('button', { name: 'Rotate Billing service' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The old key works for').click()
    await page.getByRole('option', { name: 'An hour' }).click()
    await dialog.getByRole('button', { name: 'Rotate the key' }).click()
    await dialog.getByText('The old key works until').waitFor()
    expect(await statusWith(await keyOnScreen())).toBe(200)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await eventually(async () => expect(await rowsOf('Billing service').count()).toBe(2))
    await page.getByText('Expires').waitFor()
    expectNoProblems()
  })

  it('are revoked after a word about their last use', async () => {
    const { page } = dashboard
    await open('/keys')
    await page.getByRole('button', { name: 'Revoke Billing service' }).first().click()
    await page.getByRole('dialog').getByText('The key stops working at once').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
    await eventually(async () => expect(await rowsOf('Billing service').count()).toBe(1))
    expectNoProblems()
  })
})

describe('settings', () => {
  it.each(['project', 'brand', 'limits', 'opt-in', 'members', 'audit', 'account', 'instance'])(
    '%s has nothing that axe finds',
    async (tab) => {
      await open(`/settings?tab=${tab}`)
      await expectAccessible(dashboard.page)
      expectNoProblems()
    },
  )

  it('of the project are checked and saved, and the name changes in the bar', async () => {
    const { page } = dashboard
    await open('/settings')
    await page.getByLabel('Name', { exact: true }).fill('Acme')
    await page.getByLabel('Default sender').fill('not an address')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByLabel('Default sender').fill('hello@shop.test')
    await page.getByLabel('Postal address').fill('1 Main Street')
    await page.getByRole('switch', { name: 'Opens of marketing email' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings were saved.').waitFor()
    await page.getByTitle('Switch project').getByText('Acme').waitFor()
    const saved = (await ask(dashboard.node, 'GET /project')).json()
    expect(saved).toMatchObject({
      name: 'Acme',
      defaultFrom: 'hello@shop.test',
      postalAddress: '1 Main Street',
      replyTo: null,
      tracking: { opens: false, clicks: true },
    })
    expectNoProblems()
  })

  it('say what was done, and by whom', async () => {
    const { page } = dashboard
    await open('/settings?tab=audit')
    await page.getByRole('row', { name: `${dashboard.owner.email} Changed the settings` }).waitFor()
    await page.getByRole('row', { name: /Created an API key Billing service/ }).waitFor()
    expectNoProblems()
  })
})

describe('a member who may only look', () => {
  const PASSWORD = 'another horse battery'

  async function invite(email: string): Promise<string> {
    const { page } = dashboard
    await open('/settings?tab=members')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Role', { exact: true }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await page.getByLabel('Link of the invitation').innerText()
    await expectAccessible(page)
    return link
  }

  it('is invited by a link, and finds every control hidden or disabled, with the reason', async () => {
    const link = await invite('vera@example.com')
    const page = await openSignedOut(dashboard)
    await watch(page, dashboard)
    await page.goto(link)
    await page.getByLabel('Your name').fill('Vera')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(/\/app\/p\//)

    await open('/keys', page)
    await page.getByText('Your role here is Viewer').waitFor()
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Rotate Billing service' }).isDisabled()).toBe(true)
    await expectAllAccessible(page)
    await open('/settings', page)
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await open('/settings?tab=topics&dialog=create', page)
    await page.getByText('Your role here is Viewer').waitFor()
    expect(await page.getByRole('button', { name: 'New topic' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectAccessible(page)
    await open('/settings?tab=limits', page)
    const cap = page.getByRole('switch', { name: 'Limit how many marketing emails one person gets' })
    expect(await cap.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
    await expectAccessible(page)
    await open('/settings?tab=opt-in', page)
    expect(await page.getByLabel('Page after confirming').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
    await expectAccessible(page)
    await open('/settings?tab=members', page)
    await page.getByRole('row', { name: /Vera/ }).getByText('Viewer').waitFor()
    expect(await page.getByRole('button', { name: 'Create invitation' }).count()).toBe(0)
    for (const below of ['/suppressions?dialog=create', '/verify', '/contacts/import']) {
      await open(below, page)
      await page.getByText('Your role here is Viewer').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await expectAccessible(page)
    }
    expectNoProblems()

    const refused = await page.evaluate<number>(`fetch('/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'lettermill-project': '${dashboard.projectId}' },
      body: JSON.stringify({ name: 'sneaky' }),
    }).then(({ status }) => status)`)
    expect(refused).toBe(403)
    forgetRefusals(403)
  })

  it('gets another role, or is removed', async () => {
    const { page } = dashboard
    await open('/settings?tab=members')
    await page.getByLabel('Role of Vera').click()
    await page.getByRole('option', { name: 'Member' }).click()
    await page.getByText('The role was changed').waitFor()
    await page.getByRole('button', { name: 'Remove Vera' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await eventually(async () => expect(await page.getByRole('row', { name: /Vera/ }).count()).toBe(0))
    expectNoProblems()
  })
})

describe('sign-in with a provider', () => {
  it('leads over the provider to the page that was asked for, or says why not', async () => {
    const page = await openSignedOut(dashboard)
    const { provider, owner } = dashboard
    provider.person = { sub: 'eve', email: 'eve@example.com', email_verified: true }
    await page.goto(urlOf('/keys'))
    const button = page.getByRole('button', { name: 'Sign in with Staff login' })
    await button.waitFor()
    await expectAccessible(page)
    await button.click()
    await page.getByText('Your address has no account here.').waitFor()
    await expectAccessible(page)
    provider.person = { sub: 'dana', email: owner.email, email_verified: true }
    await page.goto(urlOf('/keys'))
    await button.click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  })

  it('brings a page back to life whose session has ended, from another tab', async () => {
    const { page, context, provider, owner } = dashboard
    await open('/keys')
    const release = await endSession(page)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Kept')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page
      .getByRole('dialog', { name: 'Sign in again' })
      .getByLabel('Password', { exact: true })
      .waitFor()
    await release()
    const other = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in with Staff login in another tab' }).click()
    const tab = await other
    provider.person = { sub: 'dana', email: owner.email, email_verified: true }
    await tab.getByRole('button', { name: 'Sign in with Staff login' }).click()
    await tab.waitForURL(/\/app\/p\//)
    await tab.close()
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await page.getByRole('dialog').getByText('Copy it now').waitFor()
    forgetRefusals(401)
    expectNoProblems()
  })
})

describe('suppressions', () => {
  it('are added by pasting, found by searching, and removed', async () => {
    const { page } = dashboard
    await open('/suppressions')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add addresses' }).click()
    const dialog = page.getByRole('dialog')
    const pasted = Array.from({ length: 30 }, (_, n) => `away${n}@example.com`).join('\n')
    await dialog.getByLabel('Addresses').fill(`${pasted}\nAWAY0@example.com, wrong@@example.com`)
    await dialog.getByText('30 addresses · “wrong@@example.com” is not an address').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suppress 30 addresses' }).click()
    await page.getByText('30 addresses get no email').waitFor()
    await page.getByRole('searchbox').fill('away12')
    await page.waitForURL(/q=away12/)
    await page.getByText('1 address matches').waitFor()
    await page.getByRole('button', { name: 'Remove away12@example.com' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('29 addresses get no email').waitFor()
    expectNoProblems()
  })

  it('are imported from the file of another provider', async () => {
    const { page } = dashboard
    await open('/suppressions')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    const csv = 'Email,Reason\ngone1@example.com,hard bounce\ngone2@example.com,\nbroken,\n'
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('Imported: 2. Not imported: 1.').waitFor()
    await dialog.getByText(/^Row 4: email /).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('searchbox').fill('gone1')
    await page.getByText('1 address matches').waitFor()
    expectNoProblems()
  })
})

describe('checks of addresses', () => {
  it('explain every flag and offer the address that was meant', async () => {
    const { page } = dashboard
    await open('/verify')
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@gmial.com')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('The domain is a misspelling of a well-known provider.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check ada@gmail.com instead' }).click()
    await page.getByText('A mailbox at a public provider').waitFor()
    expectNoProblems()
  })

  it('take many at once', async () => {
    const { page } = dashboard
    await open('/verify?tab=many')
    await page
      .getByRole('textbox', { name: 'Addresses' })
      .fill('ada@gmial.com\nann+news@gmial.com\nwrong@@example.com')
    await page.getByRole('button', { name: 'Check 3 addresses' }).click()
    await page.getByRole('row', { name: /ann\+news@gmial.com Invalid Typo/ }).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('ada@gmail.com')
    // The server reports the problem of the third.
    forgetRefusals(422)
    expectNoProblems()
  })
})

describe('the import of contacts', () => {
  const ROWS = 10_000
  const csv = [
    'E-Mail;Subscribed;Plan;Age;Notes',
    ...Array.from({ length: ROWS }, (_, n) => `person${n}@example.com;yes;pro;${n % 90};-`),
    'not an address;yes;pro;1;-',
  ].join('\n')

  it('leads 10,000 of them from the file over mapping and check to the result', async () => {
    const { page } = dashboard
    await open('/contacts')
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByText('Drop a CSV file here').waitFor()
    await expectAccessible(page)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

    await page.getByLabel('Import E-Mail as').getByText('Email address').waitFor()
    await page.getByRole('row', { name: /Age/ }).getByText('Number', { exact: true }).waitFor()
    await page.getByLabel('Name of the data in Plan').fill('tier')
    await page.getByLabel('Import Notes as').click()
    await page.getByRole('option', { name: 'Leave out' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByText(/^Row 10,002 /).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 10,000 contacts' }).click()
    await page.getByRole('progressbar').waitFor()

    // Leaving does not end it, and the message comes wherever the person is.
    const running = page.url()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Templates' }).click()
    await page.getByText('The import is finished: 10,000 contacts.').waitFor()
    await page.goto(running)
    await page.getByRole('heading', { name: 'The import is finished', exact: true }).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the errors' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/^10002,/m)

    const search = '/contacts?search=person9999@'
    const { contacts } = (await ask(dashboard.node, `GET ${search}`)).json<{ contacts: object[] }>()
    expect(contacts).toMatchObject([{ subscribed: true, data: { tier: 'pro', Age: 9 } }])
    expect((contacts[0] as { data: object }).data).not.toHaveProperty('Notes')
    expectNoProblems()
  })

  it('matches columns to known fields, and tells new contacts, known ones and refused rows apart', async () => {
    const { page, node } = dashboard
    await ask(node, 'POST /contacts', {
      body: { email: 'known@example.org', data: { favouriteTea: 'green' } },
    })
    await open('/contacts/import')
    const rows = [
      'known@example.org,black,"1',
      'lost@example.org,mint,2',
      'last@example.org,mint,"3"',
      'fresh@example.org,oolong,4',
    ]
    await page
      .getByLabel('Paste rows or addresses')
      .fill(`E-mail,Favourite tea,Cups per day\nknown@example.org,black,1\n${rows.join('\n')}\n`)
    await page.getByRole('button', { name: 'Use this' }).click()
    const key = page.getByLabel('Name of the data in Favourite tea')
    await key.waitFor()
    expect(await key.inputValue()).toBe('favouriteTea')
    expect(await page.getByLabel('Name of the data in Cups per day').inputValue()).toBe('cupsPerDay')
    await page
      .getByRole('row', { name: /Cups per day/ })
      .getByText('New field')
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/Row 3 .*a quote at the beginning of cell 3/).waitFor()
    await page.getByRole('button', { name: 'Import 2 contacts' }).click()
    await page.getByRole('heading', { name: 'The import is finished', exact: true }).waitFor()
    const figure = (name: string) =>
      page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
    expect(
      await Promise.all(
        ['New contacts', 'Known contacts', 'Rows refused'].map((name) => figure(name).innerText()),
      ),
    ).toEqual(['1', '1', '1'])
    await page.getByRole('cell', { name: /^known@example.org, black, / }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('takes pasted addresses without a row of names', async () => {
    const { page } = dashboard
    await open('/contacts/import')
    await page.getByLabel('Paste rows or addresses').fill('ada@example.org\ngrace@example.org\n')
    await page.getByRole('button', { name: 'Use this' }).click()
    await page.getByText('The first row looks like a contact').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Import 2 contacts' }).click()
    await page.getByRole('heading', { name: 'The import is finished', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show the contacts' }).click()
    await page.getByRole('link', { name: 'grace@example.org' }).waitFor()
    expectNoProblems()
  })
})
