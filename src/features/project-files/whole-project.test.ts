import { expect, describe, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { LOOPBACK_ALLOWED } from '../../../test/support/webhooks.ts'
import { applied, apply, create, pull } from './fixtures/file-calls.ts'
import type { Texts } from './fixtures/file-calls.ts'

const test = useTestApp(LOOPBACK_ALLOWED)

const TOKEN = 'Bearer sk_live_do_not_show'
const HOOK = 'hook8d93kx02jq71'
const PARAMETER = 'hunter2'

const secretsOf = (workflow: string) => ({
  [`${workflow}__CALL__AUTHORIZATION`]: TOKEN,
  [`${workflow}__CALL__URL__2`]: HOOK,
  [`${workflow}__CALL__URL__TOKEN`]: PARAMETER,
  [`${workflow}__CALL__BODY__PASSWORD`]: PARAMETER,
})

const callStep = (next?: string) => ({
  id: 'call',
  type: 'WEBHOOK',
  config: {
    url: `http://127.0.0.1/hooks/${HOOK}?token=${PARAMETER}&contact={{ contact.id }}`,
    headers: { Authorization: TOKEN, 'Content-Type': 'application/json', 'X-Contact': '{{ contact.id }}' },
    body: `{"password": "${PARAMETER}", "email": "{{ contact.email }}"}`,
  },
  ...(next && { next }),
})

/** A project with every kind of record, and every way in which they can refer to each other. */
async function buildWhole(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await create(app, '/topics', { key: 'news', name: 'News', optIn: 'implied' })
  await create(app, '/partials', { key: 'sign', name: 'Signature', body: '<p>Yours</p>' })
  const body = '<p>Hi</p>{% include "sign" %}'
  const review = { name: 'Review', alias: 'review', subject: 'Hi', body, type: 'MARKETING', topic: 'news' }
  const { id: templateId } = await create(app, '/templates', review)
  const link = '<a href="{{ confirmUrl }}">Yes</a>'
  const confirm = await create(app, '/templates', {
    name: 'Please confirm',
    subject: 'Sure?',
    body: link,
    type: 'TRANSACTIONAL',
    from: 'hi@example.com',
  })
  const patch = await call(app, ['PATCH', '/project'], {
    body: {
      defaultFrom: 'Hello@example.com',
      timezone: 'Europe/Berlin',
      quietHours: { from: '22:00', to: '07:00' },
      tracking: { opens: false },
      doubleOptIn: { templateId: confirm.id, redirectUrl: 'https://example.com', expiresDays: 3 },
    },
  })
  expect(patch.statusCode).toBe(200)
  const pro = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const all = (...conditions: object[]) => ({ operator: 'AND', conditions })
  const vip = await create(app, '/segments', { name: 'VIP', filters: all(pro), trackMembership: true })
  const list = await create(app, '/segments', { name: 'Beta testers', type: 'STATIC' })
  const first = await create(app, '/workflows', {
    name: 'Order review',
    description: 'After an order',
    trigger: { type: 'EVENT', event: 'order.paid', where: [{ field: 'data.total', operator: 'exists' }] },
    enabled: true,
    entry: { reentry: 'always', filters: all({ field: 'segment', operator: 'memberOf', value: vip.id }) },
    exit: { event: 'order.returned' },
    goal: { event: 'review.written', whenReached: 'exit' },
    holdout: { percent: 10 },
    steps: [
      { id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' }, next: 'ask' },
      { id: 'ask', type: 'SEND_EMAIL', config: { templateId: 'review', topic: 'news' }, next: 'which' },
      {
        id: 'which',
        type: 'CONDITION',
        config: {
          branches: [
            {
              name: 'opened',
              filters: all({ field: 'emailActivity.opened', operator: 'triggered', templateId }),
            },
          ],
        },
        next: { opened: 'list', default: 'thanks' },
      },
      { id: 'list', type: 'ADD_TO_SEGMENT', config: { segmentId: list.id }, next: 'call' },
      callStep('thanks'),
      {
        id: 'thanks',
        type: 'SEND_EMAIL',
        config: { subject: 'Thanks', blocks: { blocks: [{ type: 'heading', text: 'Thanks' }] } },
        next: 'bye',
      },
      { id: 'bye', type: 'SEND_EMAIL', config: { subject: 'Bye', body: '<p>Bye {{ name }}</p>\n' } },
    ],
  })
  const sent = (workflowId: string) => ({
    field: 'emailActivity.sent',
    operator: 'triggered',
    workflowId,
  })
  const reached = await create(app, '/segments', { name: 'Asked for review', filters: all(sent(first.id)) })
  const second = await create(app, '/workflows', {
    name: 'New VIPs',
    trigger: { type: 'SEGMENT_ENTERED', segmentId: vip.id },
    enabled: true,
    entry: {
      filters: all(sent(first.id), { field: 'segment', operator: 'memberOf', value: reached.id }),
    },
    steps: [callStep()],
  })
  // Both workflows refer to each other now.
  const exit = { filters: all(sent(second.id)) }
  const patched = await call(app, ['PATCH', `/workflows/${first.id}`], { body: { exit } })
  expect(patched.statusCode).toBe(200)
  await create(app, '/workflows', {
    name: 'Monday',
    trigger: { type: 'SCHEDULE', cron: '0 9 * * 1', segmentId: list.id },
  })
  await create(app, '/forms', {
    name: 'Newsletter: sign up',
    fields: [
      { key: 'email', label: 'Email', type: 'email' },
      { key: 'data.size', label: 'Size', type: 'select', options: ['S', 'L'] },
    ],
    topics: ['news'],
    redirectUrl: 'https://example.com/thanks',
    allowedOrigins: ['https://example.com'],
  })
  return app
}

const workflowNamed = async (app: TestApp, name: string) => {
  const { workflows } = (await call(app, ['GET', '/workflows'])).json<{
    workflows: { id: string; name: string; version: number; enabled: boolean }[]
  }>()
  const found = workflows.find((one) => one.name === name)
  if (!found) throw new Error(`there is no workflow ${name}`)
  return found
}

describe('a whole project', () => {
  it('is the same, byte for byte, after it was pushed into an empty one', async () => {
    const { texts, skipped } = await pull(await buildWhole())
    expect(skipped).toEqual([])
    expect(Object.keys(texts).filter((path) => /^(workflows|forms|settings)/.test(path))).toEqual([
      'forms/newsletter-sign-up.jsonc',
      'settings.jsonc',
      'workflows/monday.jsonc',
      'workflows/new-vips.jsonc',
      'workflows/order-review.bye.html',
      'workflows/order-review.jsonc',
      'workflows/order-review.thanks.blocks.json',
      'workflows/order-review.thanks.mjml',
    ])
    const everything = JSON.stringify(texts)
    expect(everything).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    for (const secret of [TOKEN, HOOK, PARAMETER]) expect(everything).not.toContain(secret)
    expect(texts['workflows/order-review.jsonc']).toContain('"template": "review"')
    expect(texts['workflows/new-vips.jsonc']).toContain('"workflow": "Order review"')
    expect(texts['settings.jsonc']).toContain('"template": "please-confirm"')

    const empty = await inFreshProject(test)
    const secrets = { ...secretsOf('ORDER_REVIEW'), ...secretsOf('NEW_VIPS') }
    const { base } = await pull(empty)
    const dry = await applied(empty, texts, { base, secrets, dryRun: true })
    expect((await pull(empty)).base).toEqual(base)
    const real = await applied(empty, texts, { base, secrets })
    expect(real.changes).toEqual(dry.changes.map((one) => ({ ...one, effects: [] })))
    const again = await pull(empty)
    expect(again.texts).toEqual(texts)
    expect(again.base).toEqual(real.base)
    expect((await applied(empty, texts, { base: real.base })).changes).toEqual([])
    const { id } = await workflowNamed(empty, 'New VIPs')
    const { steps } = (await call(empty, ['GET', `/workflows/${id}`])).json<{ steps: object[] }>()
    expect(steps).toEqual([callStep()])
  })

  it('needs the values of secrets that the project does not have', async () => {
    const { texts } = await pull(await buildWhole())
    const empty = await inFreshProject(test)
    const reply = await apply(empty, texts)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toContain(
      'workflows/new-vips.jsonc: steps.0.config.headers.Authorization',
    )
    expect(reply.body).toContain('LETTERMILL_SECRET_NEW_VIPS__CALL__AUTHORIZATION')
    expect(Object.keys((await pull(empty)).texts)).toEqual(['brand.jsonc', 'settings.jsonc'])
  })

  it('keeps secrets, changes them with new values, and refuses them in files', async () => {
    const app = await buildWhole()
    const { texts, base } = await pull(app)
    const path = 'workflows/new-vips.jsonc'
    const disabled = { ...texts, [path]: (texts[path] ?? '').replace('"enabled": true', '"enabled": false') }
    const { base: next } = await applied(app, disabled, { base })
    const { id } = await workflowNamed(app, 'New VIPs')
    const stepsOf = async () =>
      (await call(app, ['GET', `/workflows/${id}`])).json<{ steps: { config: { headers: Texts } }[] }>().steps
    expect((await stepsOf())[0]?.config.headers['Authorization']).toBe(TOKEN)
    const secrets = { NEW_VIPS__CALL__AUTHORIZATION: 'Bearer other' }
    const { changes } = await applied(app, disabled, { base: next, secrets })
    expect(changes.map(({ words }) => words)).toEqual(['Changes secrets of the workflow "New VIPs".'])
    expect((await stepsOf())[0]?.config.headers['Authorization']).toBe('Bearer other')
    const placeholder = '${secret.NEW_VIPS__CALL__AUTHORIZATION}'
    for (const text of ['Bearer literal', `Bearer ${placeholder}`]) {
      const literal = (texts[path] ?? '').replace(placeholder, text)
      expect(fieldsOf(await apply(app, { ...texts, [path]: literal }))).toEqual({
        [`${path}: steps.0.config.headers.Authorization`]: 'custom',
      })
    }
  })

  it('names both sides of a workflow that the dashboard has changed, and of one that two people change', async () => {
    const app = await buildWhole()
    const { texts, base } = await pull(app)
    const path = 'workflows/order-review.jsonc'
    const edited = (days: number) => ({
      ...texts,
      [path]: (texts[path] ?? '').replace('"amount": 2', `"amount": ${days}`),
    })
    const replies = await Promise.all([apply(app, edited(3), { base }), apply(app, edited(4), { base })])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const { id } = await workflowNamed(app, 'Order review')
    await call(app, ['PATCH', `/workflows/${id}`], { body: { description: 'From the dashboard' } })
    const fresh = (texts[path] ?? '').replace('After an order', 'From the folder')
    const reply = await apply(app, { ...texts, [path]: fresh }, { base })
    expect([reply.statusCode, errorOf(reply).errors?.[0]?.field]).toEqual([409, path])
    expect(errorOf(reply).errors?.[0]?.message).toContain('description "From the folder"')
    expect(errorOf(reply).errors?.[0]?.message).toContain('description "From the dashboard"')
  })

  it('says in a dry run who stays inside and who would enter', async () => {
    const app = await inFreshProject(test)
    const list = await create(app, '/segments', { name: 'List', type: 'STATIC' })
    const { id: contactId } = await create(app, '/contacts', { email: 'ada@example.com' })
    const emails = ['ada@example.com', 'bob@example.com', 'cy@example.com']
    await create(app, `/segments/${list.id}/members`, { emails })
    const steps = [{ id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' } }]
    const trigger = { type: 'SCHEDULE', cron: '0 9 * * 1', segmentId: list.id }
    const workflow = await create(app, '/workflows', { name: 'Weekly', trigger, steps, enabled: true })
    await create(app, `/workflows/${workflow.id}/executions`, { contactId })
    const { texts, base } = await pull(app)
    const path = 'workflows/weekly.jsonc'
    const text = texts[path] ?? ''
    const effectsOf = async (changed: string) => {
      const dry = await applied(app, { ...texts, [path]: changed }, { base, dryRun: true })
      return dry.changes.map(({ effects }) => effects)
    }
    expect(await effectsOf(text.replace('"amount": 2', '"amount": 3'))).toEqual([
      ['1 person is inside version 1 and stays there.'],
    ])
    expect(await effectsOf(text.replace('0 9 * * 1', '0 8 * * 1'))).toEqual([
      [
        '1 person is inside version 1 and stays there.',
        '2 contacts would enter at the next time of its schedule.',
      ],
    ])
    expect((await workflowNamed(app, 'Weekly')).version).toBe(1)
  })

  it('keeps a workflow with people inside, and says so', async () => {
    const app = await inFreshProject(test)
    const steps = [{ id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' } }]
    const busy = await create(app, '/workflows', { name: 'Busy', eventName: 'a', steps, enabled: true })
    await create(app, '/workflows', { name: 'Idle', eventName: 'a', steps })
    await create(app, '/forms', { name: 'Old' })
    const { id: contactId } = await create(app, '/contacts', { email: 'ada@example.com' })
    await create(app, `/workflows/${busy.id}/executions`, { contactId })
    const { base } = await pull(app)
    const { changes } = await applied(app, {}, { base, prune: true })
    expect(changes.map(({ words }) => words).toSorted()).toEqual([
      'Deletes the form "Old".',
      'Deletes the workflow "Idle".',
      'Keeps the workflow "Busy". The workflow has active executions.',
    ])
  })
})

describe('files that are wrong', () => {
  const workflow = (fields: object) => JSON.stringify({ name: 'W', trigger: { type: 'MANUAL' }, ...fields })

  it('change nothing, and name the file and the line or field', async () => {
    const app = await inFreshProject(test)
    const good = { 'topics/news.jsonc': '{ "name": "News", "optIn": "implied" }' }
    const bad = async (texts: Texts) => {
      const reply = await apply(app, { ...good, ...texts })
      expect(Object.keys((await pull(app)).texts)).toEqual(['brand.jsonc', 'settings.jsonc'])
      return (errorOf(reply).errors ?? []).map(({ field, message }) => `${field} ${message}`).join('\n')
    }
    expect(await bad({ 'workflows/w.jsonc': '{\n  "name": "W"\n  "trigger"' })).toMatch(
      /^workflows\/w\.jsonc line 3 /,
    )
    const unknown = workflow({ steps: [{ id: 'a', type: 'SEND_EMAIL', config: { template: 'none' } }] })
    expect(await bad({ 'workflows/w.jsonc': unknown })).toMatch(
      /^workflows\/w\.jsonc: steps\.0\.config\.template names the template "none"/,
    )
    const ids = workflow({ trigger: { type: 'SEGMENT_ENTERED', segmentId: 'x' } })
    expect(await bad({ 'workflows/w.jsonc': ids })).toMatch(/^workflows\/w\.jsonc: trigger\.segmentId must/)
    const inline = workflow({
      steps: [{ id: 'a', type: 'SEND_EMAIL', config: { subject: 's', from: 'a@example.com' } }],
    })
    const email = { 'workflows/w.jsonc': inline, 'workflows/w.a.html': '<p>{% if %}</p>\n' }
    expect(await bad(email)).toMatch(/^workflows\/w\.a\.html /)
    expect(await bad({ ...email, 'workflows/w.b.html': 'x' })).toMatch(/^workflows\/w\.b\.html belongs to no/)
    expect(await bad({ 'forms/f.jsonc': '{"name": "F", "topics": ["none"]}' })).toMatch(
      /^forms\/f\.jsonc: topics\.0 /,
    )
    expect(await bad({ 'settings.jsonc': '{"name": "X"}' })).toMatch(/^settings\.jsonc: name is unknown/)
    expect(await bad({ 'settings.jsonc': '{"doubleOptIn": {"template": "none"}}' })).toMatch(
      /^settings\.jsonc: doubleOptIn\.template names the template "none"/,
    )
  })

  it('are refused before they cost anything', async () => {
    const app = await inFreshProject(test)
    const refused = async (texts: Texts) => fieldsOf(await apply(app, texts))
    expect(
      await refused({ '../topics/a.jsonc': '{}', '/etc/passwd': '', 'topics/../../a.jsonc': '{}' }),
    ).toEqual({ '../topics/a.jsonc': 'custom', '/etc/passwd': 'custom', 'topics/../../a.jsonc': 'custom' })
    const page = '---\nname: A\nalias: a\nsubject: s\n---\n<p>a</p>'
    expect(await refused({ 'templates/a.html': page, 'templates/b.html': page })).toEqual({
      'templates/b.html: alias': 'custom',
    })
    const twice = [
      { path: 'templates/a.html', text: page },
      { path: 'templates/a.html', text: page },
    ]
    const reply = await call(app, ['POST', '/project/apply'], { body: { files: twice } })
    expect(fieldsOf(reply)).toEqual({ 'templates/a.html': 'custom' })
    const member = (name: string, value: string) =>
      JSON.stringify({
        name,
        filters: { operator: 'AND', conditions: [{ field: 'segment', operator: 'memberOf', value }] },
      })
    const circle = { 'segments/a.jsonc': member('A', 'B'), 'segments/b.jsonc': member('B', 'A') }
    expect(await refused(circle)).toEqual({ 'segments/a.jsonc': 'custom' })
    const partial = (key: string) => `---\nname: P\n---\n{% include "${key}" %}\n`
    expect(await refused({ 'partials/p.html': partial('q'), 'partials/q.html': partial('p') })).toEqual({
      'partials/p.html': 'custom',
    })
    const servers = Array.from({ length: 101 }, (_, index) => ({
      id: `s${index}`,
      type: 'WEBHOOK',
      config: { url: `http://127.0.0.${index}/` },
      ...(index < 100 && { next: `s${index + 1}` }),
    }))
    expect(await refused({ 'workflows/w.jsonc': workflow({ steps: servers }) })).toEqual({
      'workflows/w.jsonc': 'too_big',
    })
  })

  it('cannot take the secrets of other places', async () => {
    const app = await inFreshProject(test)
    const headers = { Authorization: '${secret.AWS_SECRET_ACCESS_KEY}' }
    const step = { id: 'a', type: 'WEBHOOK', config: { url: 'http://127.0.0.1/', headers } }
    expect(fieldsOf(await apply(app, { 'workflows/w.jsonc': workflow({ steps: [step] }) }))).toEqual({
      'workflows/w.jsonc: steps.0.config.headers.Authorization': 'custom',
    })
    const secrets = { W__A__X: 'a\r\nX-Other: b' }
    const reply = await apply(app, {}, { secrets })
    expect(reply.statusCode).toBe(422)
  })
})
