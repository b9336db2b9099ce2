// All bytes of an installation move into the store and back, in steps that may be interrupted; images and imports in the store.
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../test/support/delivery.ts'
import { inFreshProject, readJob, uploadCsv } from '../test/support/factories.ts'
import { drain, runJob } from '../test/support/jobs.ts'
import { call } from '../test/support/requests.ts'
import { addImage } from '../test/support/images.ts'
import { runHere } from '../test/support/run-command.ts'
import { sendOne } from '../test/support/send-steps.ts'
import { useS3Server } from '../test/support/servers/s3-server.ts'
import { ENCRYPTION_KEY, useTestApp } from '../test/support/test-app.ts'
import type { TestApp } from '../test/support/test-app.ts'
import { importContactsJob } from './features/contacts/contacts.jobs.ts'
import { MOVABLE_BYTES } from './movable-bytes.ts'
import { readConfig } from './platform/config.ts'
import type { OperationId } from './platform/ids.ts'
import { countMovable, moveBytes } from './platform/objects/movable-bytes.ts'
import type { Direction } from './platform/objects/movable-bytes.ts'
import { createObjectStore } from './platform/objects/object-store.ts'
import { deleteUnusedObjectsJob } from './platform/objects/objects-upkeep.ts'

const s3 = await useS3Server()
const test = useTestApp({ OBJECT_STORE: s3.setting })
const delivery = useDelivery(test)
const db = () => test.deps.database.db

let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const TABLES = MOVABLE_BYTES.map(({ table }) => table)

/** How many rows of a project have their bytes in the store, and how many in the database. */
async function placesOf({ project }: TestApp, tables = TABLES): Promise<{ store: number; database: number }> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ store: number; database: number }>`
        select count(object_key) as store, count(*) filter (where object_key is null) as database
        from ${sql.table(table)} where project_id = ${project.projectId}`.execute(db())
      return rows[0] ?? { store: 0, database: 0 }
    }),
  )
  return counts.reduce(
    (sum, one) => ({ store: sum.store + one.store, database: sum.database + one.database }),
    { store: 0, database: 0 },
  )
}

const sweep = async () => {
  await sql`update unused_objects set due_at = 'epoch'`.execute(db())
  await runJob(test.deps, deleteUnusedObjectsJob, { payload: {} })
}
const objectsOf = async ({ project }: TestApp) =>
  (await s3.keys()).filter((key) => key.startsWith(project.projectId))
const show = ({ path }: { path: string }) => call(test, ['GET', path], { key: null })

const CSV = `email,name\n${Array.from({ length: 30 }, (_, n) => `row${n}@example.com,Row ${n}\n`).join('')}`
const uploadOf = async (app: TestApp) => {
  const reply = await uploadCsv(app, CSV)
  expect(reply.statusCode).toBe(202)
  return reply.json<{ jobId: OperationId }>().jobId
}

describe('an image', () => {
  it('is in the store, shown from there, and deleted from there', async () => {
    const image = await addImage(own, '#336699')
    expect([await placesOf(own), (await objectsOf(own)).length]).toEqual([{ store: 1, database: 0 }, 1])
    const reply = await show(image)
    expect([reply.statusCode, (await sharp(reply.rawPayload).metadata()).width]).toEqual([200, 20])
    expect((await call(own, ['DELETE', `/images/${image.id}`])).statusCode).toBe(204)
    await sweep()
    expect([(await show(image)).statusCode, await objectsOf(own)]).toEqual([404, []])
  })

  it('goes into the database while the store fails; one in the store is answered 503 then, and 404 when it is lost', async () => {
    const stored = await addImage(own, '#000001')
    s3.fault = () => ({ status: 503, code: 'SlowDown' })
    const kept = await addImage(own, '#000002')
    expect(await placesOf(own)).toEqual({ store: 1, database: 1 })
    const busy = await show(stored)
    expect([(await show(kept)).statusCode, busy.statusCode, busy.headers['retry-after']]).toEqual([
      200,
      503,
      '5',
    ])
    expect(busy.body).not.toContain('127.0.0.1')
    s3.fault = () => undefined
    for (const key of await objectsOf(own)) s3.remove(key)
    expect((await show(stored)).statusCode).toBe(404)
    expect((await call(own, ['DELETE', `/images/${stored.id}`])).statusCode).toBe(204)
  })
})

describe('an import', () => {
  it('reads its file from the store, which is empty afterwards', async () => {
    const jobId = await uploadOf(own)
    expect([await placesOf(own), (await objectsOf(own)).length]).toEqual([{ store: 1, database: 0 }, 1])
    await drain(own.deps)
    expect(await readJob(own, jobId)).toMatchObject({ status: 'DONE', contacts: { created: 30 } })
    await sweep()
    expect(await objectsOf(own)).toEqual([])
  })

  it('goes into the database while the store fails', async () => {
    s3.fault = () => 'drop'
    const jobId = await uploadOf(own)
    expect(await placesOf(own)).toEqual({ store: 0, database: 1 })
    await drain(own.deps)
    expect(await readJob(own, jobId)).toMatchObject({ status: 'DONE', contacts: { created: 30 } })
  })

  it('waits while the store fails, and ends with the reason when its file is lost', async () => {
    const jobId = await uploadOf(own)
    const payload = { projectId: own.project.projectId, operationId: jobId }
    s3.fault = () => ({ status: 503, code: 'SlowDown' })
    expect(await runJob(own.deps, importContactsJob, { payload })).toMatchObject({ kind: 'snooze' })
    s3.fault = () => undefined
    for (const key of await objectsOf(own)) s3.remove(key)
    await runJob(own.deps, importContactsJob, { payload })
    const job = await readJob(own, jobId)
    expect(job).toMatchObject({ status: 'FAILED' })
    expect(JSON.stringify(job)).toContain('Upload the file again.')
  })
})

