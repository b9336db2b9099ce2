// The buckets refill by the clock of the database, so a test that takes a second is given tokens for a second. Limits
// here are so low, or the bounds so computed, that this cannot matter.
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../app.ts'
import { buildKey } from '../../../../test/support/factories.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { buildProject, buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

// One token in six seconds: a burst is over long before the next.
const LIMIT = 10
const SECONDS_A_TOKEN = 60 / LIMIT

const test = useTestApp({ API_RATE_PER_MINUTE: String(LIMIT) })
const unlimited = useTestApp({ API_RATE_PER_MINUTE: '0' })

/** Another node on the same database, with a project of its own or that of the first. */
async function startNode(limit: number): Promise<TestApp> {
  const deps = buildTestDeps(test.url, { API_RATE_PER_MINUTE: String(limit) })
  const app = await buildApp(deps)
  onTestFinished(async () => {
    await app.close()
    await deps.threads.close()
    await deps.database.close()
  })
  const project = await buildProject(deps)
  return { ...test, app, deps, project, other: project }
}

const withNewProject = async (node: TestApp): Promise<TestApp> => ({
  ...node,
  project: await buildProject(node.deps),
})

const burst = (node: TestApp, count: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, () => call(node, ['GET', '/project'])))

const countOf = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.statusCode === status).length

/** As if the bucket had been left alone for a while. */
async function letPass(node: TestApp, seconds: number): Promise<void> {
  await sql`
    update rate_buckets set refilled_at = refilled_at - make_interval(secs => ${seconds})
    where bucket = ${`project:${node.project.projectId}`}`.execute(node.deps.database.db)
}

