// Access to every endpoint of contacts and jobs, and to records of other projects.
import { beforeAll, describe, expect, it } from 'vitest'
import { buildContact, buildKey, readContact, uploadCsv } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

type Endpoint = {
  route: Parameters<typeof call>[1]
  needs: 'read' | 'full'
  options?: Omit<CallOptions, 'key'>
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const csv = { body: 'email\nann@example.com\n', headers: { 'content-type': 'text/csv' } }
const ENDPOINTS: Endpoint[] = [
  { route: ['GET', '/contacts'], needs: 'read' },
  { route: ['POST', '/contacts'], needs: 'full', options: { body: { email: 'ann@example.com' } } },
  { route: ['GET', `/contacts/${UNKNOWN}`], needs: 'read' },
  { route: ['GET', `/contacts/${UNKNOWN}/consent`], needs: 'read' },
  { route: ['GET', `/contacts/${UNKNOWN}/segments`], needs: 'read' },
  { route: ['GET', `/contacts/${UNKNOWN}/executions`], needs: 'read' },
  { route: ['GET', `/contacts/${UNKNOWN}/engagement`], needs: 'read' },
  { route: ['POST', '/contacts/missing'], needs: 'read', options: { body: { fields: ['name'] } } },
  { route: ['PATCH', `/contacts/${UNKNOWN}`], needs: 'full', options: { body: {} } },
  { route: ['DELETE', `/contacts/${UNKNOWN}`], needs: 'full' },
  { route: ['POST', '/contacts/import'], needs: 'full', options: csv },
  { route: ['GET', '/contacts/export'], needs: 'read' },
  {
    route: ['POST', '/contacts/bulk'],
    needs: 'full',
    options: { body: { action: 'delete', filter: {} } },
  },
  { route: ['GET', '/contacts/fields'], needs: 'read' },
  { route: ['GET', `/jobs/${UNKNOWN}`], needs: 'read' },
]

const test = useTestApp()
let keys: { read: string; send: string }
beforeAll(async () => {
  keys = {
    read: await buildKey(test, { scopes: ['read'] }),
    send: await buildKey(test, { scopes: ['send'] }),
  }
})

const answerTo = ({ route, options }: Endpoint, key: string | null) => call(test, route, { ...options, key })

describe.each(ENDPOINTS.map((endpoint) => [endpoint.route.join(' '), endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    it('asks for a key', async () => {
      const reply = await answerTo(endpoint, null)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([401, 'MISSING_AUTH'])
    })

    it('refuses an unknown key', async () => {
      const reply = await answerTo(endpoint, `sk_${'x'.repeat(40)}`)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([401, 'INVALID_API_KEY'])
    })

    it('refuses the public key', async () => {
      const reply = await answerTo(endpoint, test.project.publicKey)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    })

    it('refuses a key that may only send', async () => {
      const reply = await answerTo(endpoint, keys.send)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    })

    it('lets a key that may only read do that and no more', async () => {
      const reply = await answerTo(endpoint, keys.read)
      expect(endpoint.needs === 'full' ? [403] : [200, 404]).toContain(reply.statusCode)
    })
  },
)

describe('a key without the right scope', () => {
  it('leaves no trace', async () => {
    const kept = await buildContact(test)
    const writes = ENDPOINTS.filter(({ needs }) => needs === 'full')
    for (const endpoint of writes) await answerTo(endpoint, keys.read)
    for (const method of ['PATCH', 'DELETE'] as const) {
      await call(test, [method, `/contacts/${kept.id}`], { key: keys.read, body: { subscribed: false } })
    }
    expect(await readContact(test, kept.email)).toEqual(kept)
    expect(await readContact(test, 'ann@example.com')).toBeUndefined()
  })
})

/** An error body without the parts that differ from request to request. */
function comparable(reply: Reply): unknown {
  const { error, time, timestamp, ...rest } = reply.json<{
    error: { requestId: string }
    time: number
    timestamp: string
  }>()
  expect(error.requestId).toBe(reply.headers['x-request-id'])
  expect(new Date(timestamp).getTime()).toBe(time)
  return { ...rest, error: { ...error, requestId: '' } }
}

const MALFORMED = ['1', 'not-an-id', `${UNKNOWN}0`, `{${UNKNOWN}}`, '%00', '%F0%9F%98%80', "'%20or%201=1"]

describe("a contact of another project, by the caller's key", () => {
  let foreign: ContactRecord
  beforeAll(async () => {
    foreign = await buildContact(test, { project: test.other, data: { secret: 'x' } })
  })

  it.each(['GET', 'PATCH', 'DELETE'] as const)('%s answers as if there were none', async (method) => {
    const body = method === 'PATCH' ? { body: { data: { seen: true } } } : {}
    const unknown = await call(test, [method, `/contacts/${UNKNOWN}`], body)
    expect(unknown.statusCode).toBe(404)
    expect(errorOf(unknown).code).toBe('CONTACT_NOT_FOUND')
    for (const id of [foreign.id, foreign.id.toUpperCase(), ...MALFORMED]) {
      const reply = await call(test, [method, `/contacts/${id}`], body)
      expect({ id, body: comparable(reply) }).toEqual({ id, body: comparable(unknown) })
      expect(reply.statusCode).toBe(404)
    }
  })

  it('stays as it was', async () => {
    expect(await readContact(test, foreign.email, { key: test.other.secretKey })).toEqual(foreign)
  })

  it('is neither listed, found, exported nor counted', async () => {
    const listed = await call(test, ['GET', '/contacts'], { query: { email: foreign.email } })
    expect(listed.json()).toEqual({ contacts: [], cursor: null, hasMore: false, total: 0 })
    expect((await call(test, ['GET', '/contacts/export'])).body).not.toContain(foreign.email)
    expect((await call(test, ['GET', '/contacts/fields'])).body).not.toContain('secret')
  })
})

describe('a job of another project', () => {
  it('answers as if there were none', async () => {
    const started = await uploadCsv(test, 'email\n', { key: test.other.secretKey })
    const { jobId } = started.json<{ jobId: string }>()
    const unknown = await call(test, ['GET', `/jobs/${UNKNOWN}`])
    expect([unknown.statusCode, errorOf(unknown).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    for (const id of [jobId, ...MALFORMED]) {
      const reply = await call(test, ['GET', `/jobs/${id}`])
      expect({ id, body: comparable(reply) }).toEqual({ id, body: comparable(unknown) })
      expect(reply.statusCode).toBe(404)
    }
  })
})
