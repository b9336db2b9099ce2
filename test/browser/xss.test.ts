// Texts that try to run a script, in everything that people, programs and servers can hand in, and then every page that
// shows them. No script runs, the policy of the page has nothing to report, and no text became markup.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSignedOut, useDashboard, watch } from '../support/browser/dashboard.ts'
import { PAYLOADS, documentsOf } from '../support/hostile/payloads.ts'
import { storeHostileProject } from '../support/hostile/project.ts'
import type { HostileProject } from '../support/hostile/project.ts'
import { BEGINNING, nameAt } from '../support/hostile/texts.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'

const receiver = await useReceiver()
const dashboard = useDashboard()

/** In every document of every frame; what is written to the console is a problem. */
const LISTENER = `globalThis.__x = (n) => console.error('a script ran: ' + n)`

/** Lists draw what can be seen: so tall, they draw all of it. */
const TALL = { width: 1440, height: 6_000 }

let project: HostileProject

beforeAll(async () => {
  await dashboard.context.addInitScript(LISTENER)
  project = await storeHostileProject({ dashboard, receiver })
  await Promise.all(Array.from({ length: TABS }, openTab))
})

/** How many of them can be read, in texts and in fields. */
const SHOWN = `new Set([
  document.body.textContent,
  ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
].join(' ').match(/__x\\(\\d+/g)).size`

const IS_SETTLED = `document.querySelector('main :is([class*=shimmer], [aria-busy=true])') === null`

/** Elements that only a text that was taken for markup can have made. */
const MADE_BY_TEXT = `[...document.querySelectorAll('*')].flatMap((element) =>
  [...element.attributes]
    .filter(({ name, value }) => /^(on|srcdoc$)/i.test(name) || /^\\s*(javascript|vbscript|data:text)/i.test(value))
    .filter(({ name }) => !['value', 'title', 'aria-label', 'alt', 'placeholder'].includes(name))
    .map(({ name, value }) => '<' + element.localName + ' ' + name + '=' + value.slice(0, 80)))`

const pathOf = (below: string) => `/app/p/${dashboard.projectId}${below}`

/** One for each core of a small machine. */
const TABS = 2
const tabs: Page[] = []

