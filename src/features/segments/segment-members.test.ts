import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, readContact, readEventNames } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

/** A project with an empty static segment. */
async function buildList(): Promise<{ app: TestApp; id: string }> {
  const app = await inFreshProject(test)
  const reply = await call(app, ['POST', '/segments'], { body: { name: 'List', type: 'STATIC' } })
  return { app, id: reply.json<{ id: string }>().id }
}

const add = (app: TestApp, id: string, body: unknown): Promise<Reply> =>
  call(app, ['POST', `/segments/${id}/members`], { body })
const remove = (app: TestApp, id: string, body: unknown): Promise<Reply> =>
  call(app, ['DELETE', `/segments/${id}/members`], { body })
const countOf = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/segments/${id}`])).json<{ memberCount: number }>().memberCount

describe('POST /segments/{id}/members', () => {
  it('adds known contacts, creates others, and says what it did', async () => {
    const { app, id } = await buildList()
    const { email } = await buildContact(app)
    const emails = [email, email.toUpperCase(), 'new@example.com', 'no address']
    const first = await add(app, id, { emails })
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { added: 2, created: 1, alreadyMember: 0, invalid: ['no address'], notFound: [] },
    ])
    expect((await add(app, id, { emails })).json()).toMatchObject({ added: 0, created: 0, alreadyMember: 2 })
    expect(await countOf(app, id)).toBe(2)
  })

  it('subscribes the contacts that it creates by default, and records them', async () => {
    const { app, id } = await buildList()
    await add(app, id, { emails: ['yes@example.com'] })
    await add(app, id, { emails: ['no@example.com'], subscribed: false })
    const created = await readContact(app, 'yes@example.com')
    expect(created).toMatchObject({ subscribed: true })
    expect(await readEventNames(app, String(created?.id))).toEqual(['contact.created'])
    expect(await readContact(app, 'no@example.com')).toMatchObject({ subscribed: false })
  })

  it('leaves existing contacts as they are', async () => {
    const { app, id } = await buildList()
    const contact = await buildContact(app, { subscribed: false, data: { plan: 'pro' } })
    await add(app, id, { emails: [contact.email], subscribed: true })
    expect(await readContact(app, contact.email)).toEqual(contact)
  })

  it('creates nobody with createMissing: false', async () => {
    const { app, id } = await buildList()
    const reply = await add(app, id, { emails: ['new@example.com'], createMissing: false })
    expect(reply.json()).toMatchObject({ added: 0, created: 0, notFound: ['new@example.com'] })
    expect(await readContact(app, 'new@example.com')).toBeUndefined()
  })

  it('accepts a thousand of the longest addresses', async () => {
    const { app, id } = await buildList()
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.com`
    const emails = Array.from({ length: 1000 }, (_, index) => `${String(index).padStart(60, 'x')}@${domain}`)
    expect((await add(app, id, { emails })).json()).toMatchObject({ added: 1000, created: 1000 })
    expect(await countOf(app, id)).toBe(1000)
  })

  it('adds each contact once, however many calls do it at the same time', async () => {
    const { app, id } = await buildList()
    const emails = Array.from({ length: 50 }, (_, index) => `c${index}@example.com`)
    const replies = await Promise.all(
      [emails, emails.toReversed(), emails].map((some) => add(app, id, { emails: some })),
    )
    const added = replies.map((reply) => reply.json<{ added: number }>().added)
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(50)
    expect(await countOf(app, id)).toBe(50)
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { emails: 'required' }],
    [{ emails: 'a@example.com' }, { emails: 'invalid_type' }],
    [{ emails: [] }, { emails: 'too_small' }],
    [{ emails: [5] }, { 'emails.0': 'invalid_type' }],
    [{ emails: ['x'.repeat(321)] }, { 'emails.0': 'too_big' }],
    [{ emails: Array.from({ length: 1001 }, () => 'a@example.com') }, { emails: 'too_big' }],
    [{ emails: ['a@example.com'], createMissing: 'no' }, { createMissing: 'invalid_type' }],
  ])('refuses bad input: case %#', async (body, fields) => {
    const { app, id } = await buildList()
    const reply = await add(app, id, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a dynamic segment, and one that does not exist', async () => {
    const { app } = await buildList()
    const filters = { operator: 'AND', conditions: [{ field: 'data.a', operator: 'exists' }] }
    const { id } = (await call(app, ['POST', '/segments'], { body: { name: 'x', filters } })).json<{
      id: string
    }>()
    for (const act of [add, remove]) {
      const reply = await act(app, id, { emails: ['a@example.com'] })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
      expect(errorOf(await act(app, UNKNOWN, { emails: ['a@example.com'] })).code).toBe('SEGMENT_NOT_FOUND')
    }
    expect(await readContact(app, 'a@example.com')).toBeUndefined()
  })
})

describe('DELETE /segments/{id}/members', () => {
  it('removes members, leaves the contacts, and names addresses that were not members', async () => {
    const { app, id } = await buildList()
    const other = await buildContact(app)
    await add(app, id, { emails: ['a@example.com', 'b@example.com'] })
    const reply = await remove(app, id, {
      emails: ['A@example.com', other.email, 'x@example.com', 'no address'],
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { removed: 1, notFound: [other.email, 'x@example.com', 'no address'] },
    ])
    expect(await countOf(app, id)).toBe(1)
    expect(await readContact(app, 'a@example.com')).toBeDefined()
  })

  it('reaches no member of another project', async () => {
    const { app, id } = await buildList()
    await add(app, id, { emails: ['a@example.com'] })
    const other = await buildList()
    await add(other.app, other.id, { emails: ['a@example.com'] })
    expect((await remove(other.app, id, { emails: ['a@example.com'] })).statusCode).toBe(404)
    expect(await countOf(app, id)).toBe(1)
  })
})

describe('a member that is deleted', () => {
  it('leaves its segments, and their counts follow', async () => {
    const { app, id } = await buildList()
    await add(app, id, { emails: ['a@example.com', 'b@example.com'] })
    const contact = await readContact(app, 'a@example.com')
    expect((await call(app, ['DELETE', `/contacts/${contact?.id}`])).statusCode).toBe(204)
    expect(await countOf(app, id)).toBe(1)
  })
})
