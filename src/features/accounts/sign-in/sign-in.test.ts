import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import {
  buildPerson,
  buildUser,
  callAs,
  cookiesOf,
  PASSWORD,
  signIn,
} from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { totp } from '../../../../test/support/browser/totp.ts'
import { resetPassword } from '../reset-password.service.ts'
import { tidyAccounts } from '../tidy.service.ts'

const test = useTestApp()

const statusOf = async (cookie: string) => (await callAs(test, { cookie }, ['GET', '/account'])).statusCode

const sessionCookie = (reply: Reply) => reply.cookies.find(({ name }) => name.endsWith('session_token'))

beforeEach(async () => {
  await sql`truncate sign_in_failures`.execute(test.deps.database.db)
})

describe('POST /auth/sign-in/email', () => {
  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { email } = await buildUser(test)
    const reply = await signIn(test, email.toUpperCase())
    expect(reply.statusCode).toBe(200)
    expect(sessionCookie(reply)).toMatchObject({
      name: 'lettermill.session_token',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 7 * 86_400,
    })
    expect(reply.body).not.toContain(sessionCookie(reply)?.value.split('.')[0])
    expect(await statusOf(cookiesOf(reply))).toBe(200)
  })

  it('begins a new session and ends the one that the browser had', async () => {
    const { email, cookie } = await buildPerson(test)
    const reply = await signIn(test, email, { headers: { cookie } })
    expect(cookiesOf(reply)).not.toBe(cookie)
    expect([await statusOf(cookie), await statusOf(cookiesOf(reply))]).toEqual([401, 200])
  })

  it('takes no session that was not made here', async () => {
    const { email, cookie } = await buildPerson(test)
    const [, token = ''] = /session_token=([^.]+)/.exec(cookie) ?? []
    for (const forged of [token, `${token}.${'A'.repeat(43)}%3D`, '', 'x.y', '%', `${token}.`]) {
      expect(await statusOf(`lettermill.session_token=${forged}`)).toBe(401)
    }
    const fixed = `lettermill.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`
    const reply = await signIn(test, email, { headers: { cookie: fixed } })
    expect(await statusOf(fixed)).toBe(401)
    expect(await statusOf(cookiesOf(reply))).toBe(200)
  })

  it('answers a wrong password like an unknown address', async () => {
    const { email } = await buildUser(test)
    const wrong = await signIn(test, email, { password: 'not the right password' })
    const unknown = await signIn(test, 'nobody@example.com')
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(errorOf(wrong).message).toBe(errorOf(unknown).message)
    expect(errorOf(wrong).code).toBe('UNAUTHORIZED')
  })

  it('refuses a page of another site, and a request that names no site', async () => {
    const { email } = await buildUser(test)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }]) {
      expect((await signIn(test, email, { headers })).statusCode).toBe(403)
    }
    const bare = await call(test, ['POST', '/auth/sign-in/email'], {
      key: null,
      body: { email, password: PASSWORD },
    })
    expect(bare.statusCode).toBe(403)
  })

  const at = (host: string, scheme = 'http') => ({ headers: { origin: `${scheme}://${host}`, host } })

  it('takes loopback names and addresses as its own site while PUBLIC_URL is not set', async () => {
    const { email } = await buildUser(test)
    const own = [
      'localhost:8080',
      '127.0.0.1:3000',
      '[::1]:3000',
      '192.168.1.5:3000',
      '[fd00::5]',
      '192.168.1.5',
    ]
    for (const host of own) {
      expect([host, (await signIn(test, email, at(host))).statusCode]).toEqual([host, 200])
    }
  })

  it('refuses a name that is not its own, even if the request was sent there, and says what to do', async () => {
    const { email } = await buildUser(test)
    const foreign = [
      'evil.example',
      'evil.example:3000',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'nas',
    ]
    for (const host of foreign) {
      const reply = await signIn(test, email, at(host))
      expect([host, reply.statusCode]).toEqual([host, 403])
      expect(errorOf(reply).suggestion).toContain('Set PUBLIC_URL')
    }
  })

  it('with PUBLIC_URL, is opened there, and on the machine itself by its loopback names', async () => {
    const { email } = await buildUser(test)
    const { buildApp } = await import('../../../app.ts')
    const url = 'https://mail.example.com'
    const app = await buildApp({
      ...test.deps,
      config: { ...test.deps.config, PUBLIC_URL: url, publicUrl: url },
    })
    const signInAt = (host: string, remoteAddress: string) => {
      const { headers } = at(host, host === 'mail.example.com' ? 'https' : 'http')
      const payload = { email, password: PASSWORD }
      return app.inject({ method: 'POST', url: '/auth/sign-in/email', headers, payload, remoteAddress })
    }
    const [here, elsewhere] = ['127.0.0.1', '192.168.1.9']
    expect((await signInAt('mail.example.com', elsewhere)).statusCode).toBe(200)
    expect((await signInAt('localhost:3000', here)).statusCode).toBe(200)
    expect((await signInAt('[::1]:3000', '::ffff:127.0.0.1')).statusCode).toBe(200)
    const refused = [
      await signInAt('localhost:3000', elsewhere),
      await signInAt('192.168.1.5:3000', elsewhere),
      await signInAt('evil.example', here),
    ]
    for (const reply of refused) {
      expect(reply.statusCode).toBe(403)
      expect(errorOf(reply).suggestion).toContain(`Open the dashboard at ${url}`)
    }
    await app.close()
  })

  it('names missing and oversized fields', async () => {
    const reply = await signIn(test, '', { password: 'x'.repeat(129) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { email: 'too_small', password: 'too_big' }])
  })
})

