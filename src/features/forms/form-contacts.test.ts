import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildSignUpForm, postJson } from './fixtures/form-steps.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

type SignedUpContact = { id: string; email: string; subscriptionState: string; signedUpAt: string }
type Answer = { contacts: SignedUpContact[]; cursor: string | null; hasMore: boolean; total: number | null }

const list = async (app: TestApp, id: string, query: Record<string, string> = {}): Promise<Answer> => {
  const reply = await call(app, ['GET', `/forms/${id}/contacts`], { query })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json<Answer>()
}

const emailsOf = ({ contacts }: Answer) => contacts.map(({ email }) => email)

async function inSendingProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'news@acme.test' } })
  return app
}

describe('GET /forms/{id}/contacts', () => {
  it('lists who signed up with this form, newest contact first, page by page', async () => {
    const app = await inSendingProject()
    const form = await buildSignUpForm(app, { confirm: false })
    const other = await buildSignUpForm(app, { confirm: false })
    const asked = await buildSignUpForm(app, { confirm: true })
    await buildContact(app)
    for (const name of ['ada', 'ben', 'cat']) {
      await postJson(app, { form: form.id, body: { email: `${name}@x.test` } })
    }
    await postJson(app, { form: other.id, body: { email: 'dan@x.test' } })
    await postJson(app, { form: asked.id, body: { email: 'eve@x.test' } })
    const first = await list(app, form.id, { limit: '2' })
    const second = await list(app, form.id, { limit: '2', cursor: String(first.cursor) })
    expect([...emailsOf(first), ...emailsOf(second)]).toEqual(['cat@x.test', 'ben@x.test', 'ada@x.test'])
    expect([first.total, first.hasMore, second.hasMore]).toEqual([3, true, false])
    expect(await list(app, form.id, { total: 'false' })).toMatchObject({ total: null })
    expect((await list(app, asked.id)).contacts).toMatchObject([
      { email: 'eve@x.test', subscriptionState: 'PENDING' },
    ])
  })

  it('has each contact once, with the time of the first change, and none that is gone', async () => {
    const app = await inSendingProject()
    await buildTopic(app, { key: 'news' })
    const form = await buildSignUpForm(app, { confirm: false, topics: ['news'] })
    const signUp = (email: string) => postJson(app, { form: form.id, body: { email } })
    await signUp('ada@x.test')
    await signUp('ben@x.test')
    const [, ada] = (await list(app, form.id)).contacts
    app.clock.advance(60_000)
    await call(app, ['PATCH', `/contacts/${ada?.id}`], { body: { topics: { news: null } } })
    await signUp('ada@x.test')
    const [ben, again] = (await list(app, form.id)).contacts
    expect([ben?.email, again?.email, again?.signedUpAt]).toEqual([
      'ben@x.test',
      'ada@x.test',
      ada?.signedUpAt,
    ])
    await call(app, ['DELETE', `/contacts/${ben?.id}`])
    expect(await list(app, form.id)).toMatchObject({ contacts: [{ email: 'ada@x.test' }], total: 1 })
  })

  it('finds them by a part of their address', async () => {
    const app = await inSendingProject()
    const form = await buildSignUpForm(app, { confirm: false })
    for (const email of ['ada@find.test', 'ben@other.test']) {
      await postJson(app, { form: form.id, body: { email } })
    }
    await buildContact(app, { email: 'cat@find.test' })
    expect(await list(app, form.id, { search: ' @FIND ' })).toMatchObject({
      contacts: [{ email: 'ada@find.test' }],
      total: 1,
    })
    for (const none of ['cat', '%']) {
      expect(await list(app, form.id, { search: none })).toMatchObject({ contacts: [], total: 0 })
    }
    expect(await list(app, form.id, { search: ' ' })).toMatchObject({ total: 2 })
  })

  it.each([
    ['search', 'x'.repeat(255)],
    ['limit', '0'],
    ['limit', '101'],
    ['total', 'maybe'],
  ])('refuses %s=%s', async (name, value) => {
    const { id } = await buildSignUpForm(test)
    const reply = await call(test, ['GET', `/forms/${id}/contacts`], { query: { [name]: value } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [name]])
  })

  it('refuses the cursor of another form', async () => {
    const app = await inSendingProject()
    const form = await buildSignUpForm(app, { confirm: false })
    const other = await buildSignUpForm(app)
    for (const name of ['ada', 'ben']) {
      await postJson(app, { form: form.id, body: { email: `${name}@x.test` } })
    }
    const { cursor } = await list(app, form.id, { limit: '1' })
    const reply = await call(app, ['GET', `/forms/${other.id}/contacts`], { query: { cursor: cursor ?? '' } })
    expect(reply.statusCode).toBe(400)
  })

  it('needs a secret key, and is a 404 for an unknown form and for one of another project', async () => {
    const { id } = await buildSignUpForm(test)
    const path = `/forms/${id}/contacts`
    const replies = [
      await call(test, ['GET', path], { key: null }),
      await call(test, ['GET', path], { key: test.project.publicKey }),
      await call(test, ['GET', `/forms/${UNKNOWN}/contacts`]),
      await call(await inFreshProject(test), ['GET', path]),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404, 404])
  })
})
