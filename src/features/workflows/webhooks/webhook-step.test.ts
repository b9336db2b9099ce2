import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/harness/free-port.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../test/support/workflows.ts'

const receiver = await useReceiver()
const dns = await useDnsServer()
const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8', DNS_SERVERS: dns.address })
const HOUR = 3_600_000

const mark = (id: string) => ({ id, type: 'UPDATE_CONTACT', config: { data: { [id]: true } } })

async function run(app: TestApp, config: object, next: unknown = { success: 'ok', failure: 'bad' }) {
  const branches =
    typeof next === 'object' && next !== null && 'failure' in next ? [mark('ok'), mark('bad')] : [mark('ok')]
  const steps = [{ id: 'call', type: 'WEBHOOK', config, next }, ...branches]
  const workflow = await buildEnabled(app, { steps })
  const contact = await buildContact(app, { data: { name: 'Ada "A"' } })
  await track(app, 'go', { email: contact.email, data: { plan: 'pro' } })
  await runWorkflows(app.deps)
  const read = async () => {
    const [execution] = await readExecutions(app, workflow.id)
    return execution!
  }
  return { workflow, contact, read }
}

const readSecret = async (app: TestApp, id: string) =>
  (await call(app, ['POST', `/workflows/${id}/signing-secret`])).json<{ secret: string }>().secret

type Request = (typeof receiver.requests)[number]

/** Whether one of its signatures is by this secret. Unlike libraries, it does not check the timestamp. */
function isSignedWith(secret: string, request: Request | undefined): boolean {
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatures,
  } = request?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`${String(id)}.${String(at)}.${request?.body}`)
  return String(signatures)
    .split(' ')
    .includes(`v1,${mac.digest('base64')}`)
}

