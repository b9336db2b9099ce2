// Two journeys: a template by code, previewed as a contact, a test of it in the inbox; and a domain from its name to its
// verification against a DNS server.
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import {
  bodyEditorOf,
  frameOf,
  stepsOn,
  untilInFrame,
  untilWhole,
  writeBody,
} from '../support/browser/dashboard-steps.ts'
import type { DnsServer } from '../support/servers/dns-server.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, open } = stepsOn(dashboard)

beforeAll(async () => {
  await ask(dashboard.node, 'POST /contacts', { body: { email: 'ada@example.com', data: { plan: 'pro' } } })
})

async function buildTemplate(name: string, body: string): Promise<string> {
  const fields = { name, subject: 'Your plan', body, from: 'hello@shop.test' }
  return (await ask(dashboard.node, 'POST /templates', { body: fields })).json<{ id: string }>().id
}

/** A PNG of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const readTemplate = async (id: string) =>
  (await ask(dashboard.node, `GET /templates/${id}`)).json<{ body: string; version: number }>()

describe('a template', () => {
  it('begins with one of the gallery, seen in large, on a phone and in the dark', async () => {
    const { page } = dashboard
    await open('/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Orders' }).click()
    expect(await dialog.getByRole('radio').count()).toBe(2)
    await dialog.getByRole('button', { name: 'Preview Receipt' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Thank you, Ada' }))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Phone' }).click()
    await dialog.getByRole('button', { name: 'Dark' }).click()
    await untilInFrame(page, (frame) => frame.getByText('Coffee grinder, steel'))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use this one' }).click()
    await dialog.getByRole('radio', { name: /^Receipt/, checked: true }).waitFor()
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('Your order {{ order.number }}')
    await dialog.getByLabel('Name').fill('Our receipt')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Our receipt', level: 1 }).waitFor()
    const id = page.url().split('/').at(-1)?.split('?')[0]
    const template = (await ask(dashboard.node, `GET /templates/${id}`)).json<{
      type: string
      blocks: object
    }>()
    expect(template).toMatchObject({ type: 'TRANSACTIONAL', blocks: { theme: null } })
    expectNoProblems()
  })

  it('is written by code, previewed as a contact, sent as a test and seen in the inbox', async () => {
    const { page } = dashboard
    await open('/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name').fill('Plan notice')
    await dialog.getByLabel('Subject').fill('About your plan')
    await dialog.getByRole('radio', { name: /^HTML/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Plan notice', level: 1 }).waitFor()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Hello there' }))
    await expectAccessible(page)

    await writeBody(page, '<h1>You are on {{ plan | upcase }}</h1>')
    await page.getByLabel('Subject').fill('The {{ plan }} plan')
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'As a contact' }).click()
    await page.getByLabel('Address of the contact').fill('ada@example.com')
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'You are on PRO' }))
    await page.getByText('The pro plan', { exact: true }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByLabel('From').fill('hello@shop.test')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save and send' }).click()
    await dialog.getByText('The email is on its way.').waitFor()
    await dialog.getByRole('button', { name: 'Send another' }).click()
    await dialog.getByLabel('To').fill('suppressed@inbox.lettermill.test')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('This address gets nothing: it is on the suppression list.').waitFor()
    await open('/inbox')
    await page.getByRole('link', { name: /The pro plan/ }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'You are on PRO' }))
    expectNoProblems()
  })

  it('is built of blocks, with an image, sent as a test and seen in the inbox, and opened again', async () => {
    const { page } = dashboard
    await open('/templates?dialog=create')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Newsletter')
    await dialog.getByLabel('Subject').fill('News for you')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
    const email = page.getByRole('region', { name: 'The email', exact: true })
    const heading = email.getByRole('textbox', { name: 'Heading' })
    await heading.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Spring & summer <sale>')
    await page.getByRole('button', { name: 'Add a block', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Image' }).click()
    await email.getByRole('group', { name: 'Image, block 2' }).waitFor()
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: Buffer.from(DOT, 'base64'),
    })
    await page.getByText('The image is uploaded.').waitFor()
    await page.getByLabel('What it shows').fill('A dot')
    const isLoaded = (image: Locator) =>
      eventually(async () =>
        expect(await image.evaluate((one: { naturalWidth: number }) => one.naturalWidth)).toBe(1),
      )
    await isLoaded(email.getByRole('img', { name: 'A dot' }))
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Spring & summer <sale>' }))
    await untilInFrame(page, (frame) => frame.getByRole('img', { name: 'A dot' }))
    await isLoaded(frameOf(page).getByRole('img', { name: 'A dot' }))

    await page.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByLabel('From').fill('hello@shop.test')
    await dialog.getByRole('button', { name: 'Save and send' }).click()
    await dialog.getByText('The email is on its way.').waitFor()
    await open('/inbox')
    await page.getByRole('link', { name: /News for you/ }).click()
    await untilInFrame(page, (frame) => frame.getByRole('heading', { name: 'Spring & summer <sale>' }))
    await untilInFrame(page, (frame) => frame.getByRole('link', { name: 'Unsubscribe' }))

    await open('/templates')
    await page.getByRole('link', { name: 'Newsletter', exact: true }).click()
    await page.getByText(/^Version 2 · /).waitFor()
    expect(await heading.innerText()).toBe('Spring & summer <sale>')
    expectNoProblems()
  })

  it('is shown on a phone, in the dark, as text and with own values', async () => {
    const { page } = dashboard
    await open(`/templates/${await buildTemplate('Forms', '<p>Dear {{ who }}</p>')}?as=json`)
    await page.getByLabel('Values as JSON').fill('{"who": "Grace"}')
    await untilInFrame(page, (frame) => frame.getByText('Dear Grace'))
    for (const view of ['Phone', 'Dark mode', 'Plain text']) {
      await page.getByRole('button', { name: view }).click()
      await expectAccessible(page)
    }
    await page.getByRole('region', { name: 'Plain text' }).getByText('Dear Grace').waitFor()
    expect(page.url()).toContain('view=text')
    expectNoProblems()
  })

  it('has its mistakes in a list that leads to their line', async () => {
    const { page } = dashboard
    await open(`/templates/${await buildTemplate('Mistakes', '<p>Fine</p>')}`)
    await writeBody(page, '<p>one</p>\n{{ name | nope }}')
    await page.getByText('1 problem', { exact: true }).waitFor()
    await page.getByRole('tab', { name: /Problems/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show line 2' }).click()
    expect(await page.evaluate('document.activeElement.className')).toContain('cm-content')
    forgetRefusals(400)
    expectNoProblems()
  })

  it('is compared with an older version, and goes back to it', async () => {
    const { page } = dashboard
    const id = await buildTemplate('Versions', '<p>first</p>')
    await ask(dashboard.node, `PATCH /templates/${id}`, { body: { body: '<p>second</p>' } })
    await open(`/templates/${id}?pane=versions`)
    await page.locator('.cm-deletedChunk').getByText('first').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 3.').waitFor()
    expect(await readTemplate(id)).toMatchObject({ body: '<p>first</p>', version: 3 })
    expectNoProblems()
  })

  it('is not overwritten by a second tab, and nothing typed is lost', async () => {
    const { page, context } = dashboard
    const id = await buildTemplate('Two tabs', '<p>begun</p>')
    const second = await context.newPage()
    onTestFinished(() => second.close())
    await open(`/templates/${id}`)
    await open(`/templates/${id}`, second)
    await writeBody(page, '<p>mine</p>')
    await writeBody(second, '<p>theirs</p>')
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText('Saved as version 2.').waitFor()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 2 was saved elsewhere while you were editing.').waitFor()
    await expectAccessible(page)
    expect((await readTemplate(id)).body).toBe('<p>theirs</p>')
    await page.reload()
    await page.getByText('Version 2 was saved elsewhere while you were editing.').waitFor()
    expect(await bodyEditorOf(page).innerText()).toContain('mine')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog').locator('.cm-deletedChunk').getByText('theirs').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 3.').waitFor()
    expect((await readTemplate(id)).body).toBe('<p>mine</p>')
    forgetRefusals(409)
    expectNoProblems()
  })

  it('is duplicated, found by its name, and deleted with a way back', async () => {
    const { page } = dashboard
    await buildTemplate('Spring sale', '<p>Spring</p>')
    await open('/templates?q=spring')
    await page.getByRole('button', { name: 'More for Spring sale' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: /Spring sale.+/, level: 1 }).waitFor()
    await page.getByRole('button', { name: /More for Spring sale/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: /Spring sale.+/, level: 1 }).waitFor()
    await open('/templates')
    await page.getByRole('link', { name: 'Spring sale', exact: true }).waitFor()
    await untilWhole(page)
    await expectAccessible(page)
    expectNoProblems()
  })
})

type DomainAnswer = { id: string; records: Parameters<DnsServer['publish']>[0] }

describe('a domain', () => {
  const readClipboard = () => dashboard.page.evaluate<string>('navigator.clipboard.readText()')

  it('is added, its records are copied and published, and it is verified', async () => {
    const { page, context, dns } = dashboard
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('/domains')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Domain').fill('not a domain')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.locator('[data-invalid]').first().waitFor()
    await dialog.getByLabel('Domain').fill('letters-of-ours.com')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'letters-of-ours.com', level: 1 }).waitFor()
    await page.getByText(/Checks again in \d+ s/).waitFor()
    await expectAccessible(page)

    const list = (await ask(dashboard.node, 'GET /domains')).json<{ domains: DomainAnswer[] }>()
    const records = list.domains[0]?.records ?? []
    for (const { type, name, value } of records) {
      const copy = page.getByRole('button', { name: `Copy the value of the ${type} record ${name}` })
      await copy.click()
      expect(await readClipboard()).toBe(value)
    }
    await page.getByRole('button', { name: 'Copy all as zone file' }).click()
    const lines = (await readClipboard()).trim().split('\n')
    expect(lines.map((line) => line.split('. ')[0])).toEqual(records.map(({ name }) => name))
    expect(lines[0]).toContain(records[0]?.chunks.map((chunk) => `"${chunk}"`).join(' '))

    const dmarc = records.find(({ name }) => name.startsWith('_dmarc')) ?? records[0]
    dns.set(String(dmarc?.name), 'TXT', ['v=DMARC1; nonsense'])
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('v=DMARC1; nonsense').waitFor()
    await expectAccessible(page)
    dns.publish(records)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Emails can be sent from this domain.').waitFor()
    await expectAccessible(page)
    forgetRefusals(400)
    forgetRefusals(422)
    expectNoProblems()
  })

  it('is deleted only by who types its name', async () => {
    const { page } = dashboard
    await open('/domains')
    await page.getByRole('link', { name: 'letters-of-ours.com' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete the domain' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Type letters-of-ours.com to confirm').fill('letters-of-ours.com')
    await expectAccessible(page)
    await confirm.click()
    await page.getByRole('heading', { name: 'No domains yet' }).waitFor()
    expectNoProblems()
  })
})
