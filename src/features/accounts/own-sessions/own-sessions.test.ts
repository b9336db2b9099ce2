import { describe, expect, it } from 'vitest'
import { buildPerson, callAs, cookiesOf, ORIGIN, signIn } from '../../../../test/support/people.ts'
import type { Person } from '../../../../test/support/people.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

type Session = { id: string; isCurrent: boolean; device: string | null; lastUsedAt: string }
const sessionsIn = (reply: Reply) => reply.json<{ sessions: Session[] }>().sessions

const list = (as: { cookie: string }) => callAs(test, as, ['GET', '/account/sessions'])
const isSignedIn = async (as: { cookie: string }) =>
  (await callAs(test, as, ['GET', '/account'])).statusCode === 200

async function signInAgain({ email }: Person): Promise<{ cookie: string }> {
  const reply = await signIn(test, email, { headers: { 'user-agent': FIREFOX } })
  return { cookie: cookiesOf(reply) }
}

describe('/account/sessions', () => {
  it('lists the browsers of the person, and marks that of the request', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const other = await signInAgain(person)
    await buildPerson(test, { role: 'viewer' })
    const reply = await list(other)
    expect(sessionsIn(reply)).toHaveLength(2)
    expect(sessionsIn(reply).find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox on Windows',
      network: '127.0.0.1',
    })
    // Neither the tokens nor the header itself.
    expect(reply.body).not.toContain('Mozilla')
    expect(reply.body).not.toContain(/session_token=([^.%]+)/.exec(other.cookie)?.[1])
  })

  it('shows the last use, to ten minutes', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const lastUse = async () => Date.parse(sessionsIn(await list(person))[0]?.lastUsedAt ?? '')
    const first = await lastUse()
    test.clock.advance(9 * 60_000)
    expect(await lastUse()).toBe(first)
    test.clock.advance(2 * 60_000)
    // The request itself is a use, noted before the list is read.
    expect(await lastUse()).toBeGreaterThan(first)
  })

  it('ends one', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const other = await signInAgain(person)
    const id = sessionsIn(await list(person)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const end = () => callAs(test, person, ['DELETE', `/account/sessions/${id}`])
    const [first, second] = await Promise.all([end(), end()])
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([204, 404]))
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false])
  })

  it('ends all others', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const others = [await signInAgain(person), await signInAgain(person)]
    expect((await callAs(test, person, ['DELETE', '/account/sessions'])).statusCode).toBe(204)
    expect([await isSignedIn(person), ...(await Promise.all(others.map(isSignedIn)))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('never ends those of somebody else', async () => {
    const person = await buildPerson(test, { role: 'owner' })
    const stranger = await buildPerson(test, { role: 'owner' })
    const id = sessionsIn(await list(person))[0]?.id ?? ''
    expect((await callAs(test, stranger, ['DELETE', `/account/sessions/${id}`])).statusCode).toBe(404)
    await callAs(test, stranger, ['DELETE', '/account/sessions'])
    expect(await isSignedIn(person)).toBe(true)
    expect((await callAs(test, stranger, ['DELETE', '/account/sessions/no-id'])).statusCode).toBe(404)
  })

  it('needs a session, not a key', async () => {
    expect((await call(test, ['GET', '/account/sessions'], { key: null })).statusCode).toBe(401)
    expect((await call(test, ['GET', '/account/sessions'])).statusCode).toBe(403)
  })
})

describe('PATCH /account', () => {
  const rename = (as: { cookie: string }, body: object) => callAs(test, as, ['PATCH', '/account', { body }])

  it('changes the name', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const reply = await rename(person, { name: '  Ada Lovelace ' })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { data: { user: { name: 'Ada Lovelace', email: person.email } } },
    ])
    const members = await callAs(test, person, ['GET', '/members'])
    expect(members.body).toContain('Ada Lovelace')
  })

  it('refuses a name that is empty or too long, and people who are not signed in', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    expect(fieldsOf(await rename(person, { name: ' ' }))).toEqual({ name: 'too_small' })
    expect(fieldsOf(await rename(person, { name: 'x'.repeat(101) }))).toEqual({ name: 'too_big' })
    expect(fieldsOf(await rename(person, {}))).toEqual({ name: 'required' })
    const headers = { origin: ORIGIN }
    expect((await call(test, ['PATCH', '/account'], { key: null, headers, body: {} })).statusCode).toBe(401)
  })
})

describe('POST /projects', () => {
  it('takes a time zone', async () => {
    const operator = await buildPerson(test, { isOperator: true })
    const body = { name: 'Second', timezone: 'Europe/Berlin' }
    const create = (given: object) => callAs(test, operator, ['POST', '/projects', { body: given }])
    const { id, secretKey } = (await create(body)).json<{ id: string; secretKey: string }>()
    expect((await call(test, ['GET', '/project'], { key: secretKey })).json()).toMatchObject({
      id,
      name: 'Second',
      timezone: 'Europe/Berlin',
    })
    expect(fieldsOf(await create({ ...body, timezone: 'Nowhere' }))).toEqual({ timezone: 'invalid_string' })
    const { secretKey: plain } = (await create({ name: 'Third' })).json<{ secretKey: string }>()
    expect((await call(test, ['GET', '/project'], { key: plain })).json()).toMatchObject({ timezone: 'UTC' })
  })
})
