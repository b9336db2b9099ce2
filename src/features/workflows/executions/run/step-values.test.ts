import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../../test/support/requests.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../../test/support/workflows.ts'

const test = useTestApp()

const DATA = { name: 'Ada', score: 37, tags: ['a', 'b'], old: 'x', html: '<b>' }
const CHANGES = {
  score: '{{ score | plus: 5 }}',
  greeting: 'Hi {{ name }}, {{ event.plan | upcase }}',
  copy: ' {{ tags }} ',
  isPro: '{{ plan == "pro" }}',
  old: '{{ nothing }}',
  plain: 'as it is',
  number: 7,
  nested: { list: ['{{ score }}', '{{ html }}'] },
}
const CHANGED = {
  name: 'Ada',
  plan: 'pro',
  html: '<b>',
  tags: ['a', 'b'],
  score: 42,
  greeting: 'Hi Ada, PRO',
  copy: ['a', 'b'],
  isPro: true,
  plain: 'as it is',
  number: 7,
  nested: { list: [37, '<b>'] },
}
const EVENT_DATA = { score: '{{ score }}', text: 'was {{ event.plan }}' }
const STEPS = [
  { id: 'set', type: 'UPDATE_CONTACT', config: { data: CHANGES }, next: 'track' },
  { id: 'track', type: 'TRACK_EVENT', config: { event: 'scored', data: EVENT_DATA } },
]

async function run(app: TestApp, steps: object[]) {
  const { id } = await buildEnabled(app, { steps })
  const contact = await buildContact(app, { data: DATA })
  await track(app, 'go', { email: contact.email, data: { plan: 'pro' } })
  await runWorkflows(app.deps)
  const [execution] = await readExecutions(app, id)
  const { data } = (await call(app, ['GET', `/contacts/${contact.id}`])).json<{ data: object }>()
  return { id, execution, data }
}

describe('Liquid in the data of steps', () => {
  it('is evaluated; a whole output keeps its type, and a missing value deletes the key', async () => {
    const app = await inFreshProject(test)
    const { execution, data } = await run(app, STEPS)
    expect(execution?.status).toBe('COMPLETED')
    expect(data).toEqual(CHANGED)
    const events = (await call(app, ['GET', '/events'], { query: { name: 'scored' } })).json<{
      events: { data: object }[]
    }>()
    expect(events.events.map((event) => event.data)).toEqual([{ score: 42, text: 'was pro' }])
  })

  it('is evaluated by the simulator, too', async () => {
    const app = await inFreshProject(test)
    const body = {
      name: 'W',
      eventName: 'go',
      steps: STEPS,
      contact: { email: 'ada@example.com', data: DATA },
      events: [{ at: '2030-01-15T08:00:00Z', event: 'go', data: { plan: 'pro' } }],
    }
    const reply = await call(app, ['POST', '/workflows/simulate'], { body })
    const { contact, changes } = reply.json<{ contact: { data: object }; changes: object[] }>()
    expect(contact.data).toEqual(CHANGED)
    expect(changes[1]).toMatchObject({ type: 'TRACK_EVENT', data: { score: 42, text: 'was pro' } })
  })

  it('fails the step when it cannot be evaluated, and changes nothing', async () => {
    const app = await inFreshProject(test)
    const data = { long: '{% for i in (1..1000000000) %}{{ i }}{% endfor %}' }
    const ran = await run(app, [{ id: 'set', type: 'UPDATE_CONTACT', config: { data } }])
    expect(ran.execution).toMatchObject({ status: 'FAILED', currentStepId: 'set' })
    expect(ran.execution?.exitReason).toContain('data.long cannot be evaluated')
    expect(ran.data).not.toHaveProperty('long')
  })

  it('fails the step when the result is too large', async () => {
    const app = await inFreshProject(test)
    const data = { long: '{% for i in (1..20000) %}12345{% endfor %}' }
    const { execution } = await run(app, [
      { id: 'track', type: 'TRACK_EVENT', config: { event: 'scored', data } },
    ])
    expect(execution?.exitReason).toBe(
      'The data of the step is larger than 64 kB after its Liquid is evaluated.',
    )
  })

  it('is refused on saving where it cannot be read, and in the names of keys', async () => {
    const app = await inFreshProject(test)
    const steps = [
      {
        id: 'a',
        type: 'UPDATE_CONTACT',
        config: { data: { x: { y: ['{{ score | plus 5 }}'] } } },
        next: 'b',
      },
      { id: 'b', type: 'TRACK_EVENT', config: { event: 'scored', data: { '{{ x }}': 1 } } },
    ]
    const reply = await call(app, ['POST', '/workflows'], { body: { name: 'W', eventName: 'go', steps } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([
      422,
      ['steps.0.config.data.x.y.0', 'steps.1.config.data.{{ x }}'],
    ])
  })
})
