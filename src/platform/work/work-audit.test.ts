import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { useReceiver } from '../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  createWebhook,
  deliverAll,
  flush,
  handleAnnouncements,
  LOOPBACK_ALLOWED,
  track,
} from '../../../test/support/webhooks.ts'
import { WORK_AUDITS } from '../../worker.ts'
import { repairWorkJob } from '../jobs/upkeep.ts'
import { createLog } from '../log/log.ts'
import { watchStalledWork } from './work-audit.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

type Line = { work: string; projectId: string; ids: string[]; msg: string }
const lines: Line[] = []

beforeAll(() => watchStalledWork(test.deps, WORK_AUDITS))
beforeEach(() => void lines.splice(0))

const write = (statement: RawBuilder<unknown>) => statement.execute(test.deps.database.db)

const repair = () => {
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  return runJob({ ...test.deps, log }, repairWorkJob, { payload: {} })
}

const readMetric = async (work: string, name = 'lettermill_work_forgotten') =>
  (await test.deps.metrics.render()).split('\n').find((line) => line.startsWith(`${name}{work="${work}"}`))

describe('a webhook delivery whose endpoint sleeps', () => {
  it('is counted, and delivered after the sweep, which says so', async () => {
    const app = await inFreshProject(test)
    const webhook = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
    await track(app, 'bought')
    await flush(app)
    await repair()
    expect([await readMetric('webhooks'), lines]).toEqual([
      'lettermill_work_forgotten{work="webhooks"} 0',
      [],
    ])

    await track(app, 'bought')
    await handleAnnouncements(app)
    await write(sql`update webhook_turns set due_at = null where id = ${webhook.id}`)
    await deliverAll(app)
    expect(receiver.at(webhook.url)).toHaveLength(1)
    expect(await readMetric('webhooks')).toBe('lettermill_work_forgotten{work="webhooks"} 1')

    await repair()
    await repair()
    expect(lines).toMatchObject([
      {
        work: 'webhooks',
        projectId: app.project.projectId,
        ids: [webhook.id],
        msg: 'work was forgotten, and is due again',
      },
    ])
    expect(await readMetric('webhooks')).toBe('lettermill_work_forgotten{work="webhooks"} 0')
    expect(await readMetric('webhooks', 'lettermill_work_repaired_total')).toMatch(/ 1$/)
    await deliverAll(app)
    expect(receiver.at(webhook.url)).toHaveLength(2)
  })
})

type Case = { work: string; table: string; insert: (projectId: string) => RawBuilder<unknown> }

// The first row of each is stalled; the others sleep for a good reason.
const CASES: Case[] = [
  {
    work: 'workflow executions',
    table: 'workflow_executions',
    insert: (projectId) => sql`
      insert into workflow_executions (project_id, id, workflow_id, version, contact_id, status, since, started_at, depth,
        wake_at, pending, completed_at)
      select ${projectId}, id::uuid, gen_random_uuid(), 1, gen_random_uuid(), status, now(), now(), 0, wake_at::timestamptz,
        pending, completed_at::timestamptz
      from (values ('00000000-0000-7000-8000-000000000001', 'WAITING', '2026-01-01', 0, null),
        ('00000000-0000-7000-8000-000000000002', 'WAITING', null, 1, null),
        ('00000000-0000-7000-8000-000000000003', 'WAITING', null, 0, null),
        ('00000000-0000-7000-8000-000000000004', 'FAILED', null, 1, '2026-01-01')
      ) as g (id, status, wake_at, pending, completed_at)`,
  },
  {
    work: 'workflow webhooks',
    table: 'workflow_calls',
    insert: (projectId) => sql`
      insert into workflow_calls (project_id, id, execution_id, visit, due_at, created_at)
      values (${projectId}, '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 1, null, now()),
        (${projectId}, '00000000-0000-7000-8000-000000000002', gen_random_uuid(), 1, null, now()),
        (${projectId}, '00000000-0000-7000-8000-000000000003', gen_random_uuid(), 1, 'infinity', now())`,
  },
]

describe('the sweep', () => {
  it.each(CASES)('wakes $work that sleep although something waits', async ({ work, table, insert }) => {
    const { projectId } = (await inFreshProject(test)).project
    await write(insert(projectId))
    expect(await readMetric(work)).toBe(`lettermill_work_forgotten{work="${work}"} 2`)
    await repair()
    expect(lines.map((line) => [line.work, line.ids.map((id) => id.slice(-1)).toSorted()])).toEqual([
      [work, ['1', '2']],
    ])
    expect(await readMetric(work)).toBe(`lettermill_work_forgotten{work="${work}"} 0`)
    const { rows } = await sql<{ place: number }>`
      select right(id::text, 1)::int as place from ${sql.table(table)}
      where project_id = ${projectId} and due_at <= ${test.clock.now()} order by id`.execute(
      test.deps.database.db,
    )
    expect(rows.map(({ place }) => place)).toEqual([1, 2])
  })

  it('wakes a schedule that sleeps in the middle of its run, and none that has no next time', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const [running, over] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
    await write(sql`
      insert into workflows (project_id, id, name, created_at, updated_at)
      select ${projectId}, id, 'W', now(), now() from unnest(${[running, over]}::uuid[]) as id`)
    await write(sql`
      insert into workflow_schedules (project_id, id, position)
      values (${projectId}, ${running}, gen_random_uuid()), (${projectId}, ${over}, null)`)
    await repair()
    expect(lines).toMatchObject([{ work: 'workflow schedules', ids: [running] }])
  })
})
