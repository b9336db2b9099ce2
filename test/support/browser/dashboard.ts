// The dashboard in a browser, for a whole test file: one node on a database of its own, one browser, an owner who is signed
// in. Every page is watched: a foreign request, a message in the console or a report of the policy fails the test.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBrowser } from './browser.ts'
import { eventually } from '../eventually.ts'
import { ask } from '../http-client.ts'
import { useNodes } from '../node-process.ts'
import type { ReadyNode, Settings } from '../node-process.ts'
import { useSharedDatabase } from '../database/shared-database.ts'
import type { SharedDatabase } from '../database/shared-database.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const OWNER = { email: 'dana@example.com', password: 'correct horse battery', name: 'Dana' }

export type Dashboard = {
  node: ReadyNode
  browser: Browser
  context: BrowserContext
  page: Page
  /** As the banner prints it. */
  url: string
  setupLink: string
  projectId: string
  database: SharedDatabase
  /** What went wrong in any page so far. */
  problems: string[]
}

/** Without an owner, who is made in the browser or by `makeOwner`. */
export function useDashboard(settings: Settings = {}): Dashboard {
  const nodes = useNodes()
  const database = useSharedDatabase()
  const dashboard = { problems: [] as string[], database } as Dashboard
  beforeAll(async () => {
    const [node, browser] = await Promise.all([
      nodes.start({ ...database.settings, ...settings }),
      openBrowser(),
    ])
    const url = node.url.replace('127.0.0.1', 'localhost')
    // Without motion: a colour that is half way to its place would fail by its contrast.
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addInitScript(tellSaveData(true))
    const page = await context.newPage()
    await watch(page, dashboard)
    const { id } = (await ask(node, 'GET /project')).json<{ id: string }>()
    // On a busy machine the banner comes a moment after the node is ready.
    const setupLink = await eventually(() => {
      const [link] = /http\S+\/setup\/\S+(?=\s)/.exec(node.banner()) ?? []
      if (link === undefined) throw new Error(`no set-up link yet: ${node.output()}`)
      return link
    })
    Object.assign(dashboard, { node, browser, url, context, page, setupLink, projectId: id })
  })
  afterAll(() => dashboard.browser.close())
  return dashboard
}

/**
 * Whether the browser is told to save data. It is in tests: loading the code of all pages ahead, after every page that is opened, is a
 * sixth of the processor time of a journey.
 */
export const tellSaveData = (isTold: boolean): string =>
  `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => ${isTold}, configurable: true })`

// Not every report of the policy is a message in the console. Emails in frames have a policy of their own.
const REPORTS = `if (top === self) document.addEventListener('securitypolicyviolation',
  ({ violatedDirective, blockedURI }) => console.error('policy: ' + violatedDirective + ' ' + blockedURI))`

export async function watch(page: Page, { problems }: Dashboard): Promise<void> {
  await page.addInitScript(REPORTS)
  page.on('console', (message) => problems.push(`console: ${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => problems.push(`error: ${String(error)}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isForeign = /^(https?|wss?):$/.test(protocol) && hostname !== 'localhost'
    if (isForeign) problems.push(`request: ${request.url()}`)
  })
}

export async function makeOwner({ page, setupLink }: Dashboard): Promise<void> {
  await page.goto(setupLink)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('heading', { name: 'Send your first email' }).waitFor()
}

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }

// A colour that is inherited through many elements arrives at the innermost one some frames later.
const SETTLE = `(async () => {
  for (let frame = 0; frame < 100; frame += 1) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    if (document.getAnimations().every(({ playState }) => playState !== 'running')) return
  }
})()`

// Only what is against a rule is worked out, and the second theme differs from the first in nothing but colours.
const RULES = {
  light: `{ iframes: false, resultTypes: ['violations'] }`,
  dark: `{ iframes: false, resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }`,
}

/** Everything that axe finds on the page as it is, in both themes. Emails in frames are their author's business. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(SETTLE)
    if ((await page.evaluate(`typeof axe`)) === 'undefined') await page.evaluate(AXE)
    const { violations } = await page.evaluate<AxeResult>(`axe.run(${RULES[theme]})`)
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${theme} ${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    )
    expect(found).toEqual([])
  }
}
