import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { prepareTemplate } from './prepare-template.ts'
import type { PreparedTemplate, TemplateInput } from './prepare-template.ts'

const prepare = (given: Partial<TemplateInput>): Promise<PreparedTemplate> =>
  prepareTemplate({ subject: 'S', body: '<p>B</p>', text: null, type: 'TRANSACTIONAL', ...given })

async function refusalOf(given: Partial<TemplateInput>): Promise<string> {
  const error: unknown = await prepare(given).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).code).toBe('TEMPLATE_SYNTAX')
  return (error as AppError).message
}

const codesOf = async (given: Partial<TemplateInput>) => (await prepare(given)).checks.map(({ code }) => code)

describe('prepareTemplate', () => {
  it('leaves HTML without a style block as it is', async () => {
    const body = `<P CLASS='x' {% if a %}id=b{% endif %}>&nbsp;{{ c }}<br/>\n<table>{% for d in e %}<tr>{% endfor %}`
    expect((await prepare({ body })).html).toBe(body)
  })

  it('lists the variables of all parts', async () => {
    const { variables } = await prepare({
      subject: '{{ a }}',
      body: '{{ data.b }}{% for x in c %}{{ x }}{% endfor %}',
    })
    expect(variables).toEqual(['a', 'c', 'data.b'])
  })

  it('knows whether a template holds outputs only', async () => {
    expect((await prepare({ body: '<p>{{ a }}</p>' })).isPlain).toBe(true)
    expect((await prepare({ body: '{% if a %}<p>{{ a }}</p>{% endif %}' })).isPlain).toBe(false)
  })

  it('keeps a text that is given, and makes one otherwise', async () => {
    expect((await prepare({ text: 'own {{ x }}' })).text).toBe('own {{ x }}')
    expect((await prepare({ text: '' })).text).toBe('')
    expect((await prepare({ body: '<h1>Hi {{ x }}</h1>' })).text).toBe('Hi {{ x }}')
  })

  it('drops a byte order mark', async () => {
    expect((await prepare({ body: '\uFEFF<p>x</p>' })).html).toBe('<p>x</p>')
  })
})

describe('what is refused', () => {
  it.each([
    [{ subject: 'Hi {{ a' }, /^subject, line 1, column 4: /],
    [{ body: '<p>\n  {% if a %}</p>' }, /^body, line 2, column 3: /],
    [{ body: '<p>{{ a | nope }}</p>' }, /^body, line 1, column \d+: .*nope/],
    [{ text: 'a\nb {% endfor %}' }, /^text, line 2, column 3: /],
    [{ body: '{% include "package.json" %}' }, /^body, line 1, column 1: /],
    [
      { body: '\n{% assign a = 1 %}<mjml></mjml>' },
      /^body, line 2, column 19: MJML has to be the whole body/,
    ],
  ])('%j says where', async (given, message) => {
    expect(await refusalOf(given)).toMatch(message)
  })
})

describe('checks', () => {
  it('finds nothing in an ordinary template', async () => {
    expect(await codesOf({ body: '<p>Hi <img src="x" alt=""></p>' })).toEqual([])
  })

  it('misses an unsubscribe link in marketing only', async () => {
    const body = '<p>Buy</p>'
    expect(await codesOf({ body, type: 'MARKETING' })).toEqual(['NO_UNSUBSCRIBE_LINK'])
    expect(await codesOf({ body })).toEqual([])
    for (const name of ['unsubscribeUrl', 'manageUrl']) {
      const left = `<a href="{{ ${name} }}">Stop</a>{{ lm_postal_address }}`
      expect(await codesOf({ body: left, type: 'MARKETING' })).toEqual([])
    }
  })

  it('misses a postal address in marketing that has a link of its own to leave by', async () => {
    const body = '<a href="{{ unsubscribeUrl }}">Stop</a>'
    expect(await codesOf({ body, type: 'MARKETING' })).toEqual(['NO_POSTAL_ADDRESS'])
    expect(await codesOf({ body: `${body}<!-- {{ lm_postal_address }} -->`, type: 'MARKETING' })).toEqual([
      'NO_POSTAL_ADDRESS',
    ])
    expect(await codesOf({ body })).toEqual([])
  })

  it('warns of what Gmail cuts off', async () => {
    expect(await codesOf({ body: 'x'.repeat(102 * 1024) })).toEqual([])
    expect(await codesOf({ body: 'x'.repeat(102 * 1024 + 1) })).toEqual(['CLIPPED_BY_GMAIL'])
    expect(await codesOf({ body: 'é'.repeat(60 * 1024) })).toEqual(['CLIPPED_BY_GMAIL'])
  })

  it('counts images without alt', async () => {
    const { checks } = await prepare({
      body: '<img src="a"><img src="b" alt><img src="c" {% if x %}alt="d"{% endif %}><img>',
    })
    expect(checks).toEqual([
      { code: 'IMAGE_WITHOUT_ALT', level: 'info', message: '2 images have no alt text.' },
    ])
  })

  it.each([
    '<link rel="stylesheet" href="https://fonts.example/css">',
    '<style>@import url("https://fonts.example/css");</style>',
    '<style>@import "//fonts.example/css";</style>',
    '<style>@font-face{font-family:A;src:url(https://fonts.example/a.woff2)}</style>',
  ])('tells of foreign fonts in %s', async (body) => {
    const { checks } = await prepare({ body })
    expect(checks).toMatchObject([{ code: 'FOREIGN_FONT', level: 'info' }])
    expect(checks[0]?.message).toContain('fonts.example')
  })

  it('says when CSS was not inlined, or not everywhere', async () => {
    expect(await codesOf({ body: '<style>{% if a %}p{color:red}{% endif %}</style><p>x</p>' })).toEqual([
      'CSS_NOT_INLINED',
    ])
    expect(await codesOf({ body: '<style>p{color:red}</style><p class="{{ a }}">x</p>' })).toEqual([
      'CSS_PARTLY_INLINED',
    ])
  })

  it('leaves CSS where inlining would make the body too long', async () => {
    const values = Array.from({ length: 60 }, (_, n) => `x-${n}:{{ v${n} }};`)
    const body = `<style>p{${values.join('')}}</style>${'<p>x</p>'.repeat(400)}`
    const prepared = await prepare({ body })
    expect(prepared.html === body).toBe(true)
    expect(prepared.checks.map(({ code }) => code)).toEqual(['CSS_NOT_INLINED'])
  })

  it('says when there is no text part', async () => {
    const prepared = await prepare({ body: '<i>x</i>'.repeat(21_000) })
    expect(prepared.text).toBe('')
    expect(prepared.checks.map(({ code }) => code)).toContain('NO_TEXT_PART')
  })
})
