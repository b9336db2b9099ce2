// The dashboard in a browser, for a whole test file: a project of its own on the node that the files of a process share, a browser
// context of its own, and an owner who is signed in. Every page is watched: a foreign request, a message in the console or a report of
// the policy fails the test.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { WAIT_LIMIT_MS } from '../eventually.ts'
import { ask } from '../http-client.ts'
import { SECRET_KEY, useNodes } from '../node-process.ts'
import { useSharedDatabase } from '../database/shared-database.ts'
import type { SharedDatabase } from '../database/shared-database.ts'
import type { DnsServer } from '../servers/dns-server.ts'
import type { OidcServer } from '../servers/oidc-server.ts'
import { buildOwnedProject, restSharedNode, useSharedBrowser, useSharedNode } from './shared-node.ts'
import type { Owner } from './shared-node.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PASSWORD = 'correct horse battery'

export type Screen = {
  /** Takes calls for the project. */
  node: { url: string; secretKey: string }
  browser: Browser
  context: BrowserContext
  page: Page
  /** As the banner prints it. */
  url: string
  projectId: string
  owner: Owner
  database: SharedDatabase
  /** Errors of any page during this test. */
  problems: string[]
}

export type Dashboard = Screen & {
  /** The DNS server that the node asks. */
  dns: DnsServer
  /** Signs people in, as "Staff login". */
  provider: OidcServer
}

/** With an owner who is signed in, and no email, contact or other record yet. */
export function useDashboard(): Dashboard {
  const dashboard = useScreen({ email: `dana-${randomUUID().slice(0, 8)}@example.com` }) as Dashboard
  beforeAll(async () => {
    const { node, db, ...shared } = await useSharedNode()
    const { projectId, secretKey } = await buildOwnedProject(db, dashboard.owner)
    const url = node.url.replace('127.0.0.1', 'localhost')
    Object.assign(dashboard, { ...shared, node: { url: node.url, secretKey }, url, projectId })
    await signIn(dashboard)
  })
  afterAll(restSharedNode)
  return dashboard
}

export type Installation = Screen & { setupLink: string }

/** A node of its own that nobody has set up yet. */
export function useInstallation(settings: Record<string, string> = {}): Installation {
  const nodes = useNodes()
  const database = useSharedDatabase()
  const installation = useScreen({ email: 'dana@example.com' }) as Installation
  beforeAll(async () => {
    const node = await nodes.start({ ...database.settings, ...settings })
    const { id } = (await ask(node, 'GET /project')).json<{ id: string }>()
    const [setupLink] = await node.waitFor(/http\S+\/setup\/[\w-]+(?=")/)
    Object.assign(installation, {
      node: { url: node.url, secretKey: SECRET_KEY },
      database,
      url: node.url.replace('127.0.0.1', 'localhost'),
      projectId: id,
      setupLink,
    })
  })
  return installation
}

/** Makes the owner, who is signed in then, without the page for it. */
export async function setUp({ context, url, owner, setupLink }: Installation): Promise<void> {
  const token = setupLink.slice(setupLink.lastIndexOf('/') + 1)
  const answer = await context.request.post(`${url}/setup`, {
    data: { token, ...owner },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
}

function useScreen({ email }: { email: string }): Partial<Screen> {
  const owner: Owner = { email, password: PASSWORD, name: 'Dana' }
  const screen = { owner, problems: [] as string[] } as Screen
  beforeAll(async () => {
    screen.browser = await useSharedBrowser()
    screen.context = await newContext(screen)
    await screen.context.addInitScript(saveDataScript(true))
    screen.page = await screen.context.newPage()
    await watch(screen.page, screen)
  })
  // So that the problems of one test fail that one only.
  afterEach(() => {
    screen.problems.length = 0
  })
  afterAll(() => screen.context.close())
  return screen
}

async function newContext({ browser }: Pick<Screen, 'browser'>): Promise<BrowserContext> {
  // Without motion: a colour that is half way to its place would fail by its contrast.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(WAIT_LIMIT_MS)
  return context
}

/** Another browser, for one test, in which nobody is signed in. */
export async function openSignedOut(screen: Screen): Promise<Page> {
  const context = await newContext(screen)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Without the page for it. */
export async function signIn({ context, url, owner }: Screen): Promise<void> {
  const { email, password } = owner
  const answer = await context.request.post(`${url}/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
}

/**
 * Whether the browser is told to save data. It is in tests: loading the code of all pages ahead, after every page that is opened, is a
 * sixth of the processor time of a journey.
 */
export const saveDataScript = (isOn: boolean): string =>
  `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => ${isOn}, configurable: true })`

// Not every report of the policy is a message in the console. Emails in frames have a policy of their own.
const REPORTS = `if (top === self) document.addEventListener('securitypolicyviolation',
  ({ violatedDirective, blockedURI }) => console.error('policy: ' + violatedDirective + ' ' + blockedURI))`

export async function watch(page: Page, { problems }: Pick<Screen, 'problems'>): Promise<void> {
  await page.addInitScript(REPORTS)
  page.on('console', (message) => problems.push(`console: ${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => problems.push(`error: ${String(error)}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isForeign = /^(https?|wss?):$/.test(protocol) && hostname !== 'localhost'
    if (isForeign) problems.push(`request: ${request.url()}`)
  })
}

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

// A colour that is inherited through many elements arrives at the innermost one some frames later. A list is paler until the
// answer to its new filter is there. Some animations never end.
const SETTLE = `(async () => {
  for (let frame = 0; frame < 600; frame += 1) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const isBusy = document.querySelector('[aria-busy=true]') !== null
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running')
    if (!isBusy && (!isMoving || frame >= 100)) return
  }
})()`

// Only what is against a rule is worked out, and the second theme differs from the first in nothing but colours.
const RULES = {
  light: `{ iframes: false, resultTypes: ['violations'] }`,
  dark: `{ iframes: false, resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }`,
}

/** The bar is the same on every page, and a third of what there is to look at. */
const BESIDE_BAR = `{ exclude: ['header:has(nav)'] }`

/** Everything that axe finds beside the bar of the page as it is, in both themes. Emails in frames are their author's business. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFindings(page, BESIDE_BAR)

/** Checks the navigation bar, too. */
export const expectAllAccessible = (page: Page): Promise<void> => expectNoFindings(page, 'document')

async function expectNoFindings(page: Page, where: string): Promise<void> {
  if ((await page.evaluate(`typeof axe`)) === 'undefined') await page.evaluate(AXE)
  for (const theme of ['light', 'dark'] as const) {
    const violations = await page.evaluate<Violation[]>(`(async () => {
      document.documentElement.dataset.theme = '${theme}'
      await ${SETTLE}
      return (await axe.run(${where}, ${RULES[theme]})).violations
    })()`)
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${theme} ${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    )
    expect(found).toEqual([])
  }
}
