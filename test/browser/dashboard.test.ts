import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { buildPages } from '../../src/features/dashboard/index.ts'
import {
  expectAccessible,
  expectAllAccessible,
  signIn,
  saveDataScript,
  useDashboard,
  watch,
} from '../support/browser/dashboard.ts'
import { endSession, frameOf, stepsOn, untilInFrame, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetProblems, forgetRefusals, load, open } = stepsOn(dashboard)

/** The empty lists of segments, workflows, transports and webhooks are looked at where their journeys begin, in files of their own. */
const PATHS = {
  overview: '',
  emails: '/emails',
  activity: '/activity',
  contacts: '/contacts',
  'a new segment': '/segments/new',
  campaigns: '/campaigns',
  templates: '/templates',
  inbox: '/inbox',
  forms: '/forms',
  coupons: '/coupon-lists',
  approvals: '/approvals',
  reputation: '/reputation',
  partials: '/partials',
  'checks of the server': '/machine-checks',
  'recurring campaigns': '/recurring-campaigns',
  welcome: '/welcome',
}

const send = (email: Record<string, unknown>) =>
  ask(dashboard.node, 'POST /v1/send', { body: { from: 'hello@shop.test', ...email } })

/** Keeps the days that are written on canvases, with their places. */
const RECORD_LABELS = `globalThis.labels = {}
  const write = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    if (/[a-z]/i.test(text)) globalThis.labels[text] = Math.round(x)
    return write.call(this, text, x, y)
  }`

const labelsOn = (page: Page): Promise<Record<string, number>> => page.evaluate('globalThis.labels')

const NEXT_FRAME = `new Promise((done) => requestAnimationFrame(done))`

