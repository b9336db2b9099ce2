// The holdout of a workflow: whom it keeps out, and how both groups compare.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { countConversions } from '../../../../test/support/goals.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  delayStep,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'
import { hashShare, isInShare } from '../../goals/index.ts'
import type { WorkflowStatistics } from './executions.schema.ts'

const test = useTestApp()

const STEPS = [delayStep('pause')]
const GOAL = { event: 'order.paid', value: 'data.total' }
const PLAN = { steps: STEPS, goal: GOAL, holdout: { percent: 50 } }
const DAY_MS = 24 * 60 * 60_000

type Person = { id: string; email: string }

async function run(app: TestApp): Promise<void> {
  await runWorkflows(app.deps)
  await countConversions(app.deps)
}

async function enter(app: TestApp, people: readonly Person[]): Promise<void> {
  for (const { email } of people) await track(app, 'go', { email })
  await run(app)
}

async function order(app: TestApp, people: readonly Person[], data: object = {}): Promise<void> {
  for (const { email } of people) await track(app, 'order.paid', { email, data })
  await run(app)
}

async function buildPeople(app: TestApp, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) people.push(await buildContact(app))
  return people
}

const readHoldout = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/workflows/${id}/statistics`])).json<z.infer<typeof WorkflowStatistics>>().holdout

/** By the hash, as the engine decides. */
function splitOf(ownerId: string, people: readonly Person[], percent = 50) {
  const isHeld = ({ id: contactId }: Person) =>
    isInShare(hashShare('holdout', { ownerId, contactId }), percent)
  return { heldBack: people.filter(isHeld), others: people.filter((one) => !isHeld(one)) }
}

const contactsOf = async (app: TestApp, id: string) =>
  (await readExecutions(app, id)).map(({ contactId }) => contactId).toSorted()

describe('the holdout of a workflow', () => {
  it('runs no step for those held back, and counts both groups by the same rule', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, PLAN)
    const people = await buildPeople(app, 24)
    await enter(app, people)
    const { heldBack, others } = splitOf(id, people)
    expect(await contactsOf(app, id)).toEqual(others.map((one) => one.id).toSorted())
    await order(app, [...heldBack.slice(0, 1), ...others.slice(0, 2)], { total: 2.5 })
    await order(app, heldBack.slice(0, 1), { total: 1 })
    expect(await readHoldout(app, id)).toMatchObject({
      percent: 50,
      heldBack: { people: heldBack.length, conversions: 1, goalValue: 3.5 },
      others: { people: others.length, conversions: 2, goalValue: 5 },
      verdict: 'tooEarly',
      reason: 'windowOpen',
      lift: { confidence: 0.997 },
      split: { asked: 50 },
    })
    const report = await call(app, ['GET', `/workflows/${id}/report`])
    expect(report.body.split('\r\n')).toEqual(
      expect.arrayContaining([`holdout,,heldBack.people,${heldBack.length}`, 'holdout,,verdict,tooEarly']),
    )
  })

  it.each(['once', 'afterExit', 'always'])(
    'counts each contact once with the reentry rule %s',
    async (reentry) => {
      const app = await inFreshProject(test)
      const { id } = await buildEnabled(app, { ...PLAN, entry: { reentry } })
      const people = await buildPeople(app, 8)
      await enter(app, people)
      await enter(app, people)
      await enter(app, people)
      const { heldBack, others } = splitOf(id, people)
      expect(await readHoldout(app, id)).toMatchObject({
        heldBack: { people: heldBack.length },
        others: { people: others.length },
      })
      const entered = new Set(await contactsOf(app, id))
      expect([...entered].toSorted()).toEqual(others.map((one) => one.id).toSorted())
    },
  )

  it('does not count events after the window of the contact, which begins when it first enters', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { ...PLAN, entry: { reentry: 'always' } })
    const people = await buildPeople(app, 8)
    await enter(app, people)
    await sql`
      update holdout_members set assigned_at = assigned_at - interval '8 days' where owner_id = ${id}`.execute(
      app.deps.database.db,
    )
    await sql`
      update goals set holdout_since = holdout_since - interval '9 days' where owner_id = ${id}`.execute(
      app.deps.database.db,
    )
    await enter(app, people)
    await order(app, people)
    expect(await readHoldout(app, id)).toMatchObject({
      heldBack: { conversions: 0 },
      others: { conversions: 0 },
    })
  })

  it('gives a verdict once the first window is over and enough people have converted', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, PLAN)
    const people = await buildPeople(app, 60)
    await enter(app, people)
    await order(app, splitOf(id, people).others)
    expect(await readHoldout(app, id)).toMatchObject({ verdict: 'tooEarly', reason: 'windowOpen' })
    app.clock.advance(8 * DAY_MS)
    const result = await readHoldout(app, id)
    app.clock.advance(-8 * DAY_MS)
    expect(result).toMatchObject({ verdict: 'helped', reason: null, others: { rate: 1 } })
  })

  it('starts from zero when its share or its goal changes, and goes on when only its steps do', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { ...PLAN, entry: { reentry: 'always' } })
    const people = await buildPeople(app, 8)
    const patch = (body: object) => call(app, ['PATCH', `/workflows/${id}`], { body })
    const counts = async () => {
      const result = await readHoldout(app, id)
      const { heldBack, others } = result ?? {}
      return [
        (heldBack?.people ?? 0) + (others?.people ?? 0),
        (heldBack?.conversions ?? 0) + (others?.conversions ?? 0),
      ]
    }
    await enter(app, people)
    await order(app, people)
    expect(await counts()).toEqual([8, 8])
    await patch({ steps: [delayStep('other')] })
    expect(await counts()).toEqual([8, 8])
    await patch({ holdout: { percent: 40 } })
    expect(await counts()).toEqual([0, 0])
    await order(app, people)
    expect(await counts()).toEqual([0, 0])
    await enter(app, people)
    await order(app, people)
    await order(app, people)
    expect(await counts()).toEqual([8, 8])
    const { heldBack } = splitOf(id, people, 40)
    expect((await readHoldout(app, id))?.heldBack.people).toBe(heldBack.length)
    await patch({ goal: { event: 'order.viewed' } })
    expect(await counts()).toEqual([0, 0])
    await patch({ holdout: null })
    expect(await readHoldout(app, id)).toBeNull()
  })

  it('tells who starts it by hand that the contact is held back, and counts it', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, { ...PLAN, trigger: { type: 'MANUAL' }, eventName: undefined })
    const people = await buildPeople(app, 10)
    const { heldBack, others } = splitOf(id, people)
    for (const { id: contactId } of people) {
      const reply = await call(app, ['POST', `/workflows/${id}/executions`], { body: { contactId } })
      const { status } = reply.json<{ status: string }>()
      expect(status === 'CANCELLED').toBe(heldBack.some((one) => one.id === contactId))
    }
    expect(await readHoldout(app, id)).toMatchObject({
      heldBack: { people: heldBack.length },
      others: { people: others.length },
    })
    const [shown] = (await readExecutions(app, id)).filter(({ status }) => status === 'CANCELLED')
    expect(shown).toMatchObject({
      exitReason: 'Held back: the contact is one of the 50 % that get nothing, to compare with.',
      history: [],
    })
    const again = await call(app, ['POST', `/workflows/${id}/executions`], {
      body: { contactId: heldBack[0]?.id ?? '' },
    })
    expect(errorOf(again).code).toBe('INVALID_STATE')
  })

  it('never holds test recipients back, and counts them in neither group', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, PLAN)
    const people: Person[] = []
    for (let number = 0; number < 6; number += 1) {
      people.push(await buildContact(app, { email: `delivered+${number}@inbox.lettermill.test` }))
    }
    await enter(app, people)
    expect(await contactsOf(app, id)).toHaveLength(6)
    expect(await readHoldout(app, id)).toMatchObject({ reason: 'nobody', heldBack: { people: 0 } })
  })

  it('is explained, and simulated as chosen', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, PLAN)
    const people = await buildPeople(app, 10)
    const { heldBack, others } = splitOf(id, people)
    type Explanation = { would: boolean; gates: { name: string; passed: boolean }[] }
    const isPassed = async (contact: string) => {
      const reply = await call(app, ['GET', `/explain?contact=${contact}&workflowId=${id}`])
      return reply.json<Explanation>().gates.find(({ name }) => name === 'holdout')?.passed
    }
    const [held, other] = [heldBack[0]?.id ?? '', others[0]?.id ?? '']
    expect([await isPassed(held), await isPassed(other)]).toEqual([false, true])
    await enter(app, people)
    expect([await isPassed(held), await isPassed(other)]).toEqual([false, true])
    const simulate = async (body: object) =>
      (await call(app, ['POST', `/workflows/${id}/simulate`], { body })).json<object>()
    const events = [{ at: '2026-03-02T15:30:00Z', event: 'go' }]
    expect(await simulate({ contact: { id: held }, events })).toMatchObject({
      started: false,
      reason: 'Held back: the contact is one of the 50 % that get nothing, to compare with.',
    })
    expect(await simulate({ contact: { id: held }, events, heldBack: false })).toMatchObject({
      started: true,
    })
    expect(await simulate({ contact: { email: 'new@example.com' }, events })).toMatchObject({ started: true })
    expect(await simulate({ contact: { id: other }, events, heldBack: true })).toMatchObject({
      started: false,
    })
  })

  it('is in versions and copies', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, PLAN)
    for (const path of [`/workflows/${id}`, `/workflows/${id}/versions/1`]) {
      expect((await call(app, ['GET', path])).json()).toMatchObject({ holdout: { percent: 50 } })
    }
    expect((await call(app, ['POST', `/workflows/${id}/duplicate`])).json()).toMatchObject({
      holdout: { percent: 50 },
    })
  })

  it('needs a goal, also after a patch', async () => {
    const app = await inFreshProject(test)
    const body = { name: 'Workflow', eventName: 'go', steps: STEPS, holdout: { percent: 10 } }
    expect(fieldsOf(await call(app, ['POST', '/workflows'], { body }))).toEqual({ goal: 'required' })
    const { id } = await buildEnabled(app, PLAN)
    const reply = await call(app, ['PATCH', `/workflows/${id}`], { body: { goal: null } })
    expect(fieldsOf(reply)).toEqual({ goal: 'required' })
    const without = await call(app, ['PATCH', `/workflows/${id}`], { body: { goal: null, holdout: null } })
    expect(without.statusCode).toBe(200)
  })

  it.each([
    [{ percent: 0 }, 'holdout.percent'],
    [{ percent: 51 }, 'holdout.percent'],
    [{}, 'holdout.percent'],
    ['10', 'holdout'],
  ])('refuses %j', async (...[holdout, field]) => {
    const app = await inFreshProject(test)
    const body = { name: 'Workflow', eventName: 'go', steps: STEPS, goal: GOAL, holdout }
    const reply = await call(app, ['POST', '/workflows'], { body })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
  })
})

describe('a workflow that is started by hand', () => {
  it('ends when its goal is reached, as one that an event starts', async () => {
    const app = await inFreshProject(test)
    const goal = { ...GOAL, whenReached: 'exit' }
    const { id } = await buildEnabled(app, {
      steps: STEPS,
      goal,
      trigger: { type: 'MANUAL' },
      eventName: undefined,
    })
    const person = await buildContact(app)
    await call(app, ['POST', `/workflows/${id}/executions`], { body: { contactId: person.id } })
    await run(app)
    await order(app, [person])
    expect((await readExecutions(app, id))[0]).toMatchObject({ status: 'EXITED' })
  })
})
