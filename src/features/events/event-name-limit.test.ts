import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { drain, runJob } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { EVENT_NAME_LIMIT } from './event-name-limit.queries.ts'
import { forgetUnusedNamesJob } from './events.jobs.ts'

const LOOK_MS = 10 * 60_000
const test = useTestApp()

it('event names have room again some time after their events are gone', async () => {
  const app = await inFreshProject(test)
  const { projectId } = app.project
  const track = async (event: string) => {
    const reply = await call(app, ['POST', '/v1/track'], { body: { email: newAddress(), event } })
    return [reply.statusCode, reply.json<{ data?: { contact: string } }>().data?.contact] as const
  }
  const [, contactId] = await track('passing')
  await track('kept')
  await sql`
    insert into known_names (project_id, kind, name, is_public, added_at)
    select ${projectId}, 'event_name', 'fill' || n, false, now() from generate_series(3, ${EVENT_NAME_LIMIT.most}) as n`.execute(
    app.deps.database.db,
  )
  await call(app, ['DELETE', `/contacts/${contactId}`])
  await drain(app.deps)
  expect((await track('fresh'))[0]).toBe(422)
  for (let look = 0; look < 2; look += 1) {
    test.clock.advance(LOOK_MS)
    await runJob(app.deps, forgetUnusedNamesJob, { payload: {} })
  }
  expect((await track('fresh'))[0]).toBe(200)
  const rows = await app.deps.database.db
    .selectFrom('known_names')
    .select('name')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'event_name')
    .orderBy('name')
    .execute()
  expect(rows.map(({ name }) => name)).toEqual(['fresh', 'kept'])
})
