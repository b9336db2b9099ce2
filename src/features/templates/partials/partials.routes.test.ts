import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildPartial, patchPartial, postPartial, readPartial } from '../fixtures/partial-steps.ts'
import { buildTemplate, UNKNOWN } from '../fixtures/template-steps.ts'

const test = useTestApp()

const HEADER = { key: 'header', name: 'The header', body: '<h1>{{ title }}</h1>' }

describe('POST /partials', () => {
  it('creates a partial', async () => {
    const app = await inFreshProject(test)
    const reply = await postPartial(app, HEADER)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { ...HEADER, version: 1, usedBy: [], usedByCount: 0 },
    ])
  })

  it('answers 409 for a key that is taken, but not by another project', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    await postPartial(app, HEADER)
    const reply = await postPartial(app, HEADER)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'There is a partial with the key header.',
    ])
    expect((await postPartial(other, HEADER)).statusCode).toBe(201)
  })

  it('answers 409 for the partial after the hundredth', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into partials (project_id, id, key, name, version, created_at, updated_at)
      select ${app.project.projectId}, gen_random_uuid(), 'old-' || n, 'Old', 1, now(), now()
      from generate_series(1, 100) as n`.execute(test.deps.database.db)
    const reply = await postPartial(app, HEADER)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'A project can have at most 100 partials.',
    ])
  })

  it.each([
    [{ key: 'Header' }, { key: 'invalid_string' }],
    [{ key: '' }, { key: 'too_small' }],
    [{ key: 'x'.repeat(51) }, { key: 'too_big' }],
    [{ name: '' }, { name: 'too_small' }],
    [{ body: '' }, { body: 'too_small' }],
    [{ body: 'x'.repeat(256 * 1024 + 1) }, { body: 'too_big' }],
    [{ body: 7 }, { body: 'invalid_type' }],
  ])('refuses %j', async (fields, codes) => {
    const reply = await postPartial(test, { ...HEADER, ...fields })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, codes])
  })

  it.each([
    ['<p>\n{{ a b }}</p>', 'partial "header", line 2, column 6: unexpected "b" after a value'],
    [
      '{% include "nav" %}',
      'partial "header", line 1, column 1: there is no partial called "nav" in this project. It has footer.',
    ],
    [
      '{% include "header" %}',
      'partial "header", line 1, column 1: partials name each other in a circle: header → header',
    ],
    ['{% if a %}', 'partial "header", line 1, column 1: {% if a %} is not closed'],
  ])('answers 400 with the place for %j', async (body, message) => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'footer', 'bye')
    const reply = await postPartial(app, { ...HEADER, body })
    expect([reply.statusCode, errorOf(reply).code, errorOf(reply).message]).toEqual([
      400,
      'TEMPLATE_SYNTAX',
      message,
    ])
  })

  it('needs a key that may write', async () => {
    const readOnly = await buildKey(test, { scopes: ['read'] })
    const keys = [null, test.project.publicKey, readOnly]
    const replies = await Promise.all(
      keys.map((key) => call(test, ['POST', '/partials'], { key, body: HEADER })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
  })
})

describe('PATCH /partials/{id}', () => {
  it('creates a version for a new body, and none for a new name', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'header', 'one')
    expect((await patchPartial(app, id, { name: 'Renamed' })).json()).toMatchObject({
      name: 'Renamed',
      version: 1,
    })
    expect((await patchPartial(app, id, { body: 'two' })).json()).toMatchObject({ body: 'two', version: 2 })
    expect((await patchPartial(app, id, { body: 'two' })).json()).toMatchObject({ version: 2 })
    const versions = await call(app, ['GET', `/partials/${id}/versions`])
    expect(versions.json()).toMatchObject({ versions: [{ version: 2 }, { version: 1 }], total: 2 })
    const first = await call(app, ['GET', `/partials/${id}/versions/1`])
    expect(first.json()).toMatchObject({ version: 1, body: 'one' })
  })

  it('keeps the key', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'header', 'one')
    expect(fieldsOf(await patchPartial(app, id, { key: 'other' }))).toEqual({ key: 'custom' })
  })

  it('answers 409 if somebody else has saved it', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'header', 'one')
    await patchPartial(app, id, { body: 'two', ifVersion: 1 })
    const reply = await patchPartial(app, id, { body: 'three', ifVersion: 1 })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'The partial is at version 2, not 1: somebody else has saved it.',
    ])
  })

  it('refuses a circle', async () => {
    const app = await inFreshProject(test)
    const header = await buildPartial(app, 'header', 'x')
    await buildPartial(app, 'nav', '{% include "header" %}')
    expect(errorOf(await patchPartial(app, header.id, { body: '{% include "nav" %}' })).message).toContain(
      'partials name each other in a circle: header → nav → header',
    )
  })

  it('lets one of two changes that make a circle together succeed', async () => {
    const app = await inFreshProject(test)
    const one = await buildPartial(app, 'one', 'x')
    const two = await buildPartial(app, 'two', 'x')
    const replies = await Promise.all([
      patchPartial(app, one.id, { body: '{% include "two" %}' }),
      patchPartial(app, two.id, { body: '{% include "one" %}' }),
    ])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]))
  })

  it('counts every one of several changes at once', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'header', 'x')
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((body) => patchPartial(app, id, { body })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await readPartial(app, id)).version).toBe(5)
  })

  it('refuses a body with which a template could not be prepared, and names the template', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'section', '<mj-section></mj-section>')
    const template = await buildTemplate(app, {
      body: '<mjml><mj-body>{% include "section" %}</mj-body></mjml>',
    })
    const reply = await patchPartial(app, id, { body: '<mj-section>' })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      400,
      `The template ${template.id} cannot be prepared with this partial: body, line 1, column 39: </mj-body> does not fit: </mj-section> is expected here`,
    ])
  })
})

describe('GET /partials', () => {
  it('lists the partials with their users, newest first', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'header', 'x')
    await buildPartial(app, 'footer', '{% include "header" %}')
    const reply = await call(app, ['GET', '/partials'])
    expect(reply.json()).toMatchObject({
      partials: [
        { key: 'footer', usedBy: [] },
        { key: 'header', usedBy: [{ kind: 'partial', name: 'footer' }], usedByCount: 1 },
      ],
      total: 2,
    })
  })

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/versions', undefined],
    ['GET', '/versions/1', undefined],
  ] as const)('%s %s answers 404 for a partial of another project', async (method, path, body) => {
    const { id } = await buildPartial(await inFreshProject(test), 'header', 'x')
    const app = await inFreshProject(test)
    for (const one of [id, UNKNOWN]) {
      const reply = await call(app, [method, `/partials/${one}${path}`], body ? { body } : {})
      expect(reply.statusCode).toBe(404)
    }
  })
})

describe('DELETE /partials/{id}', () => {
  it('deletes it with its versions, and forgets what it used', async () => {
    const app = await inFreshProject(test)
    const header = await buildPartial(app, 'header', 'x')
    const footer = await buildPartial(app, 'footer', '{% include "header" %}')
    expect((await call(app, ['DELETE', `/partials/${footer.id}`])).statusCode).toBe(204)
    expect((await call(app, ['DELETE', `/partials/${header.id}`])).statusCode).toBe(204)
    expect((await call(app, ['GET', '/partials'])).json()).toMatchObject({ partials: [] })
  })
})

describe('POST /partials/render', () => {
  const render = async (body: string, more: object = {}) => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'nav', '<nav>{{ name }}</nav>')
    return call(app, ['POST', '/partials/render'], { body: { body, ...more } })
  }

  it('fills it in', async () => {
    const reply = await render('<p>{{ name }} {{ city }}</p>{% include "nav" %}', { data: { name: 'Ann' } })
    expect(reply.json()).toMatchObject({
      html: '<p>Ann </p><nav>Ann</nav>',
      missing: ['city'],
      variables: ['city', 'name'],
    })
  })

  it.each([
    '<mj-section></mj-section>',
    '<mj-column></mj-column>',
    '<mj-text>Hi</mj-text>',
    '<mj-style>p { }</mj-style>',
  ])('shows %s in an email of its own', async (body) => {
    const reply = await render(body)
    expect([reply.statusCode, reply.json<{ html: string }>().html]).toEqual([
      200,
      expect.stringContaining('<!doctype html>'),
    ])
  })

  it('finds a circle', async () => {
    const reply = await render('{% include "header" %}', { key: 'header' })
    expect(errorOf(reply).message).toContain('in a circle: header → header')
  })
})
