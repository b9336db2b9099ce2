import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildSignUpForm, openPage, readForm } from './fixtures/form-steps.ts'
import type { FormRecord } from './fixtures/form-steps.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const EMAIL = { key: 'email', label: 'Email', type: 'email', required: true }

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const create = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/forms'], { ...options, body })
const patch = (app: TestApp, id: string, body: unknown): Promise<Reply> =>
  call(app, ['PATCH', `/forms/${id}`], { body })
const remove = (app: TestApp, id: string): Promise<Reply> => call(app, ['DELETE', `/forms/${id}`])

type ListAnswer = { forms: FormRecord[]; cursor: string | null; hasMore: boolean; total: number | null }

describe('POST /forms', () => {
  it('creates a form with the address alone, enabled, as the project confirms', async () => {
    const reply = await create(test, { name: 'Footer' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: expect.any(String) as string,
      name: 'Footer',
      fields: [EMAIL],
      topics: [],
      submitLabel: null,
      successText: null,
      redirectUrl: null,
      consentText: null,
      allowedOrigins: [],
      confirm: null,
      enabled: true,
      submissions: 0,
      createdAt: expect.any(String) as string,
    })
  })

  it('keeps everything it is given, and spells origins as browsers do', async () => {
    const app = await inFreshProject(test)
    await buildTopic(app, { key: 'news' })
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'news@acme.test' } })
    const given = {
      name: 'Footer',
      fields: [
        { ...EMAIL, label: 'Your address' },
        { key: 'data.firstName', label: 'First name', type: 'text', required: true },
        { key: 'data.plan', label: 'Plan', type: 'select', required: false, options: ['Free', 'Pro'] },
      ],
      topics: ['news'],
      submitLabel: 'Go',
      successText: 'Thanks!\nSee you.',
      redirectUrl: 'https://example.com/thanks?a=b#c',
      consentText: 'I agree.',
      confirm: true,
      enabled: false,
    }
    const origins = [
      'HTTPS://Example.COM:443/',
      'http://localhost:8080',
      'https://example.com',
      'https://bücher.example',
    ]
    const reply = await create(app, { ...given, allowedOrigins: origins })
    expect([reply.statusCode, reply.json()]).toMatchObject([201, given])
    const form = await readForm(app, reply.json<FormRecord>().id)
    expect(form.allowedOrigins).toEqual([
      'https://example.com',
      'http://localhost:8080',
      'https://xn--bcher-kva.example',
    ])
  })

  it('takes a hundred, also if they come together', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into forms (project_id, id, name, fields, topics, allowed_origins, enabled, created_at)
      select ${app.project.projectId}, gen_random_uuid(), 'old', '[]', '{}', '{}', false, now()
      from generate_series(1, 97)`.execute(test.deps.database.db)
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(app, { name: 'new' })))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    const refused = replies.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(5)
    expect(errorOf(refused[0] as Reply).message).toContain('at most 100 forms')
  })

  const withField = (field: object) => ({ name: 'x', fields: [EMAIL, field] })
  const TEXT = { key: 'data.a', label: 'A', type: 'text' }

  it.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: 'required' }],
    ['an empty name', { name: ' ' }, { name: 'too_small' }],
    ['a long name', { name: 'a'.repeat(101) }, { name: 'too_big' }],
    ['no address', { name: 'x', fields: [TEXT] }, { fields: 'required' }],
    ['no fields', { name: 'x', fields: [] }, { fields: 'required' }],
    ['two addresses', withField(EMAIL), { 'fields.1.key': 'custom' }],
    ['the same key twice', { name: 'x', fields: [EMAIL, TEXT, TEXT] }, { 'fields.2.key': 'custom' }],
    ['an unknown key', withField({ ...TEXT, key: 'name' }), { 'fields.1.key': 'invalid_string' }],
    ['an empty key', withField({ ...TEXT, key: 'data.' }), { 'fields.1.key': 'invalid_string' }],
    ['a key of objects', withField({ ...TEXT, key: 'data.__proto__' }), { 'fields.1.key': 'reserved' }],
    ['a long key', withField({ ...TEXT, key: `data.${'a'.repeat(201)}` }), { 'fields.1.key': 'too_big' }],
    ['an empty label', withField({ ...TEXT, label: '' }), { 'fields.1.label': 'too_small' }],
    ['a long label', withField({ ...TEXT, label: 'a'.repeat(201) }), { 'fields.1.label': 'too_big' }],
    ['an unknown type', withField({ ...TEXT, type: 'file' }), { 'fields.1.type': 'invalid_enum_value' }],
    ['options of a text', withField({ ...TEXT, options: ['a'] }), { 'fields.1.options': 'custom' }],
    ['a select without options', withField({ ...TEXT, type: 'select' }), { 'fields.1.options': 'too_small' }],
    [
      'equal options',
      withField({ ...TEXT, type: 'select', options: ['a', 'a'] }),
      { 'fields.1.options': 'custom' },
    ],
    [
      'too many options',
      withField({ ...TEXT, type: 'select', options: Array.from({ length: 301 }, (_, n) => `${n}`) }),
      { 'fields.1.options': 'too_big' },
    ],
    [
      'an address as text',
      { name: 'x', fields: [{ ...EMAIL, type: 'text' }] },
      { 'fields.0.type': 'custom' },
    ],
    [
      'an optional address',
      { name: 'x', fields: [{ ...EMAIL, required: false }] },
      { 'fields.0.required': 'custom' },
    ],
    [
      'too many fields',
      {
        name: 'x',
        fields: [EMAIL, ...Array.from({ length: 30 }, (_, n) => ({ ...TEXT, key: `data.${n}` }))],
      },
      { fields: 'too_big' },
    ],
    [
      'a script as the next page',
      { name: 'x', redirectUrl: 'javascript:alert(1)' },
      { redirectUrl: 'invalid_string' },
    ],
    ['a path as the next page', { name: 'x', redirectUrl: '/thanks' }, { redirectUrl: 'invalid_string' }],
    ['a password', { name: 'x', redirectUrl: 'https://a:b@example.com' }, { redirectUrl: 'invalid_string' }],
    [
      'a long address',
      { name: 'x', redirectUrl: `https://example.com/${'a'.repeat(2048)}` },
      { redirectUrl: 'too_big' },
    ],
    ['every origin', { name: 'x', allowedOrigins: ['*'] }, { 'allowedOrigins.0': 'invalid_string' }],
    [
      'a page as origin',
      { name: 'x', allowedOrigins: ['https://a.example/x'] },
      { 'allowedOrigins.0': 'invalid_string' },
    ],
    [
      'a query in an origin',
      { name: 'x', allowedOrigins: ['https://a.example?'] },
      { 'allowedOrigins.0': 'invalid_string' },
    ],
    ['a null origin', { name: 'x', allowedOrigins: ['null'] }, { 'allowedOrigins.0': 'invalid_string' }],
    [
      'too many origins',
      { name: 'x', allowedOrigins: Array.from({ length: 51 }, (_, n) => `https://a${n}.example`) },
      { allowedOrigins: 'too_big' },
    ],
    ['a long consent', { name: 'x', consentText: 'a'.repeat(5001) }, { consentText: 'too_big' }],
    ['a long success', { name: 'x', successText: 'a'.repeat(5001) }, { successText: 'too_big' }],
    ['a long button', { name: 'x', submitLabel: 'a'.repeat(101) }, { submitLabel: 'too_big' }],
    ['a text for a flag', { name: 'x', confirm: 'yes' }, { confirm: 'invalid_type' }],
  ])('refuses %s', async (_name, body, fields) => {
    const reply = await create(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a topic that does not exist, and names those that do', async () => {
    const app = await inFreshProject(test)
    await buildTopic(app, { key: 'news' })
    const reply = await create(app, { name: 'x', topics: ['news', 'offers'] })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'topics.1': 'invalid_enum_value' }])
    expect(errorOf(reply).errors?.[0]?.message).toContain('the topics are news')
  })

  it('needs a key that may write', async () => {
    expect((await create(test, { name: 'x' }, { key: null })).statusCode).toBe(401)
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await create(test, { name: 'x' }, { key })).statusCode).toBe(403)
    expect((await create(test, { name: 'x' }, { key: test.project.publicKey })).statusCode).toBe(403)
  })
})

