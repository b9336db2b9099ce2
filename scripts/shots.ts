// Pictures of every page and of the gallery, light and dark, on a desktop and on a phone: npm run shots, or npm run shots -- emails contact gallery.
// They go to .tmp/shots. A server of its own is started for it, with sample data.
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { buildPages } from '../src/features/dashboard/index.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { apiClient } from '../test/harness/api-client.ts'
import { startDnsServer } from '../test/harness/dns-server.ts'
import { spawnNode } from '../test/harness/node-process.ts'
import { openBrowser } from '../test/support/browser/browser.ts'
import { isWhole } from '../test/support/browser/is-whole.ts'
import { takeGallerySheets } from './shots/gallery-sheet.ts'
import { CLICKED_URL, fillCampaigns } from './shots/sample-campaigns.ts'
import { fillDesk, publishDomain } from './shots/sample-desk.ts'
import { fillProject, limitProject } from './shots/sample-project.ts'
import type { SampleIds } from './shots/sample-project.ts'
import { SHOP_FILTER } from './shots/sample-segments.ts'
import { TOPIC_FILTER } from './shots/sample-topics.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, '.tmp/shots')
const KEY = `sk_${'s'.repeat(40)}`
const OWNER = { email: 'dana@acme.test', password: 'correct horse battery', name: 'Dana' }

const DEVICES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const THEMES = ['light', 'dark'] as const

const OUTSIDE = {
  'sign-in': '/sign-in',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password/a-link-that-is-spent',
  setup: '/setup/a-link-that-is-spent',
}

/** Every page by name. Those that begin with / are outside of a project. */
function pagesOf(ids: SampleIds & Record<'campaign' | 'report' | 'held', string>): Record<string, string> {
  return {
    ...OUTSIDE,
    overview: '',
    welcome: 'welcome',
    emails: 'emails',
    email: `emails/${ids.email}`,
    'email-held': `emails/${ids.held}`,
    activity: 'activity',
    contacts: 'contacts',
    contact: `contacts/${ids.contact}`,
    'contacts-new': 'contacts?dialog=create',
    import: 'contacts/import',
    verify: 'verify',
    suppressions: 'suppressions',
    forms: 'forms',
    'forms-new': 'forms/new',
    form: `forms/${ids.form}`,
    'contacts-topic': `contacts?filter=${encodeURIComponent(JSON.stringify(TOPIC_FILTER))}`,
    'contacts-filter': `contacts?filter=${encodeURIComponent(JSON.stringify(SHOP_FILTER))}`,
    segments: 'segments',
    segment: `segments/${ids.segment}`,
    'segments-new': 'segments/new',
    'segment-list': `segments/${ids.list}`,
    'segment-why': `segments/${ids.segment}?why=${ids.contact}`,
    campaigns: 'campaigns',
    'campaigns-new': 'campaigns?dialog=create',
    'recurring-campaigns': 'recurring-campaigns',
    'new-recurring-campaign': 'recurring-campaigns/new',
    'recurring-campaign': `recurring-campaigns/${ids.recurring}`,
    campaign: `campaigns/${ids.campaign}`,
    'campaign-content': `campaigns/${ids.campaign}?step=content`,
    'campaign-settings': `campaigns/${ids.campaign}?step=content&pane=settings`,
    'campaign-checks': `campaigns/${ids.campaign}?step=checks`,
    'campaign-review': `campaigns/${ids.campaign}?step=review`,
    report: `campaigns/${ids.report}`,
    'report-email': `campaigns/${ids.report}?tab=email`,
    'report-recipients': `campaigns/${ids.report}?tab=recipients`,
    'report-clicks': `campaigns/${ids.report}?tab=recipients&clicked=${encodeURIComponent(CLICKED_URL)}`,
    ...toolPagesOf(ids),
    'not-found': 'no-such-page',
  }
}

