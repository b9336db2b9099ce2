import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { createGroupCommit } from './group-commit.ts'

/** A database that finishes each statement when the test says so. */
function buildStatements() {
  const begun: { items: string[]; end: (error?: Error) => void }[] = []
  const write = createGroupCommit<string, string>({
    keyOf: (item) => item.slice(0, 1),
    commit: (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      begun.push({
        items,
        end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item} written`))),
      })
      return promise
    },
  })
  return { begun, write }
}

/** As above, for items with a size: "<name> <bytes>"; the lane is the name without its number. */
function buildSized() {
  const begun: { items: string[]; end: () => void }[] = []
  const write = createGroupCommit<string, string>({
    keyOf: (item) => item,
    laneOf: (item) => item.replace(/\d* .*/, ''),
    bytesOf: (item) => Number(item.split(' ')[1]),
    commit: (items) => {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      begun.push({ items, end: () => resolve(items) })
      return promise
    },
  })
  return { begun, write }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const refused = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })

describe('createGroupCommit', () => {
  it('writes what comes together in one statement, and gives each its own result', async () => {
    const { begun, write } = buildStatements()
    const results = Promise.all(['a', 'b', 'c'].map(write))
    await turn()
    expect(begun.map(({ items }) => items)).toEqual([['a', 'b', 'c']])
    begun[0]?.end()
    expect(await results).toEqual(['a written', 'b written', 'c written'])
  })

  it('gathers while a statement is under way', async () => {
    const { begun, write } = buildStatements()
    const results: Promise<string>[] = []
    for (const item of ['a', 'b', 'c', 'd', 'e']) {
      results.push(write(item))
      await turn()
    }
    expect(begun.map(({ items }) => items)).toEqual([['a']])
    begun[0]?.end()
    await turn()
    await turn()
    expect(begun[1]?.items).toEqual(['b', 'c', 'd', 'e'])
    begun[1]?.end()
    expect(await Promise.all(results)).toHaveLength(5)
  })

  it('does not wait for ever for a statement that waits for a lock: four may', async () => {
    const { begun, write } = buildStatements()
    const results: Promise<string>[] = []
    for (const [place, item] of ['a', 'b', 'c', 'd'].entries()) {
      results.push(write(item))
      await eventually(() => expect(begun).toHaveLength(place + 1))
    }
    results.push(write('e'))
    begun[2]?.end()
    expect(await results[2]).toBe('c written')
    await eventually(() => expect(begun).toHaveLength(5))
    for (const statement of begun) statement.end()
    expect(await Promise.all(results)).toHaveLength(5)
  })

  it('lets the next statement begin when a timer fires a little early, as timers do', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { begun, write } = buildStatements()
    const results = [write('a')]
    await turn()
    results.push(write('b'))
    // Before the clock says so.
    vi.advanceTimersByTime(1_000)
    await turn()
    expect(begun.map(({ items }) => items)).toEqual([['a'], ['b']])
    for (const statement of begun) statement.end()
    expect(await Promise.all(results)).toHaveLength(2)
  })

  it('writes items of one key one after the other, in the order they came', async () => {
    const { begun, write } = buildStatements()
    const results = Promise.all(['a1', 'a2', 'b1', 'a3'].map(write))
    for (const expected of [['a1', 'b1'], ['a2'], ['a3']]) {
      await turn()
      await turn()
      expect(begun.at(-1)?.items).toEqual(expected)
      begun.at(-1)?.end()
    }
    expect(await results).toEqual(['a1 written', 'a2 written', 'b1 written', 'a3 written'])
  })

  describe('items that may wait', () => {
    const buildGathering = () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const begun: string[][] = []
      const write = createGroupCommit<string, string>({
        keyOf: (item) => item,
        mayWait: (item) => item.startsWith('later'),
        gathered: 3,
        commit: (items) => {
          begun.push(items)
          return Promise.resolve(items)
        },
      })
      return { begun, write }
    }

    it('are written when enough are there', async () => {
      const { begun, write } = buildGathering()
      const first = [write('later 1'), write('later 2')]
      await turn()
      expect(begun).toEqual([])
      await Promise.all([...first, write('later 3')])
      expect(begun).toEqual([['later 1', 'later 2', 'later 3']])
      // And again from the beginning.
      void write('later 4')
      await turn()
      expect(begun).toHaveLength(1)
    })

    it('are written with one that may not', async () => {
      const { begun, write } = buildGathering()
      await Promise.all([write('later 1'), write('now')])
      expect(begun).toEqual([['later 1', 'now']])
    })

    it('are written after a while, however few they are', async () => {
      const { begun, write } = buildGathering()
      const first = write('later 1')
      vi.advanceTimersByTime(1_000)
      expect(await first).toBe('later 1')
      const second = write('later 2')
      await turn()
      expect(begun).toEqual([['later 1']])
      vi.advanceTimersByTime(1_000)
      expect(await second).toBe('later 2')
    })
  })

  it('takes a hundred at most', async () => {
    const { begun, write } = buildStatements()
    const items = Array.from({ length: 250 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const results = Promise.all(items.map(write))
    while (begun.length < 3) {
      await turn()
      for (const statement of begun) statement.end()
    }
    expect(begun.map((statement) => statement.items.length)).toEqual([100, 100, 50])
    expect(await results).toHaveLength(250)
  })

  it.each([
    ['refused', '23514'],
    ['too large for the memory of the server', '53200'],
    ['waiting for a lock that nobody gives back', '57014'],
    ['refused a lock', '55P03'],
  ])('tells only the one that is %s', async (_what, code) => {
    const seen: string[][] = []
    const write = createGroupCommit<string, string>({
      keyOf: (item) => item,
      commit: async (items) => {
        seen.push(items)
        if (items.includes('bad')) throw refused(code)
        return items
      },
    })
    const results = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map(write))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(seen[0]).toHaveLength(5)
    expect(await write('later')).toBe('later')
  })

  it('takes as many as fit into a statement of bearable size', async () => {
    const { begun, write } = buildSized()
    const results = Promise.all(['a 600000', 'b 300000', 'c 300000', 'd 10'].map(write))
    await turn()
    begun[0]?.end()
    await turn()
    await turn()
    begun[1]?.end()
    expect(begun.map(({ items }) => items)).toEqual([
      ['a 600000', 'b 300000'],
      ['c 300000', 'd 10'],
    ])
    expect(await results).toHaveLength(4)
  })

  it('writes what is very large alone, one after the other, and lets nobody wait for it', async () => {
    const { begun, write } = buildSized()
    const large = [write('a 9000000'), write('b 9000000')]
    const small = Promise.all([write('c 10'), write('d 10')])
    await turn()
    expect(begun.map(({ items }) => items)).toEqual([['a 9000000'], ['c 10', 'd 10']])
    begun[1]?.end()
    expect(await small).toHaveLength(2)
    const next = write('e 10')
    await eventually(() => expect(begun[2]?.items).toEqual(['e 10']))
    begun[2]?.end()
    expect(await next).toBe('e 10')
    begun[0]?.end()
    await eventually(() => expect(begun[3]?.items).toEqual(['b 9000000']))
    begun[3]?.end()
    expect(await Promise.all(large)).toHaveLength(2)
  })

  it('lets the lanes take turns: nobody waits behind the crowd of another', async () => {
    const { begun, write } = buildSized()
    const crowd = Array.from({ length: 300 }, (_, index) => write(`crowd${index} 10`))
    const other = write('other 10')
    await turn()
    expect(begun[0]?.items).toContain('other 10')
    for (let round = 0; round < 4; round += 1) {
      await turn()
      for (const statement of begun) statement.end()
      await turn()
    }
    expect(await Promise.all([...crowd, other])).toHaveLength(301)
  })

  it.each([
    ['the statement became too long', new RangeError('Invalid string length')],
    ['a value could not be written down', new TypeError('Do not know how to serialize a BigInt')],
    ['the driver refused it', Object.assign(new Error('too long'), { code: 'ERR_STRING_TOO_LONG' })],
  ])('tells only the one because of whom %s: nothing was sent', async (_what, error) => {
    const write = createGroupCommit<string, string>({
      keyOf: (item) => item,
      commit: async (items) => {
        if (items.includes('bad')) throw error
        return items
      },
    })
    const results = await Promise.allSettled(['a', 'bad', 'c'].map(write))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('tells everybody at once when the disk is full: no smaller statement would fit', async () => {
    const { begun, write } = buildStatements()
    const results = Promise.allSettled(['a', 'b'].map(write))
    await turn()
    begun[0]?.end(refused('53100'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(begun).toHaveLength(1)
  })

  it('does not write again what may have been written: after a lost connection everybody is told', async () => {
    const { begun, write } = buildStatements()
    const results = Promise.allSettled(['a', 'b'].map(write))
    await turn()
    begun[0]?.end(new Error('Connection terminated unexpectedly'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(begun).toHaveLength(1)
  })
})