async function openTab(): Promise<void> {
  const page = await dashboard.context.newPage()
  tabs.push(page)
  await page.setViewportSize(TALL)
  await watch(page, dashboard)
  page.on('dialog', (dialog) => {
    dashboard.problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(dashboard.url + pathOf('/verify'))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const firstTab = (): Page => {
  const [page] = tabs
  if (!page) throw new Error('no tab was opened')
  return page
}

type Look = { shows?: number; hasPreview?: boolean }

/** The name of the project, which is on every page, and one more. */
const SOME_SHOWN = 2

async function expectHarmlessPage(
  page: Page,
  below: string,
  { shows = SOME_SHOWN, hasPreview = false }: Look = {},
): Promise<void> {
  await page.evaluate(
    `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(pathOf(below))} }).then(() => undefined)`,
  )
  await expectHarmless(page, below, { shows, hasPreview })
}

async function expectHarmless(
  page: Page,
  what: string,
  { shows = SOME_SHOWN, hasPreview = false }: Look = {},
): Promise<void> {
  const state = () => page.evaluate<[boolean, number]>(`[${IS_SETTLED}, Math.min(${shows}, ${SHOWN})]`)
  await eventually(async () => expect([what, ...(await state())]).toEqual([what, true, shows]))
  if (hasPreview) {
    const beginning = page.locator('iframe').last().contentFrame().getByText(BEGINNING).first()
    await beginning.waitFor({ state: 'attached' })
  }
  expect([what, ...(await madeByText(page)), ...dashboard.problems]).toEqual([what])
}

/** Looks again where a frame was drawn anew meanwhile. */
async function madeByText(page: Page): Promise<string[]> {
  for (;;) {
    try {
      const made = await Promise.all(page.frames().map((frame) => frame.evaluate<string[]>(MADE_BY_TEXT)))
      return made.flat()
    } catch (error) {
      if (!/detached|context was destroyed/.test(String(error))) throw error
    }
  }
}

async function expectHarmlessPages(looks: readonly (readonly [string, Look?])[]): Promise<void> {
  const left = looks.values()
  const work = async (page: Page) => {
    for (const [below, expected] of left) await expectHarmlessPage(page, below, expected)
  }
  // Both come to their end, so that none goes on under the next test.
  const ends = await Promise.allSettled(tabs.map(work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function send(body: string): Promise<string> {
  const email = { to: 'odd@example.com', from: 'hello@shop.test', subject: '__x(3)', body }
  const answer = await ask(dashboard.node, 'POST /v1/send', { body: email })
  const { data } = answer.json<{ data: { emails: { email: string }[] } }>()
  return data.emails[0]?.email ?? ''
}

describe('texts that try to run a script', () => {
  it('are more than a hundred, and most run where they are taken for markup', async () => {
    expect(PAYLOADS.length).toBeGreaterThan(100)
    const page = await dashboard.context.newPage()
    onTestFinished(() => page.close())
    const ran = new Set<string>()
    page.on('console', (message) => ran.add(message.text()))
    for (const text of documentsOf(PAYLOADS, 8)) {
      // One of them leads the page elsewhere.
      await page.setContent(text, { waitUntil: 'load' }).catch(() => undefined)
    }
    expect([...ran].filter((line) => line.startsWith('a script ran')).length).toBeGreaterThan(40)
  })

  it('run nowhere on the pages of lists and settings', async () => {
    await expectHarmlessPages([
      ['/emails', { shows: 100 }],
      ['/contacts?q=person', { shows: 100 }],
      ['/inbox', { shows: 40 }],
      ['/templates', { shows: 10, hasPreview: true }],
      ['', { shows: 8 }],
      ['/keys', { shows: 20 }],
      ['/segments', { shows: 20 }],
      ['/forms', { shows: 20 }],
      ['/campaigns', { shows: 20 }],
      ['/workflows', { shows: 20 }],
      ['/webhooks', { shows: 2 }],
      ['/transports', { shows: 20 }],
      ['/settings', { shows: 3 }],
      ['/settings?tab=topics', { shows: 20 }],
      ['/settings?tab=limits', { shows: 1 }],
      ['/settings?tab=members', { shows: 2 }],
      ['/settings?tab=audit', { shows: 19 }],
      ['/settings?tab=account', { shows: 1 }],
      ['/settings?tab=instance', { shows: 1 }],
      ['/suppressions', { shows: 1 }],
      ['/domains', { shows: 1 }],
      ['/welcome', { shows: 1 }],
      ['/segments/new', { shows: 1 }],
    ])
  })

  it('run nowhere among the events: names, data, and what programs call themselves', async () => {
    const page = firstTab()
    for (const below of ['/activity', '/activity?name=email.opened']) {
      // While a list is fetched, the one before it is shown.
      await expectHarmlessPage(page, '/verify', { shows: 1 })
      await expectHarmlessPage(page, below, { shows: 40 })
      await page.getByRole('button', { name: 'Show older events' }).click()
      await expectHarmless(page, below, { shows: 100 })
    }
  })

  it('run nowhere in the history of a contact, which has more than one page', async () => {
    const found = await ask(dashboard.node, 'GET /contacts?email=person0%40example.com')
    const { contacts } = found.json<{ contacts: { id: string }[] }>()
    const page = firstTab()
    await expectHarmlessPage(page, `/contacts/${contacts[0]?.id}`)
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectHarmless(page, 'the events of a contact', { shows: 100 })
  })

  it('run nowhere on the pages of emails and in the inbox, in any form of the email', async () => {
    const { ids } = project.emails
    await expectHarmlessPages([
      ...ids.map((id) => [`/emails/${id}`, { shows: 10, hasPreview: true }] as const),
      // The view of the email beside the list.
      ...ids.slice(0, 3).map((id) => [`/inbox?email=${id}`, { shows: 10, hasPreview: true }] as const),
      ...ids.flatMap((id) =>
        ['headers', 'attachments'].map((tab) => [`/emails/${id}?tab=${tab}`, { shows: 10 }] as const),
      ),
      ...['text', 'source'].map((tab) => [`/inbox?email=${ids[0]}&tab=${tab}`, { shows: 10 }] as const),
    ])
  })

  it('run nowhere in an email whose body is a set of frames', async () => {
    const frames = '<frameset onload="__x(1)"><frame src="javascript:parent.__x(2)"></frameset>'
    const id = await send(`<html><head></head>${frames}</html>`)
    const page = firstTab()
    await expectHarmlessPage(page, `/emails/${id}`)
    await page.frameLocator('iframe').locator('body:not(:has(script))').waitFor({ state: 'attached' })
    await expectHarmless(page, 'an email of frames')
    expect(await page.frameLocator('iframe').locator('html').innerText()).not.toContain('null')
  })

  it('run nowhere on the pages of contacts, segments, forms and templates', async () => {
    const { contact, segment, form, templates } = project
    // All of them have a preview in their list.
    const [first, ...others] = [...templates.slice(0, 3), templates.at(-1)]
    await expectHarmlessPages([
      ...others.map((id) => [`/templates/${id}`] as const),
      ...['problems', 'details', 'versions'].map((pane) => [`/templates/${first}?pane=${pane}`] as const),
      [`/templates/${first}?view=dark`, { hasPreview: true }],
      [`/contacts/${contact}`, { shows: 100 }],
      [`/segments/${segment}`],
      [`/forms/${form}`, { shows: 20 }],
      [`/forms/${form}?tab=share`, { shows: 20 }],
    ])
  })

  it('run nowhere on the pages of campaigns, workflows, webhooks and transports', async () => {
    const { draft, report, workflow, execution, webhook, delivery, transport, ownDelivery } = project
    await expectHarmlessPages([
      [`/campaigns/${report}`],
      [`/campaigns/${report}?tab=email`, { hasPreview: true }],
      [`/campaigns/${report}?tab=recipients`, { shows: 100 }],
      [`/campaigns/${draft}`],
      [`/campaigns/${draft}?step=content`, { hasPreview: true }],
      [`/campaigns/${draft}?step=checks`],
      [`/campaigns/${draft}?step=review`],
      [`/workflows/${workflow}?step=note`],
      [`/workflows/${workflow}?tab=simulate`],
      [`/workflows/${workflow}?tab=executions`],
      [`/workflows/${workflow}?tab=versions`],
      [`/workflows/${workflow}/executions/${execution}`],
      [`/webhooks/${webhook}`],
      [`/webhooks/${webhook}?tab=settings`],
      [`/webhooks/${webhook}?delivery=${delivery}`, { shows: 100 }],
      [`/transports/${transport}`, { shows: 100 }],
      [`/transports/${ownDelivery}`, { shows: 100 }],
    ])
  })

  it('run nowhere in an address, in what is searched for, or in the palette', async () => {
    const text = encodeURIComponent('"><img src=x onerror=__x(1)>')
    const lists = ['contacts', 'emails', 'templates', 'suppressions', 'inbox']
    await expectHarmlessPages([
      ...lists.map((name) => [`/${name}?q=${text}`] as const),
      [`/activity?name=${text}`],
      [`/contacts?show=${text}`, { shows: 1 }],
      [`/${text}`, { shows: 1 }],
    ])
    const page = firstTab()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('onerror')
    await page.getByRole('group', { name: 'Campaigns' }).getByRole('option').first().waitFor()
    await expectHarmless(page, 'the palette', { shows: 5 })
    await page.keyboard.press('Escape')
    await dashboard.page.goto(`${dashboard.url}/sign-in?error=${text}&next=javascript:__x(1)`)
    await dashboard.page.getByLabel('Email').waitFor()
    await expectHarmless(dashboard.page, 'the page to sign in', { shows: 0 })
  })

  it('run nowhere in a file that is imported', async () => {
    const page = firstTab()
    await expectHarmlessPage(page, '/contacts/import', { shows: 1 })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const rows = [
      ['email', ...PAYLOADS.slice(0, 10).map(quoted)].join(','),
      ['ada@example.com', ...PAYLOADS.slice(10, 20).map(quoted)].join(','),
      [quoted(nameAt(30)), ...PAYLOADS.slice(20, 30).map(quoted)].join(','),
    ]
    await page.locator('input[type=file]').setInputFiles({
      name: `${nameAt(31)}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await expectHarmless(page, 'the columns of a file', { shows: 10 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/^Row 3 /).waitFor()
    await expectHarmless(page, 'the findings in a file')
  })

  it('run nowhere on the pages that recipients see', async () => {
    const page = await openSignedOut(dashboard)
    await page.addInitScript(LISTENER)
    const ran: string[] = []
    // The page of an email may say that it blocked something: an email that does not try is the business of its author.
    page.on('console', (message) => /a script ran/.test(message.text()) && ran.push(message.text()))
    page.on('pageerror', (error) => ran.push(String(error)))
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => ran.push(dialog.message())))
    for (const path of project.emails.browserPaths) {
      await page.goto(dashboard.url + path, { waitUntil: 'load' })
      await page.getByText(BEGINNING).first().waitFor({ state: 'attached' })
    }
    expect(ran).toEqual([])
    await watch(page, dashboard)
    for (const path of project.emails.contactPaths) {
      await page.goto(dashboard.url + path)
      await expectHarmless(page, path, { shows: 2 })
    }
  })
})

describe('what is too large', () => {
  it('is shown all the same: an email with a megabyte of hostile HTML', async () => {
    // Mostly comments: that many tables would be about the patience of the browser.
    const hidden = `<!-- ${'x'.repeat(400)} -->`
    const row = `<table><tr><td onclick="__x(1)"><img src=x onerror="__x(2)"><b><i>x</td></tr></table>${hidden}`
    const body = `<p>${BEGINNING}</p>${row.repeat(Math.floor(900_000 / row.length))}`
    const id = await send(body)
    const page = firstTab()
    await expectHarmlessPage(page, `/emails/${id}`, { hasPreview: true })
    await expectHarmlessPage(page, `/emails/${id}?tab=source`)
    await page.getByRole('region', { name: 'Source' }).waitFor()
  })

  it('breaks no page: a contact whose name has 10,000 characters without a space', async () => {
    const body = { email: 'long@example.com', data: { name: `__x(1)${'y'.repeat(10_000)}` } }
    const { id } = (await ask(dashboard.node, 'POST /contacts', { body })).json<{ id: string }>()
    const page = firstTab()
    for (const below of ['/contacts?q=long%40example.com', `/contacts/${id}`]) {
      await expectHarmlessPage(page, below)
      const isWide = await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
      expect([below, isWide]).toEqual([below, false])
    }
  })
})
