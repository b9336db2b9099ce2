// The goal of a workflow: who reached it, after which email, and what happens to them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { countConversions } from '../../../../test/support/goals.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  delayStep,
  emailStep,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const STEPS = [
  emailStep('one', 'pause'),
  delayStep('pause', 'two'),
  emailStep('two', 'rest'),
  delayStep('rest', 'thanks'),
  emailStep('thanks'),
]

const GOAL = { event: 'order.paid', value: 'data.total' }

async function run(app: TestApp): Promise<void> {
  await runWorkflows(app.deps)
  await delivery.drain()
  await countConversions(app.deps)
}

async function enter(app: TestApp): Promise<string> {
  const { email: address } = await buildContact(app)
  await track(app, 'go', { email: address })
  await run(app)
  return address
}

const order = async (app: TestApp, address: string, data: object = {}) => {
  await track(app, 'order.paid', { email: address, data })
  await run(app)
}

type GoalFigures = { conversions: number; goalEvents: number; goalValue: number }
type Statistics = { goal: GoalFigures | null; steps: { stepId: string; email: GoalFigures | null }[] }

const readGoal = async (app: TestApp, id: string) => {
  const { goal, steps } = (await call(app, ['GET', `/workflows/${id}/statistics`])).json<Statistics>()
  const bySteps = steps.flatMap(({ stepId, email: figures }) =>
    figures ? [[stepId, figures.conversions, figures.goalValue]] : [],
  )
  return { goal, bySteps }
}

const onlyExecution = async (app: TestApp, id: string) => {
  const [execution] = await readExecutions(app, id)
  if (!execution) throw new Error('there is no execution')
  return execution
}

