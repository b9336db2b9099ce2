// Access to the endpoints of domains, and to domains of other projects.
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildDomain, readDomain } from './fixtures/domain-steps.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
type Route = Parameters<typeof call>[1]
const ENDPOINTS: { route: Route; needs: 'read' | 'full' }[] = [
  { route: ['GET', '/domains'], needs: 'read' },
  { route: ['POST', '/domains'], needs: 'full' },
  { route: ['GET', `/domains/${UNKNOWN}`], needs: 'read' },
  { route: ['DELETE', `/domains/${UNKNOWN}`], needs: 'full' },
  { route: ['POST', `/domains/${UNKNOWN}/verify`], needs: 'full' },
  { route: ['POST', `/domains/${UNKNOWN}/rotate`], needs: 'full' },
  { route: ['POST', `/domains/${UNKNOWN}/keys`], needs: 'full' },
]

const test = useTestApp()
let keys: { read: string; send: string }
beforeAll(async () => {
  keys = {
    read: await buildKey(test, { scopes: ['read'] }),
    send: await buildKey(test, { scopes: ['send'] }),
  }
})

describe.each(ENDPOINTS.map((endpoint) => [endpoint.route.join(' '), endpoint] as const))(
  '%s',
  (_name, { route, needs }) => {
    it('asks for a key', async () => {
      const reply = await call(test, route, { key: null })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([401, 'MISSING_AUTH'])
    })

    it('refuses the public key and one that may only send', async () => {
      for (const key of [test.project.publicKey, keys.send]) {
        const reply = await call(test, route, { key })
        expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
      }
    })

    it(`${needs === 'read' ? 'takes' : 'refuses'} a key that may only read`, async () => {
      const reply = await call(test, route, { key: keys.read })
      expect(reply.statusCode === 403).toBe(needs === 'full')
    })
  },
)

describe.each<[string, (id: string) => Route]>([
  ['GET /domains/{id}', (id) => ['GET', `/domains/${id}`]],
  ['DELETE /domains/{id}', (id) => ['DELETE', `/domains/${id}`]],
  ['POST /domains/{id}/verify', (id) => ['POST', `/domains/${id}/verify`]],
  ['POST /domains/{id}/rotate', (id) => ['POST', `/domains/${id}/rotate`]],
  ['POST /domains/{id}/keys', (id) => ['POST', `/domains/${id}/keys`]],
])('%s', (_name, routeTo) => {
  it('answers for a domain of another project as for one that does not exist', async () => {
    const theirs = await buildDomain(test, { project: test.other })
    for (const id of [theirs.id, UNKNOWN, 'nonsense']) {
      const route = routeTo(id)
      const reply = await call(test, route, route[1].endsWith('/keys') ? { body: {} } : {})
      expect([reply.statusCode, errorOf(reply).code, errorOf(reply).message]).toEqual([
        404,
        'DOMAIN_NOT_FOUND',
        'There is no such domain.',
      ])
    }
    expect(await readDomain(test, theirs.id, test.other)).toEqual(theirs)
  })
})
