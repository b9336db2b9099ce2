import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { compileTemplate } from './compile.ts'
import { unspliced } from './fixtures/rendering.ts'

const PATHS = [
  'a',
  'b',
  'c',
  'a.b',
  'a.b.c',
  'a["b"]',
  'b[0]',
  'b[-1]',
  'b.first',
  'b.last',
  'a.size',
  'b.size',
  'c.size',

  'size',
  'first',
  'a.toString',
  '__proto__',
  'constructor',
  'a[1.5]',
  'a.0',
  'missing',
  'missing.deep',
  'größe',
]
const OPERANDS = [...PATHS, '"there"', "'<b>'", '""', '42', '-1.5', 'true', 'false', '"javascript:x"']
const FILTERS = [
  'escape',
  'raw',
  'url_encode',
  'default: "<i>"',
  'default: 7',
  'default: "x", allow_false: true',
  'default',
]

const output = fc
  .tuple(
    fc.array(fc.constantFrom(...OPERANDS), { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom(...FILTERS), { maxLength: 3 }),
    fc.constantFrom(' ?? ', '??'),
    fc.constantFrom(['{{', '}}'], ['{{ ', ' }}'], ['{{- ', ' -}}']),
  )
  .map(([operands, filters, operator, [open, close]]) =>
    [open, [operands.join(operator), ...filters].join(' | '), close].join(''),
  )

const html = fc.constantFrom(
  '<a href="',
  '">',
  "<a href='",
  "'>",
  '<p title="',
  "<p title='",
  '<img src="',
  '<style>',
  '</style>',
  '</a>',

  '<title>',
  '</title>',
  '<!-- ',
  ' -->',
  '<!--[if mso]>',
  '<![endif]-->',
  '<',
  '>',
  '"',
  "'",
  ' ',
  '\n',
  '/',
  ':',

  'text',
  'é',
  '€',
  '😀',
  '\uD83D',
  '\uDE00',
  'java',
  'script:',
  '{% raw %}{{ x }}{% endraw %}',
  '&amp;',
  '=',
)
const template = fc
  .array(fc.oneof({ weight: 3, arbitrary: html }, { weight: 2, arbitrary: output }), { maxLength: 12 })
  .map((pieces) => pieces.join(''))

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", 'é', '€', '😀', '\uD83D', '\uDE00', ' ', '\n', '%', ':'),
  }),
  fc.constantFrom(
    'javascript:alert(1)',
    'https://x.example/?a&b',
    '<b>',
    '<a href="',
    '">',
    '--',
    '</style>',
    'java',
  ),
)
const leaf = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.date({ noInvalidDate: false }),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(
        fc.constantFrom('b', 'c', 'size', '0', 'first', 'toString', 'x'),
        tie('value'),
        {
          maxKeys: 3,
        },
      ),
    },
  ),
}))
const values = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'size', 'größe', 'constructor', '__proto__'),
  value,
)

describe('splicing', () => {
  it('gives the same bytes as the library', () => {
    fc.assert(
      fc.property(template, values, (source, given) => {
        const fast = compileTemplate({ subject: source, html: source, text: source })
        const slow = compileTemplate({
          subject: unspliced(source),
          html: unspliced(source),
          text: unspliced(source),
        })
        expect(slow.isPlain).toBe(false)
        const left = fast.render(given)
        const right = slow.render(given)
        expect(left.subject).toBe(right.subject)
        expect(left.text.toString()).toBe(right.text.toString())
        expect(left.html.toString()).toBe(right.html.toString())
      }),
      propertyRuns(2500),
    )
  })

  it('applies to most of those templates: otherwise the library would be compared with itself', () => {
    const sources = fc.sample(template, { numRuns: 100, seed: 1 })
    const plain = sources.filter(
      (source) => compileTemplate({ subject: source, html: source, text: source }).isPlain,
    )
    expect(plain.length).toBeGreaterThan(50)
  })

  it('applies to a body of text and variables', () => {
    const isPlain = (source: string) => compileTemplate({ subject: '', html: source, text: '' }).isPlain
    expect(isPlain('<p title="{{ a }}">{{ b.c ?? "d" | escape }}</p><a href="{{ u | url_encode }}">')).toBe(
      true,
    )
    expect(isPlain('<title>{{ a }}</title>{{ b | default: "x" }}{{ c | raw }}')).toBe(true)
    for (const other of [
      '{{ a | upcase }}',
      '{% if a %}{% endif %}',
      '<p title={{ a }}>',
      '{{ a[b] }}',
      '<{{ a }}>',
    ]) {
      expect(isPlain(other)).toBe(false)
    }
  })

  it('leaves values that change the HTML state to the library', () => {
    const source = '{{ a | raw }}<a href="{{ b }}">'
    const compiled = compileTemplate({ subject: '', html: source, text: '' })
    expect(compiled.isPlain).toBe(true)
    const render = (a: string) => compiled.render({ a, b: 'x:y' }).html.toString()
    expect(render('<p title="')).toBe('<p title="<a href="x:y">')
    expect(render('<p title="x">')).toBe('<p title="x"><a href="">')
  })
})