describe('the goal of a workflow', () => {
  it('counts each execution once, and the events for the last email before them', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS, goal: GOAL })
    const [ada, bob] = [await enter(app), await enter(app)]
    await enter(app)
    await order(app, ada, { total: 10 })
    await order(app, bob, { total: 1 })
    await order(app, bob, { total: 2 })
    await order(app, (await buildContact(app)).email, { total: 100 })
    expect(await readGoal(app, id)).toEqual({
      goal: { event: 'order.paid', conversions: 2, goalEvents: 3, goalValue: 13 },
      bySteps: [
        ['one', 2, 13],
        ['two', 0, 0],
        ['thanks', 0, 0],
      ],
    })
  })

  it('gives the email that came last the credit', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: [emailStep('one', 'two'), emailStep('two')], goal: GOAL })
    await order(app, await enter(app), { total: 4 })
    expect((await readGoal(app, id)).bySteps).toEqual([
      ['one', 0, 0],
      ['two', 1, 4],
    ])
    // An execution that began before the window does not count.
    const address = await enter(app)
    await sql`update workflow_executions set started_at = started_at - interval '8 days'`.execute(
      app.deps.database.db,
    )
    await sql`update emails set sent_at = sent_at - interval '8 days' where address = ${address}`.execute(
      app.deps.database.db,
    )
    await order(app, address, { total: 4 })
    expect((await readGoal(app, id)).goal).toMatchObject({ conversions: 1, goalValue: 4 })
  })

  it('ends executions with whenReached exit, and leaves others alone', async () => {
    const app = await inFreshProject(test)
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 10 }]
    const { id } = await buildEnabled(app, { steps: STEPS, goal: { ...GOAL, where, whenReached: 'exit' } })
    const address = await enter(app)
    await order(app, address, { total: 10 })
    expect(await onlyExecution(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'pause' })
    await order(app, address, { total: 11 })
    expect(await onlyExecution(app, id)).toMatchObject({
      status: 'EXITED',
      exitReason: 'The goal "order.paid" was reached.',
    })
    expect((await readGoal(app, id)).goal).toMatchObject({ conversions: 1, goalEvents: 1 })
  })

  it('moves executions ahead with whenReached goTo, once, and not back', async () => {
    const app = await inFreshProject(test)
    const steps = [...STEPS.slice(0, -1), emailStep('thanks', 'last'), delayStep('last')]
    const goal = { ...GOAL, whenReached: 'goTo', goTo: 'thanks' }
    const { id } = await buildEnabled(app, { steps, goal })
    const address = await enter(app)
    await order(app, address)
    const moved = await onlyExecution(app, id)
    expect(pathOf(moved)).toEqual(['one', 'pause', 'thanks', 'last'])
    expect(moved.history[1]).toMatchObject({ status: 'COMPLETED', output: { goal: 'order.paid' } })
    await order(app, address)
    expect(pathOf(await onlyExecution(app, id))).toEqual(['one', 'pause', 'thanks', 'last'])
  })

  it('starts from zero when it counts something else, and not when its window changes', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS, goal: GOAL })
    await order(app, await enter(app), { total: 3 })
    const patch = (goal: object | null) => call(app, ['PATCH', `/workflows/${id}`], { body: { goal } })
    await patch({ ...GOAL, window: { amount: 1, unit: 'days' } })
    expect((await readGoal(app, id)).goal).toMatchObject({ conversions: 1, goalValue: 3 })
    await patch({ ...GOAL, value: 'data.net' })
    expect((await readGoal(app, id)).goal).toMatchObject({ conversions: 0, goalEvents: 0, goalValue: 0 })
    await patch(null)
    expect((await readGoal(app, id)).goal).toBeNull()
    await call(app, ['DELETE', `/workflows/${id}`], { query: { cancel: 'true' } })
    const { rows } = await sql`select from goals where owner_id = ${id}`.execute(app.deps.database.db)
    expect(rows).toEqual([])
  })

  it('is in the report as CSV, with the results of each step', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS, goal: GOAL })
    await order(app, await enter(app), { total: 3 })
    const reply = await call(app, ['GET', `/workflows/${id}/report`])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="workflow-${id}.csv"`,
    })
    expect(reply.body.split('\r\n')).toEqual(
      expect.arrayContaining([
        'goal,,goalValue,3',
        'steps,one,email.conversions,1',
        'steps,two,email.sent,0',
      ]),
    )
  })

  it('is part of the definition: of versions, copies and simulations', async () => {
    const app = await inFreshProject(test)
    const goal = { ...GOAL, whenReached: 'goTo', goTo: 'thanks' }
    const { id } = await buildEnabled(app, { steps: STEPS, goal })
    const shown = { ...goal, where: null, window: { amount: 7, unit: 'days' } }
    expect((await call(app, ['GET', `/workflows/${id}/versions/1`])).json()).toMatchObject({ goal: shown })
    expect((await call(app, ['POST', `/workflows/${id}/duplicate`])).json()).toMatchObject({ goal: shown })
    const reply = await call(app, ['POST', `/workflows/${id}/simulate`], {
      body: {
        contact: { email: 'ada@example.com' },
        startAt: '2030-01-01T08:00:00Z',
        events: [
          { at: '2030-01-01T08:00:00Z', event: 'go' },
          { at: '2030-01-01T09:00:00Z', event: 'order.paid' },
        ],
      },
    })
    const { path } = reply.json<{ path: { stepId: string }[] }>()
    expect(path.map(({ stepId }) => stepId)).toEqual(['one', 'pause', 'thanks'])
  })

  it.each([
    [{ ...GOAL, whenReached: 'goTo' }, 'goal.goTo', 'is required with whenReached goTo'],
    [{ ...GOAL, goTo: 'one' }, 'goal.goTo', 'must be left out unless whenReached is goTo'],
    [
      { ...GOAL, whenReached: 'goTo', goTo: 'nowhere' },
      'goal.goTo',
      'Its steps: one, pause, two, rest, thanks',
    ],
    [{ ...GOAL, whenReached: 'stop' }, 'goal.whenReached', 'continue'],
    [{ event: 'workflow.started' }, 'goal.event', 'must not begin with "workflow."'],
  ])('refuses %j', async (...[goal, field, message]) => {
    const app = await inFreshProject(test)
    const body = { name: 'Workflow', eventName: 'go', steps: STEPS, goal }
    const reply = await call(app, ['POST', '/workflows'], { body })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual([field])
    expect(errorOf(reply).errors?.[0]?.message).toContain(message)
  })

  it('refuses to lose the step that it leads to', async () => {
    const app = await inFreshProject(test)
    const goal = { ...GOAL, whenReached: 'goTo', goTo: 'thanks' }
    const { id } = await buildEnabled(app, { steps: STEPS, goal })
    const reply = await call(app, ['PATCH', `/workflows/${id}`], { body: { steps: [emailStep('one')] } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['goal.goTo']])
  })
})
