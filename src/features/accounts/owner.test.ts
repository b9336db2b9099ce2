import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { callAs, cookiesOf, ORIGIN, PASSWORD, signIn } from '../../../test/support/people.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { prepareOwner } from './owner.service.ts'

const test = useTestApp()

const prepare = (settings: { ADMIN_EMAIL?: string; ADMIN_PASSWORD?: string } = {}) =>
  prepareOwner(test.deps.database.db, { config: { ...test.deps.config, ...settings }, now: test.clock.now() })

const setUp = (body: object) =>
  call(test, ['POST', '/setup'], {
    key: null,
    headers: { origin: ORIGIN },
    body: { email: 'Ada@Example.com', password: PASSWORD, name: 'Ada', ...body },
  })

beforeEach(async () => {
  await sql`truncate users, setup_tokens, audit_log cascade`.execute(test.deps.database.db)
})

describe('POST /setup', () => {
  it('makes the owner of all projects with the printed token, and signs them in', async () => {
    const token = await prepare()
    const reply = await setUp({ token })
    expect(reply.statusCode).toBe(200)
    const { data } = reply.json<{ data: { user: object; projects: object[] } }>()
    expect(data.user).toMatchObject({ email: 'ada@example.com', name: 'Ada', twoFactorEnabled: false })
    expect(data.projects).toEqual(
      expect.arrayContaining([
        { id: test.project.projectId, name: 'Test', role: 'owner', alertEmails: true },
      ]),
    )
    const account = await callAs(test, { cookie: cookiesOf(reply) }, ['GET', '/account'])
    expect([account.statusCode, account.json()]).toEqual([200, reply.json()])
    expect(account.json()).toMatchObject({
      data: {
        instance: {
          version: test.deps.config.version,
          transport: 'inbox',
          publicUrl: ORIGIN,
          smtpPort: test.deps.config.SMTP_PORT || null,
          retention: { emailDays: 365, contentDays: 45, eventDays: 395, executionDays: 90 },
        },
      },
    })
  })

  it('moves projects in UTC to the time zone of the browser, and no others', async () => {
    const zones = async () =>
      (
        await sql<{
          timezone: string
        }>`select timezone from projects where id = ${test.project.projectId}`.execute(test.deps.database.db)
      ).rows[0]?.timezone
    expect(fieldsOf(await setUp({ token: await prepare(), timezone: 'Mars/Olympus' }))).toHaveProperty(
      'timezone',
    )
    expect((await setUp({ token: await prepare(), timezone: 'Europe/Amsterdam' })).statusCode).toBe(200)
    expect(await zones()).toBe('Europe/Amsterdam')
    await sql`truncate users, setup_tokens cascade`.execute(test.deps.database.db)
    const methods = () => call(test, ['GET', '/auth/methods'], { key: null })
    expect((await methods()).json()).toMatchObject({ hasAccounts: false })
    expect((await setUp({ token: await prepare(), timezone: 'Asia/Tokyo' })).statusCode).toBe(200)
    expect(await zones()).toBe('Europe/Amsterdam')
    expect((await methods()).json()).toMatchObject({ hasAccounts: true })
    await sql`update projects set timezone = 'UTC'`.execute(test.deps.database.db)
  })

  it('works once, also when it is sent twice at the same time', async () => {
    const token = await prepare()
    const replies = await Promise.all([setUp({ token }), setUp({ token, email: 'eve@example.com' })])
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await setUp({ token })).statusCode).toBe(403)
  })

  it('makes no second owner with another link', async () => {
    const [first, second] = [await prepare(), await prepare()]
    expect((await setUp({ token: first })).statusCode).toBe(200)
    const reply = await setUp({ token: second, email: 'eve@example.com' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })

  it('refuses a token that is wrong, missing or older than an hour', async () => {
    const token = await prepare()
    expect((await setUp({ token: 'x'.repeat(43) })).statusCode).toBe(403)
    expect((await setUp({})).statusCode).toBe(422)
    test.clock.advance(3_600_001)
    expect((await setUp({ token })).statusCode).toBe(403)
    test.clock.advance(-3_600_001)
    expect((await setUp({ token })).statusCode).toBe(200)
  })

  it('names every invalid field', async () => {
    const reply = await setUp({ token: await prepare(), email: 'nobody', password: 'short', name: ' ' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { email: 'invalid_string', password: 'too_small', name: 'too_small' },
    ])
  })

  it('refuses a page of another site', async () => {
    const token = await prepare()
    for (const headers of [{}, { origin: 'https://evil.example' }]) {
      const reply = await call(test, ['POST', '/setup'], { key: null, headers, body: { token } })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

describe('the start of a node', () => {
  it('keeps the token of the link as a digest', async () => {
    const token = await prepare()
    const { rows } = await sql<{ same: boolean; seconds: number }>`
      select digest = sha256(convert_to(${token}, 'UTF8')) as same,
        extract(epoch from expires_at - created_at)::int as seconds from setup_tokens`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ same: true, seconds: 3600 }])
  })

  it('makes the owner of ADMIN_EMAIL once, and then no link', async () => {
    const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
    expect(await Promise.all([prepare(admin), prepare(admin)])).toEqual([undefined, undefined])
    expect(await prepare(admin)).toBeUndefined()
    expect(await prepare()).toBeUndefined()
    expect((await signIn(test, 'root@example.com')).statusCode).toBe(200)
    const { rows } = await sql`select from users`.execute(test.deps.database.db)
    expect(rows).toHaveLength(1)
  })
})

describe('POST /projects', () => {
  it('makes a project for the owner of the installation, with keys that work', async () => {
    const owner = { cookie: cookiesOf(await setUp({ token: await prepare() })) }
    const reply = await callAs(test, owner, ['POST', '/projects', { body: { name: 'Second' } }])
    expect(reply.statusCode).toBe(201)
    const { id, secretKey } = reply.json<{ id: string; secretKey: string }>()
    expect((await call(test, ['GET', '/project'], { key: secretKey })).json()).toMatchObject({ id })
    const list = await callAs(test, owner, ['GET', '/projects'])
    expect(list.json()).toMatchObject({
      projects: expect.arrayContaining([{ id, name: 'Second', role: 'owner', alertEmails: true }]) as unknown,
    })
  })
})
