import { describe, expect, it } from 'vitest'
import {
  buildPerson,
  buildUser,
  callAs,
  cookiesOf,
  ORIGIN,
  PASSWORD,
} from '../../../../test/support/people.ts'
import type { Person } from '../../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

async function buildTeam() {
  const { projectId } = await buildProject(test.deps)
  const owner = await buildPerson(test, { role: 'owner', projectId })
  const admin = await buildPerson(test, { role: 'admin', projectId })
  return { projectId, owner, admin }
}

const setRole = (by: Person, id: string, role: string) =>
  callAs(test, by, ['PATCH', `/members/${id}`, { body: { role } }])

describe('/members', () => {
  it('lists the members of the project with their roles, and no others', async () => {
    const { owner, admin } = await buildTeam()
    const reply = await callAs(test, admin, ['GET', '/members'])
    expect(reply.json()).toMatchObject({
      members: [
        { id: admin.id, email: admin.email, role: 'admin' },
        { id: owner.id, email: owner.email, role: 'owner', twoFactorEnabled: false },
      ],
      total: 2,
      hasMore: false,
    })
  })

  it('changes a role from the next request on', async () => {
    const { projectId, admin } = await buildTeam()
    const person = await buildPerson(test, { role: 'member', projectId })
    const write = () => callAs(test, person, ['POST', '/suppressions', { body: { email: 'x@example.com' } }])
    expect((await write()).statusCode).toBe(201)
    expect((await setRole(admin, person.id, 'viewer')).json()).toMatchObject({
      id: person.id,
      role: 'viewer',
    })
    expect((await write()).statusCode).toBe(403)
    expect(fieldsOf(await setRole(admin, person.id, 'king'))).toEqual({ role: 'invalid_enum_value' })
  })

  it('leaves owners to owners', async () => {
    const { projectId, owner, admin } = await buildTeam()
    const { id } = await buildUser(test, { role: 'viewer', projectId })
    expect((await setRole(admin, id, 'owner')).statusCode).toBe(403)
    expect((await setRole(admin, owner.id, 'viewer')).statusCode).toBe(403)
    expect((await callAs(test, admin, ['DELETE', `/members/${owner.id}`])).statusCode).toBe(403)
    expect((await setRole(owner, id, 'owner')).statusCode).toBe(200)
  })

  it('keeps the last owner, also when two are removed at the same time', async () => {
    const { projectId, owner } = await buildTeam()
    const alone = await setRole(owner, owner.id, 'admin')
    expect([alone.statusCode, errorOf(alone).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect((await callAs(test, owner, ['DELETE', `/members/${owner.id}`])).statusCode).toBe(409)
    const second = await buildPerson(test, { role: 'owner', projectId })
    const removed = await Promise.all([
      callAs(test, owner, ['DELETE', `/members/${second.id}`]),
      callAs(test, second, ['DELETE', `/members/${owner.id}`]),
    ])
    expect(removed.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  })

  it('removes the access of a removed member; their account stays', async () => {
    const { projectId, owner } = await buildTeam()
    const person = await buildPerson(test, { role: 'member', projectId })
    expect((await callAs(test, owner, ['DELETE', `/members/${person.id}`])).statusCode).toBe(204)
    expect((await callAs(test, person, ['GET', '/contacts'])).statusCode).toBe(403)
    expect((await callAs(test, person, ['GET', '/account'])).json()).toMatchObject({ data: { projects: [] } })
    expect((await callAs(test, owner, ['DELETE', `/members/${person.id}`])).statusCode).toBe(404)
  })
})

describe('/invitations', () => {
  const invite = (by: Person, body: object) => callAs(test, by, ['POST', '/invitations', { body }])
  const accept = (body: object) =>
    call(test, ['POST', '/invitations/accept'], { key: null, headers: { origin: ORIGIN }, body })
  const tokenIn = (reply: { json<T>(): T }) => reply.json<{ link: string }>().link.split('/').at(-1) ?? ''

  it('makes a member with an account, and signs them in', async () => {
    const { projectId, admin } = await buildTeam()
    const email = `grace-${projectId}@example.com`
    const invited = await invite(admin, { email: email.toUpperCase(), role: 'viewer' })
    expect(invited.statusCode).toBe(201)
    expect(invited.json()).toMatchObject({ email, role: 'viewer', invitedBy: admin.email, emailed: false })
    const listed = await callAs(test, admin, ['GET', '/invitations'])
    expect(listed.json()).toMatchObject({ invitations: [{ email, role: 'viewer' }], total: 1 })
    expect(listed.body).not.toContain(tokenIn(invited))

    const body = { token: tokenIn(invited), password: PASSWORD, name: 'Grace' }
    expect(fieldsOf(await accept({ ...body, password: 'short' }))).toEqual({ password: 'too_small' })
    expect(fieldsOf(await accept({ ...body, name: undefined }))).toEqual({ name: 'required' })
    const accepted = await accept(body)
    expect([accepted.statusCode, accepted.json()]).toMatchObject([200, { user: { email, name: 'Grace' } }])
    const grace = { cookie: cookiesOf(accepted), projectId }
    expect((await callAs(test, grace, ['GET', '/contacts'])).statusCode).toBe(200)
    expect((await callAs(test, grace, ['POST', '/templates', { body: {} }])).statusCode).toBe(403)
    expect((await accept(body)).statusCode).toBe(403)
    expect((await callAs(test, admin, ['GET', '/invitations'])).json()).toMatchObject({ total: 0 })
  })

  it('adds an account that exists, if its password is right', async () => {
    const { owner, projectId } = await buildTeam()
    const { email } = await buildUser(test)
    const token = tokenIn(await invite(owner, { email, role: 'admin' }))
    expect((await accept({ token, password: 'not the right one' })).statusCode).toBe(401)
    const accepted = await accept({ token, password: PASSWORD })
    expect(accepted.statusCode).toBe(200)
    const person = { cookie: cookiesOf(accepted), projectId }
    expect((await callAs(test, person, ['GET', '/audit'])).statusCode).toBe(200)
    const again = await invite(owner, { email, role: 'viewer' })
    expect([again.statusCode, errorOf(again).code]).toEqual([409, 'CONFLICT'])
  })

  it('makes one account of two invitations that are accepted at the same time', async () => {
    const [one, two] = [await buildTeam(), await buildTeam()]
    const email = `twin-${one.projectId}@example.com`
    const tokens = await Promise.all(
      [one, two].map(async ({ owner }) => tokenIn(await invite(owner, { email, role: 'viewer' }))),
    )
    const replies = await Promise.all(tokens.map((token) => accept({ token, password: PASSWORD, name: 'T' })))
    const again = await Promise.all(tokens.map((token) => accept({ token, password: PASSWORD, name: 'T' })))
    const statuses = [...replies, ...again].map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.every((status) => [200, 403, 409].includes(status))).toBe(true)
  })

  it('goes to an address that can sign in', async () => {
    const { owner } = await buildTeam()
    const reply = await invite(owner, { email: 'a=b@example.com', role: 'viewer' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { email: 'custom' }])
  })

  it('ends when it is revoked, replaced or a week old', async () => {
    const { owner, admin } = await buildTeam()
    const body = { email: 'x@example.com', role: 'viewer' }
    const status = async (token: string) =>
      (await accept({ token, password: PASSWORD, name: 'X' })).statusCode
    const first = await invite(owner, body)
    const second = await invite(admin, body)
    expect(await status(tokenIn(first))).toBe(403)
    const { id } = second.json<{ id: string }>()
    expect((await callAs(test, admin, ['DELETE', `/invitations/${id}`])).statusCode).toBe(204)
    expect(await status(tokenIn(second))).toBe(403)
    const third = await invite(admin, body)
    test.clock.advance(7 * 86_400_000 + 1)
    const late = await status(tokenIn(third))
    test.clock.advance(-7 * 86_400_000 - 1)
    expect(late).toBe(403)
  })

  it('of an owner is for owners to give', async () => {
    const { owner, admin } = await buildTeam()
    const body = { email: 'boss@example.com', role: 'owner' }
    expect([(await invite(admin, body)).statusCode, (await invite(owner, body)).statusCode]).toEqual([
      403, 201,
    ])
  })

  it('is sent by email where the project has a sender', async () => {
    const { owner } = await buildTeam()
    const sender = { body: { defaultFrom: 'shop@shop.test', name: 'The <b>Shop</b>' } }
    await callAs(test, owner, ['PATCH', '/project', sender])
    const reply = await invite(owner, { email: 'hal@example.com', role: 'viewer' })
    expect(reply.json()).toMatchObject({ emailed: true })
    const emails = await callAs(test, owner, ['GET', '/emails'])
    const [email] = emails.json<{ emails: { id: string; to: string }[] }>().emails
    const content = await callAs(test, owner, ['GET', `/emails/${email?.id}/content`])
    expect(content.body).toContain(reply.json<{ link: string }>().link)
    expect(content.json<{ html: string }>().html).not.toContain('<b>Shop')
    // Colleagues do not become contacts of the project.
    expect((await callAs(test, owner, ['GET', '/contacts'])).json()).toMatchObject({ total: 0 })
  })

  it('has a link that is shown once', async () => {
    const { owner } = await buildTeam()
    const options = { body: { email: 'y@example.com', role: 'viewer' }, headers: { 'idempotency-key': 'y' } }
    const send = () => callAs(test, owner, ['POST', '/invitations', options])
    expect((await send()).json()).toMatchObject({ link: expect.stringContaining('/invite/') as string })
    expect((await send()).json()).toMatchObject({ link: null })
  })
})

describe('GET /audit', () => {
  it('tells who did what, by session and by key, newest first', async () => {
    const { secretKey, projectId } = await buildProject(test.deps)
    const owner = await buildPerson(test, { role: 'owner', projectId })
    await callAs(test, owner, ['POST', '/keys', { body: { name: 'Billing' } }])
    await callAs(test, owner, ['PATCH', '/project', { body: { name: 'Renamed' } }])
    await callAs(test, owner, ['PATCH', '/project', { body: { name: '' } }])
    await call(test, ['POST', '/domains'], { key: secretKey, body: { domain: 'audit.example.com' } })
    await call(test, ['POST', '/contacts/bulk'], { key: secretKey, body: { action: 'delete', filter: {} } })
    await call(test, ['POST', '/contacts/bulk'], {
      key: secretKey,
      body: { action: 'subscribe', filter: {} },
    })
    const reply = await callAs(test, owner, ['GET', '/audit'])
    type Entry = { action: string; actor: { kind: string; name: string }; target: string | null }
    const entries = reply.json<{ entries: Entry[] }>().entries
    expect(entries.map(({ action, actor, target }) => [action, actor.kind, actor.name, target])).toEqual([
      ['contacts.bulk-deleted', 'key', 'First secret key', expect.any(String)],
      ['domain.created', 'key', 'First secret key', 'audit.example.com'],
      ['project.updated', 'user', owner.email, null],
      ['key.created', 'user', owner.email, 'Billing'],
      ['account.signed-in', 'user', owner.email, null],
    ])
    const next = await callAs(test, owner, ['GET', '/audit', { query: { limit: '2' } }])
    const { cursor } = next.json<{ cursor: string }>()
    const rest = await callAs(test, owner, ['GET', '/audit', { query: { cursor } }])
    expect(rest.json<{ entries: Entry[] }>().entries).toHaveLength(3)
  })

  it('names the creator of a key', async () => {
    const { owner } = await buildTeam()
    const made = await callAs(test, owner, ['POST', '/keys', { body: { name: 'Mine' } }])
    expect(made.json()).toMatchObject({ createdBy: owner.email })
  })
})

describe('the search and the order of GET /members', () => {
  it('finds members by name or address, in the order of names, page by page', async () => {
    const { projectId, owner, admin } = await buildTeam()
    const people = [owner, admin, await buildPerson(test, { role: 'viewer', projectId })]
    const names = ['Zoe Finder', 'adam finder', 'Mia Other']
    for (const [index, person] of people.entries()) {
      await callAs(test, person, ['PATCH', '/account', { body: { name: names[index] } }])
    }
    const namesOf = async (query: Record<string, string>) => {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const asked = { limit: '1', ...query, ...(cursor !== undefined && { cursor }) }
        const reply = await callAs(test, owner, ['GET', '/members', { query: asked }])
        const page = reply.json<{ members: { name: string }[]; cursor: string | null }>()
        seen.push(...page.members.map(({ name }) => name))
        cursor = page.cursor
      }
      return seen
    }
    expect(await namesOf({ sort: 'name' })).toEqual(['adam finder', 'Mia Other', 'Zoe Finder'])
    expect(await namesOf({ sort: '-name', search: 'FIND' })).toEqual(['Zoe Finder', 'adam finder'])
    expect(await namesOf({ search: people[2]?.email ?? '' })).toEqual(['Mia Other'])
    expect(await namesOf({ sort: 'createdAt' })).toEqual(names)
  })

  it('refuses unknown orders', async () => {
    const { owner } = await buildTeam()
    const reply = await callAs(test, owner, ['GET', '/members', { query: { sort: 'role' } }])
    expect(fieldsOf(reply)).toEqual({ sort: 'invalid_enum_value' })
  })
})
