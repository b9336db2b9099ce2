import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createReadTogether } from './read-together.ts'

/** Reads that are answered when the test says so. */
function buildReader() {
  const asked: {
    keys: string[]
    answer: (found: Map<string, string>) => void
    fail: (error: Error) => void
  }[] = []
  const read = createReadTogether<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    asked.push({ keys, answer: resolve, fail: reject })
    return promise
  })
  return { asked, read }
}

const refused = () => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code: '22P02' })

describe('look-ups that come at the same time', () => {
  it('share one statement, each key once', async () => {
    const { asked, read } = buildReader()
    const answers = Promise.all([read('a'), read('b'), read('a'), read('c')])
    await turn()
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
    asked[0]?.answer(new Map(Object.entries({ a: 'A', b: 'B' })))
    expect(await answers).toEqual(['A', 'B', 'A', undefined])
  })

  it('never join a statement that was sent before they came', async () => {
    const { asked, read } = buildReader()
    const first = read('a')
    await turn()
    const second = read('a')
    await turn()
    expect(asked).toHaveLength(2)
    asked[0]?.answer(new Map([['a', 'before']]))
    asked[1]?.answer(new Map([['a', 'after']]))
    expect(await Promise.all([first, second])).toEqual(['before', 'after'])
  })

  it('wait while two statements are under way, and go together then', async () => {
    const { asked, read } = buildReader()
    const answers = [read('a')]
    await turn()
    answers.push(read('b'))
    await turn()
    answers.push(read('c'), read('d'))
    await turn()
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    asked[1]?.answer(new Map())
    await turn()
    await turn()
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']])
    for (const { answer } of asked) answer(new Map())
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('fail one by one where the database refuses one of them', async () => {
    const read = createReadTogether<string>(async (keys) => {
      if (keys.includes('bad')) throw refused()
      return new Map(keys.map((key) => [key, key.toUpperCase()]))
    })
    const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(read))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results[3]).toMatchObject({ value: 'C' })
  })

  it('all hear that the database is away, and the next ones are served again', async () => {
    const { asked, read } = buildReader()
    const failing = Promise.allSettled([read('a'), read('b')])
    await turn()
    asked[0]?.fail(new Error('Connection terminated unexpectedly'))
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = read('a')
    await turn()
    asked[1]?.answer(new Map([['a', 'A']]))
    expect(await next).toBe('A')
  })

  it('are cut into statements of bearable size', async () => {
    const { asked, read } = buildReader()
    const answers = Promise.all(Array.from({ length: 450 }, (_, index) => read(String(index))))
    const sizes: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await turn()
      await turn()
      const one = asked[round]
      sizes.push(one?.keys.length ?? 0)
      one?.answer(new Map(one.keys.map((key) => [key, key])))
      await turn()
    }
    expect(sizes).toEqual([200, 200, 50])
    expect(await answers).toHaveLength(450)
  })
})