describe('the request limit of a project', () => {
  it('lets exactly the limit pass in a burst, and refuses the rest with 429', async () => {
    const replies = await burst(await withNewProject(test), LIMIT + 7)
    expect(countOf(replies, 200)).toBe(LIMIT)
    expect(countOf(replies, 429)).toBe(7)
  })

  it('says in every answer how much is left', async () => {
    const node = await withNewProject(test)
    const left: number[] = []
    for (let count = 0; count < LIMIT; count += 1) {
      const { headers } = await call(node, ['GET', '/project'])
      expect(headers['ratelimit-limit']).toBe(String(LIMIT))
      left.push(Number(headers['ratelimit-remaining']))
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it('says in a 429 how long to wait', async () => {
    const node = await withNewProject(test)
    const refused = (await burst(node, LIMIT + 1)).find((reply) => reply.statusCode === 429)
    if (!refused) throw new Error('nothing was refused')
    expect(errorOf(refused).code).toBe('RATE_LIMIT_EXCEEDED')
    expect(refused.headers['ratelimit-remaining']).toBe('0')
    expect(Number(refused.headers['ratelimit-reset'])).toBeGreaterThan(60 - SECONDS_A_TOKEN)
    expect(Number(refused.headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(SECONDS_A_TOKEN)
  })

  it('comes back evenly, not at the turn of a minute', async () => {
    const node = await withNewProject(test)
    await burst(node, LIMIT)
    // Three tokens' worth; the half guards against the time that the test itself takes.
    await letPass(node, 3.5 * SECONDS_A_TOKEN)
    expect(countOf(await burst(node, LIMIT), 200)).toBe(3)
  })

  it('never saves up more than the limit', async () => {
    const node = await withNewProject(test)
    await burst(node, LIMIT)
    await letPass(node, 3600)
    expect(countOf(await burst(node, LIMIT + 3), 200)).toBe(LIMIT)
  })

  it('of one project does not touch another', async () => {
    await burst(await withNewProject(test), LIMIT + 1)
    expect((await call(await withNewProject(test), ['GET', '/project'])).statusCode).toBe(200)
  })

  it('counts all keys of the project together', async () => {
    const node = await withNewProject(test)
    const key = await buildKey(node)
    await burst(node, LIMIT - 1)
    expect((await call(node, ['GET', '/project'], { key })).statusCode).toBe(200)
    expect((await call(node, ['GET', '/project'], { key })).statusCode).toBe(429)
  })

  it('counts refused requests too, and marks them: a 403 and a 422 carry the headers', async () => {
    const node = await withNewProject(test)
    const forbidden = await call(node, ['GET', '/project'], { key: node.project.publicKey })
    expect(forbidden.statusCode).toBe(403)
    expect(forbidden.headers['ratelimit-remaining']).toBe('9')
    const invalid = await call(node, ['POST', '/contacts'], { body: {} })
    expect(invalid.statusCode).toBe(422)
    expect(invalid.headers['ratelimit-remaining']).toBe('8')
  })

  it('leaves alone who has no key, or needs none', async () => {
    expect((await call(test, ['GET', '/health'], { key: null })).headers).not.toHaveProperty(
      'ratelimit-limit',
    )
    expect((await call(test, ['GET', '/project'], { key: null })).headers).not.toHaveProperty(
      'ratelimit-limit',
    )
  })

  it('of 0 is no limit, and no headers', async () => {
    const replies = await burst(unlimited, 50)
    expect(countOf(replies, 200)).toBe(50)
    expect(replies[0]?.headers).not.toHaveProperty('ratelimit-limit')
    expect(replies[0]?.headers).not.toHaveProperty('ratelimit-remaining')
  })
})

describe('the share of public keys in the request limit', () => {
  const asVisitor = (node: TestApp) => call(node, ['GET', '/project'], { key: node.project.publicKey })
  /** A 403 says that the limit let it pass: this is no route for a public key. */
  const visit = async (node: TestApp) => (await asVisitor(node)).statusCode

  async function countVisits(node: TestApp, tries: number): Promise<number> {
    let passed = 0
    for (let count = 0; count < tries; count += 1) passed += (await visit(node)) === 403 ? 1 : 0
    return passed
  }

  it('ends when the bucket is less than half full; secret keys get all the rest', async () => {
    const node = await withNewProject(test)
    // At 10, 9, 8, 7, 6 and 5 of 10 tokens the bucket is at least half full.
    expect(await countVisits(node, 8)).toBe(6)
    expect(countOf(await burst(node, LIMIT), 200)).toBe(4)
  })

  it('is the same for requests that come at the same time', async () => {
    const node = await withNewProject(test)
    const replies = await Promise.all(Array.from({ length: 12 }, () => asVisitor(node)))
    expect(countOf(replies, 403)).toBe(6)
    expect(countOf(replies, 429)).toBe(6)
  })

  it('counts what secret keys have used: exactly half is enough, less is not', async () => {
    const node = await withNewProject(test)
    await burst(node, 5)
    expect(await visit(node)).toBe(403)
    expect(await visit(node)).toBe(429)
    const drained = await withNewProject(test)
    await burst(drained, 6)
    expect(await visit(drained)).toBe(429)
  })

  it('is refused with the time until the bucket is half full again, and a reason', async () => {
    const node = await withNewProject(test)
    await burst(node, 7)
    const reply = await asVisitor(node)
    expect(errorOf(reply)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('public key') as string,
    })
    expect(reply.headers['ratelimit-remaining']).toBe('0')
    const wait = Number(reply.headers['retry-after'])
    expect(wait).toBeGreaterThan(SECONDS_A_TOKEN)
    expect(wait).toBeLessThanOrEqual(2 * SECONDS_A_TOKEN)
  })

  it('comes back when the bucket is half full again', async () => {
    const node = await withNewProject(test)
    await burst(node, LIMIT)
    await letPass(node, 5.5 * SECONDS_A_TOKEN)
    // On a node that has not refused anybody yet: one that has waits until the time that it told.
    const other = { ...(await startNode(LIMIT)), project: node.project }
    expect(await countVisits(other, 3)).toBe(1)
  })

  it.each([
    [1, 1],
    [2, 2],
    [11, 6],
  ])('of a limit of %i is %i', async (limit, share) => {
    const node = await startNode(limit)
    expect(await countVisits(node, share + 2)).toBe(share)
  })

  it('costs no statement once it is used up', async () => {
    const node = await withNewProject(test)
    await countVisits(node, 7)
    const lastStatement = async () =>
      (
        await sql<{ at: Date }>`select refilled_at as at from rate_buckets
          where bucket = ${`project:${node.project.projectId}`}`.execute(node.deps.database.db)
      ).rows[0]?.at
    const before = await lastStatement()
    expect(await countVisits(node, 30)).toBe(0)
    expect(await lastStatement()).toEqual(before)
  })

  it('is one share on two nodes', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    const startedAt = performance.now()
    const visits = [first, one].flatMap((node) => Array.from({ length: 60 }, () => visit(node)))
    const passed = (await Promise.all(visits)).filter((status) => status === 403).length
    const refilled = ((performance.now() - startedAt) / 60_000) * limit
    expect(passed).toBeGreaterThanOrEqual(51)
    expect(passed).toBeLessThanOrEqual(51 + Math.ceil(refilled))
  })

  it('is ended by what another node has used, a second later at the latest', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    expect(await visit(first)).toBe(403)
    await burst(one, 70)
    await eventually(async () => expect(await visit(first)).toBe(429))
    expect((await call(first, ['GET', '/project'])).statusCode).toBe(200)
  })

  it('ends on the same node at once, whatever it still holds', async () => {
    const node = await startNode(100)
    expect(await visit(node)).toBe(403)
    await burst(node, 60)
    expect(await visit(node)).toBe(429)
  })

  it('does not exist without a limit', async () => {
    expect(await countVisits(unlimited, 20)).toBe(20)
  })
})

describe('the request limit on two nodes', () => {
  it('is one: together they let at least 95 % of it pass and never more', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    const startedAt = performance.now()
    const replies = (await Promise.all([burst(first, 90), burst(one, 90)])).flat()
    const refilled = ((performance.now() - startedAt) / 60_000) * limit
    expect(countOf(replies, 200)).toBeGreaterThanOrEqual(limit * 0.95)
    expect(countOf(replies, 200)).toBeLessThanOrEqual(limit + Math.ceil(refilled))
    expect(countOf(replies, 429)).toBe(180 - countOf(replies, 200))
  })

  it('gives what one node does not use to the other', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    await call(one, ['GET', '/project'])
    // What the second still holds of its batch is at most a twentieth of the bucket.
    const replies = await burst(first, limit)
    expect(countOf(replies, 200)).toBeGreaterThanOrEqual(limit * 0.95 - 1)
  })
})
