import { describe, expect, it } from 'vitest'
import { createConnectionShares } from './connection-shares.ts'

/** Threads that use all connections of their share, and close surplus ones when the test says so. */
function build(limit: number) {
  const state = { limit }
  const members = new Map<string, { most: number; turn: number; used: number }>()
  const shares = createConnectionShares<string>({
    limit: () => state.limit,
    give(name, { most, turn }) {
      const used = members.get(name)?.used ?? 0
      members.set(name, { most, turn, used: Math.max(used, most) })
      // When the limit falls, surplus connections stay until their emails are done, but no thread gets more meanwhile.
      if (most > used && total() > state.limit) throw new Error(`${total()} of ${state.limit} are in use`)
    },
  })
  const total = () => [...members.values()].reduce((sum, { used }) => sum + used, 0)
  /** The thread has finished the emails of its surplus connections. */
  const finish = (name: string) => {
    const member = members.get(name)
    if (!member) return
    member.used = member.most
    shares.confirm(name, member.turn)
  }
  const leave = (name: string) => {
    members.delete(name)
    shares.leave(name)
  }
  const given = () => Object.fromEntries([...members].map(([name, { most }]) => [name, most]))
  return { state, shares, members, finish, leave, given, total }
}

describe('the shares of the connections', () => {
  it('are all for a thread that is alone', () => {
    const { shares, given } = build(50)
    shares.join('a')
    expect(given()).toEqual({ a: 50 })
  })

  it('go to a second thread only when the first has given them up', () => {
    const { shares, given, finish } = build(50)
    shares.join('a')
    finish('a')
    shares.join('b')
    expect(given()).toEqual({ a: 25 })
    finish('a')
    expect(given()).toEqual({ a: 25, b: 25 })
  })

  it('are as equal as they can be', () => {
    const { shares, given, finish } = build(50)
    for (const name of ['a', 'b', 'c']) {
      shares.join(name)
      for (const one of ['a', 'b', 'c']) finish(one)
    }
    expect(Object.values(given()).toSorted((one, other) => one - other)).toEqual([16, 17, 17])
  })

  it('of a thread that ended go to the others', () => {
    const { shares, given, finish, leave } = build(50)
    shares.join('a')
    shares.join('b')
    finish('a')
    leave('a')
    expect(given()).toEqual({ b: 50 })
  })

  it('follow the limit', () => {
    const { state, shares, given, finish } = build(50)
    shares.join('a')
    shares.join('b')
    finish('a')
    finish('b')
    state.limit = 4
    shares.divide()
    // Neither may use what the other has not given up yet.
    expect(given()).toEqual({ a: 0, b: 0 })
    finish('a')
    finish('b')
    expect(given()).toEqual({ a: 2, b: 2 })
    state.limit = 50
    shares.divide()
    expect(given()).toEqual({ a: 25, b: 25 })
  })

  it('of a thread that stops go to the others as it gives them up', () => {
    const { shares, given, finish, leave } = build(50)
    shares.join('a')
    shares.join('b')
    finish('a')
    shares.retire('b')
    expect(given()).toEqual({ a: 25, b: 0 })
    finish('b')
    expect(given()).toEqual({ a: 50, b: 0 })
    leave('b')
    expect(given()).toEqual({ a: 50 })
  })

  it('are not enough for all when there are fewer than threads', () => {
    const { shares, given, finish } = build(1)
    shares.join('a')
    finish('a')
    shares.join('b')
    expect(given()).toEqual({ a: 1 })
  })

  it('are not given up by an answer to an earlier turn', () => {
    const { shares, given, members, finish, leave } = build(50)
    shares.join('a')
    shares.join('b')
    const early = members.get('a')?.turn ?? 0
    // b ends before it had any, so a may have all again; then another one comes.
    leave('b')
    shares.join('c')
    shares.confirm('a', early)
    expect(given()).toEqual({ a: 25 })
    finish('a')
    expect(given()).toEqual({ a: 25, c: 25 })
  })

  it('never exceed the limit, whatever happens in whatever order', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 200; round += 1) {
      const { state, shares, members, finish, leave } = build(8 + random(60))
      const names = ['a', 'b', 'c', 'd', 'e', 'f']
      const joined = new Set<string>()
      for (let step = 0; step < 60; step += 1) {
        const name = names[random(names.length)] ?? 'a'
        if (!joined.has(name)) {
          joined.add(name)
          shares.join(name)
        } else if (random(4) === 0) {
          joined.delete(name)
          leave(name)
        } else if (random(8) === 0) {
          state.limit = 8 + random(60)
          shares.divide()
        } else finish(name)
      }
      for (let turn = 0; turn < 3; turn += 1) for (const name of joined) finish(name)
      const all = [...members.values()].reduce((sum, { most }) => sum + most, 0)
      expect(all).toBe(joined.size === 0 ? 0 : state.limit)
    }
  })
})
