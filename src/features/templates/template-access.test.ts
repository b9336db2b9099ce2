// Access to every endpoint of templates, and to templates of other projects.
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildTemplate, newFields, readTemplate, UNKNOWN } from './fixtures/template-steps.ts'

type Endpoint = {
  route: (id: string) => Parameters<typeof call>[1]
  needs: 'read' | 'full'
  options?: Omit<CallOptions, 'key'>
}

const LIST: Endpoint = { route: () => ['GET', '/templates'], needs: 'read' }
const CREATE: Endpoint = {
  route: () => ['POST', '/templates'],
  needs: 'full',
  options: { body: newFields() },
}
const TEST = { email: 'ada@example.com', from: 'shop@shop.test' }
const OF_ONE: Endpoint[] = [
  { route: (id) => ['GET', `/templates/${id}`], needs: 'read' },
  { route: (id) => ['PATCH', `/templates/${id}`], needs: 'full', options: { body: { name: 'Stolen' } } },
  { route: (id) => ['POST', `/templates/${id}/duplicate`], needs: 'full' },
  { route: (id) => ['POST', `/templates/${id}/render`], needs: 'read', options: { body: {} } },
  { route: (id) => ['POST', `/templates/${id}/test`], needs: 'full', options: { body: TEST } },
  { route: (id) => ['GET', `/templates/${id}/versions`], needs: 'read' },
  { route: (id) => ['GET', `/templates/${id}/versions/1`], needs: 'read' },
  { route: (id) => ['DELETE', `/templates/${id}`], needs: 'full' },
]

const test = useTestApp()
let keys: { read: string; send: string }
beforeAll(async () => {
  keys = {
    read: await buildKey(test, { scopes: ['read'] }),
    send: await buildKey(test, { scopes: ['send'] }),
  }
})

const nameOf = ({ route }: Endpoint) => route('{id}').join(' ')
const outcome = (reply: Reply) => [reply.statusCode, errorOf(reply).code]

describe.each([LIST, CREATE, ...OF_ONE].map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (_name, { route, needs, options }) => {
    const ask = (key: string | null) => call(test, route(UNKNOWN), { ...options, key })

    it('asks for a key, and for one that is known', async () => {
      expect(outcome(await ask(null))).toEqual([401, 'MISSING_AUTH'])
      expect(outcome(await ask(`sk_${'x'.repeat(40)}`))).toEqual([401, 'INVALID_API_KEY'])
    })

    it('refuses the public key and one that may only send', async () => {
      expect(outcome(await ask(test.project.publicKey))).toEqual([403, 'FORBIDDEN'])
      expect(outcome(await ask(keys.send))).toEqual([403, 'FORBIDDEN'])
    })

    it('lets a key that may only read do that and no more', async () => {
      const reply = await ask(keys.read)
      expect(needs === 'full' ? [403] : [200, 404]).toContain(reply.statusCode)
    })
  },
)

describe("another project's template", () => {
  it.each(OF_ONE.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is answered by %s like one that does not exist',
    async (_name, { route, options }) => {
      const theirs = await buildTemplate(test, {}, test.other)
      const foreign = await call(test, route(theirs.id), options ?? {})
      const unknown = await call(test, route(UNKNOWN), options ?? {})
      expect(outcome(foreign)).toEqual([404, 'TEMPLATE_NOT_FOUND'])
      expect(errorOf(foreign).message).toBe(errorOf(unknown).message)
      expect(await readTemplate({ ...test, project: test.other }, theirs.id)).toEqual(theirs)
    },
  )
})
