import { describe, expect, it } from 'vitest'
import { translateResendTemplate } from './resend-template.ts'

describe('variables of Resend', () => {
  it.each([
    ['Hi {{{FIRST_NAME}}}', 'Hi {{ firstName }}'],
    ['{{{PRODUCT}}} {{{PRICE}}}', '{{ PRODUCT ?? "Tea" }} {{ PRICE ?? 3 }}'],
    ['{{{FIRST_NAME|friend}}}', '{{ firstName ?? "friend" }}'],
    [
      '{{{RESEND_UNSUBSCRIBE_URL}}} {{{contact.email}}} {{{contact.plan}}}',
      '{{ unsubscribeUrl }} {{ email }} {{ plan }}',
    ],
    ['{{ not a variable }}', '{{ "{" }}{ not a variable }}'],
  ])('%s', (source, expected) => {
    const fallbacks = new Map<string, unknown>([
      ['PRODUCT', 'Tea'],
      ['PRICE', 3],
    ])
    expect(translateResendTemplate(source, fallbacks)).toEqual({ text: expected, untranslated: [] })
  })

  it('names what it does not know', () => {
    expect(translateResendTemplate('{{{a b}}}', new Map()).untranslated).toMatchObject([
      { line: 1, source: '{{{a b}}}' },
    ])
  })
})
