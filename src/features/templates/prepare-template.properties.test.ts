// Preparing preserves the content: for random templates and values, the prepared HTML shows the same text as the source, and
// so does the text part.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import { prepareTemplate } from './prepare/prepare-template.ts'

const ELEMENTS = ['p', 'div', 'h1', 'b', 'span', 'td'] as const

const words = fc.constantFrom(
  'word',
  'Äé',
  'x &amp; y',
  '&lt;i&gt;',
  ' ',
  '\n',
  '1 < 2',
  '{ brace }',
  '&#123;&#123;a}}',
)
const output = fc.constantFrom(
  '{{ a }}',
  '{{- b -}}',
  '{{ a | upcase }}',
  '{{ c ?? "none >" }}',
  '{{ item.n }}',
)
const attributes = fc.constantFrom(
  '',
  ' class="k"',
  ` class='k m' style="margin:0"`,
  ' class="{{ a }}"',
  ' style="color:{{ b }}"',
  ` title="{{ a | default: ">" }}"`,
  ' {% if a %}class="k"{% else %}id="i"{% endif %}',
  ' {% if b %}hidden-not{% endif %}',
  ' style=color:red',
)

const { node } = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }).map((parts) => parts.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    output,
    fc
      .record({ name: fc.constantFrom(...ELEMENTS), attribute: attributes, inside: tie('nodes') })
      .map(({ name, attribute, inside }) => `<${name}${attribute}>${inside}</${name}>`),
    tie('nodes').map((inside) => `{% if a %}${inside}{% endif %}`),
    fc
      .tuple(tie('nodes'), tie('nodes'))
      .map(([yes, no]) => `{%- unless b -%}${yes}{% else %}${no}{%- endunless %}`),
    tie('nodes').map((inside) => `{% for item in list %}${inside}{% endfor %}`),
    tie('nodes').map(
      (inside) => `<table>{% for item in list %}<tr><td>${inside}</td></tr>{% endfor %}</table>`,
    ),
    fc.constantFrom(
      '{% raw %}{{ a }}{% endraw %}',
      '{% comment %}<p>{{ a }}{% endcomment %}',
      '<!-- {{ a }} {% assign d = 1 %} -->',
      '{% assign a = b %}',
      '<br>',
      '</p>',
    ),
  ),
}))

const css = fc.constantFrom(
  '',
  'p{color:red}',
  '.k td, #i{margin:0}',
  'b{color:{{ a }}}',
  'td + td{margin:0}',
  '{% if a %}p{margin:0}{% endif %}',
)
const template = fc
  .tuple(css, fc.array(node, { maxLength: 6 }))
  .map(([rules, parts]) => `<style>${rules}</style>${parts.join('')}`)

const text = fc.constantFrom('', 'plain', '<b>&"\'', '{{ a }}', 'ünï', 'k')
const values = fc.record({
  a: fc.oneof(text, fc.constant(null), fc.boolean()),
  b: text,
  list: fc.array(fc.record({ n: text }), { maxLength: 3 }),
})

const render = (source: { html: string; text: string }, variables: Record<string, unknown>) =>
  compileTemplate({ subject: '', ...source }).render(variables)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'", '#123': '{' }

/** The visible text, without its layout. */
const visible = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '')
    .replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
    .replace(/&(amp|lt|gt|#34|#39|#123);/g, (_all, name: string) => ENTITIES[name] ?? '')

const squeezed = (shown: string) => shown.replace(/\s+/g, '')

it('prepared HTML and text show what the source shows', async () => {
  await fc.assert(
    fc.asyncProperty(template, values, async (body, variables) => {
      const prepared = await prepareTemplate({ subject: 'x', body, text: null, type: 'TRANSACTIONAL' })
      const source = visible(render({ html: body, text: '' }, variables).html.toString())
      const { html, text: textPart } = render(prepared, variables)
      expect(visible(html.toString())).toBe(source)
      expect(squeezed(textPart.toString())).toBe(squeezed(source))
    }),
    propertyRuns(300),
  )
})
