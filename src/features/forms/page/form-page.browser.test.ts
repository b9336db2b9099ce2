// The page of a form in a real browser: without scripts and with them, on a phone, in both colour schemes, and in the page of others.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useAppBrowser } from '../../../../test/support/browser/app-browser.ts'
import { inFreshProject, newAddress, readContact } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildSignUpForm } from '../fixtures/form-steps.ts'
import type { FormRecord } from '../fixtures/form-steps.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 320, height: 640 }

const test = useTestApp()
const started = useAppBrowser(test)

const FORM = {
  fields: [
    { key: 'email', label: 'Email address', type: 'email' },
    { key: 'data.firstName', label: 'First name', type: 'text' },
    { key: 'data.age', label: 'Age', type: 'number' },
    { key: 'data.born', label: 'Birthday', type: 'date' },
    { key: 'data.plan', label: 'Plan', type: 'select', options: ['Free', 'Pro'], required: true },
    { key: 'data.terms', label: 'I have read the terms', type: 'checkbox', required: true },
  ],
  consentText: 'We write at most once a week.\nYou can leave at any time.',
  successText: 'Good to have you!',
}

async function buildForm(changes: object = {}): Promise<{ app: TestApp; form: FormRecord }> {
  const app = await inFreshProject(test)
  const body = { name: 'Acme Newsletters', postalAddress: '12 Example Street\n10115 Berlin' }
  await call(app, ['PATCH', '/project'], { body })
  return { app, form: await buildSignUpForm(app, { ...FORM, ...changes }) }
}

type OpenPage = { page: Page; problems: string[] }

async function open(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await started.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en',
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  return { page, problems }
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Plan').selectOption('Pro')
  await page.getByLabel('I have read the terms').check()
}

/** A site on another port, and so another origin. */
async function buildSite(): Promise<{ origin: string; show: (html: string) => void }> {
  let shown = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title><main>${shown}</main></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, show: (html) => void (shown = html) }
}

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

