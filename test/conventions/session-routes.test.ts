// Every route, called by people who are signed in: a caller without a session, from another site, of another project or with
// too low a role is refused. The routes are those of the app itself, so a new one cannot be forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, callAs, ORIGIN } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import type { Reply } from '../support/requests.ts'
import { errorOf } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import { atOnce, watchRoutes } from './api-routes.ts'
import type { Route } from './api-routes.ts'

const watch = watchRoutes()
// Every route is refused more than once, which is more than a client may fail in a minute.
const test = useTestApp({ AUTH_FAILURES_PER_MINUTE: '10000' })
afterAll(() => watch.stop())

type Method = Parameters<typeof callAs>[2][0]

const ask = ({ method, url }: Route, as: Partial<Person>, headers: Record<string, string> = {}) =>
  callAs(test, { cookie: '', ...as }, [
    method as Method,
    url.replace(/:\w+/g, '0198a6a0-0000-7000-8000-000000000000'),
    { headers, query: atOnce(url), ...(!isReading({ method }) && { body: {} }) },
  ])

const nameOf = ({ method, url }: Route) => `${method} ${url}`

const isReading = ({ method }: Pick<Route, 'method'>) => ['GET', 'HEAD'].includes(method ?? '')

/** The POSTs that only compute an answer. */
const isComputing = ({ url }: Route) =>
  /\/(preview|preflight|render|checks|explain|simulate|missing)$/.test(url)

/** Everything but what needs no session, or takes none (as what stands for other routes, for clients with keys), and what says "405" or answers a preflight. */
const routes = () =>
  watch
    .routes()
    .filter(
      ({ access, isForwarded }) =>
        !isForwarded && !['open', 'operator', 'secret', undefined].includes(access),
    )

const people = {} as Record<'owner' | 'admin' | 'member' | 'viewer' | 'stranger', Person>
beforeAll(async () => {
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
    people[role] = await buildPerson(test, { role, isOperator: role === 'owner' })
  }
  const elsewhere = await buildPerson(test, { role: 'owner', projectId: test.other.projectId })
  people.stranger = { ...elsewhere, projectId: test.project.projectId }
})

/** The routes that answer something else than this. */
async function exceptions(
  asked: Route[],
  reply: (route: Route) => Promise<Reply>,
  isExpected: (reply: Reply) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const route of asked) if (!isExpected(await reply(route))) found.push(nameOf(route))
  return found.toSorted()
}

const isNoPreflight = ({ method }: Route) => method !== 'OPTIONS'

/** It never ends by itself; its own test reads it. */
const isStream = ({ url }: Route) => url === '/stream'

const ended = () => routes().filter((route) => !isStream(route))

const isForbidden = ({ statusCode }: Reply) => statusCode === 403

