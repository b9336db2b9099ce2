// Which worker gets which email: none twice, transactional email first, every project its share.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail, multiplyEmail } from '../../../../test/support/factories.ts'
import { buildProject, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { findSuspect, listDueLanes, listDueLanesSince } from './claim.queries.ts'
import type { Claim, ClaimOptions } from './claim.queries.ts'
import { claimOrPark } from './claim.service.ts'
import { releaseAllEmails, releaseDeadWorker, releaseEmails, renewLeases } from './lease.queries.ts'
import { INSTANCE_ROUTE } from '../../transports/index.ts'

const test = useTestApp()
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate email_queue`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

const claim = async (overrides: Partial<ClaimOptions> = {}): Promise<Claim> => {
  const lanes = await listDueLanes(test.deps.database.db, INSTANCE_ROUTE)
  return claimOrPark(test.deps, {
    lanes,
    owner: 'one',
    room: 100,
    leaseSeconds: 60,
    routeId: INSTANCE_ROUTE,
    transport: 'test',
    ratePerSecond: 0,
    ...overrides,
  })
}
const claimIds = async (overrides: Partial<ClaimOptions> = {}) =>
  (await claim(overrides)).emails.map(({ id }) => id)

const readRow = async (id: string) => {
  const { rows } = await sql<{
    status: string
    attempts: number
    fence: number
    lease_owner: string | null
    left: number
  }>`
    select status, attempts, fence, lease_owner, extract(epoch from lease_until - clock_timestamp())::float8 as left
    from email_queue where email_id = ${id}`.execute(test.deps.database.db)
  return rows[0]
}

const refOf = (emailId: EmailId) => ({ projectId: own.project.projectId, emailId })

const fillQueue = async (app: TestApp, count: number) =>
  multiplyEmail(app, { id: await makeEmail(app), count })

describe('lanes in which something became due since a time', () => {
  it('are those with email that is due, from the first of that time on', async () => {
    const { db } = test.deps.database
    const ago = (ms: number) => new Date(Date.now() - ms)
    const [before, first] = [ago(50_000), ago(20_000)]
    await makeEmail(own, { stored: { run_at: before } })
    await makeEmail(own, { stored: { run_at: first } })
    const later = await inFreshProject(test)
    await makeEmail(later, { stored: { status: 'SCHEDULED', run_at: ago(-60_000) } })
    const dueSince = (ms: number) => listDueLanesSince(db, { routeId: INSTANCE_ROUTE, since: ago(ms) })
    expect(await dueSince(30_000)).toEqual([
      { projectId: own.project.projectId, lane: 'transactional', from: first },
    ])
    expect(await dueSince(60_000)).toEqual(await listDueLanes(db, INSTANCE_ROUTE))
    expect(await dueSince(10_000)).toEqual([])
  })
})

describe('a claim', () => {
  it('claims due email for the time of the lease', async () => {
    const id = await makeEmail(own)
    expect(await claimIds()).toEqual([id])
    const row = await readRow(id)
    expect(row).toMatchObject({ status: 'SENDING', attempts: 1, fence: 1, lease_owner: 'one' })
    expect(row?.left).toBeGreaterThan(50)
    expect(row?.left).toBeLessThanOrEqual(60)
    expect(await claimIds({ owner: 'two' })).toEqual([])
  })

  it.each(['QUEUED', 'SCHEDULED', 'DEFERRED'])(
    'takes what is %s when its time has come, and not before',
    async (status) => {
      const due = await makeEmail(own, { stored: { status } })
      await makeEmail(own, { stored: { status, run_at: new Date(Date.now() + 60_000) } })
      expect(await claimIds()).toEqual([due])
    },
  )

  it.each(['SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED'])(
    'never takes what is %s',
    async (status) => {
      await makeEmail(own, { stored: { status } })
      expect(await claimIds()).toEqual([])
    },
  )

  it('claims the emails of a dead worker, with a new fence', async () => {
    const id = await makeEmail(own)
    await claim({ leaseSeconds: 0 })
    expect(await claimIds({ owner: 'two' })).toEqual([id])
    expect(await readRow(id)).toMatchObject({ attempts: 2, fence: 2, lease_owner: 'two' })
  })

  it('counts the workers in a row that had it and recorded no result', async () => {
    const id = await makeEmail(own)
    const { db } = test.deps.database
    const lost = async () => (await claim()).emails.map((email) => email.lost_claims)
    expect(await lost()).toEqual([0])
    // A worker that stops releases the emails that it has not started.
    await releaseEmails(db, { owner: 'one', refs: [{ ...refOf(id), fence: 1 }] })
    expect(await lost()).toEqual([0])
    await releaseDeadWorker(db, 'one')
    expect(await lost()).toEqual([1])
    await releaseAllEmails(db)
    expect(await lost()).toEqual([])
    expect(await findSuspect(db, INSTANCE_ROUTE)).toMatchObject({ emailId: id })
  })

  it('brings the contact, and why the address is suppressed', async () => {
    const contact = await buildContact(own, { data: { plan: 'pro' } })
    await makeEmail(own, { contactId: contact.id, address: contact.email })
    await sql`
      insert into suppressions (project_id, id, email, reason, source, created_at)
      values (${own.project.projectId}, gen_random_uuid(), ${contact.email}, 'manual', 'test', now())`.execute(
      test.deps.database.db,
    )
    const { emails } = await claim()
    expect(emails).toMatchObject([
      {
        contact: { id: contact.id, email: contact.email, subscribed: true, data: { plan: 'pro' } },
        suppressed_for: 'manual',
      },
    ])
  })

  it('claims nothing of a disabled project', async () => {
    await makeEmail(own)
    await test.deps.database.db
      .updateTable('projects')
      .set({ disabled_at: new Date(0) })
      .where('id', '=', own.project.projectId)
      .execute()
    expect(await claimIds()).toEqual([])
  })

  it('never gives the same email to two concurrent workers', async () => {
    await fillQueue(own, 300)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claimIds({ owner: `worker-${index}`, room: 50 })),
    )
    const all = claims.flat()
    expect(new Set(all).size).toBe(all.length)
    while ((await claimIds()).length > 0);
    expect(await claimIds()).toEqual([])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from email_queue where status = 'SENDING' and fence = 1`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.count).toBe(300)
  })
})

