import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()
let app: TestApp
beforeAll(async () => {
  app = await inFreshProject(test)
})

type Problem = { stepId: string; code: string; message: string; suggestion: string; field: string }
type Answer = { ready: boolean; problems: Problem[] }

const email = (id: string, config: object) => ({ id, type: 'SEND_EMAIL', config })

const ask = (steps: unknown, own = app) => call(own, ['POST', '/workflows/preflight'], { body: { steps } })

async function found(steps: unknown, own = app): Promise<string[]> {
  const reply = await ask(steps, own)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { ready, problems } = reply.json<Answer>()
  expect(ready).toBe(problems.length === 0)
  return problems.map(({ stepId, code, field }) => `${stepId} ${code} ${field}`)
}

async function buildTemplate(own: TestApp, alias: string, from?: string): Promise<void> {
  const body = { name: alias, alias, subject: 'Hi', body: '<p>Hi</p>', from }
  const reply = await call(own, ['POST', '/templates'], { body })
  if (reply.statusCode !== 201) throw new Error(reply.body)
}

describe('POST /workflows/preflight', () => {
  it('names the steps whose email has no sender, by id and by alias of their template', async () => {
    await buildTemplate(app, 'without')
    await buildTemplate(app, 'with', 'hello@shop.test')
    const steps = [
      email('a', { templateId: 'without' }),
      { id: 'b', type: 'DELAY', config: { amount: 1, unit: 'days' } },
      email('c', { templateId: 'with' }),
      email('d', { subject: 'Hi', body: '<p>Hi</p>' }),
      email('e', { subject: 'Hi', body: '<p>Hi</p>', from: 'hello@shop.test' }),
    ]
    expect(await found(steps)).toEqual([
      'a NO_SENDER steps.0.config.templateId',
      'd NO_SENDER steps.3.config.from',
    ])
    const [first] = (await ask(steps)).json<Answer>().problems
    expect(first?.message).toContain('The email has no sender')
    expect(first?.suggestion).toContain('PATCH /project')
  })

  it('names emails with coupons of a list that does not exist, and the lists that there are', async () => {
    const own = await inFreshProject(test)
    const create = (url: string, body: object) => call(own, ['POST', url], { body })
    await create('/coupon-lists', { key: 'spring', name: 'Spring' })
    const from = 'hello@shop.test'
    const content = { name: 'T', alias: 'sale', subject: '{{ coupons.sprin }}', body: '<p>Hi</p>', from }
    await create('/templates', content)
    const steps = [
      email('a', { templateId: 'sale' }),
      email('b', { subject: 'Hi', body: '<p>{{ coupons.spring }} {{ coupons["summer"] }}</p>', from }),
      email('c', { subject: 'Hi', body: '<a href="https://coupons.example/">coupons.autumn</a>', from }),
    ]
    expect(await found(steps, own)).toEqual([
      'a COUPON_LIST_MISSING steps.0.config.templateId',
      'b COUPON_LIST_MISSING steps.1.config.body',
    ])
    const [first] = (await ask(steps, own)).json<Answer>().problems
    expect(first?.message).toContain('with the key sprin. The only coupon list is spring.')
  })

  it('accepts the default sender of the project, as sending does', async () => {
    const own = await inFreshProject(test)
    await buildTemplate(own, 'welcome')
    const steps = [email('a', { templateId: 'welcome' })]
    expect(await found(steps, own)).toHaveLength(1)
    await call(own, ['PATCH', '/project'], { body: { defaultFrom: 'hello@shop.test' } })
    expect(await found(steps, own)).toEqual([])
  })

  it('names senders whose domain is not verified, with the reason', async () => {
    await buildTemplate(app, 'foreign', 'hello@not-added.com')
    const steps = [
      email('a', { templateId: 'foreign' }),
      email('b', { from: 'hello@not-added.com' }),
      email('c', { from: 'hello@' }),
    ]
    expect(await found(steps)).toEqual([
      'a SENDER_NOT_VERIFIED steps.0.config.templateId',
      'b SENDER_NOT_VERIFIED steps.1.config.from',
      'c SENDER_NOT_VERIFIED steps.2.config.from',
    ])
    expect((await ask(steps)).json<Answer>().problems[0]?.message).toContain('not-added.com')
  })

  it('leaves out templates that do not exist or belong to another project: saving reports them', async () => {
    const other = await inFreshProject(test)
    await buildTemplate(other, 'theirs')
    const steps = [email('a', { templateId: 'theirs' }), email('b', { templateId: 'nowhere' })]
    expect(await found(steps)).toEqual([])
    expect(await found(steps, other)).toEqual(['a NO_SENDER steps.0.config.templateId'])
  })

  it('accepts unfinished steps, and an empty list', async () => {
    expect(await found([])).toEqual([])
    expect(await found([{ id: 'a', type: 'CONDITION', next: { yes: 'nowhere' } }])).toEqual([])
  })

  it.each<[steps: unknown, fields: Record<string, string>]>([
    [undefined, { steps: 'required' }],
    ['all', { steps: 'invalid_type' }],
    [[{ type: 'SEND_EMAIL' }], { 'steps.0.id': 'required' }],
    [[email('a', { templateId: 7 })], { 'steps.0.config.templateId': 'invalid_type' }],
    [[email('a', { from: 'x'.repeat(321) })], { 'steps.0.config.from': 'too_big' }],
    [Array.from({ length: 201 }, (_, n) => email(`s${n}`, {})), { steps: 'too_big' }],
  ])('refuses %j', async (steps, fields) => {
    const reply = await ask(steps)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('needs a key that may read', async () => {
    const keys = [null, app.project.publicKey, await buildKey(app, { scopes: ['send'] })]
    const answers = []
    for (const key of keys) {
      const reply = await call(app, ['POST', '/workflows/preflight'], { key, body: { steps: [] } })
      answers.push([reply.statusCode, errorOf(reply).code])
    }
    expect(answers).toEqual([
      [401, 'MISSING_AUTH'],
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ])
    const key = await buildKey(app, { scopes: ['read'] })
    const reply = await call(app, ['POST', '/workflows/preflight'], { key, body: { steps: [] } })
    expect(reply.statusCode).toBe(200)
  })
})
