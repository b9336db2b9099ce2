// The history of what slowed email down.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { buildMxTransport } from '../../../../test/support/feature-steps.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { buildPerson, callAs } from '../../../../test/support/people.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { TransportId } from '../../../platform/ids.ts'
import { deleteTrouble, ensureDestination, saveTrouble } from '../../transports/index.ts'
import { changeHealth } from '../health/health.queries.ts'
import type { HealthState } from '../health/health-verdict.ts'
import { createWarmUp } from '../mx/warm-up.service.ts'
import { foldRepliesJob, foldStandingsJob } from './reputation.jobs.ts'

const test = useTestApp({ ALLOW_PROJECT_MX: 'true' })
const db = () => test.deps.database.db
let own: TestApp
beforeEach(async () => {
  await sql`truncate destinations, warm_ups, transport_troubles, brakes`.execute(db())
  own = await inFreshProject(test)
})

type Brake = {
  kind: string
  name: string | null
  transport: { id: string } | null
  reason: string | null
  since: string
  endedAt: string | null
}
const read = async (query: Record<string, string> = {}, app = own) =>
  (await call(app, ['GET', '/reputation/brakes'], { query })).json<{ brakes: Brake[] }>().brakes

/** The destination of a transport of the project. */
async function destination(name: string): Promise<number> {
  const { id } = await buildMxTransport(own)
  const transport = { projectId: own.project.projectId, transportId: id as TransportId }
  return ensureDestination(db(), { transport, name })
}
const slowDown = (routeId: number, owner: string, reason = 'too much: 421 4.7.0 later') =>
  saveTrouble(db(), { owner, routeId, transport: 'mx', reason, restMs: 600_000 })