/** Everything that axe finds in the page as it is. */
async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const violations = await page.evaluate<Violation[]>(`(async () => (await axe.run()).violations)()`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const READY = { data: { firstName: 'Ada', plan: 'Pro', terms: true }, subscribed: true }

describe('the page of a form', () => {
  it('works without scripts, by keyboard alone', async () => {
    const { app, form } = await buildForm()
    const { page, problems } = await open(`${started.home}/f/${form.id}`, { javaScriptEnabled: false })
    const email = newAddress()
    test.clock.advance(5_000)
    const keys = [
      'Tab',
      email,
      'Tab',
      'Ada',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Pro',
      'Tab',
      'Space',
      'Tab',
      'Enter',
    ]
    // The date has a stop for each of its parts, and one for its calendar.
    for (const key of keys) {
      if (/^(Tab|Space|Enter)$/.test(key)) await page.keyboard.press(key)
      else await page.keyboard.type(key)
    }
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.getByText('Good to have you!').waitFor()
    expect(await readContact(app, email)).toMatchObject(READY)
    expect(problems).toEqual([])
  })

  it('proves its work where scripts run, so that nobody is too fast', async () => {
    const { app, form } = await buildForm()
    test.clock.stop()
    const { page, problems } = await open(`${started.home}/f/${form.id}`)
    const email = newAddress()
    await fill(page, email)
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Sign up' }).click()
    expect((await posted).postData()).toContain('altcha=ey')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await readContact(app, email)).toMatchObject(READY)
    await page.goBack()
    const next = newAddress()
    await fill(page, next)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await readContact(app, next)).toMatchObject(READY)
    expect(problems).toEqual([])
  })

  it('sends the form all the same if the challenge cannot be had', async () => {
    const { app, form } = await buildForm()
    const { page } = await open(`${started.home}/f/${form.id}`)
    await page.route('**/challenge', (route) => route.abort())
    const email = newAddress()
    test.clock.advance(5_000)
    await fill(page, email)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await readContact(app, email)).toMatchObject(READY)
  })

  it('shows problems beside the fields, keeps the entries, and goes to the first problem', async () => {
    const { form } = await buildForm()
    const { page } = await open(`${started.home}/f/${form.id}`)
    await fill(page, 'ada@nowhere')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('alert').waitFor()
    const address = page.getByLabel('Email address')
    expect(await address.inputValue()).toBe('ada@nowhere')
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('email')
    expect(await page.getByLabel('Plan').inputValue()).toBe('Pro')
    expect(await page.getByLabel('I have read the terms').isChecked()).toBe(true)
    await page.getByText('Please enter a valid email address.').waitFor()
    expect(await findingsOf(page)).toEqual([])
  })

  it('goes on to the page of the project', async () => {
    const site = await buildSite()
    site.show('<h1>Welcome to the shop</h1>')
    const { form } = await buildForm({ fields: undefined, redirectUrl: `${site.origin}/thanks` })
    const { page, problems } = await open(`${started.home}/f/${form.id}`)
    await page.getByLabel('Email').fill(newAddress())
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Welcome to the shop' }).waitFor()
    expect(page.url()).toBe(`${site.origin}/thanks`)
    expect(problems).toEqual([])
  })

  it.each(['light', 'dark'] as const)('is accessible in the %s scheme, on a phone', async (colorScheme) => {
    const { form } = await buildForm()
    const { page, problems } = await open(`${started.home}/f/${form.id}`, { colorScheme, viewport: PHONE })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      PHONE.width,
    )
    for (const control of [
      page.getByRole('button'),
      page.getByLabel('Email address'),
      page.getByLabel('Plan'),
    ]) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.goto(`${started.home}/f/nothing`)
    expect(await findingsOf(page)).toEqual([])
    expect(problems.filter((text) => !text.includes('404'))).toEqual([])
  })

  it('hides the field of robots from everybody', async () => {
    const { form } = await buildForm()
    const { page } = await open(`${started.home}/f/${form.id}`)
    expect(await page.getByRole('textbox', { name: 'leave this field empty' }).count()).toBe(0)
    const box = await page.locator('[name=comment]').boundingBox()
    expect(box === null || box.x + box.width < 0).toBe(true)
  })

  it('runs from right to left in Arabic', async () => {
    const { form } = await buildForm()
    const { page } = await open(`${started.home}/f/${form.id}`, { locale: 'ar' })
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.getByRole('button', { name: 'الاشتراك' }).waitFor()
    expect(await findingsOf(page)).toEqual([])
  })

  it('runs no script of its texts', async () => {
    const text = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
    const { form } = await buildForm({
      fields: [
        { key: 'email', label: text, type: 'email' },
        { key: 'data.a', label: text, type: 'text' },
      ],
      consentText: text,
      successText: text,
    })
    const { page, problems } = await open(`${started.home}/f/${form.id}`)
    page.on('dialog', () => problems.push('a dialog'))
    await page.locator('[name=email]').fill(newAddress())
    await page.locator('[name="data.a"]').fill(text)
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('the snippet in the page of others', () => {
  async function embed(): Promise<{ app: TestApp; origin: string }> {
    const site = await buildSite()
    const { app, form } = await buildForm({ allowedOrigins: [site.origin] })
    const { html } = (await call(app, ['GET', `/forms/${form.id}/snippet`])).json<{ html: string }>()
    site.show(html.replaceAll(app.deps.config.publicUrl, started.home))
    return { app, origin: site.origin }
  }

  it('signs people up at once where scripts run', async () => {
    const { app, origin } = await embed()
    const { page, problems } = await open(origin)
    const email = newAddress()
    await fill(page, email)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await readContact(app, email)).toMatchObject(READY)
    expect(problems).toEqual([])
  })

  it('asks for one more click where they do not', async () => {
    const { app, origin } = await embed()
    const { page } = await open(origin, { javaScriptEnabled: false })
    const email = newAddress()
    await fill(page, email)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('One more step').waitFor()
    expect(await readContact(app, email)).toBeUndefined()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await readContact(app, email)).toMatchObject(READY)
  })
})