describe('the order', () => {
  it('is transactional email of all projects before marketing email of any', async () => {
    const news = await makeEmail(own, { lane: 'marketing', stored: { run_at: new Date(0) } })
    const other = await buildProject(test.deps)
    const receipt = await makeEmail(own, { project: other })
    expect(await claimIds({ room: 1 })).toEqual([receipt])
    expect(await claimIds({ room: 1 })).toEqual([news])
  })

  it('is the oldest first within a project', async () => {
    const ids: EmailId[] = []
    for (const seconds of [30, 10, 20]) {
      ids.push(await makeEmail(own, { stored: { run_at: new Date(Date.now() - seconds * 1000) } }))
    }
    const taken = [
      ...(await claimIds({ room: 1 })),
      ...(await claimIds({ room: 1 })),
      ...(await claimIds({ room: 1 })),
    ]
    expect(taken).toEqual([ids[0], ids[2], ids[1]])
  })

  it('gives each project its share, however much one of them has', async () => {
    await fillQueue(own, 500)
    const small = await buildProject(test.deps)
    const single = await makeEmail(own, { project: small })
    const { emails } = await claim({ room: 40 })
    expect(emails.map(({ id }) => id)).toContain(single)
    expect(emails.length).toBeLessThanOrEqual(40)
    expect(emails.length).toBeGreaterThan(1)
  })
})

