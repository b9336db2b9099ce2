// Objects and the rows that point to them, when either side fails between the steps.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { useS3Server } from '../../../test/support/servers/s3-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { forgetObjectStore } from '../db/installation.ts'
import { createObjectStore } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { deleteUnusedObjectsJob } from './objects-upkeep.ts'
import { requireSameStore } from './require-same-store.ts'
import { claimUnusedObjects, useObjects } from './unused-objects.queries.ts'

const s3 = await useS3Server()
const test = useTestApp({ OBJECT_STORE: s3.setting })
const db = () => test.deps.database.db
const sweep = () => runJob(test.deps, deleteUnusedObjectsJob, { payload: {} })
const makeDue = () => sql`update unused_objects set due_at = 'epoch'`.execute(db())
const unused = async () =>
  (await db().selectFrom('unused_objects').select('key').execute()).map(({ key }) => key)

const put = (text: string) =>
  test.deps.objects.put({ projectId: test.project.projectId, kind: 'images', bytes: Buffer.from(text) })
const use = (key: string) =>
  inTransaction(db(), (trx) => useObjects(trx, { projectId: test.project.projectId, keys: [key] }))

beforeEach(async () => {
  await sql`truncate unused_objects`.execute(db())
})

describe('an object', () => {
  it('has the project in its key, and is checked when it is read', async () => {
    const key = await put('hello')
    expect(key.startsWith(`${test.project.projectId}/images/`)).toBe(true)
    expect((await test.deps.objects.get(key)).toString()).toBe('hello')
    s3.fault = () => (s3.requests.length === 3 ? 'a wrong byte' : undefined)
    expect((await test.deps.objects.get(key)).toString()).toBe('hello')
    await s3.damage(key)
    await expect(test.deps.objects.get(key)).rejects.toMatchObject({ failure: 'damaged' })
  })

  it('stays when its row was committed', async () => {
    const key = await put('kept')
    await use(key)
    await makeDue()
    await sweep()
    expect([(await s3.keys()).includes(key), await unused()]).toEqual([true, []])
  })

  it('is deleted when the process dies before the commit, and not before it is due', async () => {
    const key = await put('crashed')
    await sweep()
    expect(await s3.keys()).toContain(key)
    await makeDue()
    await sweep()
    expect([(await s3.keys()).includes(key), await unused()]).toEqual([false, []])
  })

  it('is not deleted while a transaction is about to use it, however long that takes', async () => {
    const key = await put('slow')
    await makeDue()
    await inTransaction(db(), async (trx) => {
      await useObjects(trx, { projectId: test.project.projectId, keys: [key] })
      await sweep()
    })
    await sweep()
    expect((await test.deps.objects.get(key)).toString()).toBe('slow')
  })

  it('cannot be used once the job has chosen it', async () => {
    const key = await put('late')
    await makeDue()
    expect(await claimUnusedObjects(db(), { keptDays: 0 })).toEqual([key])
    await expect(use(key)).rejects.toThrow(/deleted before the row/)
    expect(await unused()).toEqual([key])
  })

  it('waits for the job that has chosen it, and is not used then', async () => {
    const key = await put('raced')
    await makeDue()
    const chosen = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const choosing = inTransaction(db(), async (trx) => {
      await claimUnusedObjects(trx, { keptDays: 0 })
      chosen.resolve()
      await commit.promise
    })
    await chosen.promise
    const using = use(key)
    using.catch(() => undefined)
    await eventually(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          db(),
        )
      expect(rows).toHaveLength(1)
    })
    commit.resolve()
    await choosing
    await expect(using).rejects.toThrow(/deleted before the row/)
  })

  it('of another project cannot be used', async () => {
    const key = await put('foreign')
    const foreign = inTransaction(db(), (trx) =>
      useObjects(trx, { projectId: test.other.projectId, keys: [key] }),
    )
    await expect(foreign).rejects.toThrow(/deleted before the row/)
  })

  it('that nobody needs is deleted once the store works again', async () => {
    const keys = await Promise.all(['a', 'b'].map(put))
    await makeDue()
    s3.fault = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined)
    await sweep()
    expect(await unused()).toHaveLength(2)
    s3.fault = () => undefined
    await sweep()
    expect(await s3.keys()).toEqual(expect.arrayContaining(keys))
    await makeDue()
    await sweep()
    expect(await unused()).toEqual([])
  })

  it('is kept for the days of keep-deleted-days', async () => {
    const key = await put('backup')
    await sql`update unused_objects set due_at = now() - interval '2 days'`.execute(db())
    expect(await claimUnusedObjects(db(), { keptDays: 3 })).toEqual([])
    expect(await claimUnusedObjects(db(), { keptDays: 1 })).toEqual([key])
  })
})

