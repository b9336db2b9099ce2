import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { buildMxTransport, buildTransport } from '../../../../test/support/feature-steps.ts'
import { buildPerson, callAs } from '../../../../test/support/people.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { TransportId } from '../../../platform/ids.ts'
import { ensureDestination, saveTrouble } from '../../transports/index.ts'
import { addToWarmUp, readWarmUp } from './warm-up.queries.ts'

const test = useTestApp({
  MAIL_TRANSPORT: 'mx:?yahoo.connections=3&yahoo.per-minute=60',
  ALLOW_PROJECT_MX: 'true',
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
})
const inboxed = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const db = () => test.deps.database.db
let own: TestApp
beforeEach(async () => {
  await sql`truncate destinations, warm_ups, transport_troubles`.execute(db())
  own = await inFreshProject(test)
})

type Destinations = { destinations: { name: string; waiting: number; state: object; warmUp: object[] }[] }

/** The route of a destination of a transport, or of MAIL_TRANSPORT. */
const addDestination = (name: string, transportId?: string): Promise<number> => {
  const { projectId } = own.project
  const transport =
    transportId === undefined ? undefined : { projectId, transportId: transportId as TransportId }
  return ensureDestination(db(), { transport, name })
}

const slowDown = (routeId: number, reason: string) =>
  saveTrouble(db(), { owner: newId(new Date()), routeId, transport: 'mx', reason, restMs: 600_000 })

const WORKING = { status: 'working', reason: null, since: null, nextTryAt: null }

describe('GET /transports/{id}/destinations', () => {
  const list = (id: string, options = {}) => call(own, ['GET', `/transports/${id}/destinations`], options)

  it('is empty before the first email', async () => {
    const { id } = await buildMxTransport(own)
    const reply = await list(id)
    expect([reply.statusCode, reply.json()]).toEqual([200, { destinations: [] }])
  })

  it('returns those that are slowed first, then those with the most waiting email', async () => {
    const limits = { google: { connections: 7, perMinute: 300 } }
    const { id } = await buildMxTransport(own, { settings: { limits } })
    await addDestination('mx.quiet.example', id)
    const google = await addDestination('google', id)
    const yahoo = await addDestination('yahoo', id)
    for (let n = 0; n < 2; n += 1) await makeEmail(own, { stored: { route_id: google } })
    await slowDown(yahoo, 'yahoo accepts no more email for now: 421 4.7.0 later')
    const { destinations } = (await list(id)).json<Destinations>()
    expect(destinations).toEqual([
      {
        name: 'yahoo',
        waiting: 0,
        state: {
          status: 'slowed',
          reason: 'yahoo accepts no more email for now: 421 4.7.0 later',
          since: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          nextTryAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        },
        limits: { connections: 5, perMinute: null },
        warmUp: [],
      },
      { name: 'google', waiting: 2, state: WORKING, limits: limits.google, warmUp: [] },
      {
        name: 'mx.quiet.example',
        waiting: 0,
        state: WORKING,
        limits: { connections: 4, perMinute: null },
        warmUp: [],
      },
    ])
  })

  it('returns the warm-up of today, by address', async () => {
    const { id } = await buildMxTransport(own, { settings: { warmUp: true } })
    const routeId = await addDestination('google', id)
    const add = async (localAddress: string, added: number) => {
      await readWarmUp(db(), { routeId, localAddress })
      await addToWarmUp(db(), { routeId, localAddress, used: 0, added })
    }
    const age = (localAddress: string, { began, sent }: { began: number; sent: number }) =>
      sql`update warm_ups set began_on = began_on - ${began}::int, day = day - ${sent}::int
        where local_address = ${localAddress}`.execute(db())
    await add('', 20)
    await add('192.0.2.1', 30)
    await add('192.0.2.2', 40)
    await add('192.0.2.3', 50)
    await age('192.0.2.1', { began: 2, sent: 0 })
    await age('192.0.2.2', { began: 1, sent: 1 })
    await age('192.0.2.3', { began: 28, sent: 0 })
    const { destinations } = (await list(id)).json<Destinations>()
    expect(destinations[0]?.warmUp).toEqual([
      { localAddress: null, day: 1, used: 20, limit: 50 },
      { localAddress: '192.0.2.1', day: 3, used: 30, limit: 112 },
      { localAddress: '192.0.2.2', day: 2, used: 0, limit: 75 },
      { localAddress: '192.0.2.3', day: 29, used: 50, limit: null },
    ])
  })

  it('leaves out those of other transports and of the server', async () => {
    const { id } = await buildMxTransport(own)
    const other = await buildMxTransport(own)
    await addDestination('google', id)
    await addDestination('yahoo', other.id)
    await addDestination('apple')
    const { destinations } = (await list(id)).json<Destinations>()
    expect(destinations.map(({ name }) => name)).toEqual(['google'])
  })

  it('returns 404 for another type of transport', async () => {
    const { id } = await buildTransport(own)
    const reply = await list(id)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      404,
      'This transport does not deliver to the mail servers of recipients, so it has no destinations.',
    ])
  })

  it("returns 404 for another project's transport and for none", async () => {
    const { id } = await buildMxTransport(own)
    const { secretKey } = test.other
    expect((await list(id, { key: secretKey })).statusCode).toBe(404)
    expect((await list(newId(new Date()))).statusCode).toBe(404)
    expect((await list('not-an-id')).statusCode).toBe(404)
  })

  it('needs a key that may read', async () => {
    const { id } = await buildMxTransport(own)
    expect((await list(id, { key: null })).statusCode).toBe(401)
    expect((await list(id, { key: own.project.publicKey })).statusCode).toBe(403)
    expect((await list(id, { key: await buildKey(own, { scopes: ['send'] }) })).statusCode).toBe(403)
    expect((await list(id, { key: await buildKey(own, { scopes: ['read'] }) })).statusCode).toBe(200)
  })
})

describe('GET /instance/destinations', () => {
  it('returns those of the server to the owner of the installation', async () => {
    const operator = await buildPerson(own, { role: 'owner', isOperator: true })
    const { id } = await buildMxTransport(own)
    await addDestination('google', id)
    await slowDown(await addDestination('yahoo'), 'yahoo accepts no more email for now: 421')
    const reply = await callAs(own, operator, ['GET', '/instance/destinations'])
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      destinations: [
        { name: 'yahoo', state: { status: 'slowed' }, limits: { connections: 3, perMinute: 60 } },
      ],
    })
  })

  it('is closed to the owner of a project, to keys and without a session', async () => {
    const owner = await buildPerson(own, { role: 'owner' })
    const refused = await callAs(own, owner, ['GET', '/instance/destinations'])
    expect([refused.statusCode, errorOf(refused).message]).toEqual([
      403,
      'Only the owner of this installation can see where its email goes.',
    ])
    const admin = await buildPerson(own, { role: 'admin', isOperator: true })
    expect((await callAs(own, admin, ['GET', '/instance/destinations'])).statusCode).toBe(403)
    expect((await call(own, ['GET', '/instance/destinations'])).statusCode).toBe(403)
    expect((await call(own, ['GET', '/instance/destinations'], { key: null })).statusCode).toBe(401)
  })

  it('does not exist while email goes elsewhere', async () => {
    const person = await buildPerson(inboxed, { role: 'owner', isOperator: true })
    const reply = await callAs(inboxed, person, ['GET', '/instance/destinations'])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
  })
})
