import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressContent } from './content.ts'
import type { Content } from './content.ts'

const CONTENT: Content = {
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  isPlain: true,
  links: [],
  trackOpens: false,
  fromEmail: 'shop@shop.test',
  fromName: null,
  replyTo: null,
  headers: {},
  attachments: [],
}
const idOf = (overrides: Partial<Content> = {}) => addressContent({ ...CONTENT, ...overrides }).id

describe('the address of a content', () => {
  const file = {
    hash: '00',
    filename: 'a',
    contentType: 'b/c',
    disposition: 'inline',
    contentId: null,
    size: 1,
  } as const
  it.each<Partial<Content>>([
    { subject: 'Hellp' },
    { html: '<p>Hellp</p>' },
    { text: '' },
    { links: [''] },
    { trackOpens: true },
    { fromEmail: 'shop@shop.tesu' },
    { fromName: '' },
    { replyTo: 'a@shop.test' },
    { headers: { 'X-A': '' } },
    { attachments: [file] },
  ])('changes with every part of it: %j', (part) => {
    expect(idOf(part)).not.toBe(idOf())
  })

  it('is the same for the same', () => {
    expect(idOf({ headers: { 'X-A': '1' } })).toBe(idOf({ headers: { 'X-A': '1' } }))
  })

  it('does not confuse where one part ends and the next begins', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.string(), fc.string()),
        fc.tuple(fc.string(), fc.string()),
        ([a, b], [c, d]) => {
          const isSame = a === c && b === d
          expect(idOf({ subject: a, html: b }) === idOf({ subject: c, html: d })).toBe(isSame)
          expect(idOf({ fromName: a, replyTo: b }) === idOf({ fromName: c, replyTo: d })).toBe(isSame)
        },
      ),
    )
  })

  it('has a UUID of version 8', () => {
    const { id } = addressContent(CONTENT)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