describe('a store that fails', () => {
  it('is left alone for a while', async () => {
    const { config, database, clock, log } = test.deps
    const objects = createObjectStore({ config, database, clock, log })
    onTestFinished(() => objects.close())
    s3.fault = () => ({ status: 403, code: 'AccessDenied' })
    const object = { projectId: test.project.projectId, kind: 'images', bytes: Buffer.from('x') } as const
    expect(await objects.tryPut(object)).toBeUndefined()
    expect(await objects.tryPut(object)).toBeUndefined()
    await expect(objects.get('any')).rejects.toMatchObject({ failure: 'unavailable' })
    expect(s3.requests).toHaveLength(1)
    s3.fault = () => undefined
    test.clock.advance(5_000)
    expect(await objects.tryPut(object)).toBeDefined()
  })
})

describe('the store of a database', () => {
  const storeOf = (setting?: string): ObjectStore => {
    const { config, database, clock, log } = test.deps
    const objects = createObjectStore({ config: { ...config, OBJECT_STORE: setting }, database, clock, log })
    onTestFinished(() => objects.close())
    return objects
  }
  const check = (setting?: string) =>
    requireSameStore(db(), { objects: storeOf(setting), log: test.deps.log })

  const storeImage = async (setting: string) => {
    const { projectId } = test.project
    const key = await storeOf(setting).put({ projectId, kind: 'images', bytes: Buffer.from('x') })
    await use(key)
    await sql`insert into images (project_id, id, token, name, content_type, width, height, size, object_key, created_at)
      values (${projectId}, gen_random_uuid(), ${key}, 'x', 'image/png', 1, 1, 1, ${key}, now())`.execute(
      db(),
    )
  }

  it('is the one of its first start from then on', async () => {
    await db().insertInto('installation').values({ key_fingerprint: 'x' }).execute()
    await check()
    await check(`${s3.setting}&prefix=ours`)
    await check(`${s3.setting}&prefix=ours`)
    await storeImage(`${s3.setting}&prefix=ours`)
    await expect(check(`${s3.setting}&prefix=empty`)).rejects.toThrow(/lettermill-installation is missing/)
    await expect(check()).rejects.toThrow(/OBJECT_STORE is not set/)
    await forgetObjectStore(db())
    await expect(check(`${s3.setting}&prefix=ours`)).rejects.toThrow(/belongs to another installation/)
    await check(s3.setting)
  })

  it('is marked by the next start if the first one could not do it', async () => {
    await sql`delete from images`.execute(db())
    await sql`insert into installation (key_fingerprint) select 'x' where not exists (select from installation)`.execute(
      db(),
    )
    await forgetObjectStore(db())
    const late = `${s3.setting}&prefix=late`
    s3.fault = ({ method }) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined)
    await check(late)
    s3.fault = () => undefined
    // Without objects any store will do; later it is the one that has them.
    for (const object of ['none', 'one']) {
      if (object === 'one') await storeImage(late)
      await check(late)
      expect(await storeOf(late).readMarker()).toBeDefined()
      await storeOf(late).deleteMarker()
    }
    await expect(check(`${s3.setting}&prefix=other`)).rejects.toThrow(/lettermill-installation is missing/)
  })

  it('need not answer for a start', async () => {
    s3.fault = () => 'drop'
    await expect(check(`${s3.setting}&prefix=ours`)).resolves.toBeUndefined()
  })
})