describe('the bytes of an installation', () => {
  const move = (direction: Direction, signal = new AbortController().signal) =>
    Promise.all(
      MOVABLE_BYTES.map((table) => moveBytes(db(), { objects: test.deps.objects, table, direction, signal })),
    )
  const total = (moved: { rows: number }[]) => moved.reduce((sum, { rows }) => sum + rows, 0)

  /** One row of each kind: an attachment, a large content, an image, a file of an import, and an email in the inbox. */
  async function fill(app: TestApp): Promise<{ email: string; image: { path: string }; jobId: OperationId }> {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('hello').toString('base64') }]
    const { email } = await sendOne(app, { attachments, body: `<p>${'long '.repeat(14_000)}</p>` })
    await delivery.drain()
    return { email, image: await addImage(app, '#123456'), jobId: await uploadOf(app) }
  }

  async function expectReadable(
    app: TestApp,
    { email, image }: Awaited<ReturnType<typeof fill>>,
  ): Promise<void> {
    expect((await call(app, ['GET', `/emails/${email}/raw`])).body).toContain('a.txt')
    expect((await show(image)).statusCode).toBe(200)
    const again = await call(app, ['POST', `/emails/${email}/resend`])
    expect(again.statusCode).toBe(201)
  }

  it('move there and back, and can be read all the time', async () => {
    const filled = await fill(own)
    expect(await placesOf(own)).toEqual({ store: 4, database: 1 })
    await move('database')
    expect(await placesOf(own)).toEqual({ store: 0, database: 5 })
    await expectReadable(own, filled)
    await sweep()
    expect(await objectsOf(own)).toEqual([])
    await move('store')
    expect(await placesOf(own)).toEqual({ store: 5, database: 0 })
    await expectReadable(own, filled)
    expect(total(await move('store'))).toBe(0)
    await drain(own.deps)
    expect(await readJob(own, filled.jobId)).toMatchObject({ status: 'DONE', contacts: { created: 30 } })
  })

  it('move once, if two processes move them, and leave no object behind', async () => {
    await fill(own)
    await move('database')
    await sweep()
    const there = await Promise.all(
      MOVABLE_BYTES.map((table) => countMovable(db(), { table, direction: 'store' })),
    )
    const both = await Promise.all([move('store'), move('store')])
    expect(total(both.flat())).toBe(there.reduce((sum, count) => sum + count, 0))
    await sweep()
    expect([await placesOf(own), (await objectsOf(own)).length]).toEqual([{ store: 5, database: 0 }, 5])
  })

  it('move on after an interruption', async () => {
    await fill(own)
    await move('database')
    let uploads = 0
    s3.fault = ({ method }) =>
      method === 'PUT' && (uploads += 1) > 2 ? { status: 403, code: 'AccessDenied' } : undefined
    await expect(move('store')).rejects.toThrow(/object store/)
    s3.fault = () => undefined
    await move('store')
    await sweep()
    expect([await placesOf(own), (await objectsOf(own)).length]).toEqual([{ store: 5, database: 0 }, 5])
  })

  it('that are lost do not keep the rest from moving', async () => {
    await fill(own)
    const [lost = ''] = (await objectsOf(own)).filter((key) => key.includes('/images/'))
    s3.remove(lost)
    const moved = await move('database')
    expect(moved.map(({ lost: count }) => count)).toEqual([0, 0, 1, 0, 0])
    expect(await placesOf(own)).toEqual({ store: 1, database: 4 })
    await sql`delete from images where object_key = ${lost}`.execute(db())
  })

  it('move by command', async () => {
    await fill(own)
    const settings = { DATABASE_URL: test.url, ENCRYPTION_KEY, LOG_LEVEL: 'silent', OBJECT_STORE: s3.setting }
    await db().insertInto('installation').values({ key_fingerprint: 'x' }).execute()
    expect(await runHere(['objects', 'move', '--to', 'database'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/write=false/) as string,
    })
    const reading = { ...settings, OBJECT_STORE: `${s3.setting}&write=false` }
    expect(createObjectStore({ ...test.deps, config: readConfig(reading) }).isWritten).toBe(false)
    const back = await runHere(['objects', 'move', '--to', 'database'], reading)
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringMatching(/moved to the database[^]*run this command again/),
    ])
    expect(await placesOf(own)).toEqual({ store: 0, database: 5 })
    await sweep()
    expect((await runHere(['objects', 'move', '--to', 'database'], reading)).stdout).toMatch(
      /remove OBJECT_STORE/,
    )
    const out = await runHere(['objects', 'move'], settings)
    expect([out.code, out.stdout]).toEqual([0, expect.stringMatching(/rows with .* have moved to the store/)])
    expect(await placesOf(own)).toEqual({ store: 5, database: 0 })
  })
})