describe('the rate', () => {
  const limited = { room: 1000, ratePerSecond: 14 }

  /** The bucket as if this many seconds had passed since it was empty. */
  const setBack = (seconds: number) =>
    sql`update send_buckets set tokens = 0, refilled_at = clock_timestamp() - make_interval(secs => ${seconds})
      where project_id = ${own.project.projectId}`.execute(test.deps.database.db)

  /** By the clock that refills the buckets. */
  const databaseSeconds = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from clock_timestamp())::float8 as seconds`.execute(test.deps.database.db)
    return rows[0]?.seconds ?? 0
  }

  it('lets a burst of half a second go, and then nothing', async () => {
    await fillQueue(own, 50)
    expect((await claim(limited)).emails).toHaveLength(7)
    const { rows } = await sql<{ tokens: number }>`
      select tokens from send_buckets where project_id = ${own.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ tokens: 0 }])
    // A clock that was set back gives nothing, and takes nothing away.
    await setBack(-3600)
    expect(await claim(limited)).toEqual({ emails: [], limited: new Set([own.project.projectId]) })
  })

  it('is refilled evenly by the time that has passed, up to the burst', async () => {
    await fillQueue(own, 50)
    await claim(limited)
    await setBack(0.3)
    const { length } = (await claim(limited)).emails
    expect(length).toBeGreaterThanOrEqual(4)
    expect(length).toBeLessThanOrEqual(7)
    await setBack(3600)
    expect((await claim(limited)).emails).toHaveLength(7)
  })

  it('is one for all workers, and another for each transport and each project', async () => {
    await fillQueue(own, 100)
    const begunAt = await databaseSeconds()
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) => claimIds({ ...limited, owner: `worker-${index}` })),
    )
    // The burst, and the refill during the test itself.
    const most = 7 + 14 * ((await databaseSeconds()) - begunAt)
    expect(claims.flat().length).toBeGreaterThanOrEqual(7)
    expect(claims.flat().length).toBeLessThanOrEqual(most)
    expect((await claim({ ...limited, transport: 'another' })).emails).toHaveLength(7)
    const other = await buildProject(test.deps)
    const single = await makeEmail(own, { project: other })
    expect(await claimIds(limited)).toContain(single)
  })

  it('of one a second lets one go', async () => {
    await fillQueue(own, 5)
    expect((await claim({ room: 100, ratePerSecond: 1 })).emails).toHaveLength(1)
  })

  it('of nothing is no limit', async () => {
    await fillQueue(own, 50)
    expect((await claim({ room: 100, ratePerSecond: 0 })).emails).toHaveLength(50)
  })

  it('that is set after a time without one begins with the bucket as it was left, not with a debt', async () => {
    await fillQueue(own, 300)
    await claim(limited)
    expect((await claim({ room: 200, ratePerSecond: 0 })).emails).toHaveLength(200)
    const { rows } = await sql<{ tokens: number }>`
      select tokens from send_buckets where project_id = ${own.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ tokens: 0 }])
  })

  it('treats a stored debt as zero', async () => {
    await fillQueue(own, 50)
    await claim(limited)
    await sql`
      update send_buckets set tokens = -5000, refilled_at = clock_timestamp() - interval '1 second'
      where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
    expect((await claim(limited)).emails).toHaveLength(7)
  })
})