describe('GET /forms', () => {
  it('lists the forms of the project, newest first, page by page', async () => {
    const app = await inFreshProject(test)
    for (const name of ['a', 'b', 'c']) await buildSignUpForm(app, { name })
    const list = async (query: Record<string, string>) =>
      (await call(app, ['GET', '/forms'], { query })).json<ListAnswer>()
    const first = await list({ limit: '2' })
    expect(first).toMatchObject({ hasMore: true, total: 3 })
    const second = await list({ limit: '2', cursor: first.cursor ?? '' })
    expect([...first.forms, ...second.forms].map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    expect(second).toMatchObject({ cursor: null, hasMore: false })
  })
})

describe('PATCH /forms/{id}', () => {
  it('changes the given fields, and resets texts to the built-in ones', async () => {
    const form = await buildSignUpForm(test, { submitLabel: 'Go', consentText: 'I agree.' })
    const reply = await patch(test, form.id, { name: 'Other', submitLabel: null, confirm: false })
    expect(reply.json()).toEqual({ ...form, name: 'Other', submitLabel: null, confirm: false })
    expect((await patch(test, form.id, {})).json()).toMatchObject({ name: 'Other' })
  })

  it('refuses invalid fields like POST', async () => {
    const { id } = await buildSignUpForm(test)
    expect(fieldsOf(await patch(test, id, { fields: [], name: null }))).toEqual({
      fields: 'required',
      name: 'invalid_type',
    })
    expect(fieldsOf(await patch(test, id, { topics: ['none'] }))).toEqual({
      'topics.0': 'invalid_enum_value',
    })
  })

  it('is a 404 for an unknown form and for one of another project', async () => {
    const other = await inFreshProject(test)
    const { id } = await buildSignUpForm(other)
    for (const unknown of [UNKNOWN, id, 'x']) {
      expect((await patch(test, unknown, { name: 'x' })).statusCode).toBe(404)
    }
  })
})

describe('DELETE /forms/{id}', () => {
  it('deletes the form, and its page is gone', async () => {
    const { id } = await buildSignUpForm(test)
    expect((await openPage(test, id)).statusCode).toBe(200)
    expect((await remove(test, id)).statusCode).toBe(204)
    expect((await remove(test, id)).statusCode).toBe(404)
    expect((await openPage(test, id)).statusCode).toBe(404)
  })
})

describe('confirm', () => {
  it('needs a sender for the confirmations, once the form is enabled', async () => {
    const app = await inFreshProject(test)
    const refused = await create(app, { name: 'x', confirm: true })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, { confirm: 'required' }])
    const { id } = await buildSignUpForm(app, { confirm: true, enabled: false })
    expect(fieldsOf(await patch(app, id, { enabled: true }))).toEqual({ confirm: 'required' })
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'news@acme.test' } })
    expect((await patch(app, id, { enabled: true })).statusCode).toBe(200)
  })
})

