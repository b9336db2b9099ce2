// A request counts for a minute, so the requests of a test stay counted while it runs.
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../app.ts'
import { buildKey } from '../../../../test/support/factories.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { buildProject, buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const LIMIT = 10

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

const keyOf = (node: TestApp) => `project:${node.project.projectId}`

/** Moves everything this many seconds into the past. */
async function letPass(node: TestApp, seconds: number): Promise<void> {
  await sql`
    update rate_windows set newest = newest - ${seconds * 4}::int where key = ${keyOf(node)}`.execute(
    node.deps.database.db,
  )
}

/** Another node, which has not refused any request yet: one that has waits until the time it announced. */
const elsewhere = async (node: TestApp): Promise<TestApp> => ({
  ...(await startNode(LIMIT)),
  project: node.project,
})

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
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(61)
    expect(refused.headers['ratelimit-reset']).toBe(String(wait))
  })

  it('lets no more than the limit pass in any minute, also after one that was quiet', async () => {
    const node = await withNewProject(test)
    expect(countOf(await burst(node, LIMIT + 1), 200)).toBe(LIMIT)
    await letPass(node, 58)
    expect(countOf(await burst(await elsewhere(node), LIMIT), 200)).toBe(0)
    await letPass(node, 3)
    expect(countOf(await burst(await elsewhere(node), LIMIT + 1), 200)).toBe(LIMIT)
  })

  it('gives back a minute later what was used, and not before', async () => {
    const node = await withNewProject(test)
    await burst(node, 4)
    await letPass(node, 40)
    const second = await elsewhere(node)
    expect(countOf(await burst(second, LIMIT), 200)).toBe(LIMIT - 4)
    await letPass(node, 21)
    // The four first ones have expired, the six have not.
    const third = await elsewhere(node)
    const replies = await burst(third, LIMIT)
    expect(countOf(replies, 200)).toBe(4)
    const refused = replies.find((reply) => reply.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(40)
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
  /** A 403 shows that the limit allowed it: this route does not accept a public key. */
  const visit = async (node: TestApp) => (await asVisitor(node)).statusCode

  async function countVisits(node: TestApp, tries: number): Promise<number> {
    let passed = 0
    for (let count = 0; count < tries; count += 1) passed += (await visit(node)) === 403 ? 1 : 0
    return passed
  }

  it('ends when less than half is left; secret keys get all the rest', async () => {
    const node = await withNewProject(test)
    // With 10, 9, 8, 7, 6 and 5 of 10 requests at least half is left.
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

  it('is refused with the time until half is left again, and a reason', async () => {
    const node = await withNewProject(test)
    await burst(node, 2)
    await letPass(node, 50)
    const other = await elsewhere(node)
    await burst(other, 5)
    const reply = await asVisitor(other)
    expect(errorOf(reply)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('public key') as string,
    })
    expect(reply.headers['ratelimit-remaining']).toBe('0')
    // The first two expire soon, which leaves five.
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(11)
  })

  it('comes back when half is left again', async () => {
    const node = await withNewProject(test)
    await burst(node, LIMIT)
    await letPass(node, 61)
    expect(await countVisits(await elsewhere(node), 8)).toBe(6)
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
        await sql<{ version: string }>`select xmin::text as version from rate_windows
          where key = ${keyOf(node)}`.execute(node.deps.database.db)
      ).rows[0]?.version
    const before = await lastStatement()
    expect(await countVisits(node, 30)).toBe(0)
    expect(await lastStatement()).toEqual(before)
  })

  it('is one share on two nodes', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    const visits = [first, one].flatMap((node) => Array.from({ length: 60 }, () => visit(node)))
    const passed = (await Promise.all(visits)).filter((status) => status === 403).length
    expect(passed).toBe(51)
  })

  it('is ended by what another node has used, with its next statement', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    expect(await visit(first)).toBe(403)
    await burst(one, 70)
    await eventually(async () => expect(await visit(first)).toBe(429))
    expect((await call(first, ['GET', '/project'])).statusCode).toBe(200)
  })

  it('ends on the same node at once, even with requests left in its batch', async () => {
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
    const replies = (await Promise.all([burst(first, 90), burst(one, 90)])).flat()
    expect(countOf(replies, 200)).toBeGreaterThanOrEqual(limit * 0.95)
    expect(countOf(replies, 200)).toBeLessThanOrEqual(limit)
    expect(countOf(replies, 429)).toBe(180 - countOf(replies, 200))
  })

  it('gives what one node does not use to the other', async () => {
    const limit = 100
    const [first, second] = [await startNode(limit), await startNode(limit)]
    const one = { ...second, project: first.project }
    await call(one, ['GET', '/project'])
    // The second node still holds at most a twentieth of the limit.
    const replies = await burst(first, limit)
    expect(countOf(replies, 200)).toBeGreaterThanOrEqual(limit * 0.95 - 1)
  })
})
