// Requests with an Idempotency-Key that work in a thread before they write, and many of them at the same time: neither
// may take the connections of the database from other projects.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { countStored, postSend } from '../../../test/support/send-steps.ts'
import { buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const POOL_SIZE = 8
const test = useTestApp({ DATABASE_POOL_SIZE: String(POOL_SIZE) })

const withKey = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
const isReplay = (reply: Reply) => reply.headers['idempotency-replayed'] === 'true'

/** Rendered in a thread. */
const LOOP = '{% for a in (1..3) %}{{ a }}{% endfor %}'
/** Different words each time, so that they have to be prepared, which is done in a thread. */
const newBody = () => `<p>${randomUUID()}</p>`

type HeldThreads = { held: () => number; release: () => void }

/** Thread tasks of the project wait on these nodes until they are released. */
function holdThreads({ project }: TestApp, nodes = [test.deps]): HeldThreads {
  const gate = Promise.withResolvers<void>()
  let held = 0
  for (const { threads } of nodes) {
    const run: typeof threads.run = threads.run.bind(threads)
    threads.run = async (task, input, options) => {
      if (options?.lane === project.projectId) {
        held += 1
        await gate.promise
      }
      return run(task, input, options)
    }
    onTestFinished(() => void (threads.run = run))
  }
  return { held: () => held, release: gate.resolve }
}

/** Idle connections in a transaction. */
async function idleTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
    test.deps.database.db,
  )
  return rows[0]?.count ?? 0
}

