import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildContact, buildKey } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { UNKNOWN } from '../../../test/support/feature-steps.ts'
import { GALLERY } from '../templates/gallery/gallery.values.ts'
import type { ContentChecks } from './content-checks.schema.ts'

const test = useTestApp()

type Checks = z.infer<typeof ContentChecks>
/** A hint: the footer with an unsubscribe link is added. */
const FOOTER = 'NO_UNSUBSCRIBE_LINK'

type Fields = Record<string, unknown>

const postDraft = (body: unknown) => call(test, ['POST', '/templates/checks'], { body })
const postSaved = (id: string, body: Fields = {}) => call(test, ['POST', `/templates/${id}/checks`], { body })

async function checkDraft(fields: Fields): Promise<Checks> {
  const reply = await postDraft({ subject: 'S', ...fields })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<Checks>()
}
async function buildTemplate(fields: Fields = {}, key = test.project.secretKey): Promise<{ id: string }> {
  const body = { name: 'Template', subject: 'S', body: '<p>Hi</p>', ...fields }
  return (await call(test, ['POST', '/templates'], { key, body })).json<{ id: string }>()
}

const found = ({ findings }: Checks) => findings.map(({ code, level, line }) => [code, level, line])

describe('POST /templates/checks', () => {
  it('finds what readers would notice, the most severe first, with its lines', async () => {
    const checks = await checkDraft({
      body: '<p>Hi {{ name }}</p>\n<img src="https://shop.example/a.png">\n<a href="/shop">Shop</a>\n<div style="display: grid">x</div>',
      data: { name: 'Ada' },
    })
    expect(found(checks)).toEqual([
      ['LINK_NOT_HTTP', 'warning', 3],
      ['CLIENT_SUPPORT', 'warning', 4],
      ['IMAGE_WITHOUT_ALT', 'info', 2],
    ])
    expect(checks.findings.every(({ suggestion }) => suggestion !== null)).toBe(true)
    expect(checks.clientDataDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await call(test, ['GET', '/templates'])).json()).toMatchObject({ total: 0 })
  })

  it.each(GALLERY)('finds nothing in $name of the gallery', async ({ blocks, type, sample: data }) => {
    expect(found(await checkDraft({ blocks, type, data })).filter(([code]) => code !== FOOTER)).toEqual([])
  })

  it('finds nothing in plain HTML', async () => {
    expect(found(await checkDraft({ body: '<p>Hi</p>' }))).toEqual([])
  })

  it('reads blocks as the MJML that they make', async () => {
    const blocks = { blocks: [{ type: 'html', html: '<p style="position: absolute">x</p>' }] }
    const [finding] = (await checkDraft({ blocks })).findings
    expect(finding).toMatchObject({ code: 'CLIENT_SUPPORT', level: 'warning' })
    expect(finding?.line).toBeGreaterThan(10)
  })

  it('finds what a partial adds, without a line', async () => {
    const partial = { key: 'clip', name: 'Clip', body: '<video src="https://shop.example/a.mp4"></video>' }
    expect((await call(test, ['POST', '/partials'], { body: partial })).statusCode).toBe(201)
    const checks = await checkDraft({ body: '<p>Hi</p>{% include "clip" %}' })
    expect(found(checks)).toEqual([['CLIENT_SUPPORT', 'warning', null]])
  })

  it('weighs the HTML as it is sent: values, footer and tracked links', async () => {
    const links = Array.from({ length: 700 }, (_, n) => `<a href="https://a.io/${n}">x</a>`).join('\n')
    const [plain, marketing] = await Promise.all(
      ['TRANSACTIONAL', 'MARKETING'].map((type) => checkDraft({ type, body: links })),
    )
    expect(found(plain as Checks)).toEqual([])
    expect(marketing?.htmlBytes).toBeGreaterThan(1.5 * (plain?.htmlBytes ?? Infinity))
    const filled = await checkDraft({ body: '<p>{{ text }}</p>', data: { text: 'x'.repeat(110_000) } })
    expect(found(filled)).toEqual([['CLIPPED_BY_GMAIL', 'warning', null]])
  })

  it('takes the values of a contact', async () => {
    const contact = await buildContact(test, { data: { about: 'x'.repeat(3_000) } })
    const body = '<p>{{ about }}</p>'
    expect((await checkDraft({ body, contactId: contact.id })).htmlBytes).toBeGreaterThan(3_000)
    const stranger = await buildContact(test, { project: test.other })
    const reply = await postDraft({ subject: 'S', body, contactId: stranger.id })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
  })

  it('refuses invalid drafts', async () => {
    expect(errorOf(await postDraft({ subject: 'S', body: '{% if %}' })).code).toBe('TEMPLATE_SYNTAX')
    expect(fieldsOf(await postDraft({ subject: 'S' }))).toHaveProperty('body')
    expect(fieldsOf(await postDraft({ body: 'x' }))).toHaveProperty('subject')
    expect(fieldsOf(await postDraft({ subject: 'S', body: 'x', data: [] }))).toHaveProperty('data')
    expect(fieldsOf(await postDraft({ subject: 'S', body: 'x', type: 'OTHER' }))).toHaveProperty('type')
  })

  it('reads a megabyte', async () => {
    const checks = await checkDraft({ body: '<p style="margin: 0">Hello</p>\n'.repeat(30_000) })
    expect(found(checks)).toContainEqual(['CLIPPED_BY_GMAIL', 'warning', null])
  })
})

