// `node scripts/store-release.ts`: stores a release for the tests of later versions. Its migrations are frozen by a digest, and a
// database of it is stored as a backup, which test/process/upgrade.test.ts upgrades to the newest schema from then on. Run once per version,
// when CHANGELOG.md has its date.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnNode } from '../test/harness/node-process.ts'
import {
  backupOf,
  COUNTED_ROUTES,
  digestOf,
  readReleases,
  RELEASE_KEY,
  writeReleases,
} from '../test/releases/releases.ts'
import { readMigrations } from '../src/platform/db/migrate.ts'
import { readConfig } from '../src/platform/config.ts'

const SECRET_KEY = `sk_${'r'.repeat(40)}`

const FILTER = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'exists' }] }

const STEPS = [
  { id: 'wait', type: 'DELAY', config: { amount: 3, unit: 'days' }, next: 'write' },
  { id: 'write', type: 'UPDATE_CONTACT', config: { data: { welcomed: true } } },
]

/** A record of every important feature. */
const CALLS: readonly [route: string, body: Record<string, unknown>][] = [
  ['/sample-data', {}],
  ['/contacts', { email: 'ada@example.com', data: { plan: 'pro', note: 'tab\t, line\n, é' } }],
  ['/segments', { name: 'With a plan', filters: FILTER, trackMembership: true }],
  [
    '/workflows',
    { name: 'Welcome', enabled: true, trigger: { type: 'EVENT', event: 'signed.up' }, steps: STEPS },
  ],
  ['/webhooks', { url: 'https://hooks.example.com/mail', events: ['email.bounced'] }],
  ['/domains', { domain: 'shop.test' }],
  ['/suppressions', { email: 'never@example.com' }],
  ['/v1/track', { email: 'ada@example.com', event: 'signed.up', data: { source: 'release' } }],
  [
    '/v1/send',
    { to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello {{ plan }}', body: '<p>Hi</p>' },
  ],
  [
    '/campaigns',
    { name: 'News', subject: 'News', body: '<p>News</p>', from: 'me@shop.test', audienceType: 'ALL' },
  ],
]

async function main(): Promise<void> {
  const { version } = readConfig({})
  const releases = readReleases()
  if (releases.some((one) => one.version === version)) throw new Error(`${version} is stored already.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-release-'))
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    ENCRYPTION_KEY: RELEASE_KEY,
    BOOTSTRAP_SECRET_KEY: SECRET_KEY,
  }
  const node = spawnNode(['start'], {
    settings: { ...settings, PORT: '0', SMTP_PORT: '0', BOUNCE_PORT: '0' },
  })
  const totals: Record<string, number> = {}
  try {
    const url = await node.waitUntilReady()
    for (const [route, body] of CALLS) await post(`${url}${route}`, body)
    while ((await totalOf(`${url}/emails?status=DELIVERED`)) === 0) await sleep(100)
    for (const route of COUNTED_ROUTES) totals[route] = await totalOf(`${url}${route}`)
    const backup = await spawnNode(['backup', backupOf(version)], { settings }).exited
    if (backup.code !== 0) throw new Error(backup.stderr)
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const migrations = readMigrations()
  const digest = digestOf(migrations)
  writeReleases([...releases, { version, migrations: migrations.length, digest, totals }])
}

async function post(url: string, body: Record<string, unknown>): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
}

async function totalOf(url: string): Promise<number> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
  return ((await reply.json()) as { total: number }).total
}

await main()