describe('wrong passwords', () => {
  const fail = (email: string, times: number, headers: Record<string, string> = {}) =>
    Promise.all(Array.from({ length: times }, () => signIn(test, email, { password: 'wrong', headers })))

  it('lock the account after ten, for a quarter of an hour, even if they come at once', async () => {
    const { email } = await buildUser(test)
    const statuses = (await fail(email, 14)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    const locked = await signIn(test, email)
    expect([locked.statusCode, errorOf(locked).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
    test.clock.advance(15 * 60_000)
    expect((await signIn(test, email)).statusCode).toBe(200)
  })

  it('of others do not lock out a browser that has signed in before', async () => {
    const { email, cookie } = await buildPerson(test)
    const device = cookie.split('; ').find((one) => one.startsWith('lettermill.device=')) ?? ''
    await fail(email, 11)
    expect((await signIn(test, email)).statusCode).toBe(429)
    expect((await signIn(test, email, { headers: { cookie: device } })).statusCode).toBe(200)
    const other = await buildUser(test)
    await fail(other.email, 11)
    expect((await signIn(test, other.email, { headers: { cookie: device } })).statusCode).toBe(429)
  })

  it('lock the network after fifty, whichever accounts they are for', async () => {
    const { email } = await buildUser(test)
    await fail('nobody@example.com', 30)
    expect((await signIn(test, email)).statusCode).toBe(200)
    await fail('nobody@example.com', 20)
    expect((await signIn(test, email)).statusCode).toBe(429)
  })

  it('are in the audit log of the projects of the account', async () => {
    const { email } = await buildUser(test, { role: 'owner' })
    await signIn(test, email, { password: 'wrong' })
    await signIn(test, email)
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where actor_name = ${email} and project_id = ${test.project.projectId} order by id`.execute(
      test.deps.database.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['account.sign-in-failed', 'account.signed-in'])
  })
})

describe('a session', () => {
  it('ends with POST /auth/sign-out', async () => {
    const person = await buildPerson(test)
    const reply = await callAs(test, person, ['POST', '/auth/sign-out'])
    expect(reply.statusCode).toBe(200)
    expect(sessionCookie(reply)?.value).toBe('')
    expect(await statusOf(person.cookie)).toBe(401)
  })

  it('ends after a week; the job then deletes it', async () => {
    const { cookie } = await buildPerson(test)
    test.clock.advance(7 * 86_400_000 + 1000)
    expect(await statusOf(cookie)).toBe(401)
    for (const _twice of [1, 2]) await tidyAccounts(test.deps.database.db, test.clock.now())
    const { rows } = await sql`select from sessions where expires_at < ${test.clock.now()}`.execute(
      test.deps.database.db,
    )
    test.clock.advance(-7 * 86_400_000 - 1000)
    expect(rows).toEqual([])
  })

  it('that is used lives on, with a new cookie', async () => {
    const { cookie, id } = await buildPerson(test)
    await sql`update sessions set expires_at = now() + interval '2 days' where user_id = ${id}`.execute(
      test.deps.database.db,
    )
    const reply = await callAs(test, { cookie }, ['GET', '/account'])
    expect(sessionCookie(reply)?.maxAge).toBe(7 * 86_400)
    const { rows } = await sql`
      select from sessions where user_id = ${id} and expires_at > now() + interval '6 days'`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('behind https is sent over https only', async () => {
    const { email } = await buildUser(test)
    const { buildApp } = await import('../../../app.ts')
    const config = { ...test.deps.config, publicUrl: 'https://mail.example.com' }
    const app = await buildApp({ ...test.deps, config })
    const reply = await signIn({ ...test, app }, email, { headers: { origin: 'https://mail.example.com' } })
    expect(sessionCookie(reply)).toMatchObject({ name: '__Secure-lettermill.session_token', secure: true })
    const account = await callAs({ ...test, app }, { cookie: cookiesOf(reply) }, ['GET', '/account'])
    expect(account.statusCode).toBe(200)
    await app.close()
  })
})

describe('POST /auth/change-password', () => {
  const change = (cookie: string, body: object) =>
    callAs(test, { cookie }, ['POST', '/auth/change-password', { body }])

  it('ends all other sessions, whatever the request says', async () => {
    const { email, cookie } = await buildPerson(test)
    const other = cookiesOf(await signIn(test, email))
    const newPassword = 'another long password'
    const reply = await change(cookie, { currentPassword: PASSWORD, newPassword, revokeOtherSessions: false })
    expect(reply.statusCode).toBe(200)
    expect([await statusOf(other), await statusOf(cookie), await statusOf(cookiesOf(reply))]).toEqual([
      401, 401, 200,
    ])
    expect((await signIn(test, email)).statusCode).toBe(401)
    expect((await signIn(test, email, { password: newPassword })).statusCode).toBe(200)
  })

  it('needs the current password, and counts wrong ones', async () => {
    const { cookie } = await buildPerson(test)
    const body = { currentPassword: 'wrong', newPassword: 'another long password' }
    const reply = await change(cookie, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { currentPassword: 'custom' }])
    for (let n = 0; n < 9; n += 1) await change(cookie, body)
    expect((await change(cookie, { ...body, currentPassword: PASSWORD })).statusCode).toBe(429)
  })
})

describe('a second factor', () => {
  const post = (cookie: string, path: string, body: object) =>
    callAs(test, { cookie }, ['POST', `/auth/two-factor/${path}`, { body }])

  async function enable(options: Parameters<typeof buildPerson>[1] = {}) {
    const person = await buildPerson(test, options)
    const enabled = await post(person.cookie, 'enable', { password: PASSWORD })
    const { totpURI, backupCodes } = enabled.json<{ totpURI: string; backupCodes: string[] }>()
    const first = await post(person.cookie, 'verify-totp', { code: totp(totpURI, Date.now()) })
    expect([enabled.statusCode, first.statusCode]).toEqual([200, 200])
    return { ...person, cookie: cookiesOf(first), totpURI, backupCodes }
  }

  it('is required after the password, and the password alone grants no access', async () => {
    const { email, totpURI } = await enable()
    const half = await signIn(test, email)
    expect(half.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(await statusOf(cookiesOf(half))).toBe(401)
    const wrong = await post(cookiesOf(half), 'verify-totp', { code: '000000' })
    expect([wrong.statusCode, errorOf(wrong).code]).toEqual([401, 'UNAUTHORIZED'])
    const whole = await post(cookiesOf(half), 'verify-totp', { code: totp(totpURI, Date.now()) })
    expect(whole.statusCode).toBe(200)
    const account = await callAs(test, { cookie: cookiesOf(whole) }, ['GET', '/account'])
    expect(account.json()).toMatchObject({ data: { user: { email, twoFactorEnabled: true } } })
  })

  it('can be a backup code, once', async () => {
    const { email, backupCodes } = await enable()
    const [code] = backupCodes
    const use = async () =>
      (await post(cookiesOf(await signIn(test, email)), 'verify-backup-code', { code })).statusCode
    expect([await use(), await use()]).toEqual([200, 401])
  })

  it('waits after ten wrong codes', async () => {
    const { email } = await enable()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const half = cookiesOf(await signIn(test, email))
      statuses.push((await post(half, 'verify-totp', { code: '000000' })).statusCode)
    }
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(401))
    expect(statuses.at(-1)).toBe(429)
  })

  it('is switched off with the password only', async () => {
    const { email, cookie } = await enable()
    expect((await post(cookie, 'disable', { password: 'wrong' })).statusCode).toBe(422)
    expect((await post(cookie, 'disable', { password: PASSWORD })).statusCode).toBe(200)
    expect((await signIn(test, email)).json()).toMatchObject({ user: { email } })
  })

  it('is in the audit log when it is enabled and when it is disabled', async () => {
    const { email, cookie } = await enable({ role: 'viewer' })
    await post(cookie, 'disable', { password: PASSWORD })
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where actor_name = ${email} order by id`.execute(test.deps.database.db)
    expect(rows.map(({ action }) => action)).toEqual([
      'account.signed-in',
      'account.two-factor-enabled',
      'account.two-factor-disabled',
    ])
  })
})

describe('a password that was lost', () => {
  it('is replaced by the operator, who ends sessions, second factor and lock with it', async () => {
    const { db } = test.deps.database
    const { email, cookie, id } = await buildPerson(test)
    await sql`update users set two_factor_enabled = true where id = ${id}`.execute(db)
    await Promise.all(Array.from({ length: 11 }, () => signIn(test, email, { password: 'wrong' })))
    const reset = (address: string) => resetPassword(db, { email: address, now: test.clock.now() })
    const password = await reset(email.toUpperCase())
    expect(await statusOf(cookie)).toBe(401)
    expect((await signIn(test, email)).statusCode).toBe(401)
    expect((await signIn(test, email, { password: password ?? '' })).json()).toMatchObject({
      user: { email },
    })
    expect(await reset('nobody@example.com')).toBeUndefined()
  })
})

describe('what the sign-in library could do besides', () => {
  it.each([
    ['POST', '/auth/sign-up/email'],
    ['POST', '/auth/update-user'],
    ['POST', '/auth/delete-user'],
    ['POST', '/auth/request-password-reset'],
    ['GET', '/auth/list-sessions'],
    ['GET', '/auth/get-session'],
    ['GET', '/auth/ok'],
  ] as const)('cannot be reached: %s %s', async (method, url) => {
    const person = await buildPerson(test)
    expect((await callAs(test, person, [method, url])).statusCode).toBe(404)
  })
})
