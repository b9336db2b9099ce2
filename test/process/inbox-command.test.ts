// `lettermill inbox` as people and test suites run it.
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { InboxAddress } from '../../src/commands/inbox/inbox-banner.ts'
import { ask } from '../support/http-client.ts'
import { postgresPid, SECRET_KEY, useNodes } from '../support/node-process.ts'
import type { NodeProcess } from '../support/node-process.ts'
import { runHere } from '../support/run-command.ts'
import { identifyProcess } from '../../src/platform/postgres/data-folder/process-identity.ts'

const nodes = useNodes()

let cache: string
let settings: Record<string, string>
beforeAll(() => {
  settings = { DATA_DIR: nodes.dataDir(), LOG_LEVEL: 'error' }
  cache = path.join(settings['DATA_DIR'] ?? '', 'cache')
})

type Inbox = { process: NodeProcess; address: InboxAddress }

async function open(args: string[] = []): Promise<Inbox> {
  const process = nodes.spawn(['inbox', ...args], settings)
  await process.waitFor(/"setupUrl":.*\n/)
  return { process, address: JSON.parse(process.stdout()) as InboxAddress }
}

const folders = (name: string) => readdirSync(path.join(cache, name)).filter((one) => !one.endsWith('.owner'))

const subjectsOf = async ({ url, secretKey }: InboxAddress) => {
  const reply = await ask({ url, secretKey }, 'GET /inbox')
  return reply.json<{ emails: { subject: string }[] }>().emails.map(({ subject }) => subject)
}

const sendTo = async ({ url, secretKey }: InboxAddress, subject: string) => {
  const body = { to: 'ada@example.com', from: 'app@shop.test', subject, body: '<p>Hello</p>' }
  expect((await ask({ url, secretKey }, 'POST /v1/send', { body })).status).toBe(200)
  return ask({ url, secretKey }, `GET /inbox/wait?to=ada@example.com&subject=${subject}&timeout=60`)
}

describe('lettermill inbox', () => {
  it('starts twice at once on an empty cache, each with data of its own, and leaves nothing behind', async () => {
    const [one, other] = await Promise.all([open(), open(['--json'])])
    expect(readdirSync(cache).filter((name) => name.startsWith('prepared-'))).toHaveLength(1)
    expect(folders('drafts')).toEqual([])
    expect(one.address).toMatchObject({ secretKey: SECRET_KEY, smtp: { password: SECRET_KEY } })
    expect((await sendTo(one.address, 'one')).json()).toMatchObject({ subject: 'one', status: 'DELIVERED' })
    expect([await subjectsOf(one.address), await subjectsOf(other.address)]).toEqual([['one'], []])
    const exits = await Promise.all([one.process.stop('SIGTERM'), other.process.stop('SIGINT')])
    expect(exits.map(({ code }) => code)).toEqual([0, 0])
    expect(exits[1].stderr).toContain('Stopping.')
    expect(readdirSync(path.join(cache, 'running'))).toEqual([])
  })

  it('takes email by SMTP, and removes what a killed one has left, its database server too', async () => {
    const killed = await open()
    const [folder = ''] = folders('running')
    const server = postgresPid(path.join(cache, 'running', folder)) ?? 0
    await killed.process.kill()
    expect(identifyProcess(server)).toBeDefined()
    const next = await open()
    expect(identifyProcess(server)).toBeUndefined()
    expect(folders('running')).not.toContain(folder)
    const { smtp, url, secretKey } = next.address
    const { host, port, username: user, password: pass } = smtp
    const mailer = createTransport({ host, port, auth: { user, pass }, tls: { rejectUnauthorized: false } })
    await mailer.sendMail({
      from: 'app@shop.test',
      to: 'bob@example.com',
      subject: 'by SMTP',
      text: 'Your PIN: 4711',
    })
    const reply = await ask({ url, secretKey }, 'GET /inbox/wait?to=bob@example.com&timeout=60')
    expect(reply.json()).toMatchObject({ subject: 'by SMTP', codes: ['4711'] })
    await next.process.stop()
  })

  it('keeps its data in a folder with --keep, and refuses the folder of a real service', async () => {
    const kept = path.join(nodes.dataDir(), 'kept')
    const first = await open(['--keep', kept])
    await sendTo(first.address, 'kept')
    await first.process.stop()
    const second = await open(['--keep', kept])
    expect(second.address.secretKey).toBe(first.address.secretKey)
    expect(await subjectsOf(second.address)).toEqual(['kept'])
    await second.process.stop()
    expect(existsSync(path.join(kept, 'postgres'))).toBe(true)

    const real = nodes.dataDir()
    mkdirSync(real)
    writeFileSync(path.join(real, 'postgres.password'), 'of a real service')
    const refused = await runHere(['inbox', '--keep', real], settings)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('not made by this command')])
  })

  it('refuses wrong words and ports that are taken', async () => {
    const run = (...words: string[]) => runHere(['inbox', ...words], settings)
    for (const words of [['now'], ['--port', 'x'], ['--smtp-port', '70000'], ['--color']]) {
      expect((await run(...words)).code).toBe(2)
    }
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const refused = await run('--smtp-port', String(port))
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
    ])
  })
})
