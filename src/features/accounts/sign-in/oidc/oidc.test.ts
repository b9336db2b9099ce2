import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { totp } from '../../../../../test/support/browser/totp.ts'
import { newAddress } from '../../../../../test/support/factories.ts'
import { CLIENT, startOidcServer } from '../../../../../test/support/servers/oidc-server.ts'
import {
  buildPerson,
  buildUser,
  callAs,
  cookiesOf,
  ORIGIN,
  PASSWORD,
  signIn,
} from '../../../../../test/support/people.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { call } from '../../../../../test/support/requests.ts'
import type { Reply } from '../../../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../../../test/support/test-app.ts'
import { buildApp } from '../../../../app.ts'
import { resetPassword } from '../../reset-password.service.ts'
import { verifyAddress } from '../../users.service.ts'

const provider = await startOidcServer()
const test = useTestApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Staff login',
  OIDC_ALLOWED_DOMAINS: 'example.com, example.org',
})
afterAll(() => provider.close())

const { signWith } = provider
beforeEach(() => {
  Object.assign(provider, { person: {}, metadata: {}, tokens: {}, isDown: false, signWith })
})

const begin = (headers: Record<string, string> = {}, body: object = {}) =>
  call(test, ['POST', '/auth/sign-in/oidc'], { key: null, headers: { origin: ORIGIN, ...headers }, body })

/** The provider's page, which sends the browser straight back. */
async function visit(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  expect(back.origin).toBe(ORIGIN)
  return `${back.pathname}${back.search}`
}

const come = (path: string, cookie: string) => call(test, ['GET', path], { key: null, headers: { cookie } })

const urlOf = (reply: Reply) => reply.json<{ url: string }>().url

/** The whole sign-in, in one browser. */
async function signInAs(person: Record<string, unknown>, cookie = ''): Promise<Reply> {
  provider.person = { sub: String(person['email']), email_verified: true, ...person }
  const started = await begin({ cookie })
  const cookies = [cookie, cookiesOf(started)].filter(Boolean).join('; ')
  return come(await visit(urlOf(started)), cookies)
}

const locationOf = ({ statusCode, headers }: Reply) => [statusCode, headers.location]

const statusOf = async (cookie: string) => (await callAs(test, { cookie }, ['GET', '/account'])).statusCode

const countUsers = async (email: string) => {
  const { rows } = await sql`select from users where email = ${email}`.execute(test.deps.database.db)
  return rows.length
}

