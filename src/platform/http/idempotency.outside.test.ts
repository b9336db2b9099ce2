// Calls that wait for the world outside, with an Idempotency-Key: DNS may take three seconds, and a transaction that
// stays open meanwhile would hold a connection of the pool.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const silent = createSocket('udp4').bind(0, '127.0.0.1')
await once(silent, 'listening')
let questions = 0
silent.on('message', () => (questions += 1))
afterAll(() => {
  silent.close()
})

const test = useTestApp({ DNS_SERVERS: `127.0.0.1:${(silent.address() as AddressInfo).port}` })
const verify = async (email: string) =>
  call(test, ['POST', '/v1/verify'], { body: { email }, headers: { 'idempotency-key': 'outside' } })

describe('a call that waits for DNS', () => {
  it('holds no transaction meanwhile, and its answer is given again afterwards', async () => {
    const first = verify('ada@slow.example')
    await vi.waitFor(() => expect(questions).toBeGreaterThan(0))
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(test.deps.database.db)
    expect(rows[0]?.open).toBe(0)
    const answer = await first
    expect(answer.statusCode).toBe(200)
    const asked = questions
    const again = await verify('ada@slow.example')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(answer.json())
    expect(questions).toBe(asked)
    expect(errorOf(await verify('grace@slow.example')).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})
