import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { buildUser } from '../../../../test/support/people.ts'
import { readContent } from '../../../../test/support/database/database-content.ts'
import { buildProject } from '../../../../test/support/test-app.ts'
import type { TestApp, TestProject } from '../../../../test/support/test-app.ts'
import { loadSigningKey } from '../../../features/domains/signing-key.service.ts'
import { openSecrets } from '../../../features/webhooks/endpoints/secret.ts'
import { feedSecret } from '../../../features/webhooks/feed/feed.service.ts'
import { listMonths } from '../../../platform/db/months.ts'
import { endExpiredPauses } from '../../../platform/moves/expired-pauses.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { loadKeyring } from '../../../platform/secrets/project-keys.ts'
import {
  activeSides,
  buildFullProject,
  countFences,
  countRows,
  expectCompleted,
  killAt,
  listContacts,
  move,
  sideOf,
  TARGET_URL,
  useInstallations,
} from './fixtures/two-installations.ts'
import type { ContactPage } from './fixtures/two-installations.ts'

const installations = useInstallations()
const { source, target } = installations

describe('a move', () => {
  it('brings all rows of the project, and leaves other projects alone', async () => {
    const { project } = await buildFullProject(source)
    const other = await buildFullProject(source)
    const before = await countRows(source, project)
    const others = await countRows(source, other.project)
    const contacts = (await listContacts(source, project)).json<ContactPage>()
    const report = await move(installations, { projectId: project.projectId })
    expect(report).toMatchObject({
      name: 'Moving',
      url: TARGET_URL,
      leftOut: [],
    })
    expect(report.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows, 0))
    expect(await countRows(target, project)).toEqual(before)
    expect(await countRows(source, project)).toEqual({})
    expect(await countRows(source, other.project)).toEqual(others)
    expect(await countRows(target, other.project)).toEqual({})
    expect((await listContacts(target, project)).json()).toEqual(contacts)
    expect(await countFences(source)).toBe(0)
    expect(await activeSides(installations, other.project)).toEqual(['source'])
  })

  it('lets keys, secrets and links work as before', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    const tokens = createLinkTokens(source.deps.secrets)
    const emailId = '01890000-0000-7000-8000-000000000001'
    const link = tokens.make('click', { ids: [projectId, emailId], number: 3 })
    const mailbox = tokens.makeMailbox('return-path', { projectId, emailId })
    const secrets = await readSecrets(source, project)
    const feed = feedSecret(source.deps.secrets, { projectId })
    await move(installations, { projectId })
    await loadKeyring(target.deps.database, target.deps.secrets)
    const there = createLinkTokens(target.deps.secrets)
    expect(there.read('click', link)).toEqual({
      ids: [projectId, emailId],
      number: 3,
    })
    expect(there.readMailbox(mailbox, [projectId])).toMatchObject({
      projectId,
      emailId,
    })
    expect(await readSecrets(target, project)).toEqual(secrets)
    expect(feedSecret(target.deps.secrets, { projectId })).toBe(feed)
    // Links of projects that stayed are worth nothing there.
    const foreign = tokens.make('click', {
      ids: [source.project.projectId, emailId],
      number: 3,
    })
    expect(there.read('click', foreign)).toBeUndefined()
  })

  it('makes the source say where the project is, and lead its links there', async () => {
    const { project } = await buildFullProject(source)
    const token = createLinkTokens(source.deps.secrets).make('manage', {
      ids: [project.projectId, project.projectId, project.projectId],
    })
    await move(installations, { projectId: project.projectId })
    await loadKeyring(source.deps.database, source.deps.secrets)
    const reply = await listContacts(source, project)
    expect(reply.statusCode).toBe(421)
    expect(errorOf(reply)).toMatchObject({
      code: 'PROJECT_MOVED',
      message: `This project has moved to ${TARGET_URL}.`,
    })
    const page = await source.app.inject({
      method: 'GET',
      url: `/manage/${token}`,
    })
    expect([page.statusCode, page.headers.location]).toEqual([307, `${TARGET_URL}/manage/${token}`])
    expect((await call(source, ['GET', '/contacts'], { key: 'sk_unknown' })).statusCode).toBe(401)
  })

  it('copies what changes meanwhile, and refuses what comes during the pause', async () => {
    const full = await buildFullProject(source)
    const { project } = full
    const { contacts } = (await listContacts(source, project)).json<ContactPage>()
    const [deleted, changed] = contacts
    const seen: unknown[] = []
    await move(installations, {
      projectId: project.projectId,
      onStep: async (step) => {
        if (step === 'copied') {
          await call(full, ['DELETE', `/contacts/${deleted?.id}`])
          await call(full, ['PATCH', `/contacts/${changed?.id}`], {
            body: { data: { plan: 'free' } },
          })
          await call(full, ['POST', '/contacts'], {
            body: { email: 'new@example.com' },
          })
        }
        if (step !== 'fenced') return
        const reply = await listContacts(source, project)
        seen.push(reply.statusCode, Number(reply.headers['retry-after']) > 0)
        // Past all checks of requests.
        const write = sql`update contacts set data = '{}' where project_id = ${project.projectId}`
        seen.push(await write.execute(source.deps.database.db).catch(({ code }: { code: string }) => code))
      },
    })
    expect(seen).toEqual([503, true, '55P03'])
    const { contacts: there } = (await listContacts(target, project)).json<ContactPage>()
    expect(there.map(({ email }) => email)).toContain('new@example.com')
    expect(there.map(({ id }) => id)).not.toContain(deleted?.id)
    expect(there.find(({ id }) => id === changed?.id)?.data).toMatchObject({
      plan: 'free',
    })
  })

  it('waits for the result of an email whose claim began before the pause', async () => {
    const { project } = await buildFullProject(source)
    const { pool } = source.deps.database
    const [worker, watcher] = [await pool.connect(), await pool.connect()]
    let recorded: Promise<unknown> = Promise.resolve()
    const work = async () => {
      // The claim ends once the move waits for it.
      await eventually(async () => {
        const { rows } = await watcher.query<{ waits: boolean }>(
          `select exists (select from pg_locks where relation = 'email_queue'::regclass and not granted) as waits`,
        )
        expect(rows[0]?.waits).toBe(true)
      })
      await worker.query('commit')
      await worker.query(
        "update email_queue set status = 'QUEUED', lease_owner = null, lease_until = null where project_id = $1",
        [project.projectId],
      )
    }
    let claimed = 0
    try {
      await move(installations, {
        projectId: project.projectId,
        onStep: async (step) => {
          if (step === 'copied') {
            await worker.query('begin')
            const claim = await worker.query(
              `update email_queue set status = 'SENDING', lease_owner = 'worker', lease_until = now() + interval '1 hour'
               where project_id = $1`,
              [project.projectId],
            )
            claimed = claim.rowCount ?? 0
          }
          if (step !== 'paused') return
          recorded = work()
          recorded.catch(() => undefined)
        },
      })
      await recorded
      expect(claimed).toBeGreaterThan(0)
    } finally {
      for (const client of [worker, watcher]) client.release(true)
    }
    const { rows } = await target.deps.database.pool.query<{ status: string }>(
      'select distinct status from email_queue where project_id = $1',
      [project.projectId],
    )
    expect(rows).toEqual([{ status: 'QUEUED' }])
  })

  it('matches members by their address, and names those without an account on the target', async () => {
    const project = await buildProject(source.deps)
    const known = await buildUser({ ...source, project }, { email: 'both@example.com', role: 'admin' })
    await buildUser({ ...source, project }, { email: 'here@example.com', role: 'viewer' })
    const there = await buildUser(target, { email: known.email })
    const report = await move(installations, { projectId: project.projectId })
    expect(report.leftOut).toEqual(['here@example.com'])
    const { rows } = await target.deps.database.pool.query(
      'select user_id, role from members where project_id = $1',
      [project.projectId],
    )
    expect(rows).toEqual([{ user_id: there.id, role: 'admin' }])
  })

  it('makes missing months of the target on a connection that it was given', async () => {
    const { project } = await buildFullProject(source)
    const month = (await listMonths(target.deps.database.pool, 'events')).at(-1)
    await target.deps.database.pool.query(`drop table ${month?.partition}`)
    const to = sideOf(target)
    // The address of a connection does not say how it was made: with TLS, or through a tunnel.
    const connect = async () => Object.assign(await to.connect(), { port: 1 })
    await move(installations, { projectId: project.projectId, to: { ...to, connect } })
    expect((await listMonths(target.deps.database.pool, 'events')).at(-1)).toEqual(month)
  })

  it('and one back leave the project as it was', async () => {
    const { project } = await buildFullProject(source)
    const before = await countRows(source, project)
    const contacts = (await listContacts(source, project)).json<ContactPage>()
    const secrets = await readSecrets(source, project)
    await move(installations, { projectId: project.projectId })
    await move({ source: target, target: source }, { projectId: project.projectId })
    expect(await countRows(source, project)).toEqual(before)
    expect(await activeSides(installations, project)).toEqual(['source'])
    expect((await listContacts(source, project)).json()).toEqual(contacts)
    expect(await readSecrets(source, project)).toEqual(secrets)
  })
})