describe('a request by session', () => {
  it('is a 401 without a cookie, on every route', async () => {
    expect(routes().length).toBeGreaterThan(60)
    const { projectId } = test.project
    const isNotSignedIn = (reply: Reply) =>
      reply.statusCode === 401 && (reply.body === '' || errorOf(reply).code === 'UNAUTHORIZED')
    expect(await exceptions(routes(), (route) => ask(route, { projectId }), isNotSignedIn)).toEqual([])
  })

  it('that changes something is a 403 unless a page of ours made it, on every route', async () => {
    const changing = routes().filter((route) => !isReading(route))
    const from = (origin: string) => (route: Route) => ask(route, people.owner, { origin })
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null', '']) {
      expect(await exceptions(changing, from(origin), isForbidden)).toEqual([])
    }
    const host = 'evil.example'
    const renamed = (route: Route) => ask(route, people.owner, { origin: `http://${host}`, host })
    expect(await exceptions(changing, renamed, isForbidden)).toEqual([])
    const without = (route: Route) =>
      test.app.inject({
        method: route.method as 'POST',
        url: route.url.replace(/:\w+/g, 'x'),
        headers: { cookie: people.owner.cookie, 'lettermill-project': test.project.projectId },
      })
    expect(await exceptions(changing, without, isForbidden)).toEqual([])
  })

  it('that begins or ends a session is a 403 unless a page of ours made it; only these are for everybody', async () => {
    const open = watch.routes().filter((route) => route.access === 'open' && !isReading(route))
    const from = (route: Route) => ask(route, {}, { origin: 'https://evil.example' })
    const isClosed = ({ statusCode }: Reply) => [403, 404, 405].includes(statusCode)
    expect(open.filter(({ url }) => url.startsWith('/auth/')).length).toBeGreaterThan(4)
    expect(await exceptions(open.filter(isNoPreflight), from, isClosed)).toEqual([])
  })

  it('is a 403 in a project that the person does not belong to, on every route', async () => {
    const ofProjects = routes().filter(({ access }) => access !== 'session')
    const asked = (route: Route) => ask(route, people.stranger)
    expect(await exceptions(ofProjects, asked, isForbidden)).toEqual([])
    const unknown = { ...people.owner, projectId: '0198a6a0-0000-7000-8000-000000000000' as never }
    expect(await exceptions(ofProjects, (route) => ask(route, unknown), isForbidden)).toEqual([])
  })

  it('without the name of a project opens only what needs none', async () => {
    const { cookie } = people.owner
    const ofProjects = routes().filter(({ access }) => access !== 'session')
    const isRefused = ({ statusCode }: Reply) => statusCode === 401 || statusCode === 403
    expect(await exceptions(ofProjects, (route) => ask(route, { cookie }), isRefused)).toEqual([])
  })

  it('of a viewer may do exactly what only looks', async () => {
    const ofProjects = routes().filter((route) => route.access !== 'session' && !isStream(route))
    const open = await exceptions(ofProjects, (route) => ask(route, people.viewer), isForbidden)
    const looking = ofProjects.filter((route) => isReading(route) || isComputing(route))
    const closedToViewers = [
      '/audit',
      '/instance/checks',
      '/instance/destinations',
      '/instance/dkim-records',
      '/instance/dkim-records/zone',
      '/instance/feedback',
      '/instance/postmaster',
      '/instance/postmaster/snds',
      '/instance/reputation',
      '/instance/reputation/brakes',
      '/instance/reputation/replies',
      '/invitations',
      '/transports/:id/feedback',
      '/webhooks/listen',
    ].flatMap((url) => [`GET ${url}`, `HEAD ${url}`])
    expect(open).toEqual(
      looking
        .map(nameOf)
        .filter((name) => !closedToViewers.includes(name))
        .toSorted(),
    )
  })

  it('of a member may do all but this', async () => {
    const isAllowed = ({ statusCode }: Reply) => statusCode !== 403 && statusCode < 500
    const refused = await exceptions(ended(), (route) => ask(route, people.member), isAllowed)
    expect(refused).toEqual([
      'DELETE /coupon-lists/:id',
      'DELETE /domains/:id',
      'DELETE /invitations/:id',
      'DELETE /keys/:id',
      'DELETE /members/:id',
      'DELETE /partials/:id',
      'DELETE /topics/:id',
      'DELETE /transports/:id',
      'GET /audit',
      'GET /instance/checks',
      'GET /instance/destinations',
      'GET /instance/dkim-records',
      'GET /instance/dkim-records/zone',
      'GET /instance/feedback',
      'GET /instance/postmaster',
      'GET /instance/postmaster/snds',
      'GET /instance/reputation',
      'GET /instance/reputation/brakes',
      'GET /instance/reputation/replies',
      'GET /invitations',
      'GET /transports/:id/feedback',
      'HEAD /audit',
      'HEAD /instance/checks',
      'HEAD /instance/destinations',
      'HEAD /instance/dkim-records',
      'HEAD /instance/dkim-records/zone',
      'HEAD /instance/feedback',
      'HEAD /instance/postmaster',
      'HEAD /instance/postmaster/snds',
      'HEAD /instance/reputation',
      'HEAD /instance/reputation/brakes',
      'HEAD /instance/reputation/replies',
      'HEAD /invitations',
      'HEAD /transports/:id/feedback',
      'PATCH /domains/:id',
      'PATCH /instance/feedback',
      'PATCH /members/:id',
      'PATCH /project',
      'PATCH /project/brand',
      'PATCH /transports/:id',
      'PATCH /transports/:id/feedback',
      'POST /instance/checks/run',
      'POST /instance/feedback/prove',
      'POST /instance/feedback/rotate',
      'POST /invitations',
      'POST /keys',
      'POST /keys/:id/rotate',
      'POST /project/apply',
      'POST /transports',
      'POST /transports/:id/feedback/prove',
      'POST /transports/:id/feedback/rotate',
      'POST /transports/:id/test',
    ])
  })

  it('of an owner may do everything, of an admin all but what leads to another mail server, or is the server’s own', async () => {
    const isAllowed = ({ statusCode }: Reply) => ![401, 403].includes(statusCode) && statusCode < 500
    const refusedTo = (who: Person) => exceptions(ended(), (route) => ask(route, who), isAllowed)
    expect(await refusedTo(people.owner)).toEqual([])
    expect(await refusedTo(people.admin)).toEqual([
      'DELETE /transports/:id',
      'GET /instance/checks',
      'GET /instance/destinations',
      'GET /instance/dkim-records',
      'GET /instance/dkim-records/zone',
      'GET /instance/feedback',
      'GET /instance/postmaster',
      'GET /instance/postmaster/snds',
      'GET /instance/reputation',
      'GET /instance/reputation/brakes',
      'GET /instance/reputation/replies',
      'GET /transports/:id/feedback',
      'HEAD /instance/checks',
      'HEAD /instance/destinations',
      'HEAD /instance/dkim-records',
      'HEAD /instance/dkim-records/zone',
      'HEAD /instance/feedback',
      'HEAD /instance/postmaster',
      'HEAD /instance/postmaster/snds',
      'HEAD /instance/reputation',
      'HEAD /instance/reputation/brakes',
      'HEAD /instance/reputation/replies',
      'HEAD /transports/:id/feedback',
      'PATCH /domains/:id',
      'PATCH /instance/feedback',
      'PATCH /transports/:id',
      'PATCH /transports/:id/feedback',
      'POST /instance/checks/run',
      'POST /instance/feedback/prove',
      'POST /instance/feedback/rotate',
      'POST /transports',
      'POST /transports/:id/feedback/prove',
      'POST /transports/:id/feedback/rotate',
      'POST /transports/:id/test',
    ])
  })

  it('of a member of a disabled project is refused', async () => {
    const { setProjectDisabled } = await import('../../src/features/projects/index.ts')
    const { db } = test.deps.database
    const disable = (isDisabled: boolean) =>
      setProjectDisabled(db, { projectId: test.project.projectId, isDisabled, now: test.clock.now() })
    await disable(true)
    const reply = await callAs(test, people.owner, ['GET', '/contacts'])
    await disable(false)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'PROJECT_DISABLED'])
  })

  it('says which role is needed', async () => {
    const reply = await callAs(test, people.viewer, ['POST', '/keys', { body: { name: 'x' } }])
    expect(errorOf(reply).message).toBe('Your role in this project is viewer; this needs the role admin.')
  })

  it('is outside the request rate of the project', async () => {
    const reply = await callAs(test, people.viewer, ['GET', '/contacts'])
    expect([reply.statusCode, reply.headers['ratelimit-limit']]).toEqual([200, undefined])
  })

  it('takes an Idempotency-Key, like any other', async () => {
    const headers = { 'idempotency-key': 'a session' }
    const send = () =>
      callAs(test, people.member, ['POST', '/suppressions', { body: { email: 'a@example.com' }, headers }])
    expect((await send()).headers['idempotency-replayed']).toBeUndefined()
    expect((await send()).headers['idempotency-replayed']).toBe('true')
  })

  it('gives way to a key, which decides alone', async () => {
    const headers = { authorization: 'Bearer sk_wrong' }
    const reply = await callAs(test, people.owner, ['GET', '/contacts', { headers }])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([401, 'INVALID_API_KEY'])
  })
})
