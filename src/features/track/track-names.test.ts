// The limits on new event names and data keys of POST /v1/track.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import { readEvents, track, tracked } from './fixtures/track-steps.ts'

const MINUTE_MS = 60_000
const test = useTestApp()

let app: TestApp
beforeEach(async () => {
  app = await inFreshProject(test)
})

const keysOf = (count: number, prefix = 'key') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]))

const inPublic = (body: object, { node = app, headers = {} as Record<string, string> } = {}) =>
  track(node, { email: newAddress(), event: 'visited', ...body }, { key: app.project.publicKey, headers })

async function statusesOf(calls: Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of await Promise.all(calls)) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

/** Inserts this many used names. */
async function fill(kind: 'event_name' | 'data_key', count: number): Promise<void> {
  await sql`
    insert into known_names (project_id, kind, name, is_public, added_at)
    select ${app.project.projectId}, ${kind}, 'fill' || n, false, now() from generate_series(1, ${count}) as n`.execute(
    app.deps.database.db,
  )
}

describe('new names by a public key', () => {
  it('are 100 data keys per hour and project, then 429 with Retry-After', async () => {
    expect((await inPublic({ data: keysOf(100) })).statusCode).toBe(200)
    const refused = await inPublic({ data: { key1: 1, fresh: 1 } })
    expect([refused.statusCode, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(errorOf(refused).message).toContain('at most 100 new data keys per hour')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect((await inPublic({ data: { key1: 2 } })).statusCode).toBe(200)
  })

  it('are 100 event names per hour and project, then 429, on all nodes together', async () => {
    const node = { ...app, app: await buildApp(test.deps) }
    const calls = Array.from({ length: 110 }, (_, index) =>
      inPublic({ event: `new ${index}` }, { node: index % 2 === 0 ? app : node }),
    )
    expect(await statusesOf(calls)).toEqual({ 200: 100, 429: 10 })
    expect((await inPublic({ event: 'new 111' }, { node })).statusCode).toBe(429)
    await node.app.close()
  })

  it('are refused with an Idempotency-Key too, and the answer is not kept', async () => {
    await inPublic({ data: keysOf(100) })
    const body = { email: newAddress(), data: { fresh: 1 } }
    const headers = { 'idempotency-key': 'page-1' }
    expect((await inPublic(body, { headers })).statusCode).toBe(429)
    test.clock.advance(61 * MINUTE_MS)
    expect((await inPublic(body, { headers })).statusCode).toBe(200)
  })

  it('are free again after an hour', async () => {
    await inPublic({ data: keysOf(100) })
    test.clock.advance(61 * MINUTE_MS)
    expect((await inPublic({ data: keysOf(100, 'later') })).statusCode).toBe(200)
  })

  it('do not bind a secret key, which makes them known to public ones', async () => {
    await inPublic({ data: keysOf(100) })
    await tracked(app, { email: newAddress(), event: 'introduced', data: { fresh: 1 } })
    expect((await inPublic({ event: 'introduced', data: { fresh: 1 } })).statusCode).toBe(200)
  })

  it('of 4,000 keys in a call, fifty times, leave nothing behind', async () => {
    const calls = Array.from({ length: 50 }, (_, index) => inPublic({ data: keysOf(900, `swamp${index}-`) }))
    expect(await statusesOf(calls)).toEqual({ 429: 50 })
    expect((await inPublic({ data: keysOf(4000) })).statusCode).toBe(422)
    const { fields } = (await call(app, ['GET', '/contacts/fields'])).json<{ fields: unknown[] }>()
    expect(fields).toEqual([])
    expect(await readEvents(app)).toEqual([])
  })

  it('do not count what stays on the event', async () => {
    const data = Object.fromEntries(
      Object.keys(keysOf(300)).map((key) => [key, { value: 1, persistent: false }]),
    )
    expect((await inPublic({ data })).statusCode).toBe(200)
  })
})

describe('the event names of a project', () => {
  it('are at most 5,000, with any key; those that there are go on', async () => {
    await tracked(app, { email: newAddress(), event: 'known' })
    await fill('event_name', 4998)
    await tracked(app, { email: newAddress(), event: 'last' })
    for (const key of [app.project.secretKey, app.project.publicKey]) {
      const reply = await track(app, { email: newAddress(), event: 'one more' }, { key })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { event: 'too_big' }])
      expect(errorOf(reply).errors?.[0]?.message).toContain('at most 5,000 event names')
      await tracked(app, { email: newAddress(), event: 'known' }, { key })
    }
  })
})

describe('the data keys of a project', () => {
  it('are at most 10,000, with any key', async () => {
    await tracked(app, { email: newAddress(), event: 'known', data: { plan: 'pro' } })
    await fill('data_key', 9999)
    for (const key of [app.project.secretKey, app.project.publicKey]) {
      const body = { email: newAddress(), event: 'known', data: { fresh: 1 } }
      const reply = await track(app, body, { key })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
      await tracked(app, { ...body, data: { plan: 'team', fresh: null } }, { key })
    }
  })

  it('are at most 1,000 in a call', async () => {
    const reply = await track(app, { email: newAddress(), event: 'large', data: keysOf(1001) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
  })
})
