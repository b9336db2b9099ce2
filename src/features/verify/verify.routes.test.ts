import { describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { buildKey } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { VerifyAnswer } from './verify.schema.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address })

const verify = (body: unknown, options: { key?: string | null; headers?: Record<string, string> } = {}) =>
  call(test, ['POST', '/v1/verify'], { body, ...options })

function publish(domain: string): void {
  dns.set(domain, 'NS', ['ns1.example.net'])
  dns.set(domain, 'MX', [{ exchange: `mx.${domain}`, priority: 10 }])
  dns.set(domain, 'A', ['192.0.2.1'])
}

describe('POST /v1/verify', () => {
  it('answers with every field of the result', async () => {
    publish('acme.example')
    const reply = await verify({ email: ' Ann@Acme.example ', extra: 'ignored' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      success: true,
      data: {
        email: 'ann@acme.example',
        valid: true,
        isDisposable: false,
        isAlias: false,
        isTypo: false,
        isPlusAddressed: false,
        isPersonalEmail: false,
        domainExists: true,
        hasWebsite: true,
        hasMxRecords: true,
        reasons: ['The domain acme.example has mail servers.'],
        suggestion: null,
      },
    })
  })

  it('suggests the address that was meant', async () => {
    const reply = await verify({ email: 'ann@gmial.com' })
    expect(VerifyAnswer.parse(reply.json()).data).toMatchObject({
      valid: false,
      isTypo: true,
      suggestion: 'ann@gmail.com',
    })
  })

  it.each(['ann@localhost', 'ann@-acme.example', `${'a'.repeat(65)}@acme.example`, 'ann@nowhere.example'])(
    'has a result for %s, which has the form of an address and cannot be one',
    async (email) => {
      const reply = await verify({ email })
      expect(reply.statusCode).toBe(200)
      expect(VerifyAnswer.parse(reply.json()).data).toMatchObject({ email, valid: false })
    },
  )

  it.each([
    ['no @', 'acme.example'],
    ['nothing before the @', '@acme.example'],
    ['nothing behind the @', 'ann@'],
    ['nothing at all', ''],
    ['two addresses', 'ann@acme.example, bob@acme.example'],
    ['a name beside it', 'Ann <ann@acme.example>'],
    ['two @', 'ann@bob@acme.example'],
    ['a space inside', 'ann lee@acme.example'],
    ['a line break', 'ann@acme.example\nBcc: bob@acme.example'],
    ['an @ in quotes', '"ann@home"@acme.example'],
    ['an invisible character', 'an\u200bn@acme.example'],
  ])('refuses %s', async (_name, email) => {
    const reply = await verify({ email })
    expect(reply.statusCode).toBe(422)
    expect(errorOf(reply).code).toBe('VALIDATION_ERROR')
    expect(fieldsOf(reply)).toEqual({ email: 'invalid_string' })
  })

  it.each([
    ['nothing', {}, 'required'],
    ['null', { email: null }, 'invalid_type'],
    ['a number', { email: 1 }, 'invalid_type'],
    ['a list', { email: ['ann@acme.example'] }, 'invalid_type'],
    ['a text that is no address by far', { email: `${'a'.repeat(2_000)}@acme.example` }, 'too_big'],
  ])('refuses %s for an address', async (_name, body, code) => {
    const reply = await verify(body)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ email: code })
  })

  it('refuses a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await verify('{"email":', { headers })).statusCode).toBe(400)
  })

  it('refuses a request without a key, and one with an unknown key', async () => {
    expect((await verify({ email: 'ann@acme.example' }, { key: null })).statusCode).toBe(401)
    expect((await verify({ email: 'ann@acme.example' }, { key: 'sk_unknown' })).statusCode).toBe(401)
  })

  it('refuses a public key', async () => {
    const reply = await verify({ email: 'ann@acme.example' }, { key: test.project.publicKey })
    expect(reply.statusCode).toBe(403)
    expect(errorOf(reply).code).toBe('FORBIDDEN')
  })

  it('takes a key that may send, and none that may only read', async () => {
    const [send, read] = [
      await buildKey(test, { scopes: ['send'] }),
      await buildKey(test, { scopes: ['read'] }),
    ]
    expect((await verify({ email: 'ann@acme.example' }, { key: send })).statusCode).toBe(200)
    expect((await verify({ email: 'ann@acme.example' }, { key: read })).statusCode).toBe(403)
  })

  it('knows POST only', async () => {
    expect((await call(test, ['GET', '/v1/verify'])).statusCode).toBe(405)
  })

  it('sends one DNS query for concurrent requests', async () => {
    publish('busy.example')
    dns.questions.length = 0
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => verify({ email: `user${index}@busy.example` })),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    const asked = dns.questions.map(({ name, type }) => `${type} ${name}`)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  })

  it('remembers by the clock of the service', async () => {
    const email = 'ann@soon.example'
    expect((await verify({ email })).json()).toMatchObject({ data: { valid: false, domainExists: false } })
    publish('soon.example')
    expect((await verify({ email })).json()).toMatchObject({ data: { valid: false } })
    test.clock.advance(5 * 60_000)
    expect((await verify({ email })).json()).toMatchObject({ data: { valid: true } })
  })

  it('answers a repeated request with an Idempotency-Key as it did before', async () => {
    const headers = { 'idempotency-key': 'verify-once' }
    const first = await verify({ email: 'ann@acme.example' }, { headers })
    const again = await verify({ email: 'ann@acme.example' }, { headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
  })

  it('is described in the API document', async () => {
    const document = (await call(test, ['GET', '/openapi.json'])).json<{
      paths: Record<string, { post: { tags: string[]; operationId: string } }>
    }>()
    expect(document.paths['/v1/verify']?.post).toMatchObject({
      tags: ['Verification'],
      operationId: 'verifyAddress',
    })
  })
})