/** Templates, sending, settings, workflows and access. */
function toolPagesOf(ids: SampleIds): Record<string, string> {
  return {
    templates: 'templates',
    'templates-new': 'templates?dialog=create',
    template: `templates/${ids.template}`,
    'template-blocks': `templates/${ids.blocks}`,
    'template-blocks-preview': `templates/${ids.blocks}?pane=preview&view=dark`,
    domains: 'domains',
    domain: `domains/${ids.domain}`,
    'domain-checks': `domains/${ids.domain}/checks`,
    'domain-reports': `domains/${ids.domain}/reports`,
    'machine-checks': 'machine-checks',
    transports: 'transports',
    'transports-new': 'transports?dialog=create',
    transport: `transports/${ids.transport}`,
    settings: 'settings',
    coupons: 'coupon-lists',
    'coupon-list': `coupon-lists/${ids.coupons}`,
    approvals: 'approvals',
    reputation: 'reputation',
    partials: 'partials',
    partial: `partials/${ids.partial}`,
    brand: 'settings?tab=brand',
    topics: 'settings?tab=topics',
    'topics-new': 'settings?tab=topics&dialog=create',
    limits: 'settings?tab=limits',
    'opt-in': 'settings?tab=opt-in',
    archive: 'settings?tab=archive',
    'control-group': 'settings?tab=control-group',
    members: 'settings?tab=members',
    audit: 'settings?tab=audit',
    instance: 'settings?tab=instance',
    account: 'settings?tab=account',
    workflows: 'workflows',
    workflow: `workflows/${ids.workflow}?step=size`,
    'workflow-funnel': `workflows/${ids.workflow}?show=funnel`,
    'workflow-executions': `workflows/${ids.workflow}?tab=executions`,
    'workflow-execution': `workflows/${ids.workflow}/executions/${ids.execution}`,
    'workflow-simulation': `workflows/${ids.workflow}?tab=simulate`,
    'workflow-results': `workflows/${ids.workflow}?tab=results`,
    'workflow-goal': `workflows/${ids.workflow}?step=@trigger`,
    'workflow-versions': `workflows/${ids.workflow}?tab=versions`,
    inbox: `inbox?email=${ids.email}`,
    keys: 'keys',
    webhooks: 'webhooks',
    'webhooks-new': 'webhooks?dialog=create',
    webhook: `webhooks/${ids.webhook}`,
    'webhook-settings': `webhooks/${ids.webhook}?tab=settings`,
    'webhook-delivery': `webhooks/${ids.webhook}?delivery=${ids.delivery}`,
  }
}

async function signIn(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/app\/p\//)
  return page.url()
}

type Picture = { browser: Browser; url: string; pages: Record<string, string> }

async function takePictures({ browser, url, pages }: Picture): Promise<void> {
  for (const [device, viewport] of Object.entries(DEVICES)) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', deviceScaleFactor: 1 })
    const page = await context.newPage()
    const project = await signIn(page, url)
    for (const theme of THEMES) {
      await page.evaluate(`localStorage.setItem('lettermill.theme', '${theme}')`)
      for (const [name, where] of Object.entries(pages)) {
        await page.goto(where.startsWith('/') ? url + where : `${project.replace(/\/$/, '')}/${where}`)
        // Not by its role: behind a dialog the page is hidden from screen readers.
        await page.locator('h1').first().waitFor()
        while (!(await isWhole(page))) await setTimeout(100)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: path.join(FOLDER, `${name}-${theme}-${device}.png`) })
      }
    }
    await context.close()
  }
}

const wanted = process.argv.slice(2)
const dataDir = path.join(tmpdir(), `lettermill-shots-${process.pid}`)
mkdirSync(FOLDER, { recursive: true })
await buildPages({ dataDir })
const dns = await startDnsServer()
const server = await startEmbeddedPostgres({ dataDir })
const pool = new pg.Pool({ connectionString: server.adminUrl, max: 2 })
const node = spawnNode(['start'], {
  settings: {
    DATABASE_URL: server.url,
    ENCRYPTION_KEY: 'a key for pictures that is long enough',
    DNS_SERVERS: dns.address,
    MAIL_HOSTNAME: 'mail.acme-letters.com',
    PORT: '0',
    SMTP_PORT: '0',
    BOUNCE_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    BOOTSTRAP_SECRET_KEY: KEY,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    API_RATE_PER_MINUTE: '0',
    ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
  },
})
const browser = await openBrowser()
try {
  const url = (await node.waitUntilReady()).replace('127.0.0.1', 'localhost')
  const ids = await fillProject(url, KEY)
  await publishDomain(apiClient(url, KEY), { dns, domainId: ids.domain })
  await fillDesk({ pool, domainId: ids.domain })
  const campaigns = await fillCampaigns(url, KEY)
  const pages = pagesOf({ ...ids, ...campaigns, held: await limitProject(url, KEY) })
  const chosen = Object.entries(pages).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await takePictures({ browser, url, pages: Object.fromEntries(chosen) })
  if (wanted.length === 0 || wanted.includes('gallery')) {
    await takeGallerySheets({ browser, url, key: KEY, folder: FOLDER })
  }
  console.log(`The pictures are in ${FOLDER}`)
} finally {
  await browser.close()
  await node.kill()
  await pool.end()
  await server.stop()
  await dns.close()
  rmSync(dataDir, { recursive: true, force: true })
}