describe('GET /reputation/brakes', () => {
  it('has a destination from the first worker that it slows until the last', async () => {
    const routeId = await destination('mx.shop.example')
    await slowDown(routeId, 'one')
    await slowDown(routeId, 'two', 'another reason')
    await slowDown(routeId, 'one', 'still too much')
    expect(await read()).toMatchObject([
      { kind: 'destination', name: 'mx.shop.example', reason: 'too much: 421 4.7.0 later', endedAt: null },
    ])
    await deleteTrouble(db(), { owner: 'one', routeId })
    expect((await read())[0]?.endedAt).toBeNull()
    await deleteTrouble(db(), { owner: 'two', routeId })
    const [ended] = await read()
    expect(ended?.endedAt).not.toBeNull()
    expect(Date.parse(ended?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(ended?.since ?? ''))
  })

  it('goes on with one that begins again soon, and begins a new one later', async () => {
    const routeId = await destination('google')
    for (let n = 0; n < 3; n += 1) {
      await slowDown(routeId, 'one')
      await deleteTrouble(db(), { owner: 'one', routeId })
    }
    expect(await read()).toHaveLength(1)
    await sql`update brakes set began_at = began_at - interval '1 day', ended_at = ended_at - interval '1 hour'`.execute(
      db(),
    )
    await slowDown(routeId, 'one')
    expect((await read()).map(({ endedAt }) => endedAt === null)).toEqual([true, false])
  })

  it('ends that of a worker that died', async () => {
    const routeId = await destination('google')
    await slowDown(routeId, 'dead')
    await sql`update transport_troubles set next_try_at = now() - interval '1 hour'`.execute(db())
    for (let n = 0; n < 2; n += 1) await runJob(test.deps, foldRepliesJob, { payload: {} })
    expect((await read()).map(({ endedAt }) => endedAt !== null)).toEqual([true])
  })

  it('has the warnings and pauses of the project', async () => {
    const { projectId } = own.project
    let was: { state: HealthState; judgedFrom: Date | null } = { state: 'GOOD', judgedFrom: null }
    const change = async (state: HealthState, reason: string | null, ago: number) => {
      const at = new Date(test.clock.now().getTime() - ago * 3_600_000)
      const changed = await db()
        .transaction()
        .execute((trx) => changeHealth(trx, { projectId, was, state, reason, judgedFrom: null, now: at }))
      expect(changed).toBe(true)
      was = { state, judgedFrom: null }
      return at.toISOString()
    }
    const warnedAt = await change('WARNED', '3 % bounced', 5)
    const pausedAt = await change('PAUSED', '6 % bounced', 4)
    const resumedAt = await change('GOOD', null, 3)
    expect(await read()).toEqual([
      {
        kind: 'paused',
        name: null,
        transport: null,
        reason: '6 % bounced',
        since: pausedAt,
        endedAt: resumedAt,
      },
      {
        kind: 'warned',
        name: null,
        transport: null,
        reason: '3 % bounced',
        since: warnedAt,
        endedAt: pausedAt,
      },
    ])
    expect(await read({}, await inFreshProject(test))).toEqual([])
  })

  it('has the day on which a warm-up allowed no more, once', async () => {
    const routeId = await destination('google')
    for (let n = 0; n < 2; n += 1) {
      const warmUp = createWarmUp({ db: db(), routeId, localAddresses: ['203.0.113.7'] })
      for (let block = 0; block < 30; block += 1) {
        await warmUp.reserve()
        while (warmUp.take() !== undefined);
      }
    }
    const [brake, ...others] = await read()
    expect(others).toEqual([])
    expect(brake).toMatchObject({ kind: 'warm-up', name: 'google', reason: '203.0.113.7' })
    expect(brake?.endedAt).toMatch(/T00:00:00/)
  })

  it('shows those of the server that concern everybody, without addresses', async () => {
    const known = await ensureDestination(db(), { transport: undefined, name: 'google' })
    const small = await ensureDestination(db(), { transport: undefined, name: 'mx.secret.example' })
    await slowDown(known, 'one', 'google accepts no more: 421 4.7.0 bob@gmail.com is over its limit')
    await slowDown(small, 'one')
    await slowDown(0, 'one', 'the relay does not answer')
    expect((await read()).map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
      ['transport', 'mx', 'the relay does not answer'],
      ['destination', 'google', 'google accepts no more: 421 4.7.0 <address> is over its limit'],
    ])
    const operator = await buildPerson(own, { role: 'owner', isOperator: true })
    const reply = await callAs(own, operator, ['GET', '/instance/reputation/brakes'])
    expect(reply.json<{ brakes: Brake[] }>().brakes).toHaveLength(3)
  })

  it('is deleted after 13 months, and with its project', async () => {
    const routeId = await destination('google')
    await slowDown(routeId, 'one')
    await deleteTrouble(db(), { owner: 'one', routeId })
    await sql`update brakes set began_at = now() - interval '402 days', ended_at = now() - interval '401 days'`.execute(
      db(),
    )
    await runJob(test.deps, foldStandingsJob, { payload: {} })
    expect((await sql`select from brakes`.execute(db())).rows).toEqual([])
  })

  it('takes a range of days', async () => {
    const routeId = await destination('google')
    await slowDown(routeId, 'one')
    await deleteTrouble(db(), { owner: 'one', routeId })
    expect(await read({ to: '2026-01-31' })).toEqual([])
    for (const [query, field] of [
      [{ from: 'x' }, 'from'],
      [{ to: 'x' }, 'to'],
      [{ from: '2026-05-02', to: '2026-05-01' }, 'to'],
      [{ from: '2024-05-02', to: '2026-05-01' }, 'from'],
    ] as const) {
      const reply = await call(own, ['GET', '/reputation/brakes'], { query: { ...query } })
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    }
  })

  it('needs a key that may read, or the owner of the installation', async () => {
    const statusOf = async (key: string | null, path: '/reputation/brakes' | '/instance/reputation/brakes') =>
      (await call(own, ['GET', path], { key })).statusCode
    expect(await statusOf(null, '/reputation/brakes')).toBe(401)
    expect(await statusOf(own.project.publicKey, '/reputation/brakes')).toBe(403)
    expect(await statusOf(await buildKey(own, { scopes: ['send'] }), '/reputation/brakes')).toBe(403)
    expect(await statusOf(await buildKey(own, { scopes: ['read'] }), '/reputation/brakes')).toBe(200)
    expect(await statusOf(null, '/instance/reputation/brakes')).toBe(401)
    expect(await statusOf(own.project.secretKey, '/instance/reputation/brakes')).toBe(403)
    const owner = await buildPerson(own, { role: 'owner' })
    expect((await callAs(own, owner, ['GET', '/instance/reputation/brakes'])).statusCode).toBe(403)
  })
})
