import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { applied, apply, create, pull } from './fixtures/file-calls.ts'
import type { Page } from './fixtures/file-calls.ts'

const test = useTestApp()

const PLAN = { field: 'data.plan', operator: 'equals', value: 'pro' }

/** A project with every kind of record, whose records refer to each other. */
async function buildProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await create(app, '/topics', {
    key: 'news',
    name: 'News',
    optIn: 'implied',
    frequencyCap: { emails: 2, days: 7 },
  })
  await call(app, ['PATCH', '/project/brand'], {
    body: { footer: 'Example Ltd', theme: { link: '#aa0000' } },
  })
  await create(app, '/partials', { key: 'sign', name: 'Signature', body: '<p>Yours</p>\n' })
  await create(app, '/partials', { key: 'footer', name: 'Footer', body: '<div>{% include "sign" %}</div>' })
  const { id } = await create(app, '/templates', {
    name: 'Welcome: all of you',
    alias: 'welcome',
    subject: 'Welcome, {{ name }} # 1',
    body: '<p>Hi {{ name }}</p>{% include "footer" %}',
    text: 'Hi {{ name }}',
    type: 'MARKETING',
    topic: 'news',
    translations: { de: { subject: 'Willkommen', body: '<p>Hallo {{ name }}</p>', text: 'Hallo' } },
  })
  await create(app, '/templates', {
    name: 'Made of blocks',
    subject: 'Blocks',
    blocks: { blocks: [{ type: 'heading', text: 'Hello' }, { type: 'footer' }] },
  })
  await create(app, '/templates', {
    name: 'MJML',
    alias: 'mjml',
    subject: 'M',
    body: '<mjml><mj-body></mj-body></mjml>\n',
  })
  const vip = await create(app, '/segments', {
    name: 'VIP',
    filters: { operator: 'AND', conditions: [PLAN] },
  })
  await create(app, '/segments', {
    name: 'Active VIPs',
    description: 'Opened the welcome email',
    filters: {
      operator: 'OR',
      conditions: [
        { field: 'segment', operator: 'memberOf', value: vip.id },
        {
          operator: 'NOT',
          conditions: [{ field: 'emailActivity.opened', operator: 'triggered', templateId: id }],
        },
      ],
    },
  })
  await create(app, '/segments', { name: 'Handpicked', type: 'STATIC' })
  return app
}

