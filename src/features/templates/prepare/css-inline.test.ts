import { describe, expect, it } from 'vitest'
import { inlineCss } from './css-inline.ts'

/** The body of a document with this CSS, after inlining. Checks that the style block is unchanged. */
async function inlined(css: string, body: string): Promise<string> {
  const block = `<style>${css}</style>`
  const { html, problem } = await inlineCss(block + body)
  expect(problem).toBeUndefined()
  expect(html.startsWith(block)).toBe(true)
  return html.slice(block.length)
}

const problemOf = async (css: string, body: string) =>
  (await inlineCss(`<style>${css}</style>${body}`)).problem

describe('inlineCss', () => {
  it('writes rules into style attributes and leaves the style block', async () => {
    expect(await inlined('p { color: red } .b { font-weight: bold }', '<p class="b">x</p><div>y</div>')).toBe(
      '<p style="color: red; font-weight: bold;" class="b">x</p><div>y</div>',
    )
  })

  it('keeps media queries and hover rules in the block only', async () => {
    const css = 'a{color:red} a:hover{color:blue} @media (max-width:600px){a{color:green!important}}'
    expect(await inlined(css, '<a>x</a>')).toBe('<a style="color: red;">x</a>')
  })

  it('lets the style of the element win, as it did', async () => {
    expect(await inlined('p{color:red;margin:0}', `<p style='color:blue'>x</p>`)).toBe(
      `<p style='color: red; margin: 0; color:blue'>x</p>`,
    )
    expect(await inlined('p{color:red!important}', '<p style=color:blue>x</p>')).toBe(
      '<p style="color: red !important; color:blue">x</p>',
    )
  })

  it('escapes what means something in an attribute', async () => {
    expect(await inlined('p{background:url(a?b=1&copy=2);font-family:"A B"}', `<p style='x:y'>z</p>`)).toBe(
      `<p style='background: url(a?b=1&amp;copy=2); font-family: &#39;A B&#39;; x:y'>z</p>`,
    )
  })

  it('leaves loops between table rows where they are', async () => {
    const table = (td: string) => `<table>{% for i in items %}<tr>${td}{{ i }}</td></tr>{% endfor %}</table>`
    expect(await inlined('td{padding:4px}', table('<td>'))).toBe(table('<td style="padding: 4px;">'))
  })

  it('leaves Liquid in attributes alone', async () => {
    const body = (style: string) =>
      `<a href="{{ url | default: "a>b" }}"${''} title='{% if x < 1 %}y{% endif %}'>{{ z }}</a>`.replace(
        '<a',
        `<a${style}`,
      )
    expect(await inlined('a{color:red}', body(''))).toBe(body(' style="color: red;"'))
  })

  it('takes Liquid in a style attribute as it is', async () => {
    expect(await inlined('p{margin:0}', '<p style="{% if a %}color:{{ c }}{% endif %}">x</p>')).toBe(
      '<p style="margin: 0; {% if a %}color:{{ c }}{% endif %}">x</p>',
    )
  })

  it('moves values that Liquid fills', async () => {
    expect(await inlined('p{color:{{ brand.colour | default: "red" }};width:{{ w }}px}', '<p>x</p>')).toBe(
      '<p style="color: {{ brand.colour | default: "red" }}; width: {{ w }}px;">x</p>',
    )
  })

  it('leaves elements out whose class or id Liquid decides, with all they hold', async () => {
    const body = '<div class="{{ theme }}"><p>a</p></div><div {% if x %}id="b"{% endif %}><p>b</p></div>'
    const { html, skipped } = await inlineCss(`<style>p{color:red}</style>${body}<p>c</p>`)
    expect(html).toBe(`<style>p{color:red}</style>${body}<p style="color: red;">c</p>`)
    expect(skipped).toBe(4)
  })

  it('looks at other attributes only if a selector does', async () => {
    const body = '<a href="{{ u }}">x</a>'
    expect(await inlined('a{color:red}', body)).toContain('style=')
    expect((await inlineCss(`<style>a[href]{color:red}</style>${body}`)).skipped).toBe(1)
  })

  it('leaves the inside of raw blocks, comments and conditional comments alone', async () => {
    const body = '<!--[if mso]><p>{% if a %}x{% endif %}</p><![endif]-->{% comment %}<p>{% endcomment %}'
    expect(await inlined('p{color:red}', `${body}{% raw %}<p>{{ x }}</p>{% endraw %}`)).toBe(
      `${body}{% raw %}<p style="color: red;">{{ x }}</p>{% endraw %}`,
    )
  })

  it('bears end tags that are left out', async () => {
    expect(await inlined('li{color:red}', '<ul>{% for x in y %}<li>{{ x }}{% endfor %}</ul>')).toBe(
      '<ul>{% for x in y %}<li style="color: red;">{{ x }}{% endfor %}</ul>',
    )
  })

  it.each([
    ['{% if a %}p{color:red}{% endif %}', '<p>x</p>', 'a style block holds Liquid tags'],
    ['.{{ x }}{color:red}', '<p>x</p>', 'Liquid in a style block stands outside a value'],
    ['p[a="{{ x }}"]{color:red}', '<p>x</p>', 'Liquid in a style block stands outside a value'],
    ['p{ {{ all }} }', '<p>x</p>', 'Liquid in a style block stands outside a value'],
    ['p{color:{{ x | raw }}}', '<p>x</p>', 'a style block holds Liquid that is not escaped'],
    [
      'p{color:red}',
      '{% if a %}<div>{% else %}<div class="b">{% endif %}<p>x</p></div>',
      'an element begins and ends in different branches of Liquid',
    ],
    [
      'p{color:red}',
      '<div>{% if a %}</div><div>{% endif %}<p>x</p></div>',
      'an element begins and ends in different branches of Liquid',
    ],
    [
      'p{color:red}',
      '<div {% if a %}class="b">{% else %}><p>{% endif %}x</div>',
      'an element begins and ends in different branches of Liquid',
    ],
    ['p{color:red}', '{% capture x %}<p>y</p>{% endcapture %}<div>{{ x }}</div>', 'a capture holds elements'],
    ['h1{color:red}', '<h{{ n }}>x</h{{ n }}>', 'Liquid makes the name of an element'],
    [
      'li:nth-child(2){color:red}',
      '<ul>{% for x in y %}<li>{{ x }}</li>{% endfor %}</ul>',
      'a selector depends on the order of elements, which Liquid decides',
    ],
    [
      'p + p{color:red}',
      '<p>a</p>{{ more | raw }}<p>b</p>',
      'a selector depends on the order of elements, which Liquid decides',
    ],
    ['p{color:red}', '<p>x</p>'.repeat(6000), 'there are too many elements and rules'],
    ['p{color:red}', '<b>'.repeat(300), 'it is nested too deeply'],
    ['p{content:"x}', '<p>x</p>', 'a string in it has no end'],
    [`p{content:'\\'}`, '<p>x</p>', 'a string in it has no end'],
    [`/*${'x'.repeat(200_000)}*/`, '<p>x</p>', 'there is too much of it'],
  ])('leaves the CSS %s of %s as it is', async (css, body, problem) => {
    expect(await problemOf(css, body)).toBe(problem)
    const source = `<style>${css}</style>${body}`
    expect((await inlineCss(source)).html).toBe(source)
  })

  it('leaves a style block that a condition wraps', async () => {
    const source = '{% if a %}<style>p{color:red}</style>{% endif %}<p>x</p>'
    expect(await inlineCss(source)).toMatchObject({
      html: source,
      problem: 'Liquid decides about a style block',
    })
  })

  it('leaves rules for other media, and those marked to be left', async () => {
    const source = '<style media="print">p{color:red}</style><style data-embed>p{margin:0}</style><p>x</p>'
    expect((await inlineCss(source)).html).toBe(source)
  })

  it('survives CSS that is none', async () => {
    expect(await inlined('<!-- p{color:red} --> }}} @media {', '<p>x</p>')).toContain('<p')
  })
})
