// The dashboard in the languages that it speaks beside English. web/src/languages/languages.test.ts compares every text.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, load, open } = stepsOn(dashboard)

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

type Sample = {
  code: string
  name: string
  /** As a browser of this language sends it. */
  locale: string
  signIn: string
  account: string
  theme: string
  people: string
  contacts: string
  headings: Record<string, string>
}

const LANGUAGES: readonly Sample[] = [
  {
    code: 'de',
    name: 'Deutsch',
    locale: 'de-AT',
    signIn: 'Bei Lettermill anmelden',
    account: 'Ihr Konto',
    theme: 'Darstellung',
    people: '1 Person',
    contacts: 'Kontakte',
    headings: {
      '': 'Übersicht',
      '/emails': 'E-Mails',
      '/contacts': 'Kontakte',
      '/segments/new': 'Neues Segment',
      '/campaigns': 'Kampagnen',
      '/workflows': 'Workflows',
      '/templates': 'Vorlagen',
      '/domains': 'Domains',
      '/suppressions': 'Sperrliste',
      '/settings': 'Einstellungen',
    },
  },
  {
    code: 'es',
    name: 'Español',
    locale: 'es-MX',
    signIn: 'Inicia sesión en Lettermill',
    account: 'Tu cuenta',
    theme: 'Tema',
    people: '1 persona',
    contacts: 'Contactos',
    headings: {
      '': 'Resumen',
      '/emails': 'Correos',
      '/contacts': 'Contactos',
      '/segments/new': 'Nuevo segmento',
      '/campaigns': 'Campañas',
      '/workflows': 'Flujos',
      '/templates': 'Plantillas',
      '/domains': 'Dominios',
      '/suppressions': 'Supresiones',
      '/settings': 'Ajustes',
    },
  },
]

const languageOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.lang')
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth')

/** The menu of the account, which is the last button of the sidebar. */
const openAccountMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: dashboard.owner.email }).click()
}

beforeAll(async () => {
  await ask(dashboard.node, 'POST /contacts', { body: { email: 'ada@example.com' } })
})

describe.each(LANGUAGES)('in $name', ({ code, name, locale, ...texts }) => {
  it('is spoken to a browser of this language, until another one is chosen', async () => {
    const context = await dashboard.browser.newContext({ locale })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${dashboard.url}/sign-in`)
    await page.getByRole('heading', { name: texts.signIn }).waitFor()
    expect(await languageOf(page)).toBe(code)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Sign in to Lettermill' }).waitFor()
    expect(await languageOf(page)).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Lettermill' }).waitFor()
  })

  it('is chosen in the menu of the account, and stays', async () => {
    const { page } = dashboard
    await open('/contacts')
    await openAccountMenu(page)
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('heading', { name: texts.contacts, level: 1 }).waitFor()
    await page.getByText(texts.people, { exact: true }).waitFor()
    expect(await languageOf(page)).toBe(code)
    await page.reload()
    await openAccountMenu(page)
    await page.getByText(texts.theme, { exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    expectNoProblems()
  })
})

describe.each(LANGUAGES)('the pages in $name', ({ code, headings }) => {
  beforeAll(async () => {
    await open('')
    await dashboard.page.evaluate(`localStorage.setItem('lettermill.language', '${code}')`)
    await load('')
  })

  it.each(Object.entries(headings))('show %s on a desktop and on a phone', async (below, heading) => {
    const { page } = dashboard
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await open(below)
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
      await untilWhole(page)
      expect(await isTooWide(page)).toBe(false)
    }
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('an error of the server', () => {
  it('is shown in the language of the dashboard, with what the server says about it', async () => {
    const { page } = dashboard
    await open('')
    await page.evaluate(`localStorage.setItem('lettermill.language', 'de')`)
    await load('/coupon-lists?dialog=create')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Darf nicht leer sein').first().waitFor()
    expect(await dialog.getByText('Must not be empty').count()).toBe(0)
    await open('/contacts/01890000-0000-7000-8000-000000000000')
    await page
      .getByText('Diesen Kontakt gibt es nicht.')
      .or(page.getByText('Das gibt es nicht, oder nicht mehr.'))
      .first()
      .waitFor()
    await page.evaluate(`localStorage.removeItem('lettermill.language')`)
  })
})