describe('GET /project/files', () => {
  it('returns a project as files that refer to each other by name', async () => {
    const { texts, skipped } = await pull(await buildProject())
    expect(Object.keys(texts)).toEqual([
      'brand.jsonc',
      'partials/footer.html',
      'partials/sign.html',
      'segments/active-vips.jsonc',
      'segments/handpicked.jsonc',
      'segments/vip.jsonc',
      'settings.jsonc',
      'templates/made-of-blocks.blocks.json',
      'templates/made-of-blocks.mjml',
      'templates/mjml.mjml',
      'templates/welcome.de.html',
      'templates/welcome.de.txt',
      'templates/welcome.html',
      'templates/welcome.txt',
      'topics/news.jsonc',
    ])
    expect(skipped).toEqual([])
    expect(texts['templates/welcome.html']).toBe(
      '---\nname: "Welcome: all of you"\nalias: welcome\nsubject: "Welcome, {{ name }} # 1"\ntype: MARKETING\ntopic: news\n---\n<p>Hi {{ name }}</p>{% include "footer" %}\n',
    )
    expect(texts['segments/active-vips.jsonc']).toContain('"value": "VIP"')
    expect(texts['segments/active-vips.jsonc']).toContain('"template": "welcome"')
    expect(JSON.stringify(texts)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  it('lists the records that files cannot express, and why', async () => {
    const app = await inFreshProject(test)
    const filters = { operator: 'AND', conditions: [PLAN] }
    await create(app, '/segments', { name: 'Twin', filters })
    await create(app, '/segments', { name: 'twin', filters })
    const { texts, skipped } = await pull(app)
    expect(Object.keys(texts)).toEqual(['brand.jsonc', 'settings.jsonc'])
    expect(skipped.map(({ name }) => name).toSorted()).toEqual(['Twin', 'twin'])
    const reply = await apply(app, { 'segments/twin.jsonc': JSON.stringify({ name: 'Twin', filters }) })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      expect.stringContaining('segments/twin.jsonc'),
    ])
  })

  it('pages through large projects', async () => {
    const app = await inFreshProject(test)
    const body = `<p>${'x'.repeat(400_000)}</p>`
    for (const alias of ['a', 'b', 'c']) {
      await create(app, '/templates', { name: alias, alias, subject: 's', body })
    }
    const first = (await call(app, ['GET', '/project/files'])).json<Page>()
    expect(first).toMatchObject({ hasMore: true, cursor: 'templates/a.html' })
    expect(Object.keys((await pull(app)).texts)).toEqual([
      'brand.jsonc',
      'settings.jsonc',
      'templates/a.html',
      'templates/b.html',
      'templates/c.html',
    ])
  })

  it('shows a project its own records only, and needs a secret key', async () => {
    const app = await buildProject()
    const other = (await call(app, ['GET', '/project/files'], { key: test.other.secretKey })).json<Page>()
    expect(other.files.map(({ path }) => path)).toEqual(['brand.jsonc', 'settings.jsonc'])
    expect((await call(app, ['GET', '/project/files'], { key: null })).statusCode).toBe(401)
    expect((await call(app, ['GET', '/project/files'], { key: app.project.publicKey })).statusCode).toBe(403)
  })
})

describe('POST /project/apply', () => {
  it('makes an empty project the same: pulled again, there is no difference', async () => {
    const { texts } = await pull(await buildProject())
    const empty = await inFreshProject(test)
    const { changes } = await applied(empty, texts, { base: {}, dryRun: true })
    expect(Object.keys((await pull(empty)).texts)).toEqual(['brand.jsonc', 'settings.jsonc'])
    const real = await applied(empty, texts, { base: (await pull(empty)).base })
    expect(real.changes).toEqual(changes.map((one) => ({ ...one, effects: [] })))
    const again = await pull(empty)
    expect(again.texts).toEqual(texts)
    expect(again.base).toEqual(real.base)
    expect(await applied(empty, texts, { base: real.base })).toMatchObject({ changes: [], unchanged: 11 })
  })

  it('changes what differs, in words, and leaves the rest alone', async () => {
    const app = await buildProject()
    const { texts, base } = await pull(app)
    const welcome = texts['templates/welcome.html'] ?? ''
    const edited = {
      ...texts,
      'templates/welcome.html': welcome.replace('Welcome, {{ name }} # 1', 'Hello').replace('Hi', 'Hey'),
      'topics/news.jsonc': '// The monthly one\n{ "name": "Product news", "optIn": "explicit", }',
    }
    const { changes, unchanged } = await applied(app, edited, { base })
    expect(changes.map(({ words }) => words)).toEqual([
      'Changes name, optIn and frequencyCap of the topic "Product news".',
      'Changes subject and body of the template "Welcome: all of you".',
    ])
    expect(unchanged).toBe(9)
    const { version } = (await call(app, ['GET', '/templates/welcome'])).json<{ version: number }>()
    expect(version).toBe(2)
  })

  it('applies everything or nothing', async () => {
    const app = await inFreshProject(test)
    const reply = await apply(app, {
      'topics/news.jsonc': '{ "name": "News", "optIn": "implied" }',
      'templates/bad.html': '---\nname: Bad\nalias: bad\nsubject: x\n---\n{% if %}\n',
    })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(errorOf(reply).message).toContain('templates/bad.html: ')
    expect(Object.keys((await pull(app)).texts)).toEqual(['brand.jsonc', 'settings.jsonc'])
  })

  it('names both sides of a record that the dashboard has changed since the last pull', async () => {
    const app = await buildProject()
    const { texts, base } = await pull(app)
    await call(app, ['PATCH', '/templates/welcome'], { body: { subject: 'From the dashboard' } })
    const edited = {
      ...texts,
      'templates/welcome.html': (texts['templates/welcome.html'] ?? '').replace(
        'Welcome, {{ name }} # 1',
        'From the folder',
      ),
    }
    const reply = await apply(app, edited, { base })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    const [problem] = errorOf(reply).errors ?? []
    expect(problem?.field).toBe('templates/welcome.html')
    expect(problem?.message).toContain('the folder has subject "From the folder"')
    expect(problem?.message).toContain('the project has subject "From the dashboard"')
    expect((await applied(app, edited)).changes).toHaveLength(1)
  })

  it('lets the second of two people pull first', async () => {
    const app = await buildProject()
    const { texts, base } = await pull(app)
    const edit = (name: string) => ({
      ...texts,
      'topics/news.jsonc': `{ "name": "${name}", "optIn": "implied" }`,
    })
    const replies = await Promise.all([apply(app, edit('Ada'), { base }), apply(app, edit('Bob'), { base })])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const fresh = await pull(app)
    expect((await apply(app, edit('Bob'), { base: fresh.base })).statusCode).toBe(200)
  })

  it('does not bring back what the project has deleted since', async () => {
    const app = await inFreshProject(test)
    const topic = await create(app, '/topics', { key: 'news', name: 'News', optIn: 'implied' })
    const { texts, base } = await pull(app)
    await call(app, ['DELETE', `/topics/${topic.id}`])
    const reply = await apply(app, texts, { base })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      expect.stringContaining('topics/news.jsonc'),
    ])
  })

  it('deletes what the folder does not have with prune, but not what is in use', async () => {
    const app = await buildProject()
    const { texts, base } = await pull(app)
    const kept = ['brand.jsonc', 'partials/footer.html', 'topics/news.jsonc', 'templates/welcome.html']
    const few = Object.fromEntries(Object.entries(texts).filter(([path]) => kept.includes(path)))
    expect((await applied(app, few, { base })).changes.map(({ action }) => action)).toEqual(['changed'])
    const { changes } = await applied(app, few, { base: (await pull(app)).base, prune: true })
    const of = (action: string) =>
      changes
        .filter((one) => one.action === action)
        .map(({ path }) => path)
        .toSorted()
    expect(of('deleted')).toEqual([
      'segments/active-vips.jsonc',
      'segments/handpicked.jsonc',
      'segments/vip.jsonc',
      'templates/made-of-blocks.mjml',
      'templates/mjml.mjml',
    ])
    expect(of('kept')).toEqual(['partials/sign.html'])
    const words = changes.find(({ action }) => action === 'kept')?.words
    expect(words).toMatch(/^Keeps the partial "Signature"\. The partial is in use by the partial \S+\.$/)
  })

  it('refuses mistakes with the file and the field', async () => {
    const app = await inFreshProject(test)
    const reply = await apply(app, {
      'topics/news.jsonc': '{ "name": "", "optIn": "maybe", "colour": 1 }',
      'topics/Bad Key.jsonc': '{ "name": "x", "optIn": "implied" }',
      'segments/pro.jsonc':
        '{ "name": "Pro", "filters": { "operator": "AND", "conditions": [{ "field": "email" }] } }',
      'segments/other.jsonc': '{ "name": "Name", "type": "STATIC" }',
      'templates/a.html': '---\nname: A\nalias: b\nsubject: s\n---\n<p>a</p>',
      'templates/lost.txt': 'text',
      'partials/p.mjml': '---\nname: P\n---\n<p>html</p>',
      'notes/readme.md': 'x',
      'brand.jsonc': '{',
    })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({
      'notes/readme.md': 'custom',
      'topics/news.jsonc: colour': 'unrecognized_keys',
      'topics/Bad Key.jsonc: key': 'invalid_string',
      'segments/pro.jsonc: filters.conditions.0.operator': 'required',
      'segments/other.jsonc: name': 'custom',
      'templates/a.html: alias': 'custom',
      'templates/lost.txt': 'custom',
      'partials/p.mjml': 'custom',
      'brand.jsonc': 'invalid_string',
    })
  })

  it('refuses references to nothing, and ids', async () => {
    const app = await inFreshProject(test)
    const segment = (condition: object) => ({
      'segments/s.jsonc': JSON.stringify({
        name: 'S',
        filters: { operator: 'AND', conditions: [condition] },
      }),
    })
    const member = { field: 'segment', operator: 'memberOf', value: 'Nobody' }
    expect(fieldsOf(await apply(app, segment(member)))).toEqual({
      'segments/s.jsonc: filters.conditions.0.value': 'custom',
    })
    const opened = { field: 'emailActivity.opened', operator: 'triggered', templateId: 'x' }
    expect(fieldsOf(await apply(app, segment(opened)))).toEqual({
      'segments/s.jsonc: filters.conditions.0.templateId': 'custom',
    })
    const topic = await apply(app, {
      'templates/a.html': '---\nname: A\nalias: a\nsubject: s\ntopic: none\n---\n<p>a</p>',
    })
    expect(fieldsOf(topic)).toEqual({ 'templates/a.html: topic': 'invalid_enum_value' })
  })

  it('makes MJML from blocks, and refuses MJML that was changed alone', async () => {
    const app = await buildProject()
    const { texts, base } = await pull(app)
    const [mjml, blocks] = ['templates/made-of-blocks.mjml', 'templates/made-of-blocks.blocks.json']
    const alone = await apply(
      app,
      { ...texts, [mjml]: (texts[mjml] ?? '').replace('Hello', 'Changed') },
      { base },
    )
    expect(fieldsOf(alone)).toEqual({ [mjml]: 'custom' })
    await applied(app, { ...texts, [blocks]: (texts[blocks] ?? '').replace('Hello', 'Changed') }, { base })
    expect((await pull(app)).texts[mjml]).toContain('Changed')
  })

  it('tracks segments, and starts over with new filters', async () => {
    const app = await inFreshProject(test)
    const contact = (email: string, plan: string) => create(app, '/contacts', { email, data: { plan } })
    await contact('ada@example.com', 'pro')
    await contact('bob@example.com', 'free')
    await contact('cy@example.com', 'free')
    const file = JSON.stringify({
      name: 'T',
      trackMembership: true,
      filters: { operator: 'AND', conditions: [PLAN] },
    })
    const first = await applied(app, { 'segments/t.jsonc': file }, { dryRun: true })
    expect(first.changes[0]?.effects).toEqual(['1 contact would be members.'])
    await applied(app, { 'segments/t.jsonc': file })
    const segment = async () => {
      const { segments } = (await call(app, ['GET', '/segments'])).json<{
        segments: { memberCount: number; trackMembership: boolean }[]
      }>()
      return segments[0]
    }
    expect(await segment()).toMatchObject({ trackMembership: true, memberCount: 1 })
    const free = { 'segments/t.jsonc': file.replace('pro', 'free') }
    const { changes } = await applied(app, free, { dryRun: true })
    expect(changes[0]?.effects).toEqual(['2 contacts would enter, and 1 contact would leave.'])
    await applied(app, free)
    expect(await segment()).toMatchObject({ trackMembership: true, memberCount: 2 })
  })

  it('misses nobody who changes while a push starts to track', async () => {
    const app = await inFreshProject(test)
    const { id } = await create(app, '/contacts', { email: 'ada@example.com', data: { plan: 'free' } })
    const { db } = app.deps.database
    const meanwhile = await db.startTransaction().execute()
    await sql`update contacts set data = jsonb_set(data, '{plan}', '"pro"') where id = ${id}`.execute(
      meanwhile,
    )
    const filters = { operator: 'AND', conditions: [PLAN] }
    await applied(app, { 'segments/t.jsonc': JSON.stringify({ name: 'T', trackMembership: true, filters }) })
    await meanwhile.commit().execute()
    await drain(app.deps)
    const { rows } = await sql<{ name: string }>`
      select name from events where project_id = ${app.project.projectId} and contact_id = ${id}
        and name like 'segment.%'`.execute(db)
    expect(rows).toEqual([{ name: 'segment.entered' }])
  })

  it('has a limit for the number and the size of files', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({ path: `topics/${index}.jsonc`, text: '{}' }))
    expect(fieldsOf(await call(test, ['POST', '/project/apply'], { body: { files: many } }))).toEqual({
      files: 'too_big',
    })
    const large = Array.from({ length: 9 }, (_, index) => ({
      path: `partials/${index}.html`,
      text: 'x'.repeat(1_000_000),
    }))
    expect(fieldsOf(await call(test, ['POST', '/project/apply'], { body: { files: large } }))).toEqual({
      files: 'too_big',
    })
  })

  it('writes the audit log, but not for a dry run', async () => {
    const app = await inFreshProject(test)
    const texts = { 'topics/news.jsonc': '{ "name": "News", "optIn": "implied" }' }
    await applied(app, texts, { dryRun: true })
    await applied(app, texts)
    const entries = await app.deps.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('project_id', '=', app.project.projectId)
      .execute()
    expect(entries).toEqual([{ action: 'project.applied' }])
  })

  it('needs a secret key with full access', async () => {
    const body = { files: [] }
    const ask = (key: string | null) => call(test, ['POST', '/project/apply'], { body, key })
    expect((await ask(null)).statusCode).toBe(401)
    expect((await ask(test.project.publicKey)).statusCode).toBe(403)
    expect((await ask(await buildKey(test, { scopes: ['read'] }))).statusCode).toBe(403)
  })
})
