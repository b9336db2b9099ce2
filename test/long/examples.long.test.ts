// The programs in examples/, each as a reader starts it, against a real node.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { ROOT } from '../harness/node-process.ts'
import { eventually } from '../support/eventually.ts'
import { SECRET_KEY, useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()
let node: ReadyNode
let smtpPort: number
beforeAll(async () => {
  smtpPort = await freePort()
  node = await nodes.start({
    MAIL_TRANSPORT: 'inbox:',
    SMTP_PORT: String(smtpPort),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  })
})

const ask = async <Answer>(route: string, body?: object): Promise<Answer> => {
  const reply = await fetch(`${node.url}${route}`, {
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await reply.json()) as Answer
}

/** Ends with the test. `text` is what it has written so far. */
function run(folder: string, args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: path.join(ROOT, 'examples', folder),
    env: {
      ...process.env,
      LETTERMILL_BASE_URL: node.url,
      LETTERMILL_API_KEY: SECRET_KEY,
      LETTERMILL_SMTP_PORT: String(smtpPort),
      ...settings,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  onTestFinished(() => void child.kill())
  return { exited: once(child, 'close'), text: () => text }
}

const emailsTo = async (address: string): Promise<string[]> => {
  const { emails } = await ask<{ emails: { subject: string }[] }>(
    `/emails?search=${encodeURIComponent(address)}`,
  )
  return emails.map(({ subject }) => subject)
}

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('examples', () => {
  it('express welcomes who signs up, once, and takes the webhooks of the node', async () => {
    const port = await freePort()
    const home = `http://127.0.0.1:${port}`
    const { secret } = await ask<{ secret: string }>('/webhooks', {
      url: `${home}/webhooks/lettermill`,
      events: ['contact.created'],
    })
    const program = run('express', ['server.js'], { PORT: String(port), WEBHOOK_SECRET: secret })
    await eventually(async () => expect(await isUp(home)).toBe(true))
    const signUp = () =>
      fetch(`${home}/sign-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', name: 'Ada' }),
      })
    expect((await signUp()).status).toBe(202)
    expect((await signUp()).status).toBe(202)
    // The subject has its values once the email is sent.
    await eventually(async () => expect(await emailsTo('ada@example.com')).toEqual(['Welcome, Ada']))
    await ask('/contacts', { email: 'grace@example.com', subscribed: true })
    await eventually(() => expect(program.text()).toContain('contact.created'))
    expect((await fetch(`${home}/webhooks/lettermill`, { method: 'POST', body: '{}' })).status).toBe(401)
  })

  it('webhook-receiver takes what is signed, and nothing else', async () => {
    const secret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`
    const port = await freePort()
    const home = `http://127.0.0.1:${port}`
    const program = run('webhook-receiver', ['server.js'], { PORT: String(port), WEBHOOK_SECRET: secret })
    await eventually(async () => expect(await isUp(home)).toBe(true))
    const body = JSON.stringify({ type: 'email.bounced', data: {} })
    const now = new Date()
    const headers = {
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('one', now, body),
    }
    expect((await fetch(home, { method: 'POST', body, headers })).status).toBe(204)
    expect((await fetch(home, { method: 'POST', body: `${body} `, headers })).status).toBe(401)
    await eventually(() => expect(program.text()).toContain('email.bounced'))
  })

  it('nodemailer-smtp sends by SMTP', async () => {
    const program = run('nodemailer-smtp', ['send.js', 'linus@example.com'])
    expect({ exit: await program.exited, text: program.text() }).toEqual({
      exit: [0, null],
      text: expect.any(String) as string,
    })
    expect(program.text()).toContain('250 2.0.0 Accepted as ')
    expect(await emailsTo('linus@example.com')).toEqual(['Your receipt'])
  })

  it('next has a server action and a route handler that send', async () => {
    // The bundler of Next.js finds files without their extension; its types refuse one.
    const code = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, from, next) => next(name.endsWith('/lettermill') ? name + '.ts' : name, from) })
const { signUp } = await import('./app/actions.ts')
const { POST } = await import('./app/api/receipt/route.ts')
const form = new FormData()
form.set('email', 'joan@example.com')
form.set('name', 'Joan')
await signUp(form)
const body = JSON.stringify({ email: 'joan@example.com', order: '17' })
const reply = await POST(new Request('http://shop.test/api/receipt', { method: 'POST', body }))
console.log(reply.status, (await reply.json()).id)`
    const program = run('next', ['--input-type=module', '--eval', code])
    expect({ exit: await program.exited, text: program.text() }).toEqual({
      exit: [0, null],
      text: expect.any(String) as string,
    })
    expect(program.text()).toMatch(/^202 [0-9a-f-]{36}/m)
    expect((await emailsTo('joan@example.com')).toSorted()).toEqual(['Welcome, Joan', 'Your order 17'])
  })
})
