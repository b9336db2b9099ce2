import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  buildTemplate,
  newFields,
  patchTemplate,
  postTemplate,
  readTemplate,
} from './fixtures/template-steps.ts'

const test = useTestApp()

describe('the alias of a template', () => {
  it('can replace the id in every request', async () => {
    const { id } = await buildTemplate(test, { alias: 'password-reset', subject: 'Reset' })
    const path = '/templates/password-reset'
    expect((await call(test, ['GET', path])).json()).toMatchObject({ id, alias: 'password-reset' })
    expect((await call(test, ['POST', `${path}/render`], { body: {} })).json()).toMatchObject({
      subject: 'Reset',
    })
    expect((await call(test, ['PATCH', path], { body: { name: 'Again' } })).json()).toMatchObject({
      id,
      version: 2,
    })
    expect((await call(test, ['GET', `${path}/versions`])).json()).toMatchObject({ total: 2 })
    expect((await call(test, ['GET', `${path}/versions/1`])).json()).toMatchObject({ version: 1 })
    const copy = (await call(test, ['POST', `${path}/duplicate`])).json<{ id: string; alias: null }>()
    expect(copy.alias).toBeNull()
    expect((await call(test, ['DELETE', path])).statusCode).toBe(204)
    expect(errorOf(await call(test, ['GET', path])).code).toBe('TEMPLATE_NOT_FOUND')
  })

  it('names the template of an email', async () => {
    const { id } = await buildTemplate(test, { alias: 'receipt', subject: 'Receipt', from: 'me@shop.test' })
    const sent = await call(test, ['POST', '/v1/send'], {
      body: { to: 'ada@example.com', template: 'receipt' },
    })
    expect(sent.statusCode).toBe(200)
    const [email] = (await call(test, ['GET', '/emails'])).json<{ emails: { templateId: string }[] }>().emails
    expect(email).toMatchObject({ templateId: id, subject: 'Receipt' })
    const unknown = await call(test, ['POST', '/v1/send'], {
      body: { to: 'ada@example.com', template: 'receipts' },
    })
    expect(errorOf(unknown)).toMatchObject({ statusCode: 404, code: 'TEMPLATE_NOT_FOUND' })
  })

  it('is unique in its project, also among saves at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => postTemplate(test, { ...newFields(), alias: 'only-one' })),
    )
    expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(4)
    const other = await buildTemplate(test)
    const taken = await patchTemplate(test, other.id, { alias: 'only-one' })
    expect(errorOf(taken)).toMatchObject({
      code: 'CONFLICT',
      message: 'Another template has the alias "only-one".',
    })
    const elsewhere = await call(await inFreshProject(test), ['POST', '/templates'], {
      body: { ...newFields(), alias: 'only-one' },
    })
    expect(elsewhere.statusCode).toBe(201)
  })

  it('does not lead to the template of another project', async () => {
    await buildTemplate(test, { alias: 'ours' })
    const stranger = await inFreshProject(test)
    expect(errorOf(await call(stranger, ['GET', '/templates/ours'])).code).toBe('TEMPLATE_NOT_FOUND')
  })

  it('can be given away, and is kept by saves that do not name it', async () => {
    const { id } = await buildTemplate(test, { alias: 'moves' })
    await patchTemplate(test, id, { name: 'Other name' })
    expect(await readTemplate(test, id)).toMatchObject({ alias: 'moves' })
    await patchTemplate(test, id, { alias: null })
    expect((await postTemplate(test, { ...newFields(), alias: 'moves' })).statusCode).toBe(201)
  })

  it.each(['', 'Big', 'two words', 'ä', 'a/b', 'a.b', '0198a6a0-0000-7000-8000-000000000000'])(
    'is refused as %j',
    async (alias) => {
      expect(fieldsOf(await postTemplate(test, { ...newFields(), alias }))).toEqual({ alias: 'custom' })
    },
  )

  it.each(['-a', 'a-', 'a--b', '2026', '-'])('may be %j, and leads to its template', async (alias) => {
    const { id } = await buildTemplate(test, { alias })
    expect((await call(test, ['GET', `/templates/${alias}`])).json()).toMatchObject({ id, alias })
  })

  it('is no word that a path of the API has in its place', async () => {
    const reply = await postTemplate(test, { ...newFields(), alias: 'render' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { alias: 'reserved' }])
  })

  it('has at most 100 characters', async () => {
    const reply = await postTemplate(test, { ...newFields(), alias: 'a'.repeat(101) })
    expect(fieldsOf(reply)).toMatchObject({ alias: expect.stringMatching(/too_big/) as string })
  })

  it.each(['%00', '%F0%9F%98%80', 'a'.repeat(90), '%27%20or%201=1'])(
    'that nobody has is a 404: %s',
    async (alias) => {
      expect((await call(test, ['GET', `/templates/${alias}`])).statusCode).toBe(404)
    },
  )
})
