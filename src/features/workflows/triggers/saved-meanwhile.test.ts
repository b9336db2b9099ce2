// Workflows that are saved while events trigger them, and events that are recorded later than they happened.
import { describe, expect, it } from 'vitest'
import { buildContacts, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  buildWorker,
  processSignals,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'
import { claimDue } from '../../../platform/work/due-rows.ts'
import { SCHEDULES } from '../executions/work-tables.ts'
import type { SignalTools } from './start-by-events.service.ts'

const test = useTestApp()
const HOUR = 3_600_000

const stepsOf = (days: number) => [{ id: 'd', type: 'DELAY', config: { amount: days, unit: 'days' } }]

async function patch(app: TestApp, id: string, body: object): Promise<void> {
  const reply = await call(app, ['PATCH', `/workflows/${id}`], { body })
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

const totalOf = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/workflows/${id}/executions`])).json<{ total: number }>().total

/** Saves the workflow after events were matched and before contacts enter. */
function savingBetween(signals: SignalTools, save: () => Promise<void>): SignalTools {
  const load: SignalTools['triggers']['load'] = async (trx, query) => {
    const found = await signals.triggers.load(trx, query)
    await save()
    return found
  }
  return { ...signals, triggers: { ...signals.triggers, load } }
}

describe('a workflow that is saved after events were matched and before contacts enter', () => {
  it('admits them to the new version', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    for (let i = 0; i < 3; i += 1) await track(app, 'go', { email: newAddress() })
    const { signals } = buildWorker(app.deps)
    await processSignals(
      app.deps,
      savingBetween(signals, () => patch(app, id, { steps: stepsOf(2) })),
    )
    expect((await readExecutions(app, id)).map(({ version }) => version)).toEqual([2, 2, 2])
  })

  it('admits the contacts whose events match the new conditions', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    for (const total of [10, 100]) await track(app, 'go', { email: newAddress(), data: { total } })
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 50 }]
    const trigger = { type: 'EVENT', event: 'go', where }
    const { signals } = buildWorker(app.deps)
    await processSignals(
      app.deps,
      savingBetween(signals, () => patch(app, id, { trigger })),
    )
    expect((await readExecutions(app, id)).map(({ version }) => version)).toEqual([2])
  })

  it.each([
    ['disabled', { enabled: false }],
    ['started by another event', { eventName: 'stop' }],
  ])('admits no contact once it is %s', async (_, body) => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    await track(app, 'go', { email: newAddress() })
    const { signals } = buildWorker(app.deps)
    await processSignals(
      app.deps,
      savingBetween(signals, () => patch(app, id, body)),
    )
    await runWorkflows(app.deps)
    expect(await readExecutions(app, id)).toEqual([])
  })
})

describe('a workflow that is saved again and again', () => {
  it('is started by every event that was acknowledged', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    const calls = 240
    let isOver = false
    const trackAll = async () => {
      for (let i = 0; i < calls; i += 8) {
        await Promise.all(Array.from({ length: 8 }, () => track(app, 'go', { email: newAddress() })))
      }
      isOver = true
    }
    const saveAll = async () => {
      for (let days = 2; !isOver; days += 1) await patch(app, id, { steps: stepsOf((days % 300) + 1) })
    }
    const workAll = async () => {
      const worker = buildWorker(app.deps)
      while (!isOver) await runWorkflows(app.deps, worker)
    }
    await Promise.all([trackAll(), saveAll(), workAll(), workAll()])
    await runWorkflows(app.deps)
    expect(await totalOf(app, id)).toBe(calls)
  })
})

describe('a scheduled workflow that is saved', () => {
  const trigger = { type: 'SCHEDULE', cron: '0 * * * *' }
  const EXIT = [{ id: 'x', type: 'EXIT' }]

  it('when its time has come starts nevertheless', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { trigger, steps: EXIT })
    await buildContacts(app, 3)
    app.clock.advance(HOUR)
    await patch(app, id, { steps: stepsOf(1) })
    await runWorkflows(app.deps)
    expect(await totalOf(app, id)).toBe(3)
    await patch(app, id, { enabled: false })
  })

  it.each([
    ['its steps', { steps: stepsOf(1) }],
    ['its time', { trigger: { ...trigger, cron: '30 * * * *' } }],
  ])('in the middle of its contacts goes on with the others: %s', async (_, body) => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { trigger, steps: EXIT })
    await buildContacts(app, 1_010)
    app.clock.advance(HOUR)
    const worker = buildWorker(app.deps)
    const schedules = worker.kinds.find(({ table }) => table === SCHEDULES)
    const limits = { limit: 1, perProject: 1, leaseMs: 60_000 }
    await schedules?.run(
      await claimDue(app.deps.database, { table: SCHEDULES, ...limits, now: app.clock.now() }),
    )
    expect(await totalOf(app, id)).toBe(1_000)
    await patch(app, id, body)
    await runWorkflows(app.deps, worker)
    expect(await totalOf(app, id)).toBe(1_010)
    await patch(app, id, { enabled: false })
  })
})

describe('an event that is recorded later than it happened', () => {
  const ago = (app: TestApp, ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()

  it('starts what was enabled when it happened', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    app.clock.advance(HOUR)
    await track(app, 'go', { email: newAddress(), occurredAt: ago(app, HOUR / 2) })
    await patch(app, id, { steps: stepsOf(2) })
    await track(app, 'go', { email: newAddress(), occurredAt: ago(app, HOUR / 2) })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, id)).toHaveLength(2)
  })

  it('starts nothing that was enabled only after it, also if that was enabled before', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { steps: stepsOf(1) })
    app.clock.advance(HOUR)
    await patch(app, id, { enabled: false })
    await patch(app, id, { enabled: true })
    const other = await buildEnabled(app, { eventName: 'other', steps: stepsOf(1) })
    app.clock.advance(1_000)
    await patch(app, other.id, { eventName: 'go' })
    await track(app, 'go', { email: newAddress(), occurredAt: ago(app, 2_000) })
    await track(app, 'go', { email: newAddress(), occurredAt: ago(app, 500) })
    await runWorkflows(app.deps)
    expect([await totalOf(app, id), await totalOf(app, other.id)]).toEqual([1, 0])
    app.clock.advance(1_000)
    await track(app, 'go', { email: newAddress() })
    await runWorkflows(app.deps)
    expect([await totalOf(app, id), await totalOf(app, other.id)]).toEqual([2, 1])
  })
})
