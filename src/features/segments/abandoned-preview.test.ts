// Whoever asks for a count and goes away leaves nothing running in the database.
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact } from '../../../test/support/factories.ts'
import { all, buildSegment, PRO } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

// The limit would end it after five seconds. This is long before.
const SOON_MS = 2_500

it('ends the statement of a caller who goes away', { timeout: 30_000 }, async () => {
  await buildContact(test)
  const { id } = await buildSegment(test, { filters: all(PRO) })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const filter = encodeURIComponent(JSON.stringify(all(PRO)))
  const calls: [method: string, path: string, body?: string][] = [
    ['POST', '/segments/preview', JSON.stringify({ filters: all(PRO) })],
    ['POST', '/segments', JSON.stringify({ name: 'x', filters: all(PRO) })],
    ['GET', `/segments/${id}/contacts`],
    ['GET', `/contacts?filter=${filter}`],
  ]
  const holder = new pg.Client({ connectionString: test.url })
  await holder.connect()
  try {
    for (const [method, path, body] of calls) {
      // Nobody can read the table meanwhile, as if reading it took that long.
      await holder.query('begin; lock table contacts in access exclusive mode')
      const caller = new AbortController()
      const answer = fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        signal: caller.signal,
        headers: {
          authorization: `Bearer ${test.project.secretKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      }).catch((error: unknown) => error)
      await eventually(async () => expect((await holder.query(WAITING)).rows).toHaveLength(1))
      const leftAt = performance.now()
      caller.abort()
      await answer
      await eventually(async () => expect((await holder.query(WAITING)).rows).toEqual([]))
      expect(performance.now() - leftAt).toBeLessThan(SOON_MS)
      await holder.query('rollback')
    }
  } finally {
    await holder.end()
  }
})
