import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../../test/support/requests.ts'
import { all, buildSegment } from '../../../../../test/support/segments.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'

const test = useTestApp()

const mark = (id: string) => ({ id, type: 'UPDATE_CONTACT', config: { data: { [id]: true } } })
const memberOf = (id: string) => all({ field: 'segment', operator: 'memberOf', value: id })

/** A segment that refers to another one. */
async function buildPair(app: TestApp) {
  const inner = await buildSegment(app, { type: 'STATIC' })
  const outer = await buildSegment(app, { filters: memberOf(inner.id) })
  return { inner, outer }
}

/** Deletes a segment that is in use, which the API refuses but a backup or an older version can lead to. */
async function removeSegment({ deps, project }: TestApp, id: string) {
  const { db } = deps.database
  const { rows } = await sql<Record<string, unknown>>`
    delete from segments where project_id = ${project.projectId} and id = ${id} returning *`.execute(db)
  return async () => {
    await sql`insert into segments select * from jsonb_populate_record(null::segments, ${JSON.stringify(rows[0])}::jsonb)`.execute(
      db,
    )
  }
}

async function enter(app: TestApp) {
  const contact = await buildContact(app)
  await track(app, 'go', { email: contact.email })
  await runWorkflows(app.deps)
  return contact
}

async function only(app: TestApp, workflowId: string) {
  const [execution, ...others] = await readExecutions(app, workflowId)
  expect(others).toEqual([])
  return execution!
}

const retry = (app: TestApp, workflowId: string, id: string) =>
  call(app, ['POST', `/workflows/${workflowId}/executions/${id}/retry`])

describe('a filter that cannot be evaluated', () => {
  it('stops an execution at its condition, and a retry takes the branch once it can', async () => {
    const app = await inFreshProject(test)
    const { inner, outer } = await buildPair(app)
    const filters = memberOf(outer.id)
    const condition = { id: 'in', type: 'CONDITION', config: { filters }, next: { yes: 'yes', no: 'no' } }
    const { id } = await buildEnabled(app, { steps: [condition, mark('yes'), mark('no')] })
    const restore = await removeSegment(app, inner.id)
    await enter(app)
    const failed = await only(app, id)
    expect(failed).toMatchObject({ status: 'FAILED', currentStepId: 'in' })
    expect(failed.exitReason).toContain('The condition cannot be evaluated')
    expect(failed.exitReason).toContain('has been deleted')
    expect(failed.history).toMatchObject([{ stepId: 'in', status: 'FAILED', error: failed.exitReason }])
    await restore()
    expect((await retry(app, id, failed.id)).statusCode).toBe(200)
    await runWorkflows(app.deps)
    expect(pathOf(await only(app, id)).at(-1)).toBe('no')
  })

  it('fails executions when it is an exit filter', async () => {
    const app = await inFreshProject(test)
    const { inner, outer } = await buildPair(app)
    const exit = { filters: { operator: 'NOT', conditions: [memberOf(outer.id)] } }
    const { id } = await buildEnabled(app, { steps: [mark('done')], exit })
    await removeSegment(app, inner.id)
    await enter(app)
    const failed = await only(app, id)
    expect(failed).toMatchObject({ status: 'FAILED', currentStepId: 'done' })
    expect(failed.exitReason).toContain('The exit filters cannot be evaluated')
  })

  it('records failed executions for a retry when it is an entry filter', async () => {
    const app = await inFreshProject(test)
    const { inner, outer } = await buildPair(app)
    const entry = { filters: { operator: 'NOT', conditions: [memberOf(outer.id)] } }
    const { id } = await buildEnabled(app, { steps: [mark('done')], entry })
    const restore = await removeSegment(app, inner.id)
    const contact = await enter(app)
    const failed = await only(app, id)
    expect(failed).toMatchObject({
      status: 'FAILED',
      contactId: contact.id,
      currentStepId: null,
      history: [],
    })
    expect(failed.exitReason).toContain('the entry filters cannot be evaluated')
    expect((await retry(app, id, failed.id)).json()).toMatchObject({ id: failed.id, status: 'FAILED' })
    await restore()
    expect((await retry(app, id, failed.id)).json()).toMatchObject({ id: failed.id, status: 'RUNNING' })
    await runWorkflows(app.deps)
    expect(await only(app, id)).toMatchObject({ status: 'COMPLETED', event: { name: 'go' } })
    // The contact counts as entered, as if it had entered at once.
    await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    expect(await readExecutions(app, id)).toHaveLength(1)
  })

  it('records none for contacts that the reentry rule excludes, and a retry admits only matching contacts', async () => {
    const app = await inFreshProject(test)
    const { inner, outer } = await buildPair(app)
    const entry = { filters: { operator: 'NOT', conditions: [memberOf(outer.id)] } }
    const { id } = await buildEnabled(app, { steps: [mark('done')], entry })
    const inside = await enter(app)
    const restore = await removeSegment(app, inner.id)
    await track(app, 'go', { email: inside.email })
    const member = await enter(app)
    const [failed, ...before] = await readExecutions(app, id)
    expect(before).toMatchObject([{ contactId: inside.id, status: 'COMPLETED' }])
    expect(failed).toMatchObject({ contactId: member.id, status: 'FAILED' })
    await restore()
    await call(app, ['POST', `/segments/${inner.id}/members`], { body: { emails: [member.email] } })
    const reply = await retry(app, id, failed?.id ?? '')
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect((await readExecutions(app, id))[0]).toMatchObject({ status: 'FAILED' })
  })

  it('stops an execution when the database refuses it', async () => {
    const app = await inFreshProject(test)
    const filters = all({ field: 'event.seen', operator: 'triggered' })
    const condition = { id: 'seen', type: 'CONDITION', config: { filters }, next: { yes: null, no: null } }
    const { id } = await buildEnabled(app, { steps: [condition] })
    const { db } = app.deps.database
    const contact = await buildContact(app)
    await track(app, 'seen', { email: contact.email })
    await track(app, 'go', { email: contact.email })
    await sql`alter table events rename to events_away`.execute(db)
    await sql`
      create view events as select * from events_away where 1 / (case name when 'seen' then 0 else 1 end) = 1`.execute(
      db,
    )
    try {
      await runWorkflows(app.deps)
    } finally {
      await sql`drop view events`.execute(db)
      await sql`alter table events_away rename to events`.execute(db)
    }
    expect((await only(app, id)).exitReason).toContain('A condition cannot be evaluated')
  })
})
