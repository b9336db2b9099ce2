import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, delayStep, runWorkflows, track } from '../../../../test/support/workflows.ts'

const test = useTestApp()

type Answer = {
  executions: {
    workflowName: string
    status: string
    step: { id: string; type: string; name: string | null; since: string | null } | null
  }[]
  cursor: string | null
  total: number
}

const ask = (app: TestApp, id: string, query: Record<string, string> = {}) =>
  call(app, ['GET', `/contacts/${id}/executions`], { query })
const read = async (app: TestApp, id: string, query: Record<string, string> = {}) =>
  (await ask(app, id, query)).json<Answer>()

describe('GET /contacts/{id}/executions', () => {
  it('lists those of all workflows, newest first, with the step at which each is', async () => {
    const app = await inFreshProject(test)
    const ann = await buildContact(app)
    const bob = await buildContact(app)
    const wait = { ...delayStep('wait'), name: 'Give them a day' }
    await buildEnabled(app, { name: 'Welcome', steps: [wait] })
    const exit = { id: 'out', type: 'EXIT', config: { reason: 'done' } }
    await buildEnabled(app, { name: 'Short', eventName: 'later', steps: [exit] })
    await track(app, 'go', { email: ann.email })
    await track(app, 'go', { email: bob.email })
    await runWorkflows(app.deps)
    app.clock.advance(1_000)
    await track(app, 'later', { email: ann.email })
    await runWorkflows(app.deps)

    const { executions, total } = await read(app, ann.id)
    expect(total).toBe(2)
    expect(executions).toMatchObject([
      { workflowName: 'Short', status: 'EXITED', step: { id: 'out', type: 'EXIT', name: null } },
      {
        workflowName: 'Welcome',
        status: 'WAITING',
        step: { id: 'wait', type: 'DELAY', name: 'Give them a day', since: expect.any(String) as string },
      },
    ])
    const waiting = await read(app, ann.id, { status: 'WAITING' })
    expect([waiting.total, waiting.executions[0]?.workflowName]).toEqual([1, 'Welcome'])
    const first = await read(app, ann.id, { limit: '1' })
    const second = await read(app, ann.id, { limit: '1', cursor: first.cursor ?? '' })
    expect([second.executions[0]?.workflowName, second.cursor]).toEqual(['Welcome', null])
    expect((await read(app, bob.id)).total).toBe(1)
  })

  it.each([
    [{ status: 'SLEEPING' }, { status: 'invalid_enum_value' }],
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ since: 'now' }, { since: 'unrecognized_keys' }],
  ])('refuses bad input: %j', async (query, fields) => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const reply = await ask(app, id, query as Record<string, string>)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('does not know contacts of other projects', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildContact(other)
    for (const contactId of [id, UNKNOWN]) {
      const reply = await ask(app, contactId)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
  })
})
