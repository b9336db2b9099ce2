// The function for other features: the result of several reasons for one address, in one statement, in any order.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { suppress } from './index.ts'
import type { NewSuppression, SuppressionReason } from './index.ts'

const test = useTestApp()

type SuppressionInput = [reason: SuppressionReason, expiresAt?: Date | null]

const build = (email: string, [reason, expiresAt]: SuppressionInput): NewSuppression => ({
  projectId: test.project.projectId,
  email,
  reason,
  source: `for ${reason}`,
  expiresAt,
})

async function read(email: string, projectId: ProjectId = test.project.projectId) {
  const { rows } = await sql<{ reason: string; source: string; expires_at: Date | null }>`
    select reason, source, expires_at from suppressions where project_id = ${projectId} and email = ${email}`.execute(
    test.deps.database.db,
  )
  return rows
}

const add = (given: NewSuppression[]) => suppress(test.deps.database.db, given, test.clock.now())

const DAY_MS = 86_400_000

/** Whole days, which the database returns unchanged. */
const fromToday = (days: number) => new Date((Math.ceil(Date.now() / DAY_MS) + days) * DAY_MS)
const soon = fromToday(10)
const later = fromToday(20)

describe('suppress', () => {
  it.each<{
    what: string
    given: [SuppressionInput, SuppressionInput]
    reason: SuppressionReason
    end: Date | null
  }>([
    {
      what: 'a complaint and a bounce',
      given: [['complaint'], ['hard_bounce']],
      reason: 'complaint',
      end: null,
    },
    { what: 'a bounce and a hand', given: [['hard_bounce'], ['manual']], reason: 'hard_bounce', end: null },
    {
      what: 'a hand and failures that pass',
      given: [['manual'], ['soft_bounces', soon]],
      reason: 'manual',
      end: null,
    },
    {
      what: 'failures that pass and pass later',
      given: [
        ['soft_bounces', soon],
        ['soft_bounces', later],
      ],
      reason: 'soft_bounces',
      end: later,
    },
    {
      what: 'a bounce that passes and failures that pass later',
      given: [
        ['hard_bounce', soon],
        ['soft_bounces', later],
      ],
      reason: 'hard_bounce',
      end: later,
    },
    {
      what: 'a complaint that passes and a hand',
      given: [['complaint', soon], ['manual']],
      reason: 'complaint',
      end: null,
    },
  ])('keeps the strongest reason and the latest end of $what', async ({ given, reason, end }) => {
    const [first, second] = given
    const expected = [{ reason, source: `for ${reason}`, expires_at: end }]
    const [forth, back, together] = [newAddress(), newAddress(), newAddress()]
    await add([build(forth, first)])
    await add([build(forth, second)])
    expect(await read(forth)).toEqual(expected)
    await add([build(back, second)])
    await add([build(back, first)])
    expect(await read(back)).toEqual(expected)
    await add([build(together, first), build(together, second), build(together, first)])
    expect(await read(together)).toEqual(expected)
  })

  it('changes nothing if it is called twice', async () => {
    const email = newAddress()
    await add([build(email, ['hard_bounce'])])
    const before = await sql`select * from suppressions where email = ${email}`.execute(test.deps.database.db)
    test.clock.advance(1000)
    await add([build(email, ['hard_bounce'])])
    const after = await sql`select * from suppressions where email = ${email}`.execute(test.deps.database.db)
    expect(after.rows).toEqual(before.rows)
  })

  it('skips test recipients, and accepts an empty list', async () => {
    const email = newAddress()
    await add([build('bounced@inbox.lettermill.test', ['hard_bounce']), build(email, ['hard_bounce'])])
    await add([build('bounced+1@inbox.lettermill.test', ['hard_bounce'])])
    await add([])
    expect(await read('bounced@inbox.lettermill.test')).toEqual([])
    expect(await read('bounced+1@inbox.lettermill.test')).toEqual([])
    expect(await read(email)).toHaveLength(1)
  })

  it('takes many addresses of many projects, from many workers at once', async () => {
    const { project: other } = await inFreshProject(test)
    const emails = Array.from({ length: 200 }, newAddress)
    const given = emails.flatMap((email) => [
      build(email, ['hard_bounce']),
      { ...build(email, ['complaint']), projectId: other.projectId },
    ])
    // Two statements with the same rows in opposite orders would deadlock if the statement did not sort them.
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        test.deps.database.db
          .transaction()
          .execute((trx) => suppress(trx, n % 2 ? given : given.toReversed(), test.clock.now())),
      ),
    )
    for (const [{ projectId }, reason] of [
      [test.project, 'hard_bounce'],
      [other, 'complaint'],
    ] as const) {
      const found = await test.deps.database.db
        .selectFrom('suppressions')
        .select(['email', 'reason'])
        .where('project_id', '=', projectId)
        .where('email', 'in', emails)
        .execute()
      expect(found.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
      expect(new Set(found.map((one) => one.reason))).toEqual(new Set([reason]))
    }
  })

  it('is undone with the transaction that it is part of', async () => {
    const email = newAddress()
    const work = test.deps.database.db.transaction().execute(async (trx) => {
      await suppress(trx, [build(email, ['hard_bounce'])], test.clock.now())
      throw new Error('the rest failed')
    })
    await expect(work).rejects.toThrow('the rest failed')
    expect(await read(email)).toEqual([])
  })
})
