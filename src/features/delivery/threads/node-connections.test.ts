import { beforeEach, describe, expect, it } from 'vitest'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createConnectionShare } from './connection-share.ts'
import type { ConnectionEvent, ConnectionShare } from './connection-share.ts'
import { createNodeConnections } from './node-connections.ts'
import type { NodeConnections } from './node-connections.ts'

/** The connections that the server allows. */
let allowed: number
let refusals: number
let limit: ReturnType<typeof createConnectionLimit>
let node: NodeConnections<Thread>

type Thread = {
  open: number
  readonly share: ConnectionShare
  setConnections(share: { most: number; turn: number }): void
  setOthersOpen(areOpen: boolean): void
  /** Opens all connections of its share, as a busy transport does. */
  work(): Promise<void>
}

beforeEach(() => {
  allowed = 50
  refusals = 0
  limit = createConnectionLimit({ most: 50 })
  node = createNodeConnections(limit)
})

/** Both sides of a thread, connected by direct calls. */
function addThread(): Thread {
  let share: ConnectionShare | undefined
  const thread: Thread = {
    open: 0,
    get share(): ConnectionShare {
      if (!share) throw new Error('it was given no connections')
      return share
    },
    setConnections({ most, turn }) {
      if (!share) {
        const onEvent = (event: ConnectionEvent) => node.handleEvent(thread, event)
        share = createConnectionShare({ most: 50, first: most, onEvent })
        return node.confirm(thread, turn)
      }
      void share.setShare(most).then((fits) => fits && node.confirm(thread, turn))
      // As a transport does with surplus idle connections.
      while (share.open > share.current) share.closed()
    },
    setOthersOpen: (areOpen) => share?.setOthersOpen(areOpen),
    async work() {
      for (let tries = 0; tries < 100 && share && share.open < share.current; tries += 1) {
        if (limit.open < allowed) share.opened()
        else {
          refusals += 1
          share.refused()
        }
        await Promise.resolve()
      }
    },
  }
  node.join(thread)
  return thread
}

const settle = async (threads: { work(): Promise<void> }[]) => {
  for (let round = 0; round < 20; round += 1) for (const thread of threads) await thread.work()
}

describe('the connections of a node', () => {
  it('are shared by its threads', async () => {
    const threads = [addThread()]
    await settle(threads)
    expect(limit.open).toBe(50)
    threads.push(addThread())
    await settle(threads)
    expect(threads.map(({ share }) => share.open)).toEqual([25, 25])
    expect(limit.open).toBe(50)
  })

  it('become what the server allows, whichever thread is refused, with few tries', async () => {
    allowed = 10
    const threads = [addThread(), addThread()]
    await settle(threads)
    expect(limit.open).toBe(10)
    expect(limit.current).toBe(10)
    expect(refusals).toBeLessThan(5)
  })

  it('count as used for a thread that has none itself', async () => {
    allowed = 1
    const [first, second] = [addThread(), addThread()]
    await settle([first])
    expect(first.share.open).toBe(1)
    expect(second.share.isUsed).toBe(true)
    first.share.closed()
    expect(second.share.isUsed).toBe(false)
  })

  it('of a thread that died are closed, and go to the others', async () => {
    const threads = [addThread(), addThread()]
    await settle(threads)
    const [first, second] = threads
    if (!first || !second) throw new Error('there are two')
    node.leave(first)
    expect(limit.open).toBe(25)
    await settle([second])
    expect(second.share.open).toBe(50)
  })
})
