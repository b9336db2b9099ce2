// The claims themselves, on a small limit; what callers see of them is tested with the features.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildProject, useTestApp } from '../../../../test/support/test-app.ts'
import type { AppError } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import { createNameClaims } from './known-names.ts'
import type { NameLimit } from './known-names.ts'
import { deleteUnusedNames } from './unused-names.ts'

const MINUTE_MS = 60_000
const test = useTestApp()

const used = new Set<string>()
const LIMIT: NameLimit = {
  kind: 'data_key',
  most: 10,
  mostPublicPerHour: 4,
  field: 'data',
  words: { one: 'data key', many: 'data keys' },
  advice: 'use others',
  ownNames: new Set(['name']),
  usedNames: () => sql`select unnest(${[...used]}::text[])`,
}

let projectId: ProjectId
beforeEach(async () => {
  projectId = (await buildProject(test.deps)).projectId
  used.clear()
})

const db = () => test.deps.database.db
const namesOf = (count: number, prefix = 'k') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

async function stored(): Promise<string[]> {
  const rows = await db()
    .selectFrom('known_names')
    .select('name')
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

const claim = (names: string[], { isPublic = false, claims = createNameClaims(LIMIT) } = {}) =>
  claims.claim(db(), { projectId, names, isPublic, now: test.clock.now() })

/** The code of the refusal, or that there was none. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'claimed',
    (error: unknown) => (error as AppError).code,
  )

describe('a claim', () => {
  it('takes new names up to the limit, and refuses all of a call that goes over it', async () => {
    await claim(namesOf(8))
    expect(await codeOf(claim(['a', 'b', 'c']))).toBe('VALIDATION_ERROR')
    expect(await stored()).toEqual(namesOf(8))
    expect(await codeOf(claim(['a', 'b']))).toBe('claimed')
    expect(await codeOf(claim(['a', 'k0']))).toBe('claimed')
  })

  it('says how many there may be, what was new, and what to do', async () => {
    await claim(namesOf(10))
    await expect(claim(['k0', 'w', 'x', 'y', 'z'])).rejects.toMatchObject({
      fields: [
        {
          field: 'data',
          code: 'too_big',
          message:
            'a project may have at most 10 data keys: use others. This call adds 4 new data keys: "w", "x", "y" and 1 more',
        },
      ],
    })
  })

  it("does not count the service's own names", async () => {
    await claim(namesOf(10))
    expect(await codeOf(claim(['name']))).toBe('claimed')
    expect(await stored()).toHaveLength(10)
  })

  it('is exact when many nodes claim at once', async () => {
    const nodes = Array.from({ length: 4 }, () => createNameClaims(LIMIT))
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        codeOf(claim([`r${index}`], { claims: nodes[index % 4] as (typeof nodes)[number] })),
      ),
    )
    expect(codes.filter((code) => code === 'claimed')).toHaveLength(10)
    expect(await stored()).toHaveLength(10)
  })

  it('of another project, or of another kind, has room of its own', async () => {
    await claim(namesOf(10))
    const events = createNameClaims({ ...LIMIT, kind: 'event_name' })
    expect(await codeOf(claim(['a'], { claims: events }))).toBe('claimed')
    projectId = (await buildProject(test.deps)).projectId
    expect(await codeOf(claim(['a']))).toBe('claimed')
  })

  it('in a transaction that is rolled back leaves nothing, and is not remembered', async () => {
    const claims = createNameClaims(LIMIT)
    const work = db()
      .transaction()
      .execute(async (trx) => {
        await claims.claim(trx, { projectId, names: ['a'], now: test.clock.now() })
        throw new Error('undone')
      })
    await expect(work).rejects.toThrow('undone')
    expect(await stored()).toEqual([])
    await claim(['a'], { claims })
    expect(await stored()).toEqual(['a'])
  })

  it('takes what fits for a file, in the order given', async () => {
    await claim(namesOf(8))
    const refused = await createNameClaims(LIMIT).claimUpToLimit(db(), {
      projectId,
      names: ['k1', 'z', 'y', 'x', 'w', 'name'],
      now: test.clock.now(),
    })
    expect([...refused]).toEqual(['x', 'w'])
    expect(await stored()).toEqual([...namesOf(8), 'y', 'z'])
  })
})

describe('claims by public keys', () => {
  it('are limited per hour, counted over all nodes; secret keys are not', async () => {
    const codes = await Promise.all(namesOf(6).map((name) => codeOf(claim([name], { isPublic: true }))))
    expect(codes.filter((code) => code === 'claimed')).toHaveLength(4)
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(2)
    expect(await codeOf(claim(['more']))).toBe('claimed')
    expect(await codeOf(claim(['more'], { isPublic: true }))).toBe('claimed')
  })

  it('have room again as those before leave the hour, and are told when', async () => {
    await claim(namesOf(3, 'a'), { isPublic: true })
    test.clock.advance(20 * MINUTE_MS)
    await claim(['b'], { isPublic: true })
    const error = await claim(['c'], { isPublic: true }).catch((caught: unknown) => caught as AppError)
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    // Three leave after the first 60 minutes.
    const waitSeconds = (error as AppError).retryAfterSeconds ?? 0
    expect(waitSeconds).toBeGreaterThan(39 * 60)
    expect(waitSeconds).toBeLessThanOrEqual(40 * 60)
    test.clock.advance(40 * MINUTE_MS + 1000)
    expect(await codeOf(claim(namesOf(3, 'c'), { isPublic: true }))).toBe('claimed')
    expect(await codeOf(claim(['d'], { isPublic: true }))).toBe('RATE_LIMIT_EXCEEDED')
  })

  it('of more than an hour allows are refused whole', async () => {
    const error = await claim(namesOf(5), { isPublic: true }).catch((caught: unknown) => caught as AppError)
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 3600 })
    expect(await stored()).toEqual([])
  })

  it('are 422 where the project is full: waiting would not help', async () => {
    await claim(namesOf(10))
    expect(await codeOf(claim(['x'], { isPublic: true }))).toBe('VALIDATION_ERROR')
  })
})

describe('a node', () => {
  it('asks for a name once in a minute', async () => {
    const claims = createNameClaims(LIMIT)
    await claim(['a'], { claims })
    await db().deleteFrom('known_names').where('project_id', '=', projectId).execute()
    await claim(['a'], { claims })
    expect(await stored()).toEqual([])
    test.clock.advance(MINUTE_MS)
    await claim(['a'], { claims })
    expect(await stored()).toEqual(['a'])
  })

  it('does not remember what was refused', async () => {
    const claims = createNameClaims(LIMIT)
    await claim(namesOf(10), { claims })
    expect(await codeOf(claim(['a'], { claims }))).toBe('VALIDATION_ERROR')
    await db().deleteFrom('known_names').where('name', '=', 'k9').execute()
    expect(await codeOf(claim(['a'], { claims }))).toBe('claimed')
  })
})

describe('names that nothing uses', () => {
  const tidy = async (afterMinutes: number) => {
    test.clock.advance(afterMinutes * MINUTE_MS)
    await deleteUnusedNames(db(), LIMIT, test.clock.now())
  }

  it('are forgotten at the second look, so that there is room again', async () => {
    await claim(namesOf(10))
    for (const name of namesOf(5)) used.add(name)
    await tidy(10)
    expect(await stored()).toHaveLength(10)
    await tidy(10)
    expect(await stored()).toEqual(namesOf(5))
  })

  it('stay if they are claimed or used between the looks', async () => {
    await claim(namesOf(10))
    await tidy(10)
    await claim(['k3'])
    used.add('k4')
    await tidy(10)
    expect(await stored()).toEqual(['k3', 'k4'])
  })

  it('stay while a node may remember them: two looks within five minutes take nothing away', async () => {
    await claim(namesOf(10))
    await tidy(10)
    await tidy(4)
    expect(await stored()).toHaveLength(10)
  })

  it('stay where there is plenty of room', async () => {
    await claim(namesOf(5))
    await tidy(10)
    await tidy(10)
    expect(await stored()).toHaveLength(5)
  })

  it('of public keys count for their hour, used or not', async () => {
    await claim(namesOf(4, 'p'), { isPublic: true })
    await claim(namesOf(6))
    await tidy(10)
    await tidy(10)
    expect(await stored()).toEqual(namesOf(4, 'p'))
    expect(await codeOf(claim(['q'], { isPublic: true }))).toBe('RATE_LIMIT_EXCEEDED')
  })
})
