import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type WorkflowRecord = { id: string; name: string; version: number; steps: unknown[]; updatedAt: string }
type ListAnswer = {
  workflows: { id: string }[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const STEPS = [{ id: 'wait', type: 'DELAY', config: { unit: 'days', amount: 1 }, next: null }]
const BODY = { name: 'Welcome', trigger: { type: 'EVENT', event: 'signed-up' }, steps: STEPS }

const create = (app: TestApp, body: unknown): Promise<Reply> => call(app, ['POST', '/workflows'], { body })

async function buildWorkflow(app: TestApp, body: object = {}): Promise<WorkflowRecord> {
  const reply = await create(app, { ...BODY, ...body })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<WorkflowRecord>()
}

const buildTemplate = async (app: TestApp, body: object = {}): Promise<string> => {
  const reply = await call(app, ['POST', '/templates'], {
    body: { name: 'T', subject: 'Hi', body: '<p>Hi</p>', ...body },
  })
  return reply.json<{ id: string }>().id
}
const buildSegment = async (app: TestApp, body: object): Promise<string> =>
  (await call(app, ['POST', '/segments'], { body: { name: 'S', ...body } })).json<{ id: string }>().id

describe('POST /workflows', () => {
  it('creates a workflow, disabled and at version 1', async () => {
    const reply = await create(test, {
      ...BODY,
      description: 'For new users',
      entry: { reentry: 'always' },
    })
    expect(reply.statusCode).toBe(201)
    const workflow = reply.json<WorkflowRecord>()
    expect(workflow).toMatchObject({
      name: 'Welcome',
      description: 'For new users',
      enabled: false,
      version: 1,
      trigger: BODY.trigger,
      steps: STEPS,
      stepCount: 1,
      entry: { reentry: 'always' },
      exit: null,
    })
    expect((await call(test, ['GET', `/workflows/${workflow.id}`])).json()).toEqual(workflow)
  })

  it('takes the short form of a trigger, and no steps yet', async () => {
    const reply = await create(test, { name: 'Draft', eventName: 'signed-up' })
    expect(reply.json()).toMatchObject({
      trigger: { type: 'EVENT', event: 'signed-up' },
      steps: [],
      stepCount: 0,
    })
  })

  it('keeps the order of branches', async () => {
    const weights = { z: 1, a: 2, m: 3 }
    const { steps } = await buildWorkflow(test, { steps: [{ id: 's', type: 'SPLIT', config: { weights } }] })
    expect(JSON.stringify(steps)).toContain('{"z":1,"a":2,"m":3}')
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { name: 'required', trigger: 'required' }],
    [{ ...BODY, name: ' ' }, { name: 'too_small' }],
    [{ ...BODY, name: 'x'.repeat(101) }, { name: 'too_big' }],
    [{ ...BODY, eventName: 'a' }, { eventName: 'custom' }],
    [{ ...BODY, enabled: 'yes' }, { enabled: 'invalid_type' }],
    [{ ...BODY, steps: [], enabled: true }, { steps: 'too_small' }],
    [{ ...BODY, trigger: { type: 'SOON' } }, { 'trigger.type': 'invalid_enum_value' }],
    [{ ...BODY, steps: 'none' }, { steps: 'invalid_type' }],
    [{ ...BODY, steps: [{ id: 'a', type: 'FLY' }] }, { 'steps.0.type': 'invalid_enum_value' }],
    [{ ...BODY, steps: [{ ...STEPS[0], next: 'x' }] }, { 'steps.0.next': 'custom' }],
    [
      { ...BODY, exit: { filters: {} } },
      { 'exit.filters.operator': 'required', 'exit.filters.conditions': 'required' },
    ],
  ])('refuses bad input: case %#', async (body, fields) => {
    const reply = await create(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('takes templates of the project by id and alias, and refuses all others', async () => {
    const id = await buildTemplate(test)
    await buildTemplate(test, { alias: 'welcome' })
    const foreign = await buildTemplate({ ...test, project: test.other })
    const keys = [id, id.toUpperCase(), 'welcome', foreign, UNKNOWN, 'farewell']
    const steps = keys.map((templateId, index) => ({
      id: `s${index}`,
      type: 'SEND_EMAIL',
      config: { templateId },
      next: index + 1 < keys.length ? `s${index + 1}` : null,
    }))
    const reply = await create(test, { ...BODY, steps })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual([3, 4, 5].map((n) => `steps.${n}.config.templateId`))
    expect(
      (await create(test, { ...BODY, steps: [steps[0], steps[1], { ...steps[2], next: null }] })).statusCode,
    ).toBe(201)
  })

  it('takes segments of the project, static ones where members are added', async () => {
    const fixed = await buildSegment(test, { type: 'STATIC' })
    const filters = {
      operator: 'AND',
      conditions: [{ field: 'subscribed', operator: 'equals', value: true }],
    }
    const dynamic = await buildSegment(test, { filters })
    const foreign = await buildSegment({ ...test, project: test.other }, { type: 'STATIC' })
    const inSegment = (value: string) => ({
      operator: 'AND',
      conditions: [{ field: 'segment', operator: 'memberOf', value }],
    })
    const steps = [
      { id: 'a', type: 'ADD_TO_SEGMENT', config: { segmentId: fixed }, next: 'b' },
      { id: 'b', type: 'REMOVE_FROM_SEGMENT', config: { segmentId: dynamic }, next: 'c' },
      { id: 'c', type: 'ADD_TO_SEGMENT', config: { segmentId: foreign }, next: 'd' },
      { id: 'd', type: 'CONDITION', config: { filters: inSegment(dynamic) }, next: { yes: 'e' } },
      { id: 'e', type: 'CONDITION', config: { branches: [{ name: 'x', filters: inSegment(foreign) }] } },
    ]
    const trigger = { type: 'SEGMENT_ENTERED', segmentId: UNKNOWN }
    const reply = await create(test, { name: 'X', trigger, steps, exit: { filters: inSegment(UNKNOWN) } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply)).toSorted()]).toEqual([
      422,
      [
        'exit.filters.conditions.0.value',
        'steps.1.config.segmentId',
        'steps.2.config.segmentId',
        'steps.4.config.branches.0.filters.conditions.0.value',
        'trigger.segmentId',
      ],
    ])
  })

  it('checks its inline emails', async () => {
    const app = await inFreshProject(test)
    const own = (config: object) => [
      { id: 'a', type: 'SEND_EMAIL', config: { subject: 'Hi', body: '<p>Hi</p>', ...config } },
    ]
    expect(fieldsOf(await create(app, { ...BODY, steps: own({}) }))).toEqual({
      'steps.0.config.from': 'required',
    })
    const broken = await create(app, { ...BODY, steps: own({ from: 'a@acme.example', body: '{% if %}' }) })
    expect([broken.statusCode, fieldsOf(broken)]).toEqual([422, { 'steps.0.config.body': 'custom' }])
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'hello@acme.example' } })
    expect((await create(app, { ...BODY, steps: own({}) })).statusCode).toBe(201)
  })

  it('acts once for one Idempotency-Key', async () => {
    const app = await inFreshProject(test)
    const options = { body: BODY, headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await call(app, ['POST', '/workflows'], options)
    const second = await call(app, ['POST', '/workflows'], options)
    expect(second.json()).toEqual(first.json())
    expect((await call(app, ['GET', '/workflows'])).json<ListAnswer>().total).toBe(1)
  })
})

