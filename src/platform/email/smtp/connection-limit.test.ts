import { describe, expect, it } from 'vitest'
import { createConnectionLimit, LONGEST_WAIT_MS, RAISE_AFTER_MS } from './connection-limit.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { LEFT_OUT_MS } from './node-connections.ts'

/** A limit with a clock, and a server that allows so many connections. */
function build(most: number, allowed: number) {
  let nowMs = 0
  let refusals = 0
  const limit = createConnectionLimit({ most, nowMs: () => nowMs })
  const server = { allowed }
  /** Opens as many as the limit allows, as a busy transport does. */
  const open = () => {
    for (let tries = limit.current - limit.open; tries > 0; tries -= 1) {
      limit.opening()
      if (limit.open < server.allowed) limit.opened()
      else {
        refusals += 1
        void limit.refused()
      }
    }
  }
  const closeAll = () => {
    while (limit.open > 0) limit.closed()
  }
  /** So long with enough email to keep every connection busy. */
  const send = (forMs: number) => {
    for (const end = nowMs + forMs; nowMs < end; nowMs += 1_000) {
      limit.worked()
      open()
    }
  }
  return { limit, server, open, closeAll, send, refusals: () => refusals }
}

describe('the limit of connections', () => {
  it('is the setting as long as no connection is refused', () => {
    const { limit, open } = build(50, 50)
    open()
    expect(limit).toMatchObject({ most: 50, current: 50, open: 50 })
  })

  it.each([1, 2, 10])('becomes what the server allows: %i', (allowed) => {
    const { limit, open } = build(50, allowed)
    open()
    expect(limit).toMatchObject({ current: allowed, open: allowed })
  })

  it('counts connections that were on their way when another was refused', () => {
    const limit = createConnectionLimit({ most: 50 })
    for (let count = 0; count < 5; count += 1) limit.opening()
    void limit.refused()
    expect(limit.current).toBe(1)
    limit.opened()
    void limit.refused()
    expect(limit.current).toBe(1)
    limit.opened()
    limit.opened()
    expect(limit).toMatchObject({ current: 3, open: 3 })
  })

  it('is tested again more and more seldom while the server still allows no more', () => {
    const { limit, open, send, refusals } = build(50, 1)
    open()
    const atFirst = refusals()
    send(24 * 3_600_000)
    expect(limit.current).toBe(1)
    const aDay = refusals() - atFirst
    expect(aDay).toBeGreaterThan(24)
    expect(aDay).toBeLessThan((24 * 3_600_000) / LONGEST_WAIT_MS + 10)
  })

  it('comes back to the setting within minutes once the server allows it', () => {
    const { limit, server, open, send } = build(50, 1)
    open()
    server.allowed = 50
    send(8 * RAISE_AFTER_MS)
    expect(limit.current).toBe(50)
  })

  it('is not raised while no more are needed', () => {
    const { limit, server, open, send, closeAll } = build(50, 4)
    open()
    server.allowed = 50
    closeAll()
    limit.opening()
    limit.opened()
    for (let times = 0; times < 100; times += 1) limit.worked()
    expect(limit.current).toBe(4)
    send(2 * RAISE_AFTER_MS)
    expect(limit.current).toBeGreaterThan(4)
  })

  it('starts from one connection after the server was away, and is what it was at once', () => {
    const { limit, server, open, closeAll } = build(50, 50)
    open()
    closeAll()
    server.allowed = 0
    open()
    expect(limit.current).toBe(1)
    server.allowed = 50
    for (let rounds = 0; rounds < 7; rounds += 1) open()
    expect(limit).toMatchObject({ current: 50, open: 50 })
  })

  it('is halved when the server asks to slow down, once for all connections that are told together', () => {
    const { limit, open } = build(40, 40)
    open()
    limit.slowed()
    limit.slowed()
    expect(limit.current).toBe(20)
  })

  it('never falls below one', () => {
    const { limit, send } = build(2, 2)
    for (let times = 0; times < 5; times += 1) {
      send(2_000)
      limit.slowed()
      limit.opening()
      void limit.refused()
    }
    expect(limit.current).toBeGreaterThanOrEqual(1)
  })

  it('tells when it changes', () => {
    const heard: number[] = []
    const limit = createConnectionLimit({ most: 8 })
    limit.onChange(() => heard.push(limit.current))
    limit.opening()
    limit.opened()
    expect(heard).toEqual([])
    limit.opening()
    void limit.refused()
    expect(heard).toEqual([1])
  })
})

describe('the threads of a node', () => {
  it('count as users while they have connections open, and each of them itself', () => {
    const states = new Int32Array(3)
    const [one, other] = [0, 1].map((own) => createConnectionLimit({ threads: { states, own } }))
    expect(one?.users).toBe(1)
    other?.opening()
    expect(one?.users).toBe(1)
    other?.opened()
    expect([one?.users, other?.users]).toEqual([2, 1])
    other?.closed()
    expect(one?.users).toBe(1)
  })
})

describe('a thread whose only connection is refused', () => {
  function buildTwo() {
    const states = new Int32Array(2)
    const clock = { nowMs: 0 }
    const build = (own: number) =>
      createConnectionLimit({ most: 25, nowMs: () => clock.nowMs, threads: { states, own } })
    const [one, other] = [build(0), build(1)]
    other.opening()
    return { one, other, clock }
  }
  const refuse = (limit: ConnectionLimit) => {
    limit.opening()
    return limit.refused()
  }

  it('knows that the server is down if no other thread has one', async () => {
    const { one, other } = buildTwo()
    other.failed()
    expect(await refuse(one)).toBe(false)
    expect(one.current).toBe(1)
  })

  it('gets none for a minute while another one has some, and then tries again', async () => {
    const { one, other, clock } = buildTwo()
    other.opened()
    expect(await refuse(one)).toBe(true)
    expect([one.current, other.current]).toEqual([0, 25])
    clock.nowMs += LEFT_OUT_MS
    expect(one.current).toBe(1)
  })

  it('may try at once when the other one has closed its own', async () => {
    const { one, other } = buildTwo()
    other.opened()
    await refuse(one)
    other.closed()
    expect(one.current).toBe(1)
  })

  it.each([
    ['got one', 'opened', true],
    ['got none', 'failed', false],
  ] as const)('waits until another one that is trying too %s', async (_, end, isWorking) => {
    const { one, other } = buildTwo()
    const answer = refuse(one)
    other[end]()
    expect(await answer).toBe(isWorking)
  })

  it('tries again if another one closed its own meanwhile', async () => {
    const { one, other } = buildTwo()
    other.opened()
    one.opening()
    other.closed()
    expect(await one.refused()).toBe(true)
    expect(one.current).toBe(1)
    expect(await refuse(one)).toBe(false)
  })

  it('raises the alarm, like all others, if all are refused together', async () => {
    const { one, other } = buildTwo()
    const answers = [refuse(one), other.refused()]
    expect(await Promise.all(answers)).toEqual([false, false])
  })
})
