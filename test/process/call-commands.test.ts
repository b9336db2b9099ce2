import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { PUBLIC_KEY, SECRET_KEY, useNodes, type ReadyNode } from '../support/node-process.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'
import { runHere, type CommandExit } from '../support/run-command.ts'

const nodes = useNodes()
const receiver = await useReceiver()
let node: ReadyNode
let folder: string
beforeAll(async () => {
  node = await nodes.start()
  folder = nodes.dataDir()
  mkdirSync(folder, { recursive: true })
})

/** With the address and the key in the environment. */
const run = (...words: string[]): Promise<CommandExit> =>
  runHere(words, { LETTERMILL_BASE_URL: node.url, LETTERMILL_API_KEY: SECRET_KEY, XDG_CONFIG_HOME: folder })

async function runJson<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  const exit = await run(...words)
  expect(exit).toMatchObject({ code: 0 })
  return JSON.parse(exit.stdout) as T
}

const fileOf = (name: string, content: string): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

describe('profiles', () => {
  const home = () => path.join(folder, 'home')
  const file = () => path.join(home(), 'lettermill/profiles.json')
  /** Without anything in the environment but the folder. */
  const runAlone = (...words: string[]) => runHere(words, { XDG_CONFIG_HOME: home() })

  it('are stored for their owner only, and used, changed and deleted', async () => {
    expect((await runAlone('emails', 'list')).code).toBe(4)
    const first = await runAlone('login', '--url', `${node.url}/`, '--key', SECRET_KEY)
    expect(first).toMatchObject({ code: 0 })
    expect(JSON.parse(first.stdout)).toEqual({ profile: 'default', url: node.url, project: 'My project' })
    expect(first.stdout + first.stderr).not.toContain(SECRET_KEY)
    expect([statSync(file()).mode & 0o777, statSync(path.dirname(file())).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect((await runAlone('emails', 'list')).code).toBe(0)

    await runAlone('login', '--url', node.url, '--key', SECRET_KEY, '--profile', 'second')
    const listed = await runAlone('profiles', 'list')
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: 'default', current: false },
      { name: 'second', current: true },
    ])
    expect(listed.stdout).not.toContain(SECRET_KEY)
    expect((await runAlone('profiles', 'use', 'default')).code).toBe(0)
    expect((await runAlone('profiles', 'use', 'third')).code).toBe(3)
    expect((await runAlone('emails', 'list', '--profile', 'third')).code).toBe(3)
    expect((await runAlone('logout')).code).toBe(0)
    expect(Object.keys((JSON.parse(readFileSync(file(), 'utf8')) as { profiles: object }).profiles)).toEqual([
      'second',
    ])
    expect((await runAlone('logout', '--all')).code).toBe(0)
    expect((await runAlone('emails', 'list')).code).toBe(4)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('are not stored for a key that the server does not accept', async () => {
    const alone = (key: string) =>
      runHere(['login', '--url', node.url, '--key', key], { XDG_CONFIG_HOME: path.join(folder, 'refused') })
    expect((await alone(`sk_${'x'.repeat(40)}`)).code).toBe(4)
    expect((await alone(PUBLIC_KEY)).code).toBe(2)
    expect(existsSync(path.join(folder, 'refused'))).toBe(false)
  })
})

describe('lettermill emails', () => {
  it('sends, lists, shows and cancels email', async () => {
    const sent = await runJson<{ emails: { email: string; status: string }[] }>(
      'emails', 'send', '--from', 'me@shop.test', '--to', 'ada@example.com', '--to', 'bob@example.com',
      '--subject', 'Hello {{ name }}', '--html', '<p>Hello</p>', '--data', '{"name":"Ada"}', '--tag', 'cli',
      '--at', tomorrow(),
    ) // prettier-ignore
    expect(sent.emails.map(({ status }) => status)).toEqual(['SCHEDULED', 'SCHEDULED'])
    const id = sent.emails[0]?.email ?? ''
    expect(await runJson('emails', 'get', id)).toMatchObject({ id, status: 'SCHEDULED', tags: ['cli'] })
    expect(await runJson('emails', 'list', '--tag', 'cli', '--limit', '1')).toMatchObject({
      total: 2,
      hasMore: true,
    })
    const all = await run('emails', 'list', '--tag', 'cli', '--all')
    expect(
      all.stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { to: string }).to),
    ).toHaveLength(2)
    const table = await run('emails', 'list', '--tag', 'cli', '--table')
    expect(table.stdout.split('\n')[0]).toMatch(/^ID +CREATED +STATUS +TO +SUBJECT$/)

    const refused = await run('emails', 'cancel', id)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect(await runJson('emails', 'cancel', id, '--yes')).toMatchObject({ id, status: 'CANCELLED' })
    const again = await run('emails', 'cancel', id, '--yes', '--json')
    expect([again.code, JSON.parse(again.stderr)]).toMatchObject([
      1,
      { error: { code: 'INVALID_STATE', statusCode: 400 } },
    ])
  })

  it('reads a request from a file, and a body and an attachment', async () => {
    const request = fileOf(
      'request.json',
      JSON.stringify({ from: 'me@shop.test', to: 'x@example.com', subject: 'File' }),
    )
    const html = fileOf('body.html', '<p>From a file</p>')
    const dry = await runJson(
      'emails',
      'send',
      '--request',
      request,
      '--html-file',
      html,
      '--attach',
      html,
      '--dry-run',
    )
    expect(dry).toMatchObject({
      dryRun: true,
      method: 'POST',
      url: `${node.url}/v1/send`,
      body: {
        to: 'x@example.com',
        body: '<p>From a file</p>',
        attachments: [
          { filename: 'body.html', content: Buffer.from('<p>From a file</p>').toString('base64') },
        ],
      },
    })
    expect((await run('emails', 'send', '--request', path.join(folder, 'missing.json'))).code).toBe(1)
  })

  it('follows what happens, until it is interrupted', async () => {
    const send = async (to: string) => {
      const body = { from: 'me@shop.test', to, subject: 'Log', text: 'x' }
      const sent = await ask(node, 'POST /v1/send', { body })
      return sent.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
    }
    const before = await send('before@example.com')
    const follower = nodes.spawn(['emails', 'logs', '-f', '--url', node.url, '--key', SECRET_KEY])
    await follower.waitFor(new RegExp(before))
    const id = await send('after@example.com')
    await eventually(() => {
      const lines = follower.stdout().trim().split('\n').filter(Boolean)
      const seen = lines.map((line) => JSON.parse(line) as { id: string; status: string })
      expect(seen).toContainEqual(expect.objectContaining({ id, status: 'DELIVERED' }))
    })
    const { code, stderr } = await follower.stop('SIGINT')
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('lettermill contacts', () => {
  it('writes, reads and deletes contacts by address', async () => {
    const made = await runJson<{ id: string }>(
      'contacts', 'upsert', 'cli@example.com', '--subscribed', 'true', '--data', '{"plan":"pro"}',
    ) // prettier-ignore
    expect(await runJson('contacts', 'get', 'cli@example.com')).toMatchObject({
      id: made.id,
      data: { plan: 'pro' },
    })
    expect(await runJson('contacts', 'get', made.id)).toMatchObject({
      email: 'cli@example.com',
      subscribed: true,
    })
    expect((await run('contacts', 'get', 'nobody@example.com')).code).toBe(3)
    expect(await runJson('contacts', 'delete', 'cli@example.com', '--dry-run')).toMatchObject({
      method: 'DELETE',
    })
    expect(await runJson('contacts', 'delete', 'cli@example.com', '--yes')).toMatchObject({ deleted: true })
    expect((await run('contacts', 'get', made.id)).code).toBe(3)
  })

  it('imports a file, and exports what it imported', async () => {
    const file = fileOf(
      'people.csv',
      'email,plan\nimported-1@example.com,pro\nimported-2@example.com,free\nno address,x\n',
    )
    const job = await runJson<{ status: string; progress: object; errors: object[] }>(
      'contacts',
      'import',
      file,
    )
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2, failed: 1 }, errors: [{ row: 4 }] })
    const exported = path.join(folder, 'export.csv')
    await runJson('contacts', 'export', '--search', 'imported-', '--output', exported)
    expect(readFileSync(exported, 'utf8')).toMatch(/imported-1@example\.com/)
    expect((await run('contacts', 'export', '--output', exported)).code).toBe(1)
    const { stdout } = await nodes.run([
      'contacts',
      'export',
      '--search',
      'imported-',
      '--url',
      node.url,
      '--key',
      SECRET_KEY,
    ])
    expect(stdout).toBe(readFileSync(exported, 'utf8'))
    expect((await run('contacts', 'import', path.join(folder, 'missing.csv'))).code).toBe(1)
  })
})

