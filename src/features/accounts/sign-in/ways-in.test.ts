// Every way to begin a session, in a browser that still has the session of another user. oidc.test.ts covers the provider.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAddress } from '../../../../test/support/factories.ts'
import { buildPerson, callAs, cookiesOf, ORIGIN, PASSWORD, signIn } from '../../../../test/support/people.ts'
import type { Person } from '../../../../test/support/people.ts'
import { call } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { totp } from '../../../../test/support/browser/totp.ts'
import { buildApp } from '../../../app.ts'
import { prepareOwner } from '../owner.service.ts'

const HTTPS = 'https://mail.example.com'

const test = useTestApp()
/** This server, behind https. */
const secure = {} as TestApp
beforeAll(async () => {
  const config = { ...test.deps.config, publicUrl: HTTPS }
  const deps = { ...test.deps, config }
  Object.assign(secure, test, { deps, app: await buildApp(deps) })
})
afterAll(() => secure.app.close())

type Browser = { app: TestApp; headers: { cookie: string; origin: string } }
type Way = (browser: Browser) => Promise<{ email: string; reply: Reply }>

async function accept({ app, headers }: Browser, email: string): Promise<Reply> {
  const owner = await buildPerson(test, { role: 'owner' })
  const invited = await callAs(test, owner, ['POST', '/invitations', { body: { email, role: 'viewer' } }])
  const token = invited.json<{ link: string }>().link.split('/').at(-1)
  const body = { token, password: PASSWORD, name: 'Grace' }
  return call(app, ['POST', '/invitations/accept'], { key: null, headers, body })
}

/** Empties the database as before the first start. @returns the token of the printed link */
async function startFirst(): Promise<string | undefined> {
  const { db } = test.deps.database
  await sql`truncate users, setup_tokens cascade`.execute(db)
  return prepareOwner(db, { config: test.deps.config, now: test.clock.now() })
}

const setUp = ({ app, headers }: Browser, token: string | undefined, email: string): Promise<Reply> => {
  const body = { token, email, password: PASSWORD, name: 'Ada' }
  return call(app, ['POST', '/setup'], { key: null, headers, body })
}

const WAYS: Record<string, Way> = {
  'the set-up link, in a browser that knows an earlier installation': async (browser) => {
    const email = newAddress()
    return { email, reply: await setUp(browser, await startFirst(), email) }
  },
  password: async ({ app, headers }) => {
    const { email } = await buildPerson(test)
    return { email, reply: await signIn(app, email, { headers }) }
  },
  'an invitation, as a new person': async (browser) => {
    const email = newAddress()
    return { email, reply: await accept(browser, email) }
  },
  'an invitation, with an account': async (browser) => {
    const { email } = await buildPerson(test)
    return { email, reply: await accept(browser, email) }
  },
  'a second factor': async ({ app, headers }) => {
    const person = await buildPerson(test)
    const enabled = await callAs(test, person, [
      'POST',
      '/auth/two-factor/enable',
      { body: { password: PASSWORD } },
    ])
    const { totpURI } = enabled.json<{ totpURI: string }>()
    const verify = (by: TestApp, headers: { cookie: string; origin: string }) =>
      call(by, ['POST', '/auth/two-factor/verify-totp'], {
        key: null,
        headers,
        body: { code: totp(totpURI, Date.now()) },
      })
    await verify(test, { cookie: person.cookie, origin: ORIGIN })
    const half = await signIn(app, person.email, { headers })
    const reply = await verify(app, { cookie: cookiesOf(half), origin: headers.origin })
    return { email: person.email, reply }
  },
}

const emailOf = async (app: TestApp, cookie: string): Promise<string | undefined> => {
  const reply = await callAs(app, { cookie }, ['GET', '/account'])
  return reply.statusCode === 200 ? reply.json<{ data: { user: Person } }>().data.user.email : undefined
}

describe.each(Object.entries(WAYS))('signing in with %s', (_name, way) => {
  it('begins a session of its own: the one that was there before is over, and opens nothing', async () => {
    const attacker = await buildPerson(test)
    const browser = { app: test, headers: { cookie: attacker.cookie, origin: ORIGIN } }
    const { email, reply } = await way(browser)
    expect(reply.statusCode).toBe(200)
    expect(cookiesOf(reply)).not.toContain(attacker.cookie)
    expect(await emailOf(test, cookiesOf(reply))).toBe(email)
    expect(await emailOf(test, attacker.cookie)).toBeUndefined()
  })

  it('sets only cookies that scripts cannot read, other sites do not send, and plain http does not carry', async () => {
    const browser = { app: secure, headers: { cookie: '', origin: HTTPS } }
    const { email, reply } = await way(browser)
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies.length).toBeGreaterThan(0)
    for (const cookie of reply.cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: true })
    }
    expect(await emailOf(secure, cookiesOf(reply))).toBe(email)
  })
})

describe('the set-up link', () => {
  it('is invalid once the owner exists: no one else gets in with it, and no start prints another', async () => {
    const browser = { app: test, headers: { cookie: '', origin: ORIGIN } }
    const token = await startFirst()
    const owner = newAddress()
    expect((await setUp(browser, token, owner)).statusCode).toBe(200)
    const late = await setUp(browser, token, newAddress())
    expect([late.statusCode, late.cookies]).toEqual([403, []])
    const again = { config: test.deps.config, now: test.clock.now() }
    expect(await prepareOwner(test.deps.database.db, again)).toBeUndefined()
    expect((await signIn(test, owner)).statusCode).toBe(200)
  })
})