describe('forty slow renders of one project, each with an Idempotency-Key', () => {
  it('leave the connections to the others', async () => {
    const own = await inFreshProject(test)
    const { id } = await buildTemplate(own, { body: LOOP })
    const threads = holdThreads(own)
    const renders = Array.from({ length: 40 }, () =>
      call(own, ['POST', `/templates/${id}/render`], { body: {}, ...withKey() }),
    )
    await eventually(() => expect(threads.held()).toBe(40))
    expect(await idleTransactions()).toBe(0)
    const key = test.other.secretKey
    const theirs = [
      await call(test, ['GET', '/contacts'], { key }),
      await postSend(test, { to: newAddress() }, { key }),
      await postSend(test, { to: newAddress() }, { key, ...withKey() }),
    ]
    expect(theirs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    threads.release()
    await Promise.all(renders)
  })
})

describe('a request that works in a thread first', () => {
  it.each<[string, (own: TestApp, key: string, id: string) => Promise<Reply>]>([
    ['a send', (own, key) => postSend(own, { body: newBody() }, withKey(key))],
    [
      'a new template',
      (own, key) =>
        call(own, ['POST', '/templates'], {
          body: { name: 'Slow', subject: 'Slow', body: newBody() },
          ...withKey(key),
        }),
    ],
    [
      'a changed template',
      (own, key, id) =>
        call(own, ['PATCH', `/templates/${id}`], { body: { body: newBody() }, ...withKey(key) }),
    ],
  ])('holds no transaction meanwhile: %s', async (_what, ask) => {
    const own = await inFreshProject(test)
    const { id } = await buildTemplate(own)
    const key = randomUUID()
    const threads = holdThreads(own)
    let isDone = false
    const first = ask(own, key, id).finally(() => (isDone = true))
    await eventually(() => expect(threads.held()).toBe(1))
    expect([await idleTransactions(), isDone]).toEqual([0, false])
    threads.release()
    expect((await first).statusCode).toBeLessThan(300)
  })

  it('is in progress for a second one, on this node and on another, and has one effect', async () => {
    const own = await inFreshProject(test)
    const deps = buildTestDeps(test.url)
    const elsewhere = { ...own, deps, app: await buildApp(deps) }
    const body = newBody()
    const key = randomUUID()
    const threads = holdThreads(own, [test.deps, deps])
    const refused: Reply[] = []
    const asked = [own, elsewhere, own, elsewhere].map(async (node) => {
      const reply = await postSend(node, { body }, withKey(key))
      if (reply.statusCode === 409) refused.push(reply)
      return reply
    })
    // A node knows its own running requests; both begin, and one of them writes.
    await eventually(() => expect([threads.held(), refused.length]).toEqual([2, 2]))
    threads.release()
    const done = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 200)
    expect(done.filter((reply) => !isReplay(reply))).toHaveLength(1)
    expect(done.length + refused.length).toBe(4)
    for (const reply of refused) expect(errorOf(reply).code).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(await countStored(own)).toMatchObject({ emails: 1 })
    for (const node of [own, elsewhere]) {
      const again = await postSend(node, { body }, withKey(key))
      expect([again.statusCode, isReplay(again), again.body]).toEqual([200, true, done[0]?.body])
    }
    expect(errorOf(await postSend(own, { body: 'Another' }, withKey(key))).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    await elsewhere.app.close()
    await deps.threads.close()
    await deps.database.close()
  })

  it('stores a refusal that came before any write', async () => {
    const own = await inFreshProject(test)
    const key = randomUUID()
    const template = { template: randomUUID(), subject: undefined, body: undefined }
    const first = await postSend(own, template, withKey(key))
    expect([first.statusCode, errorOf(first).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    expect(isReplay(await postSend(own, template, withKey(key)))).toBe(true)
  })

  it('stores nothing for a mistake in the request', async () => {
    const own = await inFreshProject(test)
    const key = randomUUID()
    expect((await postSend(own, { body: '{{' }, withKey(key))).statusCode).toBe(400)
    const second = await postSend(own, { body: 'Hello' }, withKey(key))
    expect([second.statusCode, isReplay(second)]).toEqual([200, false])
  })

  it('saves each of several changes that come together, as without a key', async () => {
    const own = await inFreshProject(test)
    const { id } = await buildTemplate(own)
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        call(own, ['PATCH', `/templates/${id}`], { body: { body: `Change ${n}` }, ...withKey() }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
    const versions = replies.map((reply) => reply.json<{ version: number }>().version)
    expect(versions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6])
  })
})

describe('many requests of one project with an Idempotency-Key', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await inFreshProject(test)
  })
  it('take a quarter of the connections at most, and all have their turn', async () => {
    const { id, email } = await buildContact(own)
    const lock = await test.deps.database.db.startTransaction().execute()
    await sql`select from contacts where id = ${id} for update`.execute(lock)
    const changes = Array.from({ length: 20 }, (_, n) =>
      call(own, ['PATCH', `/contacts/${id}`], { body: { data: { [`key${n}`]: n } }, ...withKey() }),
    )
    await eventually(async () => expect(await blocked()).toBe(POOL_SIZE / 4))
    const theirs = await call(test, ['POST', '/contacts'], {
      key: test.other.secretKey,
      body: { email: newAddress() },
      ...withKey(),
    })
    expect(theirs.statusCode).toBe(201)
    // It came last: by now the others have arrived too, and would have used more.
    expect(await blocked()).toBe(POOL_SIZE / 4)
    await lock.rollback().execute()
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual(changes.map(() => 200))
    expect(Object.keys((await readContact(own, email))?.data ?? {})).toHaveLength(20)
    const { pool } = test.deps.database
    await eventually(() => expect(pool.idleCount).toBe(pool.totalCount))
  })

  it('get a 503 when their turn does not come', async () => {
    const { id } = await buildContact(own)
    const lock = await test.deps.database.db.startTransaction().execute()
    await sql`select from contacts where id = ${id} for update`.execute(lock)
    const change = (key: string) =>
      call(own, ['PATCH', `/contacts/${id}`], { body: { data: { a: 1 } }, ...withKey(key) })
    const first = Array.from({ length: POOL_SIZE / 4 }, () => change(randomUUID()))
    await eventually(async () => expect(await blocked()).toBe(POOL_SIZE / 4))
    const key = randomUUID()
    const reply = await change(key)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(errorOf(reply).message).toContain('Idempotency-Key')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    await lock.rollback().execute()
    await Promise.all(first)
    expect((await change(key)).statusCode).toBe(200)
  })

  async function blocked(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.database.db)
    return rows[0]?.count ?? 0
  }
})
