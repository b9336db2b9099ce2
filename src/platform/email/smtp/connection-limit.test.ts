import { describe, expect, it } from 'vitest'
import { createConnectionLimit, LONGEST_WAIT_MS, RAISE_AFTER_MS } from './connection-limit.ts'

/** A limit with a clock, and a server that allows so many connections. */
function build(most: number, allowed: number) {
  let nowMs = 0
  let refusals = 0
  const limit = createConnectionLimit({ most, nowMs: () => nowMs })
  const server = { allowed }
  /** Opens as many as the limit allows, as a busy transport does. */
  const open = () => {
    for (let tries = limit.current - limit.open; tries > 0; tries -= 1) {
      if (limit.open < server.allowed) limit.opened()
      else {
        refusals += 1
        limit.refused()
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
    limit.refused()
    expect(limit.current).toBe(1)
    limit.opened()
    limit.refused()
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
      limit.refused()
    }
    expect(limit.current).toBeGreaterThanOrEqual(1)
  })

  it('tells when it changes', () => {
    const heard: number[] = []
    const limit = createConnectionLimit({ most: 8 })
    limit.onChange(() => heard.push(limit.current))
    limit.opened()
    expect(heard).toEqual([])
    limit.refused()
    expect(heard).toEqual([1])
  })
})