describe('every page', () => {
  beforeAll(async () => {
    const { node } = dashboard
    await ask(node, 'POST /contacts', { body: { email: 'ada@example.com', data: { plan: 'pro', age: 36 } } })
    await ask(node, 'POST /v1/track', { body: { email: 'ada@example.com', event: 'order.paid' } })
    await ask(node, 'POST /templates', {
      body: { name: 'Welcome', subject: 'Hello {{ name }}', body: '<h1>Hello {{ name }}</h1>' },
    })
  })

  it.each(Object.entries(PATHS))('%s has nothing that axe finds, in light and dark', async (_name, below) => {
    const { page } = dashboard
    await open(below)
    await untilWhole(page)
    await expectAllAccessible(page)
    expectNoProblems()
  })

  it('has a chart with each day at its place, in every time zone of the browser', async () => {
    const { browser, url, owner } = dashboard
    const drawn: unknown[] = []
    for (const timezoneId of ['UTC', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId })
      onTestFinished(() => context.close())
      await context.addInitScript(RECORD_LABELS)
      await signIn({ ...dashboard, context, url, owner })
      const page = await context.newPage()
      await open('', page)
      await eventually(async () => expect(Object.keys(await labelsOn(page))).toHaveLength(7))
      drawn.push(await labelsOn(page))
    }
    for (const labels of drawn) expect(labels).toEqual(drawn[0])
  })

  it('opens from its list, and shows one record without findings', async () => {
    const { page } = dashboard
    const names = [
      ['/contacts', 'ada@example.com'],
      ['/templates', 'Welcome'],
    ] as const
    for (const [list, name] of names) {
      await open(list)
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await untilWhole(page)
      await expectAccessible(page)
    }
    await open('/no-such-page')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('has the focus in the first field of a dialog that a link opens', async () => {
    const { page } = dashboard
    const dialogs = [
      ['/contacts?dialog=create', 'Email'],
      ['/campaigns?dialog=create', 'Name'],
      ['/workflows?dialog=create', 'Name'],
      ['/templates?dialog=create', 'Name'],
      ['/domains?dialog=create', 'Domain'],
      ['/transports?dialog=create', 'Name'],
      ['/keys?dialog=create', 'Name'],
      ['/webhooks?dialog=create', 'Address'],
      ['/suppressions?dialog=create', 'Addresses'],
      ['/suppressions?dialog=import', 'CSV file'],
      ['/settings?tab=topics&dialog=create', 'Name'],
    ] as const
    for (const [below, label] of dialogs) {
      await open(below)
      const field = page.getByRole('dialog').getByLabel(label, { exact: true })
      await field.and(page.locator(':focus')).waitFor()
    }
    expectNoProblems()
  })

  it('is reached by keys, and by Ctrl-K', async () => {
    const { page } = dashboard
    await open('')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('ada')
    await page.waitForURL(/q=ada/)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await field.fill('ada@example.com')
    await page.getByRole('option', { name: 'ada@example.com' }).first().waitFor()
    await expectAccessible(page)
    await field.fill('Inbox')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    expectNoProblems()
  })
})

describe('a page that was not opened yet', () => {
  // One of its own: what another page was still loading would come in between.
  const newPage = async () => {
    const page = await dashboard.context.newPage()
    onTestFinished(() => page.close())
    await watch(page, dashboard)
    return page
  }

  it('opens without loading anything more, because its code was loaded while nobody waited', async () => {
    const page = await newPage()
    await page.addInitScript(saveDataScript(false))
    // The last one in the bar.
    const loaded = page.waitForResponse(/\/settings-page-[\w-]+\.js/)
    await open('', page)
    await loaded
    const code: string[] = []
    page.on('request', (request) => {
      if (/\/(suppressions|keys|settings)-page-/.test(request.url())) code.push(request.url())
    })
    for (const name of ['Suppressions', 'API keys', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    expect(code).toEqual([])
    expectNoProblems()
  })

  it('is not loaded ahead where the browser is told to save data', async () => {
    const page = await newPage()
    const code: string[] = []
    page.on('request', (request) => void code.push(...(/\/[\w-]+-page-/.exec(request.url()) ?? [])))
    await page.clock.install()
    await open('/emails', page)
    await untilWhole(page)
    // Later than the first one would be loaded.
    await page.clock.fastForward(10_000)
    await page.evaluate(`new Promise((done) => requestIdleCallback(done))`)
    expect(code).toEqual(['/emails-page-'])
    expectNoProblems()
  })

  it('asks for its rows while its code is on the way', async () => {
    const page = await newPage()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/segments')
    await page.route(/\/segments-page-[\w-]+\.js/, async (route) => {
      await asked
      await route.continue()
    })
    await open('', page)
    await page.getByRole('navigation').getByRole('link', { name: 'Segments', exact: true }).click()
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()
    expectNoProblems()
  })
})

describe('the overview', () => {
  const figure = (name: string) =>
    dashboard.page
      .getByRole('definition')
      .filter({ hasText: /\d/ })
      .and(dashboard.page.locator(`dt:text-is("${name}") + dd`))

  it('shows an email that is sent meanwhile, without being asked for', async () => {
    const { page } = dashboard
    await open('')
    await page.getByText('Live', { exact: true }).waitFor()
    const before = Number((await figure('Sent').innerText()).replaceAll(/\D/g, ''))
    await send({ to: 'live@example.com', subject: 'Just now', body: '<p>Hi</p>' })
    await page.getByRole('link', { name: /live@example.com/ }).waitFor()
    await figure('Sent')
      .getByText(String(before + 1), { exact: true })
      .waitFor()
    expectNoProblems()
  })

  it('is followed by the activity, which is searched by address', async () => {
    const { page } = dashboard
    await open('/activity')
    await page.getByLabel('Search by address').fill('ada@')
    await page.waitForURL(/q=ada/)
    const rows = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    await eventually(async () => {
      const texts = await rows.allInnerTexts()
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.filter((text) => !text.includes('ada@example.com'))).toEqual([])
    })
    await page.getByLabel('Search by address').fill('nobody@')
    await page.getByRole('button', { name: 'Show all events' }).click()
    await rows.first().waitFor()
    expect(page.url()).not.toContain('q=')
    expectNoProblems()
  })

  it('asks by itself where live updates do not come through', async () => {
    const { page } = dashboard
    await page.route('**/stream?*', (route) => route.fulfill({ status: 204 }))
    await open('/emails')
    await page.getByRole('row').first().waitFor()
    await send({ to: 'polled@example.com', subject: 'A little later', body: '<p>Hi</p>' })
    await page.getByRole('link', { name: 'polled@example.com' }).waitFor()
    await page.unroute('**/stream?*')
    expectNoProblems()
  })

  it('draws the limits of the reputation, and the days as a chart and as a table', async () => {
    const { page, database } = dashboard
    await database.query(
      `insert into sender_refusals select id, 'outlook.com', 'blocklist', 'blocked using zen.spamhaus.org', 12,
      now(), now() from projects where id = $1`,
      [dashboard.projectId],
    )
    await open('?days=30')
    await page.getByText('Too few emails', { exact: true }).waitFor()
    await page.getByText('blocked using zen.spamhaus.org').waitFor()
    await page.getByText('Look it up at the list that the answer names').waitFor()
    const bounces = page.getByRole('meter', { name: 'Bounces' })
    expect(await bounces.getAttribute('aria-valuetext')).toContain('paused at 5.00%')
    expect(await page.getByRole('meter', { name: 'Complaints' }).innerText()).toContain('0.30%')
    await page.getByRole('img', { name: /Emails per day: .+ in the last 30 days/ }).waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    expect(await page.getByRole('row').count()).toBe(31)
    await expectAccessible(page)
    expectNoProblems()
  })

  it('tells of domains that need attention, and shows campaigns and automations', async () => {
    const { node, page } = dashboard
    await ask(node, 'POST /domains', { body: { domain: 'unfinished.example.org' } })
    const campaign = {
      name: 'Spring news',
      subject: 'News',
      body: '<p>News</p>',
      from: 'a@shop.test',
      audienceType: 'ALL',
    }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const { data } = (await ask(node, 'POST /campaigns', { body: campaign })).json<{ data: { id: string } }>()
    await ask(node, `POST /campaigns/${data.id}/send`, { body: { scheduledFor: tomorrow } })
    const steps = [{ id: 'wait', type: 'DELAY', config: { until: '09:00', timezone: 'contact' } }]
    const workflow = await ask(node, 'POST /workflows', {
      body: { name: 'Greeting', eventName: 'signed.up', enabled: true, steps },
    })
    expect(workflow.status).toBe(201)
    await open('')
    const domains = page.getByRole('region', { name: 'Domains that need attention' })
    await domains.getByText('unfinished.example.org').waitFor()
    await page.getByRole('link', { name: /Spring news.*Scheduled/ }).waitFor()
    await page.getByRole('link', { name: /Greeting.*0 people inside/ }).waitFor()
    await open('/activity')
    await page.getByRole('link', { name: /Spring news.*Scheduled/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    for (const [text, kind] of [
      ['spring n', 'Campaigns'],
      ['greet', 'Workflows'],
      ['unfinished', 'Domains'],
    ] as const) {
      await field.fill(text)
      await page.getByRole('group', { name: kind }).getByRole('option').first().waitFor()
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'unfinished.example.org', level: 1 }).waitFor()
    expectNoProblems()
  })

  it('shows the call behind it', async () => {
    const { page } = dashboard
    await open('/emails?status=DELIVERED')
    await page.getByRole('button', { name: 'Show as curl' }).click()
    expect(await page.getByRole('dialog').locator('pre').innerText()).toContain('/emails?status=DELIVERED')
    await expectAccessible(page)
    expectNoProblems()
  })

  it('offers sample data, which the settings take away again', async () => {
    const { node, page } = dashboard
    await open('/welcome')
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await page
      .getByText(
        '40 contacts with events, two sent campaigns, a workflow, a segment, topics, templates and a form are there.',
      )
      .waitFor()
    await open('/settings')
    await page.getByText('365 days').waitFor()
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click()
    await page.getByText('The sample data is gone.').waitFor()
    const { total } = (await ask(node, 'GET /contacts?search=sample.example')).json<{ total: number }>()
    expect(total).toBe(0)
    expectNoProblems()
  })
})

describe('a long list', () => {
  // Enough for 20 pages.
  const MANY = 1_000

  beforeAll(async () => {
    const { node } = dashboard
    const rows = Array.from({ length: MANY }, (_, n) => `many-${String(n).padStart(5, '0')}@example.com`)
    const form = new FormData()
    form.append('file', new Blob([['email', ...rows].join('\n')], { type: 'text/csv' }), 'many.csv')
    await fetch(`${node.url}/contacts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${node.secretKey}` },
      body: form,
    })
    await eventually(async () => {
      const { total } = (await ask(node, 'GET /contacts?search=many-')).json<{ total: number }>()
      if (total !== MANY) throw new Error(`${total} of ${MANY} contacts are there`)
    }, 200)
  })

  it('scrolls page by page to its end, and draws only what can be seen', async () => {
    const { page } = dashboard
    await open('/contacts?q=many-')
    await page.getByRole('row').nth(5).waitFor()
    const last = page.getByRole('link', { name: 'many-00000@example.com' })
    while ((await last.count()) === 0) await page.mouse.wheel(0, 4_000).then(() => page.evaluate(NEXT_FRAME))
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    expectNoProblems()
  })

  it('is shown again from another page before the server has answered', async () => {
    const { page } = dashboard
    const goTo = async (name: string) => {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    const rows = page.getByRole('link', { name: /many-/ })
    await open('/contacts')
    await rows.nth(5).waitFor()
    for (const name of ['Emails', 'Activity']) {
      await goTo(name)
      const { promise: shown, resolve } = Promise.withResolvers<void>()
      await page.route(/\/contacts\?/, (route) => shown.then(() => route.continue()))
      await goTo('Contacts')
      await rows.nth(5).waitFor()
      resolve()
      await page.unroute(/\/contacts\?/)
    }
    expectNoProblems()
  })
})

describe('contacts', () => {
  it('are added by a form that checks before it sends', async () => {
    const { page } = dashboard
    await open('/contacts')
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email', { exact: true }).fill('grace@')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').or(dialog.locator('[data-invalid]')).first().waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Email', { exact: true }).fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    await page.keyboard.type('age')
    // The other contacts have numbers there.
    await dialog.getByRole('combobox', { name: 'Kind' }).getByText('Number').waitFor()
    await dialog.getByLabel('Value').fill('many')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This is not a number.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Value').fill('85')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'grace@example.com' }).waitFor()
    const found = await ask(dashboard.node, 'GET /contacts?search=grace')
    expect(found.json()).toMatchObject({ contacts: [{ data: { age: 85 } }] })
    expectNoProblems()
  })

  it('are saved after all when the session has ended meanwhile: nothing typed is lost', async () => {
    const { page } = dashboard
    await load('/contacts?dialog=create')
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('linus@example.com')
    // The next test has a session even if this one fails.
    onTestFinished(() => signIn(dashboard))
    const release = await endSession(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password', { exact: true }).fill(dashboard.owner.password)
    await release()
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'linus@example.com' }).waitFor()
    forgetRefusals(401)
    expectNoProblems()
  })

  it('are saved after all when the server was away meanwhile: a notice says so until it is back', async () => {
    const { page, node } = dashboard
    await open('/contacts?dialog=create')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email', { exact: true }).fill('barbara@example.com')
    // It is there and does not answer, like one that restarts behind a proxy.
    onTestFinished(() => page.unroute('**/*'))
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByText('What you typed is kept; the page goes on by itself.')
    await notice.waitFor()
    expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe('barbara@example.com')
    await page.unroute('**/*')
    await notice.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'barbara@example.com' }).waitFor()
    const { total } = (await ask(node, 'GET /contacts?search=barbara')).json<{ total: number }>()
    expect(total).toBe(1)
    forgetProblems(/ERR_CONNECTION_REFUSED/)
    expectNoProblems()
  })

  it('are chosen and changed together', async () => {
    const { node, page } = dashboard
    const people = ['katherine@example.com', 'margaret@example.com']
    for (const email of people) await ask(node, 'POST /contacts', { body: { email } })
    await open('/contacts')
    for (const email of people) await page.getByRole('checkbox', { name: `Select ${email}` }).click()
    const bar = page.getByRole('toolbar')
    await bar.getByText('2 selected').waitFor()
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('2 contacts changed.').waitFor()
    await page
      .getByRole('row', { name: /katherine@example.com/ })
      .getByText('Unsubscribed')
      .waitFor()
    expectNoProblems()
  })
})