describe('signing in with OpenID Connect', () => {
  it('opens the account of the address, and leads to the requested page', async () => {
    const { email } = await buildUser(test, { role: 'viewer' })
    provider.person = { sub: 'first', email: email.toUpperCase(), email_verified: true, name: 'Ada' }
    const started = await begin({}, { next: '/app/emails?status=SENT' })
    const reply = await come(await visit(urlOf(started)), cookiesOf(started))
    expect(locationOf(reply)).toEqual([302, '/app/emails?status=SENT'])
    const account = await callAs(test, { cookie: cookiesOf(reply) }, ['GET', '/account'])
    expect(account.json()).toMatchObject({ data: { user: { email }, projects: [{ role: 'viewer' }] } })
    expect(Object.fromEntries(provider.asked)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${ORIGIN}/auth/callback/oidc`,
    })
    expect(provider.asked.get('nonce')).toMatch(/^\S{20,}$/)
  })

  it('sets a cookie that scripts cannot read, ends the former session, and keeps no token of the provider', async () => {
    const { email, cookie, id } = await buildPerson(test, { role: 'viewer' })
    const reply = await signInAs({ email }, cookie)
    const session = reply.cookies.find(({ name }) => name.endsWith('session_token'))
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect([await statusOf(cookie), await statusOf(cookiesOf(reply))]).toEqual([401, 200])
    const { rows } = await sql`
      select access_token, refresh_token, id_token, password from credentials
      where user_id = ${id} and provider_id = 'oidc'`.execute(test.deps.database.db)
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null, password: null }])
  })

  it('is in the audit log', async () => {
    const { email } = await buildUser(test, { role: 'viewer' })
    await signInAs({ email })
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where actor_name = ${email}`.execute(test.deps.database.db)
    expect(rows).toEqual([{ action: 'account.signed-in' }])
  })

  it('finds the person again when their address has changed at the provider', async () => {
    const { email } = await buildUser(test, { role: 'viewer' })
    await signInAs({ sub: 'constant', email })
    const reply = await signInAs({ sub: 'constant', email: newAddress() })
    const account = await callAs(test, { cookie: cookiesOf(reply) }, ['GET', '/account'])
    expect(account.json()).toMatchObject({ data: { user: { email } } })
  })

  it('accepts the invitations of the address, and makes an account without a password', async () => {
    const owner = await buildPerson(test, { role: 'owner' })
    const email = newAddress()
    await callAs(test, owner, ['POST', '/invitations', { body: { email, role: 'member' } }])
    const reply = await signInAs({ email, name: 'Grace' })
    const account = await callAs(test, { cookie: cookiesOf(reply) }, ['GET', '/account'])
    expect(account.json()).toMatchObject({
      data: { user: { email, name: 'Grace' }, projects: [{ id: test.project.projectId, role: 'member' }] },
    })
    const left = await callAs(test, owner, ['GET', '/invitations'])
    expect(left.json()).toMatchObject({ invitations: [] })
    expect((await signIn(test, email, { password: '' })).statusCode).toBe(422)
    expect((await signIn(test, email)).statusCode).toBe(401)
    const password = await resetPassword(test.deps.database.db, { email, now: test.clock.now() })
    expect((await signIn(test, email, { password: password ?? '' })).statusCode).toBe(200)
  })

  it('leads to any page of the dashboard, whatever its query holds', async () => {
    const { email } = await buildUser(test)
    provider.person = { sub: email, email, email_verified: true }
    const pages = {
      '/app/contacts?search=a\\b,c:d': '/app/contacts?search=a\\b,c:d',
      '/app/contacts?filter={"a":[1]}#end': '/app/contacts?filter={%22a%22:[1]}#end',
      '/app\\emails': '/app/emails',
    }
    for (const [next, page] of Object.entries(pages)) {
      const started = await begin({}, { next })
      expect([next, started.statusCode]).toEqual([next, 200])
      expect(locationOf(await come(await visit(urlOf(started)), cookiesOf(started)))).toEqual([302, page])
    }
  })
})

describe('the first sign-in with OpenID Connect to an account that another person prepared', () => {
  /** An admin of a project invites the address of another person, opens the link, and chooses a password. */
  async function prepareAccount(email: string): Promise<string> {
    const projectId = (await buildProject(test.deps)).projectId
    const attacker = await buildPerson(test, { role: 'admin', projectId })
    const invite = { body: { email, role: 'viewer' } }
    const invited = await callAs(test, attacker, ['POST', '/invitations', invite])
    const token = invited.json<{ link: string }>().link.split('/').at(-1)
    const accepted = await call(test, ['POST', '/invitations/accept'], {
      key: null,
      headers: { origin: ORIGIN },
      body: { token, password: PASSWORD, name: 'Not Grace' },
    })
    expect(accepted.statusCode).toBe(200)
    return cookiesOf(accepted)
  }

  const projectsOf = async (cookie: string) => {
    const reply = await callAs(test, { cookie }, ['GET', '/account'])
    return reply.json<{ data: { projects: { id: string }[] } }>().data.projects.map(({ id }) => id)
  }

  it('removes the password, the second factor and the sessions that they have', async () => {
    const email = newAddress()
    const session = await prepareAccount(email)
    const enable = { body: { password: PASSWORD } }
    const { totpURI } = (
      await callAs(test, { cookie: session }, ['POST', '/auth/two-factor/enable', enable])
    ).json<{ totpURI: string }>()
    const code = () => ({ body: { code: totp(totpURI, Date.now()) } })
    await callAs(test, { cookie: session }, ['POST', '/auth/two-factor/verify-totp', code()])
    const half = cookiesOf(await signIn(test, email))

    const owner = await buildPerson(test, { role: 'owner' })
    await callAs(test, owner, ['POST', '/invitations', { body: { email, role: 'admin' } }])
    const victim = await signInAs({ email, name: 'Grace' })
    expect(locationOf(victim)).toEqual([302, '/app'])
    expect(await projectsOf(cookiesOf(victim))).toContain(test.project.projectId)

    expect(await statusOf(session)).toBe(401)
    expect((await signIn(test, email)).statusCode).toBe(401)
    const second = await callAs(test, { cookie: half }, ['POST', '/auth/two-factor/verify-totp', code()])
    expect([second.statusCode < 500, await statusOf(cookiesOf(second))]).toEqual([true, 401])
  })

  it('gives no session to a sign-in with the password that began before', async () => {
    const email = newAddress()
    await prepareAccount(email)
    const { db } = test.deps.database
    const trx = await db.startTransaction().execute()
    const { id } = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await verifyAddress(trx, { userId: id, now: test.clock.now() })
    const late = signIn(test, email)
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and transactionid is not null`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await trx.commit().execute()
    expect((await late).statusCode).toBe(401)
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(db)
    expect(rows).toEqual([])
  })

  it('leaves the password that an operator gave afterwards, and the one of the operator', async () => {
    const email = newAddress()
    await prepareAccount(email)
    await signInAs({ email })
    const password = await resetPassword(test.deps.database.db, { email, now: test.clock.now() })
    await signInAs({ email })
    expect((await signIn(test, email, { password: password ?? '' })).statusCode).toBe(200)
    const operator = await buildUser(test, { isOperator: true })
    await signInAs({ email: operator.email })
    expect((await signIn(test, operator.email)).statusCode).toBe(200)
  })
})

describe('signing in with OpenID Connect is refused', () => {
  const refusal = async (person: Record<string, unknown>) => {
    const reply = await signInAs(person)
    expect(await statusOf(cookiesOf(reply))).toBe(401)
    return locationOf(reply)
  }

  it('to an address that has neither account nor invitation', async () => {
    const email = newAddress()
    expect(await refusal({ email })).toEqual([302, '/sign-in?error=unknown'])
    expect(await countUsers(email)).toBe(0)
  })

  it('to an address that the provider has not verified', async () => {
    const { email } = await buildUser(test)
    for (const email_verified of [false, 'false', undefined]) {
      expect(await refusal({ email, email_verified })).toEqual([302, '/sign-in?error=unverified'])
    }
    expect(await refusal({ email: undefined })).toEqual([302, '/sign-in?error=unverified'])
  })

  it('to an address of another domain, even with an account', async () => {
    const { email } = await buildUser(test, { email: 'ada@example.net' })
    expect(await refusal({ email })).toEqual([302, '/sign-in?error=domain'])
  })

  it('to another person who now has the address of a user that signed in before', async () => {
    const { email } = await buildUser(test)
    await signInAs({ email, sub: 'who left' })
    expect(await refusal({ email, sub: 'who came' })).toEqual([302, '/sign-in?error=linked'])
  })

  it('for a token of another issuer or audience, or an expired one', async () => {
    const { email } = await buildUser(test)
    const bad = [{ aud: 'another' }, { iss: 'https://evil.example' }, { exp: 1 }, { nonce: 'another' }]
    for (const claims of [...bad, { nonce: undefined }]) {
      expect([claims, await refusal({ email, ...claims })]).toEqual([
        claims,
        [302, '/sign-in?error=provider'],
      ])
    }
    provider.signWith = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(await refusal({ email })).toEqual([302, '/sign-in?error=provider'])
  })

  it('for a token whose claims cannot be read, or an answer that holds none', async () => {
    const { email } = await buildUser(test)
    const unreadable = [
      { email: [email] },
      { email: { value: email } },
      { email: 7 },
      { email: '' },
      { sub: 7 },
      { sub: undefined },
      { sub: null },
      { sub: '' },
      { sub: ['a'] },
    ]
    for (const claims of unreadable) {
      expect([claims, await refusal({ email, ...claims })]).toEqual([claims, [302, '/sign-in?error=claims']])
    }
    expect(await refusal({ email, email_verified: 1 })).toEqual([302, '/sign-in?error=unverified'])
    expect(locationOf(await signInAs({ email, name: 7 }))).toEqual([302, '/app'])
    for (const tokens of [
      { id_token: 7 },
      { id_token: 'x' },
      { id_token: 'a.b.c' },
      { access_token: null },
    ]) {
      provider.tokens = tokens
      expect([tokens, await refusal({ email })]).toEqual([tokens, [302, '/sign-in?error=provider']])
    }
  })

  it('to a browser that did not begin it', async () => {
    const { email } = await buildUser(test)
    provider.person = { sub: email, email, email_verified: true }
    const started = await begin()
    const back = await visit(urlOf(started))
    expect(locationOf(await come(back, ''))).toEqual([302, '/sign-in?error=state'])
    const other = cookiesOf(await begin())
    expect(locationOf(await come(back, other))).toEqual([302, '/sign-in?error=state'])
    const forged = back.replace(/state=[^&]+/, 'state=forged')
    expect(locationOf(await come(forged, cookiesOf(started)))).toEqual([302, '/sign-in?error=state'])
    expect(locationOf(await come('/auth/callback/oidc', ''))).toEqual([302, '/sign-in?error=state'])
  })

  it('a second time with the same code', async () => {
    const { email } = await buildUser(test)
    provider.person = { sub: email, email, email_verified: true }
    const started = await begin()
    const back = await visit(urlOf(started))
    expect(locationOf(await come(back, cookiesOf(started)))).toEqual([302, '/app'])
    expect(locationOf(await come(back, cookiesOf(started)))).toEqual([302, '/sign-in?error=provider'])
  })

  it('by the person at the provider', async () => {
    const started = await begin()
    const state = new URL(urlOf(started)).searchParams.get('state') ?? ''
    const reply = await come(`/auth/callback/oidc?error=access_denied&state=${state}`, cookiesOf(started))
    expect(locationOf(reply)).toEqual([302, '/sign-in?error=denied'])
  })

  it('for a page of another site, and for a way back that is none of ours', async () => {
    expect((await begin({ origin: 'https://evil.example' })).statusCode).toBe(403)
    const elsewhere = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/application',
      '/app/..//evil.example',
      '/app/%2e%2e//evil.example',
      '/app/.%2E/%2fevil.example',
      '/app/./..//evil.example',
      '/app/..\\\\evil.example',
      '/app\\..\\/evil.example',
      '/app/.\t.//evil.example',
      '/app/../setup',
      'app',
      'javascript:alert(1)//app/',
    ]
    for (const next of elsewhere) {
      expect([next, (await begin({}, { next })).statusCode]).toEqual([next, 422])
    }
  })
})

describe('the provider', () => {
  it('is named by GET /auth/methods, and by nothing else', async () => {
    const reply = await call(test, ['GET', '/auth/methods'], { key: null })
    expect(reply.json()).toEqual({
      oidc: { name: 'Staff login' },
      passwordReset: 'command',
      hasAccounts: true,
    })
  })

  it('that is away, or is another, is a 503, and works when it is back', async () => {
    const app = await buildApp(test.deps)
    const start = () =>
      app.inject({ method: 'POST', url: '/auth/sign-in/oidc', headers: { origin: ORIGIN }, payload: {} })
    provider.isDown = true
    expect((await start()).statusCode).toBe(503)
    Object.assign(provider, { isDown: false, metadata: { issuer: 'https://evil.example' } })
    expect((await start()).statusCode).toBe(503)
    provider.metadata = {}
    expect((await start()).statusCode).toBe(200)
    await app.close()
  })

  it('is not used if the settings name none', async () => {
    const { OIDC_ISSUER: _issuer, ...config } = test.deps.config
    const app = await buildApp({ ...test.deps, config: config as typeof test.deps.config })
    const methods = await app.inject({ method: 'GET', url: '/auth/methods' })
    expect(methods.json()).toMatchObject({ oidc: null, passwordReset: 'command' })
    const headers = { origin: ORIGIN }
    const post = await app.inject({ method: 'POST', url: '/auth/sign-in/oidc', headers, payload: {} })
    const back = await app.inject({ method: 'GET', url: '/auth/callback/oidc?code=x&state=y' })
    expect([post.statusCode, back.statusCode]).toEqual([404, 404])
    await app.close()
  })
})