describe('the other commands that call a server', () => {
  it('track and list events', async () => {
    await runJson('events', 'track', 'cli-bought', 'event@example.com', '--data', '{"sum":5}')
    expect(await runJson('events', 'list', '--name', 'cli-bought')).toMatchObject({
      total: 1,
      events: [{ name: 'cli-bought', email: 'event@example.com', data: { sum: 5 } }],
    })
  })

  it('render templates, saved or not', async () => {
    const body = {
      name: 'T',
      subject: 'Hi {{ name }}',
      body: '<p>{{ name }}</p>',
      type: 'TRANSACTIONAL',
      from: 'me@shop.test',
    }
    const { id } = (await ask(node, 'POST /templates', { body })).json<{ id: string }>()
    expect(await runJson('templates', 'render', id, '--data', '{"name":"Ada"}')).toMatchObject({
      subject: 'Hi Ada',
    })
    expect(await runJson('templates', 'get', id)).toMatchObject({ id, name: 'T' })
    const file = fileOf('template.html', '<p>Bye {{ name }}</p>')
    const html = await run(
      'templates',
      'render',
      '--file',
      file,
      '--data',
      '{"name":"Bob"}',
      '--part',
      'html',
      '--table',
    )
    expect(html.stdout).toContain('Bye Bob')
    expect((await run('templates', 'render')).code).toBe(2)
    expect((await run('templates', 'render', UNKNOWN_ID)).code).toBe(3)
  })

  it('check, send and watch campaigns', async () => {
    const body = { name: 'C', subject: 'S', body: '<p>Hi</p>', from: 'me@shop.test', audienceType: 'ALL' }
    const reply = (await ask(node, 'POST /campaigns', { body })).json<{ data: { id: string } }>()
    const { id } = reply.data
    expect(await runJson('campaigns', 'get', id)).toMatchObject({ id, status: 'DRAFT' })
    expect((await run('campaigns', 'preflight', id)).code).toBe(0)
    expect(await runJson('campaigns', 'send', id, '--at', '2099-01-01T00:00:00Z', '--dry-run')).toMatchObject(
      {
        url: `${node.url}/campaigns/${id}/send`,
        body: { scheduledFor: '2099-01-01T00:00:00Z' },
      },
    )
    expect(await runJson('campaigns', 'get', id)).toMatchObject({ status: 'DRAFT' })
    expect((await run('campaigns', 'send', id)).code).toBe(2)
    expect(await runJson('campaigns', 'send', id, '--at', '2099-01-01T00:00:00Z', '--yes')).toMatchObject({
      status: 'SCHEDULED',
    })
    expect(await runJson('campaigns', 'cancel', id, '--yes')).toMatchObject({ id, status: 'DRAFT' })
    expect((await run('campaigns', 'stats', id)).code).toBe(0)
    expect(await runJson('campaigns', 'list', '--status', 'DRAFT')).toMatchObject({ total: 1 })
  })

  it('simulate workflows', async () => {
    const body = {
      name: 'W',
      trigger: { type: 'EVENT', event: 'signed-up' },
      steps: [{ id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } }],
    }
    const { id } = (await ask(node, 'POST /workflows', { body })).json<{ id: string }>()
    const events = [{ at: '2026-01-01T00:00:00Z', event: 'signed-up' }]
    const request = fileOf('simulate.json', JSON.stringify({ startAt: '2026-01-01T00:00:00Z', events }))
    const result = await runJson<{ path: { stepId: string }[] }>(
      'workflows', 'simulate', id, '--email', 'ada@example.com', '--request', request,
    ) // prettier-ignore
    expect(result).toMatchObject({ started: true, path: [{ stepId: 'wait' }] })
    expect(await runJson('workflows', 'list')).toMatchObject({ workflows: [{ id }] })
  })

  it('add and verify domains by name', async () => {
    expect(await runJson('domains', 'add', 'shop.example.com', '--dry-run')).toMatchObject({
      body: { domain: 'shop.example.com' },
    })
    expect(await runJson('domains', 'list')).toMatchObject({ total: 0 })
    const added = await run('domains', 'add', 'shop.example.com', '--table')
    expect(added.stdout).toMatch(
      /^TXT {2}\S+\._domainkey\.shop\.example\.com {2}\(required, \w+\)\n {2}v=DKIM1/m,
    )
    const verified = await run('domains', 'verify', 'shop.example.com')
    expect([verified.code, verified.stderr]).toEqual([1, expect.stringContaining('is not verified')])
    expect((await run('domains', 'verify', 'other.example.com')).code).toBe(3)
  })
})

