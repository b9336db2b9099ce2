// The page about a server with systemd, run as it is written: install, key, email, nightly backup, upgrade, restore.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quickestFolder } from '../../src/platform/postgres/fixtures/scratch.ts'
import { freePort } from '../harness/free-port.ts'
import { ROOT } from '../harness/node-process.ts'
import { NODE_COMPILE_CACHE } from '../support/node-process.ts'
import { below, prepareMachine } from './installed-server.ts'
import type { InstalledServer } from './installed-server.ts'
import { readSamples } from './samples.ts'

const root = mkdtempSync(path.join(quickestFolder(), 'lettermill-deployed-'))
let server: InstalledServer
let url: string

beforeAll(async () => {
  // The user of the database passes through it.
  chmodSync(root, 0o755)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = prepareMachine(root, {
    PORT: String(port),
    SMTP_PORT: '0',
    BOUNCE_PORT: '0',
    SEND_THREADS: '1',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE,
  })
})
afterAll(async () => {
  await server.paste('systemctl stop lettermill').catch(() => undefined)
  rmSync(root, { recursive: true, force: true })
})

/** The only block of the page with these words in it. */
function blockOf(file: string, words: string): string {
  const found = readSamples().filter((sample) => sample.file === file && sample.text.includes(words))
  expect(found).toHaveLength(1)
  return found[0]?.text ?? ''
}

const nightlyCommand = (): string => {
  const line = readFileSync(path.join(root, 'etc/cron.d/lettermill'), 'utf8').match(/^40 .*$/m)?.[0] ?? ''
  // Five fields of time and the user stand before the command, and cron takes \% for %.
  return line.replace(/^(?:\S+ +){6}/, '').replaceAll('\\%', '%')
}

const ask = (route: string, key: string, body?: object) =>
  fetch(`${url}${route}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

// The steps of the page, in its order; each builds on the ones before it.
const email = { to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: '<p>Hi</p>' }
let key: string

it('installs and starts the server', async () => {
  await server.paste(blockOf('docs/deployment.md', 'useradd').replace('<this repository>', ROOT))
  expect(server.readJournal()).toMatch(/\/setup\/[\w-]{40}/)
  expect(server.readJournal()).not.toMatch(/\b[sp]k_\w/)
  expect(readdirSync(path.join(root, 'var/lib/lettermill/data'))).toContain('encryption-key')
})

it('creates a key, which sends an email', async () => {
  const printed = await server.paste(blockOf('docs/deployment.md', 'keys create'))
  key = /sk_\w+/.exec(printed)?.[0] ?? ''
  expect((await ask('/v1/send', key, email)).status).toBe(200)
})

it('backs up by night', async () => {
  await server.paste(blockOf('docs/deployment.md', '/etc/cron.d'))
  await server.paste(below(root, nightlyCommand()))
  expect(readdirSync(path.join(root, 'backups'))).toEqual([
    expect.stringMatching(/^lettermill-\d{4}-\d\d-\d\d\.zst$/),
  ])
})

it('upgrades', async () => {
  await server.paste(blockOf('docs/deployment.md', 'git pull'))
  expect((await ask('/v1/send', key, email)).status).toBe(200)
})

it('restores the backup that was made before the upgrade', async () => {
  await server.paste(blockOf('docs/backup.md', 'data.before'))
  const { total } = (await (await ask('/emails', key)).json()) as { total: number }
  // It has the first email and not the second.
  expect(total).toBe(1)
  expect(existsSync(path.join(root, 'srv/lettermill/data'))).toBe(false)
})
