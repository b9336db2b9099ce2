// Events that happen before the runner has reached the wait they are meant for, and events that are announced in another
// order than they happened in. The result has to be that of the simulator, which has no such delays.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../../test/support/delivery.ts'
import { buildContact, inFreshProject, newAddress } from '../../../../../test/support/factories.ts'
import { call } from '../../../../../test/support/requests.ts'
import { sendOne } from '../../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  processSignals,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'
import { inTransaction } from '../../../../platform/db/client.ts'
import { runDueWork } from '../../../../platform/work/work-loop.ts'
import { EXECUTIONS } from '../work-tables.ts'
import { MOST_PENDING } from '../../triggers/event-router.ts'

const test = useTestApp()
const delivery = useDelivery(test)
const HOUR = 3_600_000

const wait = (id: string, event: string, next: string) => ({
  id,
  type: 'WAIT_FOR_EVENT',
  config: { event, timeout: { amount: 10, unit: 'hours' } },
  next: { event: next, timeout: 'late' },
})
const delay = (id: string, next: string) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'hours' },
  next,
})
const mark = (id: string) => ({ id, type: 'UPDATE_CONTACT', config: { data: { [id]: true } } })
const ENDS = [mark('paid'), mark('late')]

/** Runs `work` while another node still holds the announcements of this name. */
async function withoutAnnouncing(app: TestApp, name: string, work: () => Promise<void>): Promise<void> {
  await inTransaction(app.deps.database.db, async (trx) => {
    const { rows } = await sql`
      select from announcements where project_id = ${app.project.projectId} and name = ${name} for update`.execute(
      trx,
    )
    expect(rows.length).toBeGreaterThan(0)
    await work()
  })
}

type Worker = ReturnType<typeof buildWorker>

/** Passes announced events to the workflows, without running executions. */
async function processEvents(app: TestApp, { signals }: Worker): Promise<void> {
  await processSignals(app.deps, signals)
}

async function runExecutions(app: TestApp, { kinds }: Worker): Promise<void> {
  for (const kind of kinds) if (kind.table === EXECUTIONS) await runDueWork(app.deps, kind)
}

async function only(app: TestApp, id: string) {
  const [execution, ...others] = await readExecutions(app, id)
  expect(others).toEqual([])
  if (!execution) throw new Error('nothing was started')
  const { status, currentStepId } = execution
  return { status, currentStepId, path: pathOf(execution) }
}

describe('an event that is announced before an earlier one', () => {
  it('ends the wait of the execution that the earlier one starts', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: [wait('w', 'paid', 'paid'), ...ENDS] })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await track(app, 'paid', { email })
    await withoutAnnouncing(app, 'go', () => processEvents(app, worker))
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', path: ['w', 'paid'] })
  })

  it('lets the contact leave the execution that the earlier one starts', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      steps: [delay('d', 'late'), mark('late')],
      exit: { event: 'paid' },
    })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await track(app, 'paid', { email })
    await withoutAnnouncing(app, 'go', () => processEvents(app, worker))
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'EXITED', path: ['d'] })
  })

  it('ends the wait after the one that the earlier one ends', async () => {
    const app = await inFreshProject(test)
    const steps = [wait('first', 'ordered', 'second'), wait('second', 'paid', 'paid'), ...ENDS]
    const { id } = await buildEnabled(app, { steps })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await runWorkflows(app.deps, worker)
    await track(app, 'ordered', { email })
    await track(app, 'paid', { email })
    await withoutAnnouncing(app, 'ordered', () => processEvents(app, worker))
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', path: ['first', 'second', 'paid'] })
  })

  it.each(['email.queued', 'email.sent', 'email.delivered'])(
    'also if it is not stored: %s',
    async (event) => {
      const app = await inFreshProject(test)
      const { id } = await buildEnabled(app, { steps: [wait('w', event, 'paid'), ...ENDS] })
      const contact = await buildContact(app)
      const worker = buildWorker(app.deps)
      await track(app, 'go', { email: contact.email })
      await sendOne(app, { to: contact.email })
      await delivery.drain()
      await withoutAnnouncing(app, 'go', () => processEvents(app, worker))
      await runWorkflows(app.deps, worker)
      expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', path: ['w', 'paid'] })
    },
  )

  it('comes too late for a wait if it happened before the execution came there', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      steps: [wait('w', 'paid', 'paid'), ...ENDS],
      exit: { event: 'left' },
    })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'paid', { email })
    await track(app, 'left', { email })
    await track(app, 'go', { email })
    await withoutAnnouncing(app, 'paid', () =>
      withoutAnnouncing(app, 'left', () => processEvents(app, worker)),
    )
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'w' })
  })
})

