// Databases of released versions, brought to the newest schema as a start after an upgrade does it.
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { restoreInto } from '../../src/platform/backup/fixtures/backup-steps.ts'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { backupOf, digestOf, readReleases, RELEASE_KEY } from '../releases/releases.ts'
import { openSharedDatabase } from '../support/database/shared-database.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'

const nodes = useNodes()
const releases = readReleases()

const KEY = `sk_${'r'.repeat(40)}`

it('there is a release', () => {
  expect(releases.map(({ version }) => version)).toContain('0.1.0')
})

/** Signals were a queue of the workflows until migration 0057. */
it('events that wait for the workflows of version 0.1.0 start them once each', async () => {
  const database = await openSharedDatabase({ isEmpty: true })
  onTestFinished(() => database.close())
  const settings = { ...database.settings, ENCRYPTION_KEY: RELEASE_KEY }
  // The command would also upgrade it.
  await restoreInto(database.settings['DATABASE_URL'] ?? '', readFileSync(backupOf('0.1.0')))
  await database.query(`
    insert into workflow_signals (project_id, event_id, name, contact_id, data, is_throttled, created_at)
    select c.project_id, gen_random_uuid(), 'signed.up', c.id, jsonb_build_object('n', row_number() over ()), false, now()
    from contacts as c
    where not exists (select from workflow_executions as e where e.project_id = c.project_id and e.contact_id = c.id)`)
  await database.query(`select graphile_worker.add_job('domains.check-due')`)
  const node = await nodes.start(settings)
  // The job was replaced by due rows in migration 0059; no worker would run one that is left.
  expect(
    await database.query(`select from graphile_worker.jobs where task_identifier = 'domains.check-due'`),
  ).toEqual([])
  const listExecutions = () =>
    database.query<{ n: number | null }>(
      `select (event -> 'data' ->> 'n')::int as n from workflow_executions where event -> 'data' ? 'n' order by id`,
    )
  await eventually(async () => expect((await listExecutions()).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]))
  // A later event comes after all of them.
  const body = { email: 'new@example.com', event: 'signed.up', data: { n: 6 } }
  await ask(node, 'POST /v1/track', { key: KEY, body })
  await eventually(async () => expect((await listExecutions()).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]))
})

describe.each(releases)('version $version', ({ version, migrations, digest, totals }) => {
  it('has the migrations that it had', () => {
    expect(digestOf(readMigrations().slice(0, migrations))).toBe(digest)
  })

  it('is upgraded with all it has, and goes on', async () => {
    const settings = { DATA_DIR: nodes.dataDir(), ENCRYPTION_KEY: RELEASE_KEY }
    expect(await nodes.run(['restore', '--quiet', backupOf(version)], settings)).toMatchObject({ code: 0 })
    const node = await nodes.start(settings)
    for (const [route, total] of Object.entries(totals)) {
      expect((await ask(node, `GET ${route}`, { key: KEY })).json()).toMatchObject({ total })
    }
    const body = { to: 'ada@example.com', from: 'me@shop.test', subject: 'After', body: '<p>After</p>' }
    const sent = await ask(node, 'POST /v1/send', { key: KEY, body })
    const id = sent.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
    await eventually(async () =>
      expect((await ask(node, `GET /emails/${id}`, { key: KEY })).json()).toMatchObject({
        status: 'DELIVERED',
      }),
    )
  })
})