describe('POST /templates/{id}/checks', () => {
  it('checks the latest version, by id and by alias', async () => {
    const body = '<p>\n<video src="https://shop.example/a.mp4"></video></p>'
    const { id } = await buildTemplate({ alias: 'with-video', body })
    for (const key of [id, 'with-video']) {
      const reply = await postSaved(key)
      expect(found(reply.json<Checks>())).toEqual([['CLIENT_SUPPORT', 'warning', 2]])
    }
  })

  it('checks a translation', async () => {
    const { id } = await buildTemplate({
      body: '<p>Hi</p>',
      translations: { de: { subject: 'S', body: '<form>Hallo</form>' } },
    })
    expect(found((await postSaved(id)).json<Checks>())).toEqual([])
    expect(found((await postSaved(id, { language: 'de-AT' })).json<Checks>())).toEqual([
      ['CLIENT_SUPPORT', 'warning', 1],
    ])
  })

  it('refuses invalid input, and templates that are not there', async () => {
    const { id } = await buildTemplate()
    expect(fieldsOf(await postSaved(id, { language: '' }))).toHaveProperty('language')
    expect(errorOf(await postSaved(id, { contactId: UNKNOWN })).code).toBe('CONTACT_NOT_FOUND')
    expect(fieldsOf(await postSaved(id, { data: 1 }))).toHaveProperty('data')
    const strange = await buildTemplate({}, test.other.secretKey)
    for (const key of [UNKNOWN, 'no-such-alias', strange.id]) {
      const reply = await postSaved(key)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    }
  })
})

describe('the keys of checks', () => {
  it('may read', async () => {
    const { id } = await buildTemplate()
    const reading = await buildKey(test, { scopes: ['read'] })
    const sending = await buildKey(test, { scopes: ['send'] })
    const draft = { subject: 'S', body: 'x' }
    for (const [url, body] of [
      ['/templates/checks', draft],
      [`/templates/${id}/checks`, {}],
    ] as const) {
      const post = (key: string | null) => call(test, ['POST', url], { key, body })
      expect((await post(reading)).statusCode).toBe(200)
      expect((await post(null)).statusCode).toBe(401)
      expect((await post(sending)).statusCode).toBe(403)
      expect((await post(test.project.publicKey)).statusCode).toBe(403)
    }
  })
})