/** Secrets of the project that are stored encrypted. */
async function readSecrets({ deps: { database, secrets } }: TestApp, { projectId }: TestProject) {
  const { db } = database
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const domain = await db
    .selectFrom('domains')
    .select(['id', 'domain'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const key = await loadSigningKey(db, {
    secrets,
    projectId,
    domainId: domain.id,
    domain: domain.domain,
  } as Parameters<typeof loadSigningKey>[1])
  return [
    openSecrets(secrets, { webhook, now: new Date() } as unknown as Parameters<typeof openSecrets>[1]),
    key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ]
}

// move-project.killed.long.test.ts kills it at every step.
describe.each(['arrived', 'left'] as const)('a command that is killed when the project has %s', (step) => {
  it('leaves it active on one side at most, and the next run completes the move', () =>
    expectCompleted(step, installations))
})

describe('a copy that is removed', () => {
  it('releases the objects that its rows have got meanwhile', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    await sql`insert into images (project_id, id, token, name, content_type, width, height, size, bytes, created_at)
      values (${projectId}, gen_random_uuid(), ${projectId}, 'x', 'image/png', 1, 1, 1, 'x', now())`.execute(
      source.deps.database.db,
    )
    await killAt('arrived', installations, project)
    const { pool } = target.deps.database
    // As the job of the target does.
    await pool.query("update images set bytes = null, object_key = 'moved out' where project_id = $1", [
      projectId,
    ])
    await move(installations, { projectId })
    const { rows } = await pool.query('select key from unused_objects where project_id = $1', [projectId])
    expect(rows).toEqual([{ key: 'moved out' }])
  })
})

describe('a pause', () => {
  it('that ends without the command lets the project work on the source again', async () => {
    const { project } = await buildFullProject(source)
    const before = await countRows(source, project)
    await killAt('arrived', installations, project)
    await sql`update project_moves set pause_ends_at = now() where state = 'pausing'`.execute(
      source.deps.database.db,
    )
    await endExpiredPauses(source.deps.database.pool)
    expect(await activeSides(installations, project)).toEqual(['source'])
    expect(await countRows(source, project)).toEqual(before)
    expect(await countFences(source)).toBe(0)
  })

  it('that is over before the source has left changes nothing', async () => {
    const { project } = await buildFullProject(source)
    const before = await readContent(source.url)
    const expire = sql`update project_moves set pause_ends_at = now() where state = 'pausing'`
    const moving = move(installations, {
      projectId: project.projectId,
      onStep: async (step) => {
        if (step === 'arrived') await expire.execute(source.deps.database.db)
      },
    })
    await expect(moving).rejects.toThrow('The project was not moved')
    expect(await activeSides(installations, project)).toEqual(['source'])
    expect(await countRows(target, project)).toEqual({})
    const { tables } = await readContent(source.url)
    const { api_keys: _used, ...rest } = tables
    expect(before.tables).toMatchObject(rest)
  })
})

describe('a move is refused', () => {
  it('of a project that does not exist', async () => {
    const { projectId } = target.project
    await expect(move(installations, { projectId })).rejects.toThrow(`There is no project ${projectId}`)
  })

  it('to the installation where the project is', async () => {
    const here = { source, target: source }
    await expect(move(here, { projectId: source.project.projectId })).rejects.toThrow('same installation')
    expect(await activeSides(installations, source.project)).toEqual(['source'])
  })

  it('if another project of the target has verified one of its domains', async () => {
    const { project } = await buildFullProject(source)
    const { rows } = await source.deps.database.pool.query<{ domain: string }>(
      "update domains set status = 'VERIFIED', verified_at = now() where project_id = $1 returning domain",
      [project.projectId],
    )
    const { id } = await buildDomain(target, { domain: rows[0]?.domain ?? '' })
    await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(
      target.deps.database.db,
    )
    await expect(move(installations, { projectId: project.projectId })).rejects.toThrow(
      `has verified ${rows[0]?.domain}`,
    )
    expect(await activeSides(installations, project)).toEqual(['source'])
  })
})
