import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import { buildWork } from '../../worker.ts'
import { registerWorkGauges } from './work-gauges.ts'

const test = useTestApp()

it('the gauges show what is due and how long it has waited, for every kind of work', async () => {
  const { database, metrics, clock } = test.deps
  const { projectId } = await buildProject(test.deps)
  const disabled = await buildProject(test.deps)
  const kinds = buildWork(test.deps)
  const now = clock.now()
  registerWorkGauges({ ...test.deps, clock: { ...clock, now: () => now } }, kinds)
  const [ago, later] = [-5_000, 5_000].map((ms) => new Date(now.getTime() + ms)) as [Date, Date]
  await sql`update projects set disabled_at = now() where id = ${disabled.projectId}`.execute(database.db)
  for (const id of [projectId, disabled.projectId]) {
    await sql`
      insert into segment_notes (project_id, contact_id, changes, queued_at, run_at)
      values (${id}, gen_random_uuid(), '{}', ${ago}, '-infinity'), (${id}, gen_random_uuid(), '{}', ${ago}, ${now}),
        (${id}, gen_random_uuid(), '{}', ${ago}, ${later})`.execute(database.db)
    await sql`
      insert into domains (project_id, id, domain, is_reserved, created_at, watched_since, due_at)
      select ${id}, gen_random_uuid(), d || ${id}::text, false, ${now}, ${now}, due_at
      from (values ('a', ${ago}::timestamptz), ('b', ${later}::timestamptz)) as g (d, due_at)`.execute(
      database.db,
    )
  }
  const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('lettermill_work_'))
  expect(lines).toEqual(
    expect.arrayContaining([
      'lettermill_work_waiting{work="segment notes"} 2',
      'lettermill_work_oldest_seconds{work="segment notes"} 5',
      'lettermill_work_waiting{work="domain checks"} 1',
      'lettermill_work_oldest_seconds{work="domain checks"} 5',
      'lettermill_work_waiting{work="events for workflows"} 0',
      'lettermill_work_oldest_seconds{work="events for workflows"} 0',
    ]),
  )
  for (const { name } of kinds) {
    expect(lines.filter((line) => line.includes(`_waiting{work="${name}"}`))).toHaveLength(1)
  }
})
