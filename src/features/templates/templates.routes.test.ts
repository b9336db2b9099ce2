import { describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { replaceUses } from '../uses/index.ts'
import {
  buildTemplate,
  newFields,
  patchTemplate,
  postTemplate,
  readTemplate,
  UNKNOWN,
} from './fixtures/template-steps.ts'
import type { TemplateRecord } from './fixtures/template-steps.ts'

const test = useTestApp()

describe('POST /templates', () => {
  it('answers 201 with the whole record', async () => {
    const fields = {
      name: 'Welcome',
      alias: 'welcome-2',
      description: 'First email',
      previewText: 'It is here, {{ firstName }}',
      subject: 'Hi {{ firstName ?? "there" }}',
      body: '<p>{{ data.plan }}</p><a href="{{ unsubscribeUrl }}">Stop</a> {{ lm_postal_address }}',
      text: 'Plan {{ data.plan }}',
      type: 'MARKETING',
      from: ' News@Example.COM ',
      fromName: 'Ann',
      replyTo: 'help@example.com',
    }
    const reply = await postTemplate(test, fields)
    expect(reply.statusCode).toBe(201)
    const record = reply.json<TemplateRecord>()
    expect(record).toEqual({
      ...fields,
      topic: null,
      partial: null,
      brand: false,
      languages: [],
      translations: {},
      blocks: null,
      from: 'news@example.com',
      id: record.id,
      version: 1,
      variables: ['data.plan', 'firstName', 'unsubscribeUrl'],
      checks: [],
      createdAt: record.createdAt,
      updatedAt: record.createdAt,
    })
    expect(await readTemplate(test, record.id)).toEqual(record)
  })

  it('needs a name, a subject and a body, and fills in the rest', async () => {
    const reply = await call(test, ['POST', '/templates'], { body: {} })
    expect(fieldsOf(reply)).toEqual({ name: 'required', subject: 'required', body: 'required' })
    expect(await buildTemplate(test)).toMatchObject({
      type: 'TRANSACTIONAL',
      alias: null,
      description: null,
      text: null,
      from: null,
      fromName: null,
      replyTo: null,
    })
  })

  it.each([
    ['name', '', 'too_small'],
    ['name', '   ', 'too_small'],
    ['name', 'x'.repeat(101), 'too_big'],
    ['name', 'a\nb', 'invalid_string'],
    ['name', 7, 'invalid_type'],
    ['description', 'x'.repeat(501), 'too_big'],
    ['subject', '', 'too_small'],
    ['subject', 'x'.repeat(999), 'too_big'],
    ['subject', 'a\r\nBcc: b@example.com', 'invalid_string'],
    ['body', '', 'too_small'],
    ['body', 'x'.repeat(1_048_577), 'too_big'],
    ['body', '€'.repeat(349_526), 'too_big'],
    ['body', 'a\0b', 'invalid_string'],
    ['text', 'x'.repeat(1_048_577), 'too_big'],
    ['text', 5, 'invalid_type'],
    ['type', 'OTHER', 'invalid_enum_value'],
    ['from', 'not an address', 'invalid_string'],
    ['from', 'a@b.example\r\nBcc: c@d.example', 'invalid_string'],
    ['fromName', 'a\nb', 'invalid_string'],
    ['replyTo', 'nobody', 'invalid_string'],
  ])('refuses %s like %j', async (field, value, code) => {
    const reply = await postTemplate(test, { [field]: value })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ [field]: code })
  })

  it('accepts the longest and the shortest values', async () => {
    const reply = await postTemplate(test, {
      name: 'n'.repeat(100),
      description: 'd'.repeat(500),
      subject: 's'.repeat(998),
      body: '€'.repeat(349_525),
    })
    expect(reply.statusCode).toBe(201)
    expect((await postTemplate(test, { name: 'n', subject: 's', body: 'b' })).statusCode).toBe(201)
  })

  it('asks no domain about the sender, and ignores fields it does not know', async () => {
    const record = await buildTemplate(test, {
      from: 'a@never-verified.example',
      version: 9,
      id: 'x',
      foo: 1,
    })
    expect(record).toMatchObject({ from: 'a@never-verified.example', version: 1 })
    expect(record).not.toHaveProperty('foo')
  })

  it.each([
    [{ subject: 'Hi {{ a' }, /^subject, line 1, column 4: /],
    [{ body: '<p>\n {% if a %}</p>' }, /^body, line 2, column 2: /],
    [{ body: '<p>{{ a | nope }}</p>' }, /^body, line 1, .*nope/],
    [{ text: '{% for %}' }, /^text, line 1, column 1: /],
  ])('answers %j with the place of the mistake', async (fields, message) => {
    const reply = await postTemplate(test, fields)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(errorOf(reply).message).toMatch(message)
  })

  it('returns the checks for the author', async () => {
    const { checks } = await buildTemplate(test, { type: 'MARKETING', body: '<img src="x">' })
    expect(checks.map(({ code, level }) => [code, level])).toEqual([
      ['NO_UNSUBSCRIBE_LINK', 'info'],
      ['IMAGE_WITHOUT_ALT', 'info'],
    ])
  })

  it('creates one template per Idempotency-Key', async () => {
    const body = newFields()
    const headers = { 'idempotency-key': 'make-one' }
    const first = await call(test, ['POST', '/templates'], { body, headers })
    const again = await call(test, ['POST', '/templates'], { body, headers })
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    const list = await call(test, ['GET', '/templates'], { query: { search: String(body.name) } })
    expect(list.json<{ total: number }>().total).toBe(1)
  })
})

