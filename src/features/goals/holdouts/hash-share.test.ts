import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { hashShare, isInShare } from './hash-share.ts'

const test = useTestApp()

const MANY = 20_000

describe('the share of a hash', () => {
  it('is the same in SQL and here, and so is who is in a percentage', async () => {
    const ids = Array.from({ length: 500 }, () => newId(new Date('2026-05-01T10:00:00Z')))
    const ownerId = ids[0] ?? ''
    const { rows } = await sql<{ id: string; share: number; control: number; isHeld: boolean }>`
      select id, hash_share('holdout', ${ownerId}::uuid, id) as share, hash_share('control', ${ownerId}::uuid, id) as control,
        hash_share('holdout', ${ownerId}::uuid, id) * 100 < 37 as "isHeld"
      from unnest(${ids}::uuid[]) as id`.execute(test.deps.database.db)
    for (const { id: contactId, share, control, isHeld } of rows) {
      expect(hashShare('holdout', { ownerId, contactId })).toBe(share)
      expect(hashShare('control', { ownerId, contactId })).toBe(control)
      expect(isInShare(share, 37)).toBe(isHeld)
    }
  })

  it('is even, and the shares of two owners and two purposes are independent', async () => {
    const { rows } = await sql<{ first: number; both: number; crossed: number }>`
      select count(*) filter (where one < 0.2)::int as first, count(*) filter (where one < 0.2 and two < 0.2)::int as both,
        count(*) filter (where one < 0.2 and three < 0.2)::int as crossed
      from generate_series(1, ${MANY}) as number
      cross join lateral (select lpad(to_hex(number), 32, '0')::uuid as id) as i
      cross join lateral (select hash_share('holdout', '019c2f60-1d3b-7c02-8f11-5b1f0c9a7e21', id) as one,
        hash_share('holdout', '019c2f60-1d3b-7c02-8f11-5b1f0c9a7e22', id) as two,
        hash_share('control', '019c2f60-1d3b-7c02-8f11-5b1f0c9a7e21', id) as three) as s`.execute(
      test.deps.database.db,
    )
    // The numbers are always the same: five standard errors of a fair draw are only a bound for people who change the hash.
    const near = (count: number | undefined, share: number) =>
      Math.abs((count ?? 0) - MANY * share) < 5 * Math.sqrt(MANY * share * (1 - share))
    const [found] = rows
    expect([near(found?.first, 0.2), near(found?.both, 0.04), near(found?.crossed, 0.04)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('keeps everybody when the percentage rises', () => {
    const shares = Array.from({ length: 1_000 }, (_, index) => index / 1_000)
    const isLost = (share: number) => isInShare(share, 10) && !isInShare(share, 11)
    expect(shares.filter(isLost)).toEqual([])
  })
})
