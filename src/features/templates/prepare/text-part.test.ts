import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { generateTextPart } from './text-part.ts'

async function textOf(html: string, variables: Record<string, unknown> = {}): Promise<string> {
  const text = await generateTextPart(html)
  return compileTemplate({ subject: '', html: '', text }).render(variables).text.toString()
}

describe('generateTextPart', () => {
  it('keeps Liquid, and does not write headings in capitals', async () => {
    expect(await generateTextPart('<h1>Hi {{ firstName }}</h1><p>Your plan: {{ plan ?? "free" }}</p>')).toBe(
      'Hi {{ firstName }}\n\nYour plan: {{ plan ?? "free" }}',
    )
  })

  it('shows links, once if the text is the address', async () => {
    const html = '<p><a href="{{ u }}">Open</a></p><p><a href="{{ u }}">{{ u }}</a> <a href="#top">Up</a></p>'
    expect(await textOf(html, { u: 'https://x.example/?a=1&b=2' })).toBe(
      'Open [https://x.example/?a=1&b=2]\n\nhttps://x.example/?a=1&b=2 Up',
    )
  })

  it('lets conditions work, without leaving empty lines behind', async () => {
    const html =
      '<p>A</p>\n{%- if vip -%}\n<p>V</p>\n{%- else -%}<p>N</p>{%- endif -%}\n<p>Z {% if vip %}!{% endif %}</p>'
    expect(await textOf(html, { vip: true })).toBe('A\n\nV\n\nZ !')
    expect(await textOf(html, { vip: false })).toBe('A\n\nN\n\nZ ')
  })

  it('lets loops work between table rows and list items', async () => {
    const html =
      '<table><tr><th>Item</th><th>Price</th></tr>{% for i in items %}<tr><td>{{ i.n }}</td><td>{{ i.p }}</td></tr>{% endfor %}</table>' +
      '<ol>{% for i in items %}<li>{{ i.n }}</li>{% endfor %}</ol><p>End</p>'
    const items = [
      { n: 'Pen', p: 2 },
      { n: 'Ink', p: 3 },
    ]
    expect(await textOf(html, { items })).toBe('Item Price\nPen 2\nInk 3\n- Pen\n- Ink\n\nEnd')
  })

  it('numbers a list that does not grow', async () => {
    expect(await textOf('<ol><li>a</li><li>b</li></ol>')).toMatch(/1\. a\n\s*2\. b/)
  })

  it('follows a link that a condition chooses', async () => {
    const html =
      '<a {% if x %}href="https://a.example"{% else %}href="https://b.example"{% endif %} class="c">L</a>'
    expect(await textOf(html, { x: true })).toBe('L [https://a.example]')
    expect(await textOf(html, {})).toBe('L [https://b.example]')
  })

  it('drops invisible content, but keeps its side effects', async () => {
    const html =
      '<head><title>{{ t }}</title><style>p{color:{{ c }}}</style>{% assign a = "Hello" %}</head>' +
      '<!-- {% assign b = "there" %}{{ c }} --><p class="{{ c }}" {% if c %}id="x"{% endif %}>{{ a }} {{ b }}</p>' +
      '<div style="display: none">{{ c }}{% capture d %}Bye {{ name }}{% endcapture %}<div>x</div></div><p>{{ d }}</p>'
    expect(await textOf(html, { t: 'T', c: 'C', name: 'Ann' })).toBe('Hello there\n\nBye Ann')
  })

  it('shows the alt texts of images', async () => {
    expect(await textOf('<p><img src="x" alt="Logo of {{ n }} &lt;3"> <img src="y"></p>', { n: 'A' })).toBe(
      'Logo of A <3',
    )
  })

  it('keeps text that only looks like Liquid', async () => {
    const html = '<p>{% raw %}{{ x }} {% if %}{% endraw %} &#123;&#123; y }} &#123;{{ z }}</p>'
    expect(await textOf(html, { x: 1, y: 2, z: 3 })).toBe('{{ x }} {% if %} {{ y }} {3')
  })

  it('removes markup from values', async () => {
    expect(await textOf('<p>{{ x | raw }}{{ y | escape }}</p>', { x: '<b>bold</b>', y: '<&>' })).toBe(
      'bold<&>',
    )
  })

  it('keeps preformatted text and special characters', async () => {
    expect(await textOf('<pre>a\n  b {{ c }}</pre><p>&amp;&nbsp;&euro; 1 &lt; 2</p>', { c: 'd' })).toBe(
      'a\n  b d\n\n&\u00A0€ 1 < 2',
    )
  })
})