describe('the topics of a form', () => {
  it('cannot be deleted while the form is enabled', async () => {
    const app = await inFreshProject(test)
    const topic = await buildTopic(app, { key: 'news' })
    const { id } = await buildSignUpForm(app, { topics: ['news'] })
    const removeTopic = () => call(app, ['DELETE', `/topics/${topic.id}`])
    const refused = await removeTopic()
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(refused).message).toContain(`the form ${id}`)
    await patch(app, id, { enabled: false })
    expect((await removeTopic()).statusCode).toBe(204)
    const enabling = await patch(app, id, { enabled: true })
    expect([enabling.statusCode, fieldsOf(enabling)]).toEqual([422, { 'topics.0': 'invalid_enum_value' }])
    expect((await patch(app, id, { enabled: true, topics: [] })).statusCode).toBe(200)
  })

  it('can be deleted after the form, or when it names them no more', async () => {
    const app = await inFreshProject(test)
    for (const release of [(id: string) => remove(app, id), (id: string) => patch(app, id, { topics: [] })]) {
      const topic = await buildTopic(app)
      const { id } = await buildSignUpForm(app, { topics: [topic.key] })
      await release(id)
      expect((await call(app, ['DELETE', `/topics/${topic.id}`])).statusCode).toBe(204)
    }
  })
})

describe('POST /forms/preview', () => {
  const preview = (body: object, options: CallOptions = {}) =>
    call(test, ['POST', '/forms/preview'], { body, ...options })

  it('is the page of the form, without scripts, and saves nothing', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app, { consentText: 'I agree.' })
    const page = await openPage(app, id, { headers: { 'accept-language': 'nl' } })
    const reply = await call(app, ['POST', '/forms/preview'], {
      body: { name: 'x', consentText: 'I agree.' },
      headers: { 'accept-language': 'nl' },
    })
    const comparable = (html: string) =>
      html
        .replace('<script src="form.js" defer></script>', '')
        .replaceAll(/[0-9a-f-]{36}/g, '')
        .replace(/name="shown" value="[^"]*"/, '')
    expect(comparable(reply.json<{ html: string }>().html)).toBe(comparable(page.body))
    expect((await call(app, ['GET', '/forms'])).json()).toMatchObject({ total: 1 })
  })

  it('refuses invalid fields like POST /forms, and needs a key', async () => {
    expect(fieldsOf(await preview({ fields: [] }))).toEqual({ fields: 'required', name: 'required' })
    expect((await preview({ name: 'x' }, { key: null })).statusCode).toBe(401)
    expect((await preview({ name: 'x' }, { key: test.project.publicKey })).statusCode).toBe(403)
  })
})

describe('GET /forms/{id}/snippet', () => {
  it('is HTML that posts to the form, with everything escaped', async () => {
    const form = await buildSignUpForm(test, {
      fields: [EMAIL, { key: 'data."><script>', label: '</label><script>alert(1)</script>', type: 'text' }],
      consentText: '<img src=x onerror=alert(1)>',
      submitLabel: '<b>Go</b>',
    })
    const { url, html } = (await call(test, ['GET', `/forms/${form.id}/snippet`])).json<{
      url: string
      html: string
    }>()
    expect(url).toBe(`${test.deps.config.publicUrl}/f/${form.id}`)
    expect(html).toContain(`method="post" action="${url}"`)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<img|<b>/)
    expect(html).toContain('name="comment" tabindex="-1" autocomplete="off"')
  })

  it('is a 404 for a form of another project', async () => {
    const { id } = await buildSignUpForm(await inFreshProject(test))
    expect((await call(test, ['GET', `/forms/${id}/snippet`])).statusCode).toBe(404)
  })
})
