import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { totp } from '../../../../test/support/browser/totp.ts'
import { untilBlocked } from '../../../../test/support/database/blocked.ts'
import { readContent } from '../../../../test/support/database/database-content.ts'
import { newAddress } from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import {
  buildPerson,
  buildUser,
  callAs,
  cookiesOf,
  ORIGIN,
  PASSWORD,
  signIn,
} from '../../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { buildProject, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../../app.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { PasswordResetId } from '../../../platform/ids.ts'
import { emailPasswordResetJob } from '../accounts.jobs.ts'
import { resetPassword } from '../reset-password.service.ts'
import { tidyAccounts } from '../tidy.service.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { createUser, replacePassword } from '../users.service.ts'

const PUBLIC_URL = 'https://mail.shop.example'
const NEW_PASSWORD = 'a new and longer pass phrase'
const MINUTE_MS = 60_000

const sink = useSmtpSink()
const inbox = useTestApp()
/** Another app on this database, with a relay. */
const test = {} as TestApp

beforeAll(async () => {
  const config = {
    ...inbox.deps.config,
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    publicUrl: PUBLIC_URL,
  }
  const publicUrl = { find: () => Promise.resolve(PUBLIC_URL), last: () => PUBLIC_URL }
  const deps = { ...inbox.deps, config, publicUrl }
  Object.assign(test, inbox, { deps, app: await buildApp(deps) })
  const key = { key: inbox.project.secretKey }
  await call(inbox, ['POST', '/domains'], { ...key, body: { domain: 'shop.example.com' } })
  await sql`update domains set status = 'VERIFIED', verified_at = now()`.execute(inbox.deps.database.db)
  const body = { defaultFrom: 'hello@shop.example.com', defaultFromName: 'Shop' }
  await call(inbox, ['PATCH', '/project'], { ...key, body })
})
afterAll(() => test.app.close())
beforeEach(async () => {
  await sql`truncate sign_in_failures, password_resets`.execute(inbox.deps.database.db)
  await sql`delete from graphile_worker._private_jobs`.execute(inbox.deps.database.db)
})

const post = (
  path: string,
  body: object,
  { on = test, headers = {} }: { on?: TestApp; headers?: object } = {},
) =>
  call(on, ['POST', `/auth/password-reset${path}`], {
    key: null,
    body,
    headers: { origin: on === test ? PUBLIC_URL : ORIGIN, ...headers },
  })
const complete = (token: string, newPassword = NEW_PASSWORD) => post('/complete', { token, newPassword })
const signInAs = (email: string, password: string, headers: Record<string, string> = {}) =>
  signIn(test, email, { password, headers: { origin: PUBLIC_URL, ...headers } })

