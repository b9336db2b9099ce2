// Calls that wait for external systems, with an Idempotency-Key: DNS may take three seconds, and an open transaction would
// hold a connection of the pool meanwhile.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address })
const verify = async (email: string) =>
  call(test, ['POST', '/v1/verify'], { body: { email }, headers: { 'idempotency-key': 'outside' } })

describe('a call that waits for DNS', () => {
  it('holds no transaction meanwhile, and its answer is given again afterwards', async () => {
    const release = dns.hold('slow.example')
    const first = verify('ada@slow.example')
    await dns.asked('slow.example')
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(test.deps.database.db)
    expect(rows[0]?.open).toBe(0)
    release()
    const answer = await first
    expect(answer.statusCode).toBe(200)
    const asked = dns.questions.length
    const again = await verify('ada@slow.example')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(answer.json())
    expect(dns.questions).toHaveLength(asked)
    expect(errorOf(await verify('grace@slow.example')).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})