describe('lettermill webhooks listen', () => {
  it('forwards each event, signed, and prints the answer', async () => {
    const listener = nodes.spawn([
      'webhooks', 'listen', '--forward-to', receiver.url, '--types', 'cli-heard,cli-refused',
      '--url', node.url, '--key', SECRET_KEY,
    ]) // prettier-ignore
    await listener.waitFor(/Forwarding events to/)
    const secret = /whsec_\S+/.exec(listener.output())?.[0] ?? ''
    receiver.answer = ({ body }) => ({ status: body.includes('cli-refused') ? 500 : 204 })
    for (const event of ['cli-heard', 'cli-unheard', 'cli-refused']) {
      await ask(node, 'POST /v1/track', { body: { event, email: 'listen@example.com', data: { n: 1 } } })
    }
    await eventually(() => expect(listener.stdout().trim().split('\n')).toHaveLength(2))
    const lines = listener.stdout().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'cli-heard', forwarded: { status: 204, error: null } },
      { type: 'cli-refused', forwarded: { status: 500, error: null } },
    ])
    const [heard] = receiver.requests
    expect(receiver.requests).toHaveLength(2)
    expect(
      new Webhook(secret).verify(heard?.body ?? '', heard?.headers as Record<string, string>),
    ).toMatchObject({
      type: 'cli-heard',
      data: { name: 'cli-heard', email: 'listen@example.com', data: { n: 1 } },
    })
    const { code } = await listener.stop('SIGINT')
    expect(code).toBe(0)
  })

  it('needs a key with the scope full', async () => {
    const reply = await ask(node, 'POST /keys', { body: { name: 'reader', scopes: ['read'] } })
    const { key } = reply.json<{ key: string }>()
    expect((await run('webhooks', 'listen', '--key', key)).code).toBe(4)
  })
})

