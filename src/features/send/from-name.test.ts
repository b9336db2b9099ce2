// Liquid in the name of a sender: evaluated wherever a sender has a name, and refused where it is not.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { postSend, SENDER, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../test/support/workflows.ts'

const test = useTestApp()

async function fromOf(app: TestApp, emailId: string): Promise<string | undefined> {
  const reply = await call(app, ['GET', `/emails/${emailId}/content`])
  return reply.json<{ headers: Record<string, string> }>().headers['From']
}

describe('the name of a sender', () => {
  it.each<[name: string, agent: unknown, shown: string]>([
    ['{{ agent }} of Acme', 'Eve', `Eve of Acme <${SENDER}>`],
    ['{{ agent | upcase }}', 'Eve', `EVE <${SENDER}>`],
    ['{% if agent %}{{ agent }}{% else %}Team{% endif %}', null, `Team <${SENDER}>`],
    ['{{ agent }}', undefined, SENDER],
    ['{{ agent }}', 'Eve\r\nBcc: mallory@evil.example', `"EveBcc: mallory@evil.example" <${SENDER}>`],
    ['{{ agent }}', 'x'.repeat(500), `${'x'.repeat(100)} <${SENDER}>`],
  ])('is filled in by POST /v1/send: %s with %j', async (name, agent, shown) => {
    const entry = await sendOne(test, { to: newAddress(), name, data: { agent } })
    expect(await fromOf(test, entry.email)).toBe(shown)
  })

  it('is filled in before an address, too', async () => {
    const from = `"{{ agent }}" <${SENDER}>`
    const entry = await sendOne(test, { to: newAddress(), from, data: { agent: 'Eve' } })
    expect(await fromOf(test, entry.email)).toBe(`Eve <${SENDER}>`)
  })

  it('is filled in for a template, which lists its variables', async () => {
    const template = await buildTemplate(test, {
      from: SENDER,
      fromName: '{{ agent }} of Acme',
      body: '<p>Hi</p>',
    })
    const { variables } = (await call(test, ['GET', `/templates/${template.id}`])).json<{
      variables: string[]
    }>()
    expect(variables).toContain('agent')
    const fields = { from: undefined, subject: undefined, body: undefined, template: template.id }
    const entry = await sendOne(test, { to: newAddress(), ...fields, data: { agent: 'Eve' } })
    expect(await fromOf(test, entry.email)).toBe(`Eve of Acme <${SENDER}>`)
    const patched = await call(test, ['PATCH', `/templates/${template.id}`], {
      body: { fromName: '{{ lead }}' },
    })
    expect(patched.json<{ variables: string[] }>().variables).toContain('lead')
  })

  it('is filled in for a workflow, with the values of its step', async () => {
    const app = await inFreshProject(test)
    const config = {
      subject: 'Hi',
      body: '<p>Hi</p>',
      from: SENDER,
      fromName: '{{ agent }} of Acme',
      type: 'TRANSACTIONAL',
    }
    const { id } = await buildEnabled(app, {
      steps: [
        { id: 'hi', type: 'SEND_EMAIL', config, next: 'forget' },
        { id: 'forget', type: 'UPDATE_CONTACT', config: { data: { agent: null } } },
      ],
    })
    const { email } = await buildContact(app, { data: { agent: 'Eve' } })
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, id)
    const emailId = execution?.history[0]?.output?.['emailId'] as string
    expect(await fromOf(app, emailId)).toBe(`Eve of Acme <${SENDER}>`)
  })

  it('is refused where its Liquid is broken', async () => {
    const fromName = '{{ agent'
    const step = {
      id: 'a',
      type: 'SEND_EMAIL',
      config: { subject: 'Hi', body: 'Hi', from: SENDER, fromName },
    }
    const template = { name: 'T', subject: 'Hi', body: 'Hi', fromName }
    const campaign = { ...template, from: SENDER, audienceType: 'ALL' }
    const replies = [
      await postSend(test, { name: fromName }),
      await call(test, ['POST', '/templates'], { body: template }),
      await call(test, ['POST', '/campaigns'], { body: campaign }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
    for (const reply of replies) expect(errorOf(reply).message).toContain('name of the sender, column')
    const workflow = await call(test, ['POST', '/workflows'], {
      body: { name: 'W', eventName: 'go', steps: [step] },
    })
    expect([workflow.statusCode, workflow.body]).toEqual([422, expect.stringContaining('name of the sender')])
  })
})

describe('Liquid where it is not evaluated', () => {
  const address = '{{x}}@shop.test'
  const email = { subject: 'Hi', body: 'Hi' }

  it('is refused for addresses and names of templates, campaigns and the project', async () => {
    const replies = [
      await call(test, ['POST', '/templates'], {
        body: { name: 'T', ...email, from: address, replyTo: address },
      }),
      await call(test, ['POST', '/campaigns'], {
        body: {
          name: 'C',
          ...email,
          audienceType: 'ALL',
          from: address,
          replyTo: address,
          utm: { source: '{{ x }}' },
        },
      }),
      await call(test, ['PATCH', '/project'], {
        body: { defaultFrom: address, defaultFromName: '{{ x }}', replyTo: address },
      }),
    ]
    expect(replies.map((reply) => [reply.statusCode, Object.keys(fieldsOf(reply)).toSorted()])).toEqual([
      [422, ['from', 'replyTo']],
      [422, ['from', 'replyTo', 'utm.source']],
      [422, ['defaultFrom', 'defaultFromName', 'replyTo']],
    ])
    for (const reply of replies) expect(reply.body).toContain('Liquid is not evaluated here')
  })

  it('is refused in the steps of a workflow', async () => {
    const steps = [
      {
        id: 'a',
        name: '{{ x }}',
        type: 'SEND_EMAIL',
        config: { ...email, from: address, replyTo: address, to: address },
        next: 'b',
      },
      { id: 'b', type: 'TRACK_EVENT', config: { event: 'went.{{ x }}' }, next: 'c' },
      { id: 'c', type: 'EXIT', config: { reason: '{% x %}' } },
    ]
    const reply = await call(test, ['POST', '/workflows'], { body: { name: 'W', eventName: 'go', steps } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply)).toSorted()]).toEqual([
      422,
      [
        'steps.0.config.from',
        'steps.0.config.replyTo',
        'steps.0.config.to',
        'steps.0.name',
        'steps.1.config.event',
        'steps.2.config.reason',
      ],
    ])
  })
})
