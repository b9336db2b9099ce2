import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { createAccessTokens } from './access-token.service.ts'
import type { TokenRequest } from './access-token.service.ts'
import type { TransportAnswer } from '../fixtures/transport-steps.ts'

const sink = useSmtpSink()
const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
let own: TestApp

type TokenAnswer = { status?: number; body: object }
/** The server that issues tokens, and the requests that it got. */
const issuer = { requests: [] as Record<string, string>[], answer: (): TokenAnswer => ({ body: {} }) }
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    issuer.requests.push(Object.fromEntries(new URLSearchParams(text)))
    const { status = 200, body } = issuer.answer()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`

beforeEach(async () => {
  own = await inFreshProject(test)
  issuer.requests = []
  issuer.answer = () => ({ body: { access_token: `token-${issuer.requests.length}`, expires_in: 3600 } })
})

const REQUEST: TokenRequest = {
  tokenUrl,
  clientId: 'app',
  clientSecret: 'hush',
  refreshToken: 'long-lived',
  scope: 'mail',
}

const replaced: string[] = []
const tokensFor = (request: Partial<TokenRequest> = {}) =>
  createAccessTokens(
    { ...REQUEST, ...request },
    {
      http: test.deps.http,
      clock: test.clock,
      onRefreshToken: (token) => Promise.resolve(void replaced.push(token)),
    },
  )

describe('an access token', () => {
  it('is asked for with the refresh token, once for connections that are opened together', async () => {
    const find = tokensFor()
    expect(await Promise.all([find(), find(), find()])).toEqual(['token-1', 'token-1', 'token-1'])
    expect(issuer.requests).toEqual([
      {
        client_id: 'app',
        client_secret: 'hush',
        grant_type: 'refresh_token',
        refresh_token: 'long-lived',
        scope: 'mail',
      },
    ])
  })

  it('is that of the application without one', async () => {
    await tokensFor({ refreshToken: null, scope: null })()
    expect(issuer.requests).toEqual([
      { client_id: 'app', client_secret: 'hush', grant_type: 'client_credentials' },
    ])
  })

  it('is used until shortly before it ends', async () => {
    const find = tokensFor()
    await find()
    test.clock.advance(58 * 60_000)
    expect(await find()).toBe('token-1')
    test.clock.advance(60_000)
    expect(await find()).toBe('token-2')
    test.clock.advance(-59 * 60_000)
  })

  it('may come with a new refresh token, which replaces the old one', async () => {
    replaced.length = 0
    issuer.answer = () => ({
      body: { access_token: 'a', expires_in: 0, refresh_token: `next-${issuer.requests.length}` },
    })
    const find = tokensFor()
    await find()
    await find()
    expect(issuer.requests.map((one) => one['refresh_token'])).toEqual(['long-lived', 'next-1'])
    expect(replaced).toEqual(['next-1', 'next-2'])
  })

  it.each([
    [
      { status: 400, body: { error: 'invalid_grant', error_description: 'revoked' } },
      'invalid_grant: revoked',
    ],
    [{ status: 503, body: {} }, 'HTTP 503'],
    [{ body: { access_token: 'two words' } }, 'HTTP 200'],
    [{ body: {} }, 'HTTP 200'],
  ])('is not there with the answer %j', async (answer, reason) => {
    issuer.answer = () => answer
    await expect(tokensFor()()).rejects.toThrow(`no access token from 127.0.0.1`)
    await expect(tokensFor()()).rejects.toThrow(reason)
  })
})

const oauth2 = { tokenUrl, clientId: 'app', clientSecret: 'hush', refreshToken: 'long-lived' }
const settings = () => ({
  host: '127.0.0.1',
  port: sink.port,
  tls: 'required',
  verifyCertificate: false,
  user: 'news@shop.example',
})
const post = (given: object) =>
  call(own, ['POST', '/transports'], {
    body: { name: 'Relay', type: 'smtp', settings: { ...settings(), ...given } },
  })

describe('a transport with OAuth 2', () => {
  beforeEach(() => {
    sink.extensions = ['STARTTLS', 'AUTH XOAUTH2']
  })

  it('signs in with its token, and shows no secret', async () => {
    const reply = await post({ oauth2 })
    expect([reply.statusCode, reply.body.includes('hush'), reply.body.includes('long-lived')]).toEqual([
      201,
      false,
      false,
    ])
    const { id, settings: shown } = reply.json<TransportAnswer>()
    expect(shown).toMatchObject({ hasPassword: false, oauth2: { tokenUrl, clientId: 'app', scope: null } })
    const tested = await call(own, ['POST', `/transports/${id}/test`])
    expect(tested.json()).toMatchObject({ ok: true })
    const [line = ''] = sink.commands.filter((command) => command.startsWith('AUTH'))
    expect(Buffer.from(line.replace('AUTH XOAUTH2 ', ''), 'base64').toString()).toBe(
      'user=news@shop.example\x01auth=Bearer token-1\x01\x01',
    )
  })

  it('says what the issuer and the server refuse', async () => {
    const { id } = (await post({ oauth2 })).json<TransportAnswer>()
    const check = async () => (await call(own, ['POST', `/transports/${id}/test`])).json<object>()
    sink.script = {
      auth: ({ line }) =>
        line.startsWith('AUTH') ? '334 eyJzdGF0dXMiOiI0MDAifQ==' : '535 5.7.3 Authentication unsuccessful',
    }
    expect(await check()).toMatchObject({ ok: false, reply: '535 5.7.3 Authentication unsuccessful' })
    issuer.answer = () => ({ status: 401, body: { error: 'invalid_client' } })
    expect(await check()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^No access token from .*invalid_client; check oauth2/) as unknown,
      reply: null,
    })
  })

  it.each([
    [{ oauth2, password: 'x' }, 'settings.oauth2'],
    [{ oauth2, user: null }, 'settings.user'],
    [{ oauth2, tls: 'opportunistic' }, 'settings.tls'],
    [{ oauth2: { ...oauth2, tokenUrl: 'http://tokens.example/' } }, 'settings.oauth2.tokenUrl'],
    [{ oauth2: { ...oauth2, tokenUrl: 'https://10.0.0.1/' } }, 'settings.oauth2.tokenUrl'],
    [{ oauth2: { ...oauth2, clientSecret: '' } }, 'settings.oauth2.clientSecret'],
  ])('is refused with %j', async (given, field) => {
    expect(Object.keys(fieldsOf(await post(given)))).toEqual([field])
  })

  it('goes back to a password, and asks for it', async () => {
    const { id } = (await post({ oauth2 })).json<TransportAnswer>()
    const patch = (given: object) => call(own, ['PATCH', `/transports/${id}`], { body: { settings: given } })
    expect(fieldsOf(await patch({ oauth2: null }))).toEqual({ 'settings.password': 'invalid_string' })
    expect(fieldsOf(await patch({ user: 'other@shop.example' }))).toEqual({
      'settings.password': 'invalid_string',
    })
    const reply = await patch({ oauth2: null, password: 'open sesame' })
    expect(reply.json<TransportAnswer>().settings).toMatchObject({ hasPassword: true, oauth2: null })
  })
})
