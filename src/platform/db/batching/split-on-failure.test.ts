import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { splitOnFailure } from './split-on-failure.ts'

const timeOut = () => Object.assign(new pg.DatabaseError('canceled', 1, 'error'), { code: '57014' })

/** Runs the entries; each statement with a blocked one times out. Returns the failed entries and the statements. */
async function runWith(count: number, isBlocked: (entry: number) => boolean) {
  const failed: number[] = []
  const statements: number[][] = []
  const entries = Array.from({ length: count }, (_, name) => ({
    name,
    reject: () => void failed.push(name),
  }))
  await splitOnFailure(entries, async (those) => {
    const names = those.map(({ name }) => name)
    statements.push(names)
    await new Promise((resolve) => setImmediate(resolve))
    if (names.some(isBlocked)) throw timeOut()
  })
  return { failed: failed.toSorted((a, b) => a - b), statements }
}

describe('a statement for many that ran out of time', () => {
  it('is run for each alone: one that waits for a lock makes nobody else wait a second time', async () => {
    const { failed, statements } = await runWith(100, (name) => name === 37)
    expect(failed).toEqual([37])
    expect(statements.filter((names) => names.includes(37))).toHaveLength(2)
    expect(statements).toHaveLength(101)
  })

  it('still writes all others when three wait', async () => {
    const { failed } = await runWith(100, (name) => name < 3)
    expect(failed).toEqual([0, 1, 2])
  })

  it('is given up when everything waits: after a second round, not after a hundred', async () => {
    const { failed, statements } = await runWith(100, () => true)
    expect(failed).toHaveLength(100)
    expect(statements).toHaveLength(1 + 4)
  })
})
