import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../test/support/workflows.ts'
import { MOST_ANSWERS } from '../engine/advance.ts'

const receiver = await useReceiver()
const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })

type Steps = readonly Record<string, unknown>[]

const webhook = (id: string, next: unknown, config: object = {}) => ({
  id,
  type: 'WEBHOOK',
  config: { url: receiver.newUrl(), ...config },
  next,
})

const KEEP = {
  id: 'keep',
  type: 'UPDATE_CONTACT',
  config: {
    data: { score: '{{ webhooks.call.data.score }}', status: '{{ webhooks.call.statusCode }}' },
    append: { tags: '{{ webhooks.call.data.tags }}' },
  },
}

async function run(app: TestApp, steps: Steps) {
  const { id: workflowId } = await buildEnabled(app, { steps })
  const { id, email } = await buildContact(app, { data: {} })
  await track(app, 'go', { email, data: { orderId: 7 } })
  await runWorkflows(app.deps)
  const [execution] = await readExecutions(app, workflowId)
  const contact = (await call(app, ['GET', `/contacts/${id}`])).json<{ data: Record<string, unknown> }>()
  return { workflowId, contactId: id, execution, data: contact.data }
}

const answerWith = (body: unknown, status = 200) => {
  receiver.answer = () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

describe('the answer to a WEBHOOK step', () => {
  it('is input of later updates, with its types', async () => {
    const app = await inFreshProject(test)
    answerWith({ score: 71.5, tags: ['vip', 'eu'] })
    const { execution, data } = await run(app, [webhook('call', 'keep'), KEEP])
    expect(execution?.status).toBe('COMPLETED')
    expect(data).toMatchObject({ score: 71.5, status: 200, tags: ['vip', 'eu'] })
  })

  it('is input of later webhooks, events and emails', async () => {
    const app = await inFreshProject(test)
    answerWith({ id: 'A-1', items: [{ name: 'Tea' }, { name: 'Cup' }] })
    const email = {
      subject: 'Order {{ webhooks.call.data.id }}',
      body: '<p>{% for item in webhooks.call.data.items %}[{{ item.name }}]{% endfor %}</p>',
      from: 'a@app.example',
      type: 'TRANSACTIONAL',
    }
    const { contactId, execution } = await run(app, [
      webhook('call', 'second'),
      webhook('second', 'event', { body: '{"order": "{{ webhooks.call.data.id }}"}' }),
      {
        id: 'event',
        type: 'TRACK_EVENT',
        config: { event: 'scored', data: { order: '{{ webhooks.call.data.id }}' } },
        next: 'email',
      },
      { id: 'email', type: 'SEND_EMAIL', config: email },
    ])
    expect(receiver.requests.at(-1)?.body).toBe('{"order": "A-1"}')
    const { events } = (await call(app, ['GET', '/events'], { query: { contactId, name: 'scored' } })).json<{
      events: { data: object }[]
    }>()
    expect(events.map(({ data }) => data)).toEqual([{ order: 'A-1' }])
    const sent = execution?.history.find(({ stepId }) => stepId === 'email')?.output?.['emailId'] as string
    const { subject, html } = (await call(app, ['GET', `/emails/${sent}/content`])).json<{
      subject: string
      html: string
    }>()
    expect([subject, html]).toEqual(['Order A-1', expect.stringContaining('[Tea][Cup]')])
  })

  it('is there after a failure too, with its status', async () => {
    const app = await inFreshProject(test)
    answerWith({ score: 'none' }, 404)
    const steps = [webhook('call', { success: 'keep', failure: 'keep' }), KEEP]
    const { workflowId, contactId } = await run(app, steps)
    for (let i = 0; i < 5; i += 1) {
      app.clock.advance(3_600_000)
      await runWorkflows(app.deps)
    }
    const [execution] = await readExecutions(app, workflowId)
    expect(execution?.status).toBe('COMPLETED')
    const { data } = (await call(app, ['GET', `/contacts/${contactId}`])).json<{ data: object }>()
    expect(data).toMatchObject({ score: 'none', status: 404 })
  })

  it.each([
    ['text', 'all is well'],
    ['half of a JSON text', '{"score": 1'],
    ['more than 16 kB', JSON.stringify({ score: 1, more: 'x'.repeat(16_384) })],
    ['a NUL character', '{"score": "\\u0000"}'],
    ['half of a surrogate pair', '{"score": "\\ud800"}'],
    ['a prototype', '{"__proto__": {"score": 1}}'],
    ['deeply nested', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
  ])('has no data if it is %s, and the execution continues', async (_, body) => {
    const app = await inFreshProject(test)
    answerWith(body)
    const { execution, data } = await run(app, [webhook('call', 'keep'), KEEP])
    expect(execution?.status).toBe('COMPLETED')
    expect(data).toMatchObject({ status: 200 })
    expect(data).not.toHaveProperty('score', 1)
  })

  it('is kept for the last five steps', async () => {
    const app = await inFreshProject(test)
    let answered = 0
    receiver.answer = () => {
      answered += 1
      return { status: 200, body: JSON.stringify({ number: answered }) }
    }
    const count = MOST_ANSWERS + 1
    const calls = Array.from({ length: count }, (_, index) =>
      webhook(`c${index}`, index + 1 < count ? `c${index + 1}` : 'keep'),
    )
    const seen = calls.map(({ id }) => [`of_${id}`, `{{ webhooks.${id}.data.number }}`] as const)
    const keep = { id: 'keep', type: 'UPDATE_CONTACT', config: { data: Object.fromEntries(seen) } }
    const { data } = await run(app, [...calls, keep])
    const numbers = calls.map(({ id }) => data[`of_${id}`] ?? null)
    expect(numbers).toEqual([null, 2, 3, 4, 5, 6])
  })

  it('does not replace data of the event with the same name', async () => {
    const app = await inFreshProject(test)
    answerWith({ score: 1 })
    const shown = { id: 'keep', type: 'UPDATE_CONTACT', config: { data: { shown: '{{ webhooks }}' } } }
    const workflow = await buildEnabled(app, { steps: [webhook('call', 'keep'), shown] })
    const { id, email } = await buildContact(app)
    await track(app, 'go', { email, data: { webhooks: 'of the event' } })
    await runWorkflows(app.deps)
    expect((await readExecutions(app, workflow.id))[0]?.status).toBe('COMPLETED')
    const { data } = (await call(app, ['GET', `/contacts/${id}`])).json<{ data: object }>()
    expect(data).toMatchObject({ shown: 'of the event' })
  })
})

describe('a simulation with answers', () => {
  const BRANCHES = { success: 'keep', failure: 'email' }
  const EMAIL = {
    id: 'email',
    type: 'SEND_EMAIL',
    config: {
      subject: 'No {{ webhooks.call.statusCode }}: {{ webhooks.call.data.why }}',
      body: '<p>{{ webhooks.call.data.why }}</p>',
      from: 'a@app.example',
      type: 'TRANSACTIONAL',
    },
  }
  const simulation = (webhooks: unknown) => ({
    eventName: 'go',
    steps: [webhook('call', BRANCHES), KEEP, EMAIL],
    contact: { email: 'ada@example.com' },
    events: [{ at: '2026-03-01T09:00:00Z', event: 'go' }],
    webhooks,
  })
  const simulate = (app: TestApp, webhooks: unknown) =>
    call(app, ['POST', '/workflows/simulate'], { body: simulation(webhooks) })

  it('computes what the run computes', async () => {
    const app = await inFreshProject(test)
    const data = { score: 3, tags: ['a'] }
    answerWith(data)
    const { data: real } = await run(app, [webhook('call', BRANCHES), KEEP, EMAIL])
    const reply = (await simulate(app, { call: { data } })).json<{ contact: { data: object } }>()
    const { orderId: _, ...computed } = real
    expect(reply.contact.data).toEqual(computed)
  })

  it('takes the branch of the status, and shows the answer in emails', async () => {
    const reply = await simulate(test, { call: { statusCode: 402, data: { why: 'unpaid' } } })
    expect(reply.json()).toMatchObject({
      path: [{ stepId: 'call', output: { branch: 'failure' } }, { stepId: 'email' }],
      emails: [{ subject: 'No 402: unpaid' }],
    })
  })

  it.each([
    ['another step', { keep: {} }, { 'webhooks.keep': 'the workflow has call' }],
    ['an invalid status', { call: { statusCode: 42 } }, { 'webhooks.call.statusCode': '100' }],
    ['an unknown field', { call: { body: '' } }, { 'webhooks.call': 'body' }],
    ['too much data', { call: { data: 'x'.repeat(17_000) } }, { 'webhooks.call.data': '16 kB' }],
    ['a list', [], { webhooks: 'object' }],
  ])('refuses %s', async (_, webhooks, problems) => {
    const reply = await simulate(test, webhooks)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, Object.keys(problems)])
    expect(reply.body).toContain(Object.values(problems)[0])
  })
})
