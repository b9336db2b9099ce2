import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { call } from '../../../../test/support/requests.ts'
import type { TestProject } from '../../../../test/support/test-app.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { heavyTurn } from '../../concurrency/heavy-turn.ts'
import { readBody } from './body-limit.ts'

const test = useTestApp()

const PIECE_BYTES = 65_536
const LARGE_BYTES = 4 * PIECE_BYTES

describe('large bodies that arrive at the same time', () => {
  it('are read one piece in each round of the event loop, whoever sends them', async () => {
    let pieces = 0
    const request = { headers: {}, routeOptions: { bodyLimit: 1e9 } } as unknown as FastifyRequest
    const body = (lane: string) =>
      readBody(request, Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(PIECE_BYTES))), {
        allowedBytes: 1e9,
        onPiece: () => (pieces += 1),
        pace: { beyondBytes: LARGE_BYTES, turn: () => heavyTurn(lane) },
      })
    const bodies = Promise.all(['a', 'b', 'c'].map(body))
    const perRound: number[] = []
    let isOver = false
    void bodies.then(() => (isOver = true))
    while (!isOver) {
      const before = pieces
      await new Promise((resolve) => setImmediate(resolve))
      perRound.push(pieces - before)
    }
    expect(pieces).toBe(120)
    expect((await bodies).map((read) => Buffer.concat(read).length)).toEqual(
      [1, 2, 3].map(() => 40 * PIECE_BYTES),
    )
    // The first four pieces of each may come at once: it is not known yet that more follows.
    expect(perRound.filter((count) => count > 0).length).toBeGreaterThan(100)
  })
})

describe('requests with large bodies', () => {
  type Change = { project?: TestProject; size?: number }
  const change = (id: string, { project = test.project, size = 300_000 }: Change = {}) =>
    call(test, ['PATCH', `/contacts/${id}`], {
      body: { data: {}, _meta: { filler: 'x'.repeat(size) } },
      key: project.secretKey,
    })

  /** Waits until four statements wait for a lock. */
  const fourWait = () =>
    eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.database.db)
      expect(rows).toHaveLength(4)
    })

  it('are processed four at a time per project, without delaying other projects', async () => {
    const [held, fifth, small] = [
      await buildContact(test),
      await buildContact(test),
      await buildContact(test),
    ]
    const theirs = await buildContact(test, { project: test.other })
    const { db } = test.deps.database
    const answered: string[] = []
    const noted = async (name: string, reply: ReturnType<typeof change>) => {
      expect((await reply).statusCode).toBe(200)
      answered.push(name)
    }
    const trx = await db.startTransaction().execute()
    await sql`select from contacts where id = ${held.id} for update`.execute(trx)
    const four = Array.from({ length: 4 }, () => noted('held', change(held.id)))
    await fourWait()
    const last = noted('fifth', change(fifth.id))
    await noted('other project', change(theirs.id, { project: test.other }))
    await noted('small', change(small.id, { size: 10 }))
    expect(answered).toEqual(['other project', 'small'])
    await trx.commit().execute()
    await Promise.all([...four, last])
    expect(answered.slice(2).toSorted()).toEqual(['fifth', 'held', 'held', 'held', 'held'])
  })

  it('leave their places when their clients disconnect before the response', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const held = await buildContact(test)
    const trx = await test.deps.database.db.startTransaction().execute()
    await sql`select from contacts where id = ${held.id} for update`.execute(trx)
    const clients = new AbortController()
    const four = Array.from({ length: 4 }, () =>
      fetch(`${test.app.listeningOrigin}/contacts/${held.id}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${test.project.secretKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ data: {}, _meta: { filler: 'x'.repeat(300_000) } }),
        signal: clients.signal,
      }),
    )
    await fourWait()
    clients.abort()
    expect((await Promise.allSettled(four)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await trx.commit().execute()
    expect((await change(held.id)).statusCode).toBe(200)
  })
})