describe('an email that was written by somebody else', () => {
  const HOSTILE = `<script>top.hacked = 1</script><img src="x" onerror="parent.hacked = 1"><svg onload="top.hacked = 1"></svg>
    <iframe srcdoc="<script>top.hacked = 1</script>"></iframe><a href="javascript:top.hacked=1">click</a>
    <meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">
    <link rel="stylesheet" href="https://evil.example/a.css"><img src="https://evil.example/pixel.gif">
    <form action="https://evil.example/"><button>send</button></form><style>@import "https://evil.example/b.css";</style>
    <p style="background:url(https://evil.example/c.png)">the end</p>`

  it('runs nothing and asks nobody', async () => {
    const { page } = dashboard
    await send({ to: 'ada@example.com', subject: '<img src=x onerror="top.hacked=1">', body: HOSTILE })
    await open('/inbox')
    await page
      .getByRole('link', { name: /onerror/ })
      .first()
      .click()
    await untilInFrame(page, (frame) => frame.getByText('the end'))
    await frameOf(page).getByText('click').click()
    expect(await page.evaluate(`'hacked' in window`)).toBe(false)
    expectNoProblems()
  })

  it('shows its text, headers, source and attachments', async () => {
    const { page } = dashboard
    const attachments = [{ filename: 'a note.txt', content: Buffer.from('hello').toString('base64') }]
    await send({ to: 'bob@example.com', subject: 'With a file', body: '<p>Look inside</p>', attachments })
    await open('/inbox')
    await page
      .getByRole('link', { name: /With a file/ })
      .first()
      .click()
    await untilInFrame(page, (frame) => frame.getByText('Look inside'))
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByRole('region', { name: 'Text' }).getByText('Look inside').waitFor()
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('cell', { name: 'Subject', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Source' }).click()
    await page
      .getByRole('region', { name: 'Source' })
      .getByText(/MIME-Version/)
      .waitFor()
    await page.getByRole('tab', { name: 'Attachments' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a note.txt' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toBe('hello')
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('an email that bounced', () => {
  it('says in its timeline why, and what follows for the address, beside the raw reply', async () => {
    const { node, page } = dashboard
    await send({ to: 'bounced@inbox.lettermill.test', subject: 'In vain', body: '<p>Hi</p>' })
    const id = await eventually(async () => {
      const list = await ask(node, 'GET /emails?status=BOUNCED')
      const [email] = list.json<{ emails: { id: string }[] }>().emails
      expect(email).toBeDefined()
      return email?.id ?? ''
    })
    await open(`/emails/${id}`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('The mailbox does not exist. This is a test recipient').waitFor()
    await timeline.getByText('550 5.1.1 No such user (test recipient)').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('what the browser loads first', () => {
  // The most that a phone on a slow line should have to load.
  const MOST_SCRIPT_BYTES = 190_000

  it('is at most 190 kB of script, compressed with gzip', async () => {
    const folder = await buildPages({ dataDir: 'data' })
    const index = readFileSync(path.join(folder, 'index.html'), 'utf8')
    const scripts = [...index.matchAll(/(?:src|href)="\/app\/(\S+\.js)"/g)].map(([, name]) => name ?? '')
    expect(scripts.length).toBeGreaterThan(1)
    const sizes = scripts.map((name) => statSync(path.join(folder, `${name}.gz`)).size)
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(MOST_SCRIPT_BYTES)
    expect(globSync('assets/*.js', { cwd: folder }).length).toBeGreaterThan(scripts.length)
  })
})