describe('a WEBHOOK step', () => {
  it('renders its Liquid, signs the request and stores the answer', async () => {
    const app = await inFreshProject(test)
    receiver.answer = () => ({ status: 200, body: 'x'.repeat(10_000) })
    const { workflow, contact, read } = await run(app, {
      url: `${receiver.url}/{{ event.plan }}?q={{ email | url_encode }}`,
      headers: { 'X-Name': '{{ name }}' },
      body: '{"id": "{{ id }}"}',
    })
    const [request] = receiver.requests
    expect(request).toMatchObject({
      path: `/pro?q=${encodeURIComponent(contact.email)}`,
      body: `{"id": "${contact.id}"}`,
    })
    expect(request?.headers['x-name']).toBe('Ada "A"')
    const verifier = new Webhook(await readSecret(app, workflow.id))
    const headers = request?.headers as Record<string, string>
    expect(() => verifier.verify(request?.body ?? '', headers)).not.toThrow()
    const { status, history } = await read()
    expect([status, history.map(({ stepId }) => stepId)]).toEqual(['COMPLETED', ['call', 'ok']])
    const output = history[0]?.output as { answer: { statusCode: number; body: string } } | undefined
    expect([output?.answer.statusCode, output?.answer.body.length]).toEqual([200, 4096])
  })

  it('sends contact and event if it has no body of its own', async () => {
    const app = await inFreshProject(test)
    const { contact } = await run(app, { url: receiver.newUrl() })
    const { data } = JSON.parse(receiver.requests[0]?.body ?? '{}') as { data: object }
    expect(data).toMatchObject({ contact: { id: contact.id }, event: { name: 'go', data: { plan: 'pro' } } })
  })

  it('is retried with the same webhook-id, and then takes the branch for failure', async () => {
    const app = await inFreshProject(test)
    receiver.answer = () => ({ status: 500, body: 'broken' })
    const { read } = await run(app, { url: receiver.newUrl() })
    expect((await read()).status).toBe('WAITING')
    for (let i = 0; i < 6; i += 1) {
      app.clock.advance(HOUR)
      await runWorkflows(app.deps)
    }
    expect(receiver.requests).toHaveLength(5)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { status, history } = await read()
    expect([status, history.map(({ stepId }) => stepId)]).toEqual(['COMPLETED', ['call', 'bad']])
    expect(history[0]?.output).toMatchObject({
      branch: 'failure',
      answer: { statusCode: 500, body: 'broken' },
    })
  })

  it('shows the last answer while it is retried, and when the execution fails for it', async () => {
    const app = await inFreshProject(test)
    receiver.answer = () => ({ status: 500, body: `broken ${'x'.repeat(5_000)}` })
    const { read } = await run(app, { url: receiver.newUrl() }, { success: 'ok' })
    expect((await read()).history).toMatchObject([
      { status: 'WAITING', output: { answer: { attempts: 1, statusCode: 500 } } },
    ])
    for (let i = 0; i < 6; i += 1) {
      app.clock.advance(HOUR)
      await runWorkflows(app.deps)
    }
    const { status, exitReason, history } = await read()
    expect([status, exitReason]).toEqual([
      'FAILED',
      'The webhook failed after 5 attempts, and the step has no branch for failure: it was answered with status 500.',
    ])
    const [entry] = history
    expect(entry).toMatchObject({ status: 'FAILED', error: exitReason, output: { answer: { attempts: 5 } } })
    const output = entry?.output as { answer: { body: string } } | undefined
    expect(output?.answer.body).toMatch(/^broken x{4089}$/)
  })

  it('says why there was no answer', async () => {
    const app = await inFreshProject(test)
    const closed = await freePort()
    const { read } = await run(app, { url: `http://127.0.0.1:${closed}/` }, { success: 'ok' })
    for (let i = 0; i < 6; i += 1) {
      app.clock.advance(HOUR)
      await runWorkflows(app.deps)
    }
    const { exitReason, history } = await read()
    expect(exitReason).toContain('the connection was refused')
    expect(history[0]?.output).toMatchObject({ answer: { error: 'the connection was refused' } })
  })

  it('refuses a host that leads to a private address since it was saved, at once and with the reason', async () => {
    const app = await inFreshProject(test)
    // The host does not exist yet when the workflow is saved.
    const steps = [{ id: 'call', type: 'WEBHOOK', config: { url: 'http://later.example/' } }]
    const workflow = await buildEnabled(app, { steps })
    dns.set('later.example', 'A', ['10.0.0.1'])
    const { email } = await buildContact(app)
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflow.id)
    expect(execution).toMatchObject({ status: 'FAILED', currentStepId: 'call' })
    expect(execution?.exitReason).toContain('the URL leads to a private address')
    expect(execution?.history[0]?.output).toMatchObject({ answer: { attempts: 1 } })
  })

  it('is refused when it is saved with a URL that leads to a private address', async () => {
    const app = await inFreshProject(test)
    dns.set('inside.example', 'A', ['10.0.0.1'])
    dns.set('outside.example', 'A', ['93.184.215.14'])
    const steps = [
      'http://10.0.0.1/',
      'https://outside.example/{{ id }}',
      'https://inside.example/{{ id }}',
    ].map((url, index) => ({
      id: `s${index}`,
      type: 'WEBHOOK',
      config: { url },
      next: index < 2 ? `s${index + 1}` : null,
    }))
    const problems = ['steps.0.config.url', 'steps.2.config.url']
    const body = { name: 'W', eventName: 'go', steps }
    const { id } = await buildEnabled(app, { steps: [mark('ok')] })
    const simulation = { ...body, contact: { email: 'a@example.com' } }
    const replies = [
      await call(app, ['POST', '/workflows'], { body }),
      await call(app, ['PATCH', `/workflows/${id}`], { body: { steps } }),
      await call(app, ['POST', '/workflows/simulate'], { body: simulation }),
    ]
    for (const reply of replies) {
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, problems])
      expect(reply.body).toContain('leads to a private address')
    }
    const preflight = await call(app, ['POST', '/workflows/preflight'], { body: { steps } })
    expect(preflight.json<{ problems: object[] }>().problems).toMatchObject([
      { stepId: 's0', code: 'URL_REFUSED', field: problems[0] },
      { stepId: 's2', code: 'URL_REFUSED', field: problems[1] },
    ])
  })

  it('is signed with both secrets until the grace period after rotating has ended', async () => {
    const app = await inFreshProject(test)
    const { workflow } = await run(app, { url: receiver.newUrl() })
    const again = async () => {
      const contact = await buildContact(app)
      await track(app, 'go', { email: contact.email })
      await runWorkflows(app.deps)
      return receiver.requests.at(-1)
    }
    const rotate = async (body: object) =>
      (await call(app, ['POST', `/workflows/${workflow.id}/signing-secret/rotate`], { body })).json<{
        secret: string
      }>().secret
    const first = await readSecret(app, workflow.id)
    const second = await rotate({ graceSeconds: 3600 })
    expect([second === first, await readSecret(app, workflow.id)]).toEqual([false, second])
    const during = await again()
    expect([isSignedWith(first, during), isSignedWith(second, during)]).toEqual([true, true])
    const third = await rotate({ graceSeconds: 0 })
    const after = await again()
    expect([first, second, third].map((secret) => isSignedWith(secret, after))).toEqual([false, false, true])
    const fourth = await rotate({ graceSeconds: 60 })
    app.clock.advance(61_000)
    const late = await again()
    expect([third, fourth].map((secret) => isSignedWith(secret, late))).toEqual([false, true])
    app.clock.advance(-61_000)
  })

  it('shows the secret only to keys with full access', async () => {
    const app = await inFreshProject(test)
    const { workflow } = await run(app, { url: receiver.newUrl() })
    const keys = [null, app.project.publicKey, test.other.secretKey]
    for (const end of ['', '/rotate']) {
      const path: ['POST', string] = ['POST', `/workflows/${workflow.id}/signing-secret${end}`]
      const replies = await Promise.all(keys.map((key) => call(app, path, { key, body: {} })))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404])
    }
  })
})