describe('an event that is found before it is announced', () => {
  it('counts once', async () => {
    const app = await inFreshProject(test)
    const steps = [wait('first', 'paid', 'second'), wait('second', 'paid', 'paid'), ...ENDS]
    const { id } = await buildEnabled(app, { steps })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await track(app, 'paid', { email })
    await withoutAnnouncing(app, 'paid', async () => {
      await processEvents(app, worker)
      await runExecutions(app, worker)
    })
    expect(await only(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'second' })
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'second' })
    await track(app, 'paid', { email })
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', path: ['first', 'second', 'paid'] })
  })

  it.each(['email.queued', 'email.sent', 'email.delivered'])(
    'counts once if it is not stored: %s',
    async (event) => {
      const app = await inFreshProject(test)
      const steps = [wait('first', event, 'second'), wait('second', event, 'paid'), ...ENDS]
      const { id } = await buildEnabled(app, { steps })
      const contact = await buildContact(app)
      const worker = buildWorker(app.deps)
      await track(app, 'go', { email: contact.email })
      await sendOne(app, { to: contact.email })
      await delivery.drain()
      await withoutAnnouncing(app, event, async () => {
        await processEvents(app, worker)
        await runExecutions(app, worker)
      })
      expect(await only(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'second' })
      await runWorkflows(app.deps, worker)
      expect(await only(app, id)).toMatchObject({ status: 'WAITING', currentStepId: 'second' })
    },
  )

  it('ends a wait whose time is over, if it happened before that', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: [wait('w', 'paid', 'paid'), ...ENDS] })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await runWorkflows(app.deps, worker)
    app.clock.advance(10 * HOUR - 60_000)
    await track(app, 'paid', { email })
    app.clock.advance(60_000)
    await withoutAnnouncing(app, 'paid', () => runExecutions(app, worker))
    expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', path: ['w', 'paid'] })
  })
})

describe('a runner that is late', () => {
  it.each([
    ['counts what happened after the end of the delay', HOUR + 60_000, { status: 'COMPLETED' }],
    ['does not count what happened before it', HOUR - 60_000, { status: 'WAITING', currentStepId: 'w' }],
  ])('%s', async (_, afterMs, expected) => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: [delay('d', 'w'), wait('w', 'paid', 'paid'), ...ENDS] })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await runWorkflows(app.deps, worker)
    app.clock.advance(afterMs)
    await track(app, 'paid', { email })
    await processEvents(app, worker)
    app.clock.advance(2 * HOUR)
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject(expected)
  })

  it('applies events for several waits in a row', async () => {
    const app = await inFreshProject(test)
    const steps = [
      wait('first', 'ordered', 'second'),
      wait('second', 'packed', 'third'),
      wait('third', 'paid', 'paid'),
      ...ENDS,
    ]
    const { id } = await buildEnabled(app, { steps })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await runWorkflows(app.deps, worker)
    for (const name of ['ordered', 'packed', 'paid']) {
      await track(app, name, { email })
      await processEvents(app, worker)
    }
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({
      status: 'COMPLETED',
      path: ['first', 'second', 'third', 'paid'],
    })
  })

  it('applies the exit event among a flood of others', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, {
      steps: [wait('w', 'seen', 'w2'), wait('w2', 'never', 'paid'), ...ENDS],
      exit: { event: 'left' },
    })
    const email = newAddress()
    const worker = buildWorker(app.deps)
    await track(app, 'go', { email })
    await runWorkflows(app.deps, worker)
    for (let n = 0; n <= MOST_PENDING; n += 1) await track(app, 'seen', { email })
    await track(app, 'left', { email })
    await runWorkflows(app.deps, worker)
    expect(await only(app, id)).toMatchObject({ status: 'EXITED', path: ['w', 'w2'] })
  })
})

describe('an event that is recorded later than it happened', () => {
  it.each([
    ['after the execution was started', -HOUR, ['COMPLETED', 'EXITED']],
    ['before', -3 * HOUR, ['WAITING', 'WAITING']],
  ])('counts at its time: %s', async (_, offset, expected) => {
    const app = await inFreshProject(test)
    const waiting = await buildEnabled(app, { steps: [wait('w', 'paid', 'paid'), ...ENDS] })
    const leaving = await buildEnabled(app, {
      steps: [wait('w', 'x', 'paid'), ...ENDS],
      exit: { event: 'paid' },
    })
    const email = newAddress()
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    app.clock.advance(2 * HOUR)
    const occurredAt = new Date(app.clock.now().getTime() + offset).toISOString()
    await track(app, 'paid', { email, occurredAt })
    await runWorkflows(app.deps)
    const statuses = [waiting, leaving].map(async ({ id }) => (await only(app, id)).status)
    expect(await Promise.all(statuses)).toEqual(expected)
  })
})

describe('two nodes', () => {
  it('lose no event that follows at once, whichever of them takes it', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: [wait('w', 'paid', 'paid'), ...ENDS] })
    const people = 60
    let isOver = false
    const trackAll = async () => {
      for (let n = 0; n < people; n += 6) {
        const pair = async () => {
          const email = newAddress()
          await track(app, 'go', { email })
          await track(app, 'paid', { email })
        }
        await Promise.all(Array.from({ length: 6 }, pair))
      }
      isOver = true
    }
    const workAll = async () => {
      const worker = buildWorker(app.deps)
      while (!isOver) await runWorkflows(app.deps, worker)
    }
    await Promise.all([trackAll(), workAll(), workAll(), workAll()])
    await runWorkflows(app.deps)
    const reply = await call(app, ['GET', `/workflows/${id}/executions`], { query: { status: 'COMPLETED' } })
    expect(reply.json<{ total: number }>().total).toBe(people)
  })
})
