import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { Blocks } from '../blocks/blocks.schema.ts'
import { GALLERY_KINDS } from './gallery-kinds.values.ts'
import type { GalleryTemplate } from './gallery-kinds.values.ts'
import { GALLERY } from './gallery.values.ts'

const test = useTestApp()

beforeAll(async () => {
  await call(test, ['PATCH', '/project'], { body: { postalAddress: 'Shop, Lange Straat 1, Utrecht' } })
})

// Gmail cuts off what is longer.
const MOST_BYTES = 102_000

type RenderedEmail = {
  subject: string
  html: string
  text: string
  missing: string[]
  checks: { level: string; message: string }[]
}

async function render(template: GalleryTemplate, data: object): Promise<RenderedEmail> {
  const { subject, previewText, type, blocks } = template
  const reply = await call(test, ['POST', '/templates/render'], {
    body: { subject, previewText, type, blocks, data },
  })
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
  return reply.json<RenderedEmail>()
}

describe('the gallery', () => {
  it('has at least twelve emails, with ids of their own, of every kind', () => {
    expect(GALLERY.length).toBeGreaterThanOrEqual(12)
    expect(new Set(GALLERY.map(({ id }) => id)).size).toBe(GALLERY.length)
    expect(new Set(GALLERY.map(({ kind }) => kind))).toEqual(new Set(GALLERY_KINDS))
  })

  it.each(GALLERY)('$name is a valid document with the look of the brand kit', ({ blocks }) => {
    const parsed = Blocks.parse(JSON.parse(JSON.stringify(blocks)))
    expect(parsed).toEqual(blocks)
    expect(blocks.theme).toBeNull()
  })

  it.each(GALLERY)('$name renders with its sample data', async (template) => {
    const { html, text, subject, missing, checks } = await render(template, template.sample)
    expect(missing).toEqual([])
    expect(subject).not.toMatch(/[{}]|^\s*$/)
    expect(html + text).not.toMatch(/\{\{|\{%/)
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES)
    expect(text.trim().length).toBeGreaterThan(100)
    expect(checks.filter(({ level }) => level !== 'info')).toEqual([])
    // No images from other servers, and none without a description.
    expect(html).not.toMatch(/<img(?![^>]*\balt=)/)
    expect(html).not.toMatch(/<img/)
  })

  it.each(GALLERY)('$name renders for a contact without data', async (template) => {
    const { html, text, subject } = await render(template, {})
    expect(subject.trim()).not.toBe('')
    expect(html + text).not.toMatch(/\{\{|\{%/)
    expect(text).not.toMatch(/Hello ,|Hello  |Dear ,|, !/)
  })

  it.each(GALLERY)('$name has a link to unsubscribe if it is marketing, and only then', async (template) => {
    const { html } = await render(template, template.sample)
    expect(/>Unsubscribe</.test(html)).toBe(template.type === 'MARKETING')
  })
})
