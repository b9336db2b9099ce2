import { beforeAll, describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, runWorkflows, track } from '../../../../test/support/workflows.ts'

const test = useTestApp()
const stepsOf = (amount: number) => [{ id: 'wait', type: 'DELAY', config: { amount, unit: 'days' } }]

type Version = { version: number; active: number; stepCount: number }
type List = { versions: Version[]; cursor: string | null; hasMore: boolean; total: number }

let app: TestApp
let workflowId: string
beforeAll(async () => {
  app = await inFreshProject(test)
  workflowId = (await buildEnabled(app, { steps: stepsOf(1) })).id
  await track(app, 'go', { email: newAddress() })
  await runWorkflows(app.deps)
  await call(app, ['PATCH', `/workflows/${workflowId}`], { body: { steps: stepsOf(2) } })
})

const get = (below: string, query: Record<string, string> = {}) =>
  call(app, ['GET', `/workflows/${workflowId}/versions${below}`], { query })

describe('GET /workflows/{id}/versions', () => {
  it('lists them newest first, in pages, with the number of active executions', async () => {
    const first = (await get('', { limit: '1' })).json<List>()
    expect(first).toMatchObject({ versions: [{ version: 2, active: 0 }], hasMore: true, total: 2 })
    expect(first.versions[0]).not.toHaveProperty('steps')
    const rest = (await get('', { limit: '1', cursor: first.cursor ?? '' })).json<List>()
    expect(rest).toMatchObject({ versions: [{ version: 1, active: 1, stepCount: 1 }], hasMore: false })
  })

  it('is a 404 for a workflow of another project', async () => {
    const reply = await call(test, ['GET', `/workflows/${workflowId}/versions`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'WORKFLOW_NOT_FOUND'])
  })
})

describe('GET /workflows/{id}/versions/{version}', () => {
  it('returns its definition', async () => {
    expect((await get('/1')).json()).toMatchObject({ version: 1, steps: stepsOf(1), entry: null, active: 1 })
    expect((await get('/2')).json()).toMatchObject({ version: 2, steps: stepsOf(2), exit: null })
  })

  it.each(['3', '0', 'newest', '99999999999'])('is a 404 for %s', async (version) => {
    expect((await get(`/${version}`)).statusCode).toBe(404)
  })
})

describe('PATCH /workflows/{id} with ifUpdatedAt', () => {
  it('saves only if the workflow has not been saved since', async () => {
    const path = `/workflows/${workflowId}`
    const { updatedAt } = (await call(app, ['GET', path])).json<{ updatedAt: string }>()
    const patch = (body: object) => call(app, ['PATCH', path], { body })
    expect((await patch({ name: 'Mine', ifUpdatedAt: updatedAt })).statusCode).toBe(200)
    const late = await patch({ name: 'Too late', ifUpdatedAt: updatedAt })
    expect([late.statusCode, errorOf(late).code]).toEqual([409, 'CONFLICT'])
    expect((await call(app, ['GET', path])).json()).toMatchObject({ name: 'Mine', version: 2 })
    expect(fieldsOf(await patch({ ifUpdatedAt: 'today' }))).toEqual({ ifUpdatedAt: 'invalid_date' })
  })

  it('does not mistake the updatedAt of a whole record for it', async () => {
    const path = `/workflows/${workflowId}`
    const body = (await call(app, ['GET', path])).json<object>()
    expect((await call(app, ['PATCH', path], { body })).statusCode).toBe(200)
  })
})