describe('GET /templates/{id}', () => {
  it.each([UNKNOWN, 'nonsense', "1' or '1'='1", '%00'])('does not find %s', async (id) => {
    const reply = await call(test, ['GET', `/templates/${encodeURIComponent(id)}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})

describe('PATCH /templates/{id}', () => {
  it('changes the given fields and keeps the others', async () => {
    const before = await buildTemplate(test, { from: 'a@example.com', description: 'old' })
    test.clock.advance(1000)
    const reply = await patchTemplate(test, before.id, { subject: 'New {{ x }}', from: null })
    expect(reply.statusCode).toBe(200)
    const after = reply.json<TemplateRecord>()
    expect(after).toEqual({
      ...before,
      subject: 'New {{ x }}',
      from: null,
      version: 2,
      variables: ['firstName', 'x'],
      updatedAt: after.updatedAt,
    })
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(await readTemplate(test, before.id)).toEqual(after)
  })

  it('creates a version for every save, and none for a patch without fields', async () => {
    const { id } = await buildTemplate(test)
    const versions = []
    for (const fields of [
      { name: 'Other' },
      { name: 'Other' },
      { description: 'x' },
      { type: 'MARKETING' },
      {},
      { unknown: 1 },
    ]) {
      versions.push((await patchTemplate(test, id, fields)).json<TemplateRecord>().version)
    }
    expect(versions).toEqual([2, 3, 4, 5, 5, 5])
  })

  it('checks again when only the type changes', async () => {
    const { id } = await buildTemplate(test)
    const { checks } = (await patchTemplate(test, id, { type: 'MARKETING' })).json<TemplateRecord>()
    expect(checks.map(({ code }) => code)).toEqual(['NO_UNSUBSCRIBE_LINK'])
  })

  it('generates the text again if the given one is removed', async () => {
    const { id } = await buildTemplate(test, { text: 'mine' })
    await patchTemplate(test, id, { text: null, body: '<h1>Theirs</h1>' })
    const reply = await call(test, ['POST', `/templates/${id}/render`])
    expect(reply.json<{ text: string }>().text).toBe('Theirs')
  })

  it('leaves everything as it was when the new content is wrong', async () => {
    const before = await buildTemplate(test)
    const reply = await patchTemplate(test, before.id, { name: 'Never', body: '{% if %}' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(await readTemplate(test, before.id)).toEqual(before)
  })

  it.each([
    [{ name: null }, 'name', 'invalid_type'],
    [{ subject: '' }, 'subject', 'too_small'],
    [{ body: 'x'.repeat(1_048_577) }, 'body', 'too_big'],
    [{ from: 'x' }, 'from', 'invalid_string'],
  ])('refuses %j', async (fields, field, code) => {
    const { id } = await buildTemplate(test)
    const reply = await patchTemplate(test, id, fields)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ [field]: code })
  })

  it.each([UNKNOWN, 'nonsense'])('does not find %s', async (id) => {
    const reply = await patchTemplate(test, id, { name: 'x' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})

describe('DELETE /templates/{id}', () => {
  it('answers 204 and deletes all versions', async () => {
    const { id } = await buildTemplate(test)
    await patchTemplate(test, id, { name: 'x' })
    const reply = await call(test, ['DELETE', `/templates/${id}`])
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    for (const path of ['', '/versions', '/versions/1']) {
      expect((await call(test, ['GET', `/templates/${id}${path}`])).statusCode).toBe(404)
    }
    expect((await call(test, ['DELETE', `/templates/${id}`])).statusCode).toBe(404)
  })

  it('refuses while an enabled workflow uses it', async () => {
    const { id } = await buildTemplate(test)
    const user = { kind: 'workflow' as const, id: UNKNOWN }
    const { projectId } = test.project
    const use = (ids: string[]) =>
      test.deps.database.db
        .transaction()
        .execute((trx) => replaceUses(trx, { projectId, user, kind: 'template', ids }))
    await use([id])
    const reply = await call(test, ['DELETE', `/templates/${id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'RESOURCE_IN_USE'])
    await use([])
    expect((await call(test, ['DELETE', `/templates/${id}`])).statusCode).toBe(204)
  })
})

describe('POST /templates/{id}/duplicate', () => {
  it('creates a new template with the same content', async () => {
    const original = await buildTemplate(test, {
      name: 'Welcome',
      type: 'MARKETING',
      text: 'T {{ z }}',
      from: 'a@example.com',
    })
    await patchTemplate(test, original.id, { subject: 'Second' })
    const reply = await call(test, ['POST', `/templates/${original.id}/duplicate`])
    expect(reply.statusCode).toBe(201)
    const copy = reply.json<TemplateRecord>()
    const current = await readTemplate(test, original.id)
    expect(copy).toEqual({
      ...current,
      id: copy.id,
      name: 'Welcome (copy)',
      version: 1,
      createdAt: copy.createdAt,
      updatedAt: copy.createdAt,
    })
    expect(copy.id).not.toBe(original.id)
    await patchTemplate(test, copy.id, { subject: 'Only the copy' })
    expect(await readTemplate(test, original.id)).toEqual(current)
  })

  it('cuts a name that would grow too long, not through a character', async () => {
    const { id } = await buildTemplate(test, { name: `${'x'.repeat(92)}😀${'y'.repeat(6)}` })
    const copy = (await call(test, ['POST', `/templates/${id}/duplicate`])).json<TemplateRecord>()
    expect(copy.name).toBe(`${'x'.repeat(92)} (copy)`)
  })

  it.each([UNKNOWN, 'nonsense'])('does not find %s', async (id) => {
    const reply = await call(test, ['POST', `/templates/${id}/duplicate`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})
