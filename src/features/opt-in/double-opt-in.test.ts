// The setting `doubleOptIn` of a project.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { readConfirmationEmails, setSender, signUp } from './fixtures/opt-in-steps.ts'

const test = useTestApp()
let app: TestApp
beforeEach(async () => {
  app = await inFreshProject(test)
  await setSender(app)
})

const patch = (doubleOptIn: unknown): Promise<Reply> =>
  call(app, ['PATCH', '/project'], { body: { doubleOptIn } })
const BODY = '<p>Hi</p><a href="{{ confirmUrl }}">Yes</a>'

describe('doubleOptIn', () => {
  it('is stored field by field', async () => {
    const template = await buildTemplate(app, { body: BODY })
    const reply = await patch({
      enabled: true,
      templateId: template.id,
      redirectUrl: 'https://bücher.example/danke schön',
      expiresDays: 30,
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      {
        doubleOptIn: {
          enabled: true,
          templateId: template.id,
          redirectUrl: 'https://xn--bcher-kva.example/danke%20sch%C3%B6n',
          expiresDays: 30,
        },
      },
    ])
    expect((await patch({ templateId: null, redirectUrl: null })).json()).toMatchObject({
      doubleOptIn: { enabled: true, templateId: null, redirectUrl: null, expiresDays: 30 },
    })
  })

  it.each([
    [{ enabled: 'yes' }, { 'doubleOptIn.enabled': 'invalid_type' }],
    [{ expiresDays: 0 }, { 'doubleOptIn.expiresDays': 'too_small' }],
    [{ expiresDays: 31 }, { 'doubleOptIn.expiresDays': 'too_big' }],
    [{ expiresDays: 1.5 }, { 'doubleOptIn.expiresDays': 'invalid_type' }],
    [{ redirectUrl: 'javascript:alert(1)' }, { 'doubleOptIn.redirectUrl': 'invalid_string' }],
    [{ redirectUrl: 'shop.test' }, { 'doubleOptIn.redirectUrl': 'invalid_string' }],
    [{ redirectUrl: `https://shop.test/${'a'.repeat(2_000)}` }, { 'doubleOptIn.redirectUrl': 'too_big' }],
    [{ templateId: 'welcome' }, { 'doubleOptIn.templateId': 'invalid_string' }],
    [{ templateId: crypto.randomUUID() }, { 'doubleOptIn.templateId': 'custom' }],
  ])('refuses %j', async (body, fields) => {
    const reply = await patch(body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('needs a template with the link, of the right type, of this project', async () => {
    const without = await buildTemplate(app, { body: '{% if confirmUrl %}Hi{% endif %}' })
    const marketing = await buildTemplate(app, { body: BODY, type: 'MARKETING' })
    const foreign = await buildTemplate(await inFreshProject(test), { body: BODY })
    const coupon = await buildTemplate(app, { body: `${BODY}{{ coupons.spring }}` })
    for (const { id } of [without, marketing, foreign, coupon]) {
      const reply = await patch({ templateId: id })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'doubleOptIn.templateId': 'custom' }])
    }
  })

  it('cannot be enabled without a sender, and warns if the sender is removed later', async () => {
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: null } })
    const reply = await patch({ enabled: true })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'doubleOptIn.enabled': 'required' }])
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'a@not-verified.example.org' } })
    expect(fieldsOf(await patch({ enabled: true }))).toEqual({ 'doubleOptIn.enabled': 'custom' })
    await setSender(app)
    expect((await patch({ enabled: true })).json()).toMatchObject({ warnings: [] })
    const removed = await call(app, ['PATCH', '/project'], { body: { defaultFrom: null } })
    expect(removed.json<{ warnings: string[] }>().warnings).toEqual([
      expect.stringContaining('the project has no sender'),
    ])
  })

  it('needs a secret key with the right to change things', async () => {
    const body = { doubleOptIn: { enabled: true } }
    const key = await buildKey(app, { scopes: ['read'] })
    const statuses = await Promise.all(
      [app.project.publicKey, key, null].map(
        async (given) => (await call(app, ['PATCH', '/project'], { body, key: given })).statusCode,
      ),
    )
    expect(statuses).toEqual([403, 403, 401])
  })
})

describe('the template of confirmations', () => {
  it('cannot be deleted', async () => {
    const { id } = await buildTemplate(app, { body: BODY })
    await patch({ templateId: id })
    const reply = await call(app, ['DELETE', `/templates/${id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'RESOURCE_IN_USE'])
    await patch({ templateId: null })
    expect((await call(app, ['DELETE', `/templates/${id}`])).statusCode).toBe(204)
  })

  it('is used, and replaced by the built-in email if it is gone or has no link any more', async () => {
    const { id } = await buildTemplate(app, { subject: 'Own', body: BODY })
    await patch({ enabled: true, templateId: id })
    const subjectFor = async () => {
      const email = newAddress()
      await signUp(app, { email, confirm: true })
      return (await readConfirmationEmails(app, email))[0]?.subject
    }
    expect(await subjectFor()).toBe('Own')
    await call(app, ['PATCH', `/templates/${id}`], { body: { body: '<p>No link</p>' } })
    expect(await subjectFor()).toContain('Please confirm')
    await sql`delete from templates where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(await subjectFor()).toContain('Please confirm')
  })
})