describe('a lease', () => {
  it('is renewed for the worker that has it, and for nobody else', async () => {
    const [kept, lost] = [await makeEmail(own), await makeEmail(own)]
    await claim({ leaseSeconds: 5 })
    await sql`update email_queue set lease_until = clock_timestamp() where email_id = ${lost}`.execute(
      test.deps.database.db,
    )
    await claim({ owner: 'two' })
    const renewal = { owner: 'one', leaseSeconds: 60, refs: [refOf(kept), refOf(lost)] }
    expect(await renewLeases(test.deps.database.db, renewal)).toEqual(new Set([kept]))
    expect((await readRow(kept))?.left).toBeGreaterThan(50)
  })

  it('is released as if it had never been claimed', async () => {
    const fresh = await makeEmail(own)
    const tried = await makeEmail(own, { stored: { status: 'DEFERRED', attempts: 3, fence: 3 } })
    await claim()
    const refs = [
      { ...refOf(fresh), fence: 1 },
      { ...refOf(tried), fence: 4 },
    ]
    await releaseEmails(test.deps.database.db, { owner: 'two', refs })
    expect(await readRow(fresh)).toMatchObject({ status: 'SENDING' })
    // By a claim before this one.
    await releaseEmails(test.deps.database.db, { owner: 'one', refs: [{ ...refOf(tried), fence: 3 }] })
    expect(await readRow(tried)).toMatchObject({ status: 'SENDING' })
    await releaseEmails(test.deps.database.db, { owner: 'one', refs })
    expect(await readRow(fresh)).toMatchObject({ status: 'QUEUED', attempts: 0, lease_owner: null })
    expect(await readRow(tried)).toMatchObject({ status: 'DEFERRED', attempts: 3, lease_owner: null })
    expect((await claimIds()).toSorted()).toEqual([fresh, tried].toSorted())
  })

  it('of all emails is released if the dead worker was the only one', async () => {
    const id = await makeEmail(own)
    await claim()
    await releaseAllEmails(test.deps.database.db)
    expect(await claimIds({ owner: 'two' })).toEqual([id])
    expect(await readRow(id)).toMatchObject({ fence: 2, lease_owner: 'two' })
  })
})

describe('emails that may crash their workers', () => {
  const suspect = (lost: number, stored: object = {}) =>
    makeEmail(own, { stored: { lost_claims: lost, ...stored } })
  const found = async () => (await findSuspect(test.deps.database.db, INSTANCE_ROUTE))?.emailId

  it('are excluded from ordinary claims, and claimed separately', async () => {
    const [plain, once] = [await makeEmail(own), await suspect(1)]
    const [twice, often] = [await suspect(2), await suspect(4)]
    expect((await claimIds()).toSorted()).toEqual([plain, once].toSorted())
    expect(await found()).toBe(twice)
    expect(await claimIds({ only: [often] })).toEqual([often])
  })

  it('are found one at a time, those with the fewest lost claims first', async () => {
    const [first, second] = [await suspect(2), await suspect(2)]
    expect(await found()).toBe(first)
    await claim({ only: [first] })
    expect(await found()).toBeUndefined()
    await releaseDeadWorker(test.deps.database.db, 'one')
    expect(await found()).toBe(second)
  })

  it('do not wait for one that has to follow another', async () => {
    const before = await suspect(4)
    await suspect(2, { after_email_id: before })
    expect(await found()).toBe(before)
  })

  it('count a lease that ran out', async () => {
    const id = await suspect(2)
    await claim({ only: [id], leaseSeconds: 0 })
    const { emails } = await claim({ only: [id], owner: 'two' })
    expect(emails).toMatchObject([{ id, lost_claims: 3 }])
  })

  it('are no suspects any more once they are in flight and their worker lives', async () => {
    const [made, onItsWay] = [await suspect(2), await suspect(2)]
    await claim({ only: [made, onItsWay] })
    const refs = [refOf(made), refOf(onItsWay)]
    const { db } = test.deps.database
    await renewLeases(db, { owner: 'one', leaseSeconds: 60, refs, handedOver: [onItsWay] })
    await releaseDeadWorker(db, 'one')
    expect(await claimIds()).toEqual([onItsWay])
    expect(await found()).toBe(made)
  })

  it('wait for their time, and with their project', async () => {
    const { db } = test.deps.database
    await suspect(2, { run_at: new Date(Date.now() + 60_000) })
    expect(await found()).toBeUndefined()
    const id = await suspect(2)
    expect(await found()).toBe(id)
    await db
      .updateTable('projects')
      .set({ disabled_at: new Date(0) })
      .where('id', '=', own.project.projectId)
      .execute()
    expect(await found()).toBeUndefined()
  })
})