describe('GET /workflows', () => {
  it('lists newest first, without steps, page by page', async () => {
    const app = await inFreshProject(test)
    const made: string[] = []
    for (const name of ['A', 'B', 'C']) made.unshift((await buildWorkflow(app, { name })).id)
    const page = async (query: Record<string, string>) =>
      (await call(app, ['GET', '/workflows'], { query })).json<ListAnswer>()
    const first = await page({ limit: '2' })
    expect([first.workflows.map(({ id }) => id), first.hasMore, first.total]).toEqual([
      made.slice(0, 2),
      true,
      3,
    ])
    expect(first.workflows[0]).not.toHaveProperty('steps')
    const second = await page({ limit: '2', cursor: first.cursor ?? '', total: 'false' })
    expect(second).toMatchObject({ workflows: [{ id: made[2] }], cursor: null, hasMore: false, total: null })
  })
})

describe('PATCH /workflows/{id}', () => {
  const patch = (id: string, body: unknown) => call(test, ['PATCH', `/workflows/${id}`], { body })

  it('changes what is given and leaves the rest', async () => {
    const { id } = await buildWorkflow(test, { description: 'Old', exit: { event: 'left' } })
    const reply = await patch(id, { name: 'New', description: null, eventName: 'joined' })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      {
        name: 'New',
        description: null,
        trigger: { type: 'EVENT', event: 'joined' },
        steps: STEPS,
        exit: { event: 'left' },
        version: 1,
      },
    ])
    expect((await patch(id, { exit: null, steps: [] })).json()).toMatchObject({
      exit: null,
      steps: [],
      stepCount: 0,
    })
    expect((await call(test, ['GET', `/workflows/${id}`])).json()).toMatchObject({
      name: 'New',
      stepCount: 0,
    })
  })

  it('makes a new version of a definition that has been enabled', async () => {
    const { id } = await buildWorkflow(test)
    const { pool } = test.deps.database
    expect((await patch(id, { enabled: true })).json()).toMatchObject({ enabled: true, version: 1 })
    expect((await patch(id, { enabled: false })).json()).toMatchObject({ enabled: false, version: 1 })
    expect((await patch(id, { name: 'Only the name' })).json()).toMatchObject({ version: 1 })
    expect((await patch(id, { steps: [] })).json()).toMatchObject({ version: 2, steps: [] })
    expect((await patch(id, { steps: STEPS })).json()).toMatchObject({ version: 2, steps: STEPS })
    const kept = await pool.query<{ step_count: number }>(
      'select step_count from workflow_versions where workflow_id = $1 and version = 1',
      [id],
    )
    expect(kept.rows).toEqual([{ step_count: 1 }])
  })

  it('does not check templates that are not part of the change', async () => {
    const templateId = await buildTemplate(test)
    const steps = [{ id: 'a', type: 'SEND_EMAIL', config: { templateId } }]
    const { id } = await buildWorkflow(test, { steps })
    await call(test, ['DELETE', `/templates/${templateId}`])
    expect((await patch(id, { name: 'Still here' })).statusCode).toBe(200)
    expect(fieldsOf(await patch(id, { steps }))).toEqual({ 'steps.0.config.templateId': 'custom' })
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{ name: null }, { name: 'invalid_type' }],
    [{ enabled: 1 }, { enabled: 'invalid_type' }],
    [{ enabled: true, steps: [] }, { steps: 'too_small' }],
    [{ eventName: 'a', trigger: { type: 'MANUAL' } }, { eventName: 'custom' }],
    [
      {
        steps: [
          { id: 'a', type: 'EXIT' },
          { id: 'a', type: 'EXIT' },
        ],
      },
      { 'steps.1.id': 'custom' },
    ],
  ])('refuses bad input: case %#', async (body, fields) => {
    const { id } = await buildWorkflow(test)
    const reply = await patch(id, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

describe('DELETE /workflows/{id}', () => {
  it('deletes it with its versions', async () => {
    const { id } = await buildWorkflow(test)
    const remove = () => call(test, ['DELETE', `/workflows/${id}`], { query: { cancel: 'true' } })
    expect((await remove()).statusCode).toBe(204)
    const again = await remove()
    expect([again.statusCode, errorOf(again).code]).toEqual([404, 'WORKFLOW_NOT_FOUND'])
  })
})

describe('POST /workflows/{id}/duplicate', () => {
  it('makes a disabled copy at version 1', async () => {
    const original = await buildWorkflow(test, { name: 'x'.repeat(100), exit: { event: 'left' } })
    const reply = await call(test, ['POST', `/workflows/${original.id}/duplicate`])
    const copy = reply.json<WorkflowRecord>()
    expect(reply.statusCode).toBe(201)
    expect(copy).toMatchObject({
      name: `${'x'.repeat(93)} (copy)`,
      enabled: false,
      version: 1,
      steps: STEPS,
      exit: { event: 'left' },
    })
    expect(copy.id).not.toBe(original.id)
  })
})

describe('every call about a workflow', () => {
  it.each<[method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string]>([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/duplicate'],
    ['POST', '/simulate'],
  ])('answers 404 for one of another project, 401 without a key: %s %s', async (method, path) => {
    const { id } = await buildWorkflow(test)
    const body = path === '/simulate' ? { contact: { email: 'a@example.com' } } : {}
    const ask = (key: string) =>
      call(test, [method, `/workflows/${id}${path}`], { key, ...(method !== 'GET' && { body }) })
    const reply = await ask(test.other.secretKey)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'WORKFLOW_NOT_FOUND'])
    expect((await ask('sk_unknown')).statusCode).toBe(401)
  })
})
