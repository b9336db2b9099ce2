// Steps that wait for a date, compute data or compare events, run by a worker on a real database.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../../test/support/requests.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'

const test = useTestApp()

const DAY = 86_400_000
const note = (id: string) => ({ id, type: 'UPDATE_CONTACT', config: { data: { [id]: true } } })

const readData = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/contacts/${id}`])).json<{ data: Record<string, unknown> }>().data

const dayAfter = (app: TestApp, days: number) =>
  new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)

describe('a DELAY until a date', () => {
  const STEPS = [
    {
      id: 'renewal',
      type: 'DELAY',
      config: {
        untilDate: { field: 'data.renewsAt', offset: { amount: -1, unit: 'days' }, at: '09:00' },
        ifPast: 'skip',
      },
      next: { date: 'remind', skip: 'late' },
    },
    note('remind'),
    note('late'),
  ]

  it('lasts until then, follows a date that is moved, and skips one that has passed', async () => {
    const app = await inFreshProject(test)
    app.clock.stop()
    const { id } = await buildEnabled(app, { steps: STEPS })
    const soon = await buildContact(app, { data: { renewsAt: dayAfter(app, 5), timezone: 'Asia/Tokyo' } })
    const moved = await buildContact(app, { data: { renewsAt: dayAfter(app, 5) } })
    const past = await buildContact(app, { data: { renewsAt: dayAfter(app, -5) } })
    for (const { email } of [soon, moved, past]) await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const wakeOf = async (contactId: string) =>
      (await readExecutions(app, id)).find((one) => one.contactId === contactId)?.wakeAt
    expect(await wakeOf(soon.id)).toBe(`${dayAfter(app, 4)}T00:00:00.000Z`)
    expect(await wakeOf(moved.id)).toBe(`${dayAfter(app, 4)}T09:00:00.000Z`)
    expect(await readData(app, past.id)).toMatchObject({ late: true })
    const later = dayAfter(app, 9)
    await call(app, ['PATCH', `/contacts/${moved.id}`], { body: { data: { renewsAt: later } } })
    app.clock.advance(6 * DAY)
    await runWorkflows(app.deps)
    expect(await readData(app, soon.id)).toMatchObject({ remind: true })
    expect(await readData(app, moved.id)).toEqual({ renewsAt: later })
    app.clock.advance(3 * DAY)
    await runWorkflows(app.deps)
    expect(await readData(app, moved.id)).toEqual({ renewsAt: later, remind: true })
    const paths = (await readExecutions(app, id)).map(pathOf)
    expect(paths.map((path) => path.join(' ')).toSorted()).toEqual([
      'renewal late',
      'renewal remind',
      'renewal remind',
    ])
    app.clock.advance(-9 * DAY)
  })
})

describe('an UPDATE_CONTACT that computes', () => {
  it('loses no addition of executions that run at the same time', async () => {
    const app = await inFreshProject(test)
    const config = { increment: { spent: '{{ event.total }}' }, append: { orders: '{{ event.id }}' } }
    const { id } = await buildEnabled(app, {
      entry: { reentry: 'always' },
      steps: [{ id: 'add', type: 'UPDATE_CONTACT', config }],
    })
    const contact = await buildContact(app, { data: { spent: 1.5 } })
    const totals = Array.from({ length: 12 }, (_, index) => index + 1)
    await Promise.all(
      totals.map((total) => track(app, 'go', { email: contact.email, data: { total, id: `o${total}` } })),
    )
    await Promise.all(
      [buildWorker(app.deps), buildWorker(app.deps)].map((one) => runWorkflows(app.deps, one)),
    )
    expect((await readExecutions(app, id)).map(({ status }) => status)).toEqual(totals.map(() => 'COMPLETED'))
    const { spent, orders } = await readData(app, contact.id)
    expect(spent).toBe(79.5)
    expect((orders as string[]).toSorted()).toEqual(totals.map((total) => `o${total}`).toSorted())
  })

  it('fails with the reason if the contact has something else there', async () => {
    const app = await inFreshProject(test)
    const steps = [{ id: 'add', type: 'UPDATE_CONTACT', config: { increment: { points: 1 } } }]
    const { id } = await buildEnabled(app, { steps })
    const { email } = await buildContact(app, { data: { points: 'many' } })
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, id)
    const reason = 'The step cannot increment data.points: the contact has "many" there, not a number.'
    expect(execution).toMatchObject({ status: 'FAILED', exitReason: reason })
  })

  it('is refused with broken Liquid in any of its parts', async () => {
    const app = await inFreshProject(test)
    const config = { increment: { a: '{% for %}' }, append: { b: '{% if %}' } }
    const reply = await call(app, ['POST', '/workflows'], {
      body: { name: 'W', eventName: 'go', steps: [{ id: 'a', type: 'UPDATE_CONTACT', config }] },
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual(['steps.0.config.increment.a', 'steps.0.config.append.b'])
  })
})

describe('a comparison with the event that started the workflow', () => {
  const STEPS = [
    {
      id: 'wait',
      type: 'WAIT_FOR_EVENT',
      config: {
        event: 'order.paid',
        where: [{ field: 'data.orderId', operator: 'equals', valueFrom: 'event.data.orderId' }],
        timeout: { amount: 2, unit: 'days' },
      },
      next: { event: 'paid', timeout: 'unpaid' },
    },
    note('paid'),
    note('unpaid'),
  ]

  it('ends the wait of the execution with the same order, among many', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      eventName: 'order.made',
      entry: { reentry: 'always' },
      steps: STEPS,
    })
    const { email } = await buildContact(app)
    for (const orderId of [1, 2, 3]) await track(app, 'order.made', { email, data: { orderId } })
    await runWorkflows(app.deps)
    // More than may wait for one execution.
    for (let orderId = 100; orderId < 210; orderId += 1) {
      await track(app, 'order.paid', { email, data: { orderId } })
    }
    await track(app, 'order.paid', { email, data: { orderId: '2' } })
    await track(app, 'order.paid', { email, data: { orderId: 2 } })
    await runWorkflows(app.deps)
    const executions = await readExecutions(app, id)
    expect(executions.map(({ status }) => status).toSorted()).toEqual(['COMPLETED', 'WAITING', 'WAITING'])
    expect(executions.filter(({ status }) => status === 'COMPLETED').map(pathOf)).toEqual([['wait', 'paid']])
  })

  it('counts for an event that was stored before the runner came to the wait', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { eventName: 'order.made', steps: STEPS })
    const { email } = await buildContact(app)
    await track(app, 'order.made', { email, data: { orderId: 7 } })
    await track(app, 'order.paid', { email, data: { orderId: 6 } })
    await track(app, 'order.paid', { email, data: { orderId: 7 } })
    await runWorkflows(app.deps)
    expect((await readExecutions(app, id)).map(pathOf)).toEqual([['wait', 'paid']])
  })
})

describe('entry filters on the data of the event', () => {
  const FILTERS = {
    operator: 'AND',
    conditions: [
      { field: 'data.plan', operator: 'equals', value: 'pro' },
      {
        operator: 'OR',
        conditions: [
          { field: 'event.data.total', operator: 'greaterThan', value: 100 },
          { field: 'data.isVip', operator: 'equals', value: true },
        ],
      },
    ],
  }

  it('let contacts enter by the event that matches, whichever comes first', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      eventName: 'paid',
      entry: { filters: FILTERS },
      steps: [note('in')],
    })
    const people = {
      large: await buildContact(app, { data: { plan: 'pro' } }),
      small: await buildContact(app, { data: { plan: 'pro' } }),
      vip: await buildContact(app, { data: { plan: 'pro', isVip: true } }),
      free: await buildContact(app, { data: { plan: 'free', isVip: true } }),
    }
    const pay = (name: keyof typeof people, total: number) =>
      track(app, 'paid', { email: people[name].email, data: { total } })
    await pay('large', 10)
    await pay('large', 200)
    await pay('small', 20)
    await pay('vip', 5)
    await pay('free', 500)
    await runWorkflows(app.deps)
    const entered = (await readExecutions(app, id)).map(({ contactId }) => contactId)
    expect(entered.toSorted()).toEqual([people.large.id, people.vip.id].toSorted())
  })

  it('are asked by the simulator, too, and explained as far as they are about the contact', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      eventName: 'paid',
      entry: { filters: FILTERS },
      steps: [note('in')],
    })
    const contact = await buildContact(app, { data: { plan: 'pro' } })
    const simulate = async (total: number) => {
      const events = [{ at: '2030-01-15T08:00:00Z', event: 'paid', data: { total } }]
      const body = { contact: { id: contact.id }, events }
      return (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<{
        status: string | null
      }>().status
    }
    expect([await simulate(100), await simulate(101)]).toEqual([null, 'COMPLETED'])
    const explain = async (email: string) => {
      const reply = await call(app, ['GET', '/explain'], { query: { contact: email, workflowId: id } })
      const { gates } = reply.json<{ gates: { name: string; passed: boolean; explanation: string }[] }>()
      return gates.find(({ name }) => name === 'segment')
    }
    expect(await explain(contact.email)).toMatchObject({
      passed: true,
      explanation: expect.stringContaining('the data of the event that starts the workflow') as string,
    })
    const free = await buildContact(app, { data: { plan: 'free' } })
    expect(await explain(free.email)).toMatchObject({ passed: false })
  })
})

describe('a condition on the state of the subscription, or on a pause', () => {
  const is = (field: string, operator: string, value: unknown) => ({
    operator: 'AND',
    conditions: [{ field, operator, value }],
  })
  const STEPS = [
    {
      id: 'state',
      type: 'CONDITION',
      config: { filters: is('subscriptionState', 'equals', 'NEVER_ASKED') },
      next: { yes: 'leave', no: 'leave' },
    },
    { id: 'leave', type: 'UPDATE_CONTACT', config: { subscribed: false }, next: 'left' },
    {
      id: 'left',
      type: 'CONDITION',
      config: { filters: is('subscriptionState', 'equals', 'LEFT') },
      next: { yes: 'paused', no: null },
    },
    {
      id: 'paused',
      type: 'CONDITION',
      config: { filters: is('pausedUntil', 'withinNext', { amount: 30, unit: 'days' }) },
      next: { yes: 'in', no: null },
    },
    note('in'),
  ]

  it('holds in the runner as in the simulator', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: STEPS })
    const { id: contactId, email } = await buildContact(app, { subscribed: true })
    const pausedUntil = new Date(app.clock.now().getTime() + DAY).toISOString()
    await call(app, ['PATCH', `/contacts/${contactId}`], { body: { pausedUntil } })
    const branchesOf = (path: { stepId: string; output: unknown }[]) =>
      path.map(({ stepId, output }) => `${stepId} ${(output as { branch?: string } | null)?.branch ?? ''}`)
    const events = [{ at: app.clock.now().toISOString(), event: 'go' }]
    const body = { contact: { id: contactId }, events }
    const simulated = (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<{
      path: { stepId: string; output: unknown }[]
    }>()
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, id)
    const expected = ['state no', 'leave ', 'left yes', 'paused yes', 'in ']
    expect(branchesOf(execution?.history ?? [])).toEqual(expected)
    expect(branchesOf(simulated.path)).toEqual(expected)
  })
})