const textOf = (bytes: Buffer) => bytes.toString().replaceAll('=\r\n', '')
const linksIn = (bytes: Buffer) => [...textOf(bytes).matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
const lastToken = () => {
  const [link = ''] = linksIn(sink.emails.at(-1)?.bytes ?? Buffer.from(''))
  return link.split('/').at(-1) ?? ''
}

/** Asks for a link, lets the worker send it, and returns its token. */
async function requestToken(email: string): Promise<string> {
  const reply = await post('', { email })
  expect(reply.statusCode).toBe(202)
  await drain(test.deps)
  return lastToken()
}

/** Every row of every table, those of the job queue included; bytea in hex. */
async function readAllRows(): Promise<string> {
  const { db } = test.deps.database
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

const actionsOf = async (email: string) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where actor_name = ${email} order by id`.execute(test.deps.database.db)
  return rows.map(({ action }) => action)
}

describe('POST /auth/password-reset', () => {
  it('emails a link that begins with PUBLIC_URL, whatever the Host header says', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const reply = await post('', { email: email.toUpperCase() }, { headers: { host: 'evil.example' } })
    expect([reply.statusCode, reply.json()]).toEqual([202, { success: true }])
    await drain(test.deps)
    expect(sink.emails).toHaveLength(1)
    const [sent] = sink.emails
    expect(sent?.to).toEqual([email])
    const text = textOf(sent?.bytes ?? Buffer.from(''))
    expect(text).toMatch(/^DKIM-Signature: .*d=shop\.example\.com/ms)
    expect(text).toContain('From: Shop <hello@shop.example.com>')
    const links = new Set(linksIn(sent?.bytes ?? Buffer.from('')))
    expect([...links]).toEqual([`${PUBLIC_URL}/reset-password/${lastToken()}`])
    expect(text).not.toContain('evil.example')
  })

  it('does the same for known and unknown addresses, and never waits for the email', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    // The relay never answers: a reply that waited for it would not come.
    sink.script = { greeting: { hang: true } }
    const known = await post('', { email })
    const unknown = await post('', { email: newAddress() })
    expect(sink.connections).toBe(0)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    const shapeOf = ({ headers }: Reply) => Object.keys(headers).toSorted()
    expect(shapeOf(unknown)).toEqual(shapeOf(known))
    const { rows } = await sql<{ payload: object }>`
      select payload from graphile_worker._private_jobs`.execute(test.deps.database.db)
    expect(rows.map(({ payload }) => Object.keys(payload))).toEqual([
      ['id', 'email', 'ip', 'requestedAt'],
      ['id', 'email', 'ip', 'requestedAt'],
    ])
  })

  it('sends nothing to an address without an account, and stores nothing about it', async () => {
    const before = (await readContent(test.url)).tables.password_resets
    await post('', { email: newAddress() })
    await drain(test.deps)
    expect(sink.emails).toEqual([])
    expect((await readContent(test.url)).tables.password_resets).toEqual(before)
  })

  it('stores only the digest of the token, makes no contact and is none of the emails of the project', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const token = await requestToken(email)
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await readAllRows()
    expect(stored).toContain(hash('sha256', token, 'hex'))
    for (const form of [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64')]) {
      expect(stored).not.toContain(form)
    }
    for (const url of ['/contacts', '/emails', '/inbox']) {
      expect((await call(inbox, ['GET', url])).body).not.toContain(email)
    }
  })

  it('is limited for each address and network, known or not', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    for (const address of [email, newAddress()]) {
      for (let count = 0; count < 3; count += 1) {
        expect((await post('', { email: address })).statusCode).toBe(202)
      }
      const refused = await post('', { email: address })
      expect([refused.statusCode, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    const statuses: number[] = []
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await post('', { email: newAddress() })).statusCode)
    }
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([12, 429])
    test.clock.advance(61 * MINUTE_MS)
    expect((await post('', { email })).statusCode).toBe(202)
  })

  it('names the command while emails stay in the built-in inbox, for every address', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const known = await post('', { email }, { on: inbox })
    const unknown = await post('', { email: newAddress() }, { on: inbox })
    expect([known.statusCode, errorOf(known).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(known).suggestion).toContain('npx lettermill accounts reset-password')
    expect(errorOf(unknown)).toMatchObject({ message: errorOf(known).message })
    const methods = (on: TestApp) => call(on, ['GET', '/auth/methods'], { key: null })
    expect((await methods(inbox)).json()).toMatchObject({ passwordReset: 'command' })
    expect((await methods(test)).json()).toMatchObject({ passwordReset: 'email' })
  })

  it('refuses what is no address, and pages of other sites', async () => {
    expect(fieldsOf(await post('', { email: 'nobody' }))).toHaveProperty('email')
    expect(fieldsOf(await post('', {}))).toEqual({ email: 'required' })
    const foreign = { headers: { origin: 'https://evil.example' } }
    for (const path of ['', '/check', '/complete']) {
      expect((await post(path, { email: newAddress() }, foreign)).statusCode).toBe(403)
    }
  })

  it('sends nothing to a person whose projects cannot send', async () => {
    const other = await buildProject(inbox.deps)
    const { email } = await buildUser(inbox, { role: 'owner', projectId: other.projectId })
    await post('', { email })
    await drain(test.deps)
    expect(sink.emails).toEqual([])
  })

  it('sends no link to an account without a password, which signs in with a provider', async () => {
    const email = newAddress()
    const { db } = test.deps.database
    const now = test.clock.now()
    const person = { email, name: 'Grace', isOperator: false, isAddressVerified: true, now }
    const user = await inTransaction(db, (trx) => createUser(trx, person))
    await sql`insert into members (project_id, user_id, role, created_at)
      values (${inbox.project.projectId}, ${user.id}, 'viewer', ${now})`.execute(db)
    await post('', { email })
    await drain(test.deps)
    expect(sink.emails).toHaveLength(1)
    const bytes = sink.emails[0]?.bytes ?? Buffer.from('')
    expect(textOf(bytes)).toContain('Your account has no password')
    expect(linksIn(bytes)).toEqual([])
  })
})

describe('the job that emails the link', () => {
  const payloadFor = (email: string) => ({
    id: newId<PasswordResetId>(test.clock.now()),
    email,
    ip: '192.0.2.10',
    requestedAt: test.clock.now().toISOString(),
  })
  const run = (payload: ReturnType<typeof payloadFor>) =>
    runJob(test.deps, emailPasswordResetJob, { payload })

  it('sends one email and writes one audit entry, however often it runs', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const payload = payloadFor(email)
    expect([await run(payload), await run(payload)]).toEqual([{ kind: 'done' }, { kind: 'done' }])
    expect(sink.emails).toHaveLength(1)
    expect(await actionsOf(email)).toEqual(['account.password-reset-requested'])
  })

  it('tries again if the relay does not accept the email, with a token that works', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const payload = payloadFor(email)
    sink.script = { rcpt: '450 4.2.1 try later' }
    expect(await run(payload)).toMatchObject({ kind: 'retry' })
    sink.script = {}
    expect(await run(payload)).toEqual({ kind: 'done' })
    expect((await complete(lastToken())).statusCode).toBe(200)
    expect(await actionsOf(email)).toEqual(['account.password-reset-requested', 'account.password-reset'])
  })

  it('gives up if the relay refuses the address, or when nobody waits for the link any more', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    sink.script = { rcpt: '550 5.1.1 no such user' }
    expect(await run(payloadFor(email))).toEqual({ kind: 'done' })
    sink.script = {}
    const late = payloadFor(email)
    test.clock.advance(31 * MINUTE_MS)
    expect(await run(late)).toMatchObject({ kind: 'cancel' })
    expect(sink.emails).toEqual([])
  })
})

describe('a link for a new password', () => {
  it('shows its account and its end, sets a password once, and ends all sessions', async () => {
    const person = await buildPerson(inbox, { role: 'viewer' })
    const token = await requestToken(person.email)
    const shown = (await post('/check', { token })).json<{ email: string; expiresAt: string }>()
    expect(shown.email).toBe(person.email)
    expect(Date.parse(shown.expiresAt)).toBeGreaterThan(test.clock.now().getTime())
    expect(fieldsOf(await complete(token, 'short'))).toEqual({ newPassword: 'too_small' })
    expect((await callAs(inbox, person, ['GET', '/account'])).statusCode).toBe(200)
    const done = await complete(token)
    expect([done.statusCode, done.json(), done.cookies]).toEqual([200, { success: true }, []])
    expect((await callAs(inbox, person, ['GET', '/account'])).statusCode).toBe(401)
    expect((await signInAs(person.email, PASSWORD)).statusCode).toBe(401)
    expect((await signInAs(person.email, NEW_PASSWORD)).statusCode).toBe(200)
    for (const again of [await complete(token), await post('/check', { token })]) {
      expect([again.statusCode, errorOf(again).message]).toEqual([
        403,
        'This link was already used, or is older than 30 minutes.',
      ])
    }
  })

  it('works for 30 minutes, and is deleted afterwards', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    test.clock.stop()
    const token = await requestToken(email)
    test.clock.advance(30 * MINUTE_MS - 1)
    expect((await post('/check', { token })).statusCode).toBe(200)
    test.clock.advance(1)
    expect((await post('/check', { token })).statusCode).toBe(403)
    expect((await complete(token)).statusCode).toBe(403)
    await tidyAccounts(test.deps.database.db, new Date(test.clock.now().getTime() + 1))
    expect((await readContent(test.url)).tables.password_resets?.rows).toBe(0)
  })

  it('works for one of several requests at the same time', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    const [first, second] = [await requestToken(email), await requestToken(email)]
    const passwords = Array.from({ length: 6 }, (_, at) => `pass phrase number ${at}`)
    const replies = await Promise.all(
      passwords.map((password, at) => complete(at % 2 === 0 ? first : second, password)),
    )
    const winners = passwords.filter((_, at) => replies[at]?.statusCode === 200)
    expect([winners.length, replies.filter(({ statusCode }) => statusCode === 403).length]).toEqual([1, 5])
    expect((await signInAs(email, winners[0] ?? '')).statusCode).toBe(200)
  })

  it('also ends a sign-in with the old password that is under way', async () => {
    const { id, email } = await buildUser(inbox, { role: 'viewer' })
    const { db } = test.deps.database
    const passwordHash = await hashPassword(NEW_PASSWORD)
    const late = await inTransaction(db, async (trx) => {
      await replacePassword(trx, { user: { id, email }, passwordHash, now: test.clock.now() })
      const signingIn = signInAs(email, PASSWORD)
      await untilBlocked(db)
      return { signingIn }
    })
    expect((await late.signingIn).statusCode).toBe(401)
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(db)
    expect(rows).toEqual([])
  })

  it('leaves the second factor on, also in a browser that was trusted', async () => {
    const person = await buildPerson(inbox, { role: 'viewer' })
    const enabled = await callAs(inbox, person, [
      'POST',
      '/auth/two-factor/enable',
      { body: { password: PASSWORD } },
    ])
    const { totpURI } = enabled.json<{ totpURI: string }>()
    const codeOf = () => totp(totpURI, Date.now())
    await callAs(inbox, person, ['POST', '/auth/two-factor/verify-totp', { body: { code: codeOf() } }])
    const first = await signIn(inbox, person.email)
    const trusted = await callAs(inbox, { cookie: cookiesOf(first) }, [
      'POST',
      '/auth/two-factor/verify-totp',
      { body: { code: codeOf(), trustDevice: true } },
    ])
    const cookie = cookiesOf(trusted)
    expect((await signIn(inbox, person.email, { headers: { cookie } })).json()).toHaveProperty('user')
    await complete(await requestToken(person.email))
    const again = await signIn(inbox, person.email, { password: NEW_PASSWORD, headers: { cookie } })
    expect([again.statusCode, again.json()]).toMatchObject([200, { twoFactorRedirect: true }])
    const finished = await callAs(inbox, { cookie: cookiesOf(again) }, [
      'POST',
      '/auth/two-factor/verify-totp',
      { body: { code: codeOf() } },
    ])
    expect(finished.statusCode).toBe(200)
  })

  it('unlocks an account that strangers have locked by wrong passwords', async () => {
    const { email } = await buildUser(inbox, { role: 'viewer' })
    for (let count = 0; count < 11; count += 1) await signInAs(email, 'wrong')
    expect((await signInAs(email, PASSWORD)).statusCode).toBe(429)
    await complete(await requestToken(email))
    expect((await signInAs(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('stops working when the password is changed in another way', async () => {
    const person = await buildPerson(inbox, { role: 'viewer' })
    const first = await requestToken(person.email)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await callAs(inbox, person, ['POST', '/auth/change-password', { body }])).statusCode).toBe(200)
    expect((await complete(first)).statusCode).toBe(403)
    const second = await requestToken(person.email)
    await resetPassword(test.deps.database.db, { email: person.email, now: test.clock.now() })
    expect((await complete(second)).statusCode).toBe(403)
  })

  it('of a deleted account is not valid', async () => {
    const { id, email } = await buildUser(inbox, { role: 'viewer' })
    const token = await requestToken(email)
    await sql`delete from users where id = ${id}`.execute(test.deps.database.db)
    expect((await complete(token)).statusCode).toBe(403)
    expect((await complete('')).statusCode).toBe(422)
  })
})
