// How projects share the workers that track segments.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { untilBlocked } from '../../../../test/support/database/blocked.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { all, buildSegment, PRO, readMembershipEvents } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildFilters } from '../../../filter-sources.ts'
import { startMembershipTracking } from '../index.ts'
import { processAllNotes } from './tracking-loop.service.ts'

const test = useTestApp()

/** A project with a tracked segment, and a contact that is about to enter it. */
async function buildTracked() {
  const app = await inFreshProject(test)
  const segment = await buildSegment(app, { filters: all(PRO), trackMembership: true })
  const contact = await buildContact(app)
  const enter = () => call(app, ['PATCH', `/contacts/${contact.id}`], { body: { data: { plan: 'pro' } } })
  return {
    projectId: app.project.projectId,
    contact,
    enter,
    moves: () => readMembershipEvents(app, segment.id),
  }
}

const toolsOf = () => ({ ...test.deps, filters: buildFilters(test.deps.database) })

async function countNotes(projectId: string): Promise<number> {
  const { rows } = await sql`select from segment_notes where project_id = ${projectId}`.execute(
    test.deps.database.db,
  )
  return rows.length
}

it.each([0, 1])('a project is not held up by the backlog of another (%i)', async (place) => {
  const both = [await buildTracked(), await buildTracked()]
  const [large, bystander] = [both[place]!, both[1 - place]!]
  await sql`
    insert into segment_notes (project_id, contact_id, changes)
    select ${large.projectId}, ${large.contact.id}, '{data.plan}' from generate_series(1, 2500)`.execute(
    test.deps.database.db,
  )
  await bystander.enter()
  await processAllNotes(toolsOf())
  expect(await bystander.moves()).toEqual([`${bystander.contact.id} entered`])
  expect(await countNotes(large.projectId)).toBeGreaterThan(1000)
})

it('a project is not held up by another that takes long to evaluate', async () => {
  const [slow, bystander] = [await buildTracked(), await buildTracked()]
  const holder = new pg.Client({ connectionString: test.url })
  await holder.connect()
  await slow.enter()
  // While the contact is locked, its entering cannot be recorded.
  await holder.query('begin')
  await holder.query('select from contacts where id = $1 for update', [slow.contact.id])
  const loop = startMembershipTracking(test.deps, toolsOf())
  onTestFinished(async () => {
    await holder.end()
    await loop.stop()
  })
  await untilBlocked(test.deps.database.db)

  await bystander.enter()
  await eventually(async () => expect(await bystander.moves()).toEqual([`${bystander.contact.id} entered`]))
  expect(await slow.moves()).toEqual([])
  await holder.query('rollback')
  await eventually(async () => expect(await slow.moves()).toEqual([`${slow.contact.id} entered`]))
})
