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
import type { ProjectId } from '../../../platform/ids.ts'
import { runDueWork, startWorkLoop } from '../../../platform/work/work-loop.ts'
import { noteWork } from './membership.service.ts'

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

it.each([0, 1])('a project is not held up by the backlog of another (%i)', async (place) => {
  const both = [await buildTracked(), await buildTracked()]
  const [large, bystander] = [both[place]!, both[1 - place]!]
  await sql`
    insert into segment_notes (project_id, contact_id, changes)
    select ${large.projectId}, ${large.contact.id}, '{data.plan}' from generate_series(1, 2500)`.execute(
    test.deps.database.db,
  )
  await bystander.enter()
  const turns: ProjectId[] = []
  const kind = noteWork(toolsOf())
  await runDueWork(test.deps, {
    ...kind,
    slots: 1,
    handle: async (trx, batch) => {
      turns.push(batch.projectId)
      await kind.handle(trx, batch as Parameters<typeof kind.handle>[1])
    },
  })
  expect(await bystander.moves()).toEqual([`${bystander.contact.id} entered`])
  expect(turns.indexOf(bystander.projectId)).toBeLessThan(2)
  expect(turns.filter((projectId) => projectId === large.projectId)).toHaveLength(3)
})

it('a note that cannot be processed is put off, and the others of its project go on', async () => {
  const tracked = await buildTracked()
  await sql`
    insert into segment_notes (project_id, contact_id, changes)
    values (${tracked.projectId}, ${tracked.contact.id}, '{time.no-id}')`.execute(test.deps.database.db)
  await tracked.enter()
  await runDueWork(test.deps, noteWork(toolsOf()))
  expect(await tracked.moves()).toEqual([`${tracked.contact.id} entered`])
  const { rows } = await sql<{ attempts: number }>`
    select attempts from segment_notes where project_id = ${tracked.projectId}`.execute(test.deps.database.db)
  expect(rows).toEqual([{ attempts: 1 }])
})

it('a project is not held up by another that takes long to evaluate', async () => {
  const [slow, bystander] = [await buildTracked(), await buildTracked()]
  const holder = new pg.Client({ connectionString: test.url })
  await holder.connect()
  await slow.enter()
  // While the contact is locked, its entering cannot be recorded.
  await holder.query('begin')
  await holder.query('select from contacts where id = $1 for update', [slow.contact.id])
  const loop = startWorkLoop(test.deps, noteWork(toolsOf()))
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