describe('lettermill doctor', () => {
  it('says what is well and what is not, with a remedy', async () => {
    await run('domains', 'add', 'doctor.example.com')
    const exit = await run('doctor')
    expect(exit.code).toBe(1)
    const { ok, findings } = JSON.parse(exit.stdout) as {
      ok: boolean
      findings: { check: string; result: string; detail: string; remedy: string | null }[]
    }
    expect(ok).toBe(false)
    const resultOf = (name: string) => findings.find(({ check }) => check === name)?.result
    expect(['server', 'database', 'version', 'clock', 'key', 'transports', 'webhooks'].map(resultOf)).toEqual(
      Array.from({ length: 7 }, () => 'ok'),
    )
    expect(findings.find(({ check }) => check === 'key')?.detail).toContain('scopes full')
    expect(findings.find(({ check }) => check === 'domain doctor.example.com')).toMatchObject({
      result: 'failed',
      remedy: expect.stringContaining('_domainkey.doctor.example.com') as unknown,
    })
    for (const { result, remedy } of findings) expect(remedy !== null).toBe(result !== 'ok')
  })

  it('ends at the first check that makes the others pointless', async () => {
    const checks = async (settings: Record<string, string>) => {
      const exit = await runHere(['doctor'], { XDG_CONFIG_HOME: folder, ...settings })
      const { findings } = JSON.parse(exit.stdout) as { findings: { check: string; result: string }[] }
      return [exit.code, findings.at(-1)?.check, findings.at(-1)?.result]
    }
    const nowhere = { LETTERMILL_BASE_URL: 'http://127.0.0.1:9', LETTERMILL_API_KEY: SECRET_KEY }
    expect(await checks(nowhere)).toEqual([1, 'server', 'failed'])
    const wrongKey = { LETTERMILL_BASE_URL: node.url, LETTERMILL_API_KEY: `sk_${'x'.repeat(40)}` }
    expect(await checks(wrongKey)).toEqual([1, 'key', 'failed'])
  })
})

describe('a command line', () => {
  it('has an exit status for each kind of failure', async () => {
    const statusOf = async (...words: string[]) => (await run(...words)).code
    expect(await statusOf('emails', 'list')).toBe(0)
    expect(await statusOf('emails', 'list', '--limit', '0')).toBe(1)
    expect(await statusOf('emails', 'list', '--limmit', '1')).toBe(2)
    expect(await statusOf('emails', 'get')).toBe(2)
    expect(await statusOf('emails', 'get', UNKNOWN_ID)).toBe(3)
    expect(await statusOf('emails', 'list', '--key', `sk_${'x'.repeat(40)}`)).toBe(4)
    expect(await statusOf('emails', 'list', '--url', 'http://127.0.0.1:1')).toBe(5)
  })

  it.each([
    [['emials', 'list'], 'Did you mean "emails"?'],
    [['emails', 'lst'], 'Did you mean "list"?'],
    [['emails', 'list', '--statsu', 'SENT'], 'Did you mean "--status"?'],
    [['keys', 'list', '--projcet', 'x'], 'Did you mean "--project"?'],
    [['completion', 'bsh'], 'Did you mean "bash"?'],
  ])('of %j gets a hint', async (words, hint) => {
    const exit = await run(...words)
    expect([exit.code, exit.stdout, exit.stderr]).toEqual([2, '', expect.stringContaining(hint)])
  })

  it('prints nothing but the result on standard output', async () => {
    const exit = await run('emails', 'list', '--limit', '1', '--table')
    expect(exit.stdout).not.toContain('--cursor')
  })

  it('ends without a failure when its reader has enough', async () => {
    const program = nodes.spawn(['commands', '--json'])
    program.closeOutput()
    expect((await program.exited).code).toBe(0)
  })
})
