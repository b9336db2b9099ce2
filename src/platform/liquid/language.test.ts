import { describe, expect, it } from 'vitest'
import { compileTemplate } from './compile.ts'
import { renderHtml, renderSubject, renderText } from './fixtures/rendering.ts'
import type { Values } from './fixtures/rendering.ts'

const values: Values = {
  name: 'Ann',
  void_: '',
  no: false,
  yes: true,
  zero: 0,
  nothing: null,
  price: 19.9,
  data: { plan: 'pro', 'first name': 'Ann', nested: { deep: [10, 20, 30] } },
  tags: ['red', 'green', 'blue'],
  items: [
    { title: 'Tea', price: 3, stock: true },
    { title: 'Coffee', price: 5, stock: false },
    { title: 'Milk', price: 1, stock: true },
  ],
  size: undefined,
}

type Case = [source: string, expected: string]

/** Renders the text part, so that nothing is escaped. */
function itRenders(cases: Case[]): void {
  it.each(cases)('%s', (source, expected) => {
    expect(renderText(source, values)).toBe(expected)
  })
}

describe('variables', () => {
  itRenders([
    ['no variable', 'no variable'],
    ['{{ name }}', 'Ann'],
    ['{{name}}', 'Ann'],
    ['{{ data.plan }}', 'pro'],
    ['{{ data["plan"] }}', 'pro'],
    ["{{ data['first name'] }}", 'Ann'],
    ['{{ data.nested.deep[1] }}', '20'],
    ['{{ data.nested.deep[-1] }}', '30'],
    ['{{ tags.first }} {{ tags.last }} {{ tags.size }}', 'red blue 3'],
    ['{{ name.size }}', '3'],
    ['{{ items[0].title }}', 'Tea'],
    ['{% assign key = "plan" %}{{ data[key] }}', 'pro'],
    ['{{ price }} {{ zero }} {{ yes }} {{ no }}', '19.9 0 true false'],
    ['{{ tags }}', 'redgreenblue'],
    ['{{ data.nested }}', '{"deep":[10,20,30]}'],
    ['{{ "a text" }} {{ \'another\' }} {{ 42 }} {{ true }}', 'a text another 42 true'],
    ['{{ "a \\"quoted\\" text" }}', 'a "quoted" text'],
  ])
})

describe('missing values', () => {
  itRenders([
    ['[{{ missing }}]', '[]'],
    ['[{{ missing.deeper.still }}]', '[]'],
    ['[{{ nothing }}]', '[]'],
    ['[{{ nothing.deeper }}]', '[]'],
    ['[{{ data.missing }}]', '[]'],
    ['[{{ tags[99] }}]', '[]'],
    ['[{{ size }}]', '[]'],
    ['[{{ first }}{{ last }}]', '[]'],
    ['[{{ nil }}{{ empty }}{{ blank }}]', '[]'],
    ['{{ nil | default: "a" }}{{ empty | default: "b" }}{{ nil ?? "c" }}', 'abc'],
    ['[{{ missing | upcase | append: "!" }}]', '[!]'],
    ['{% for x in missing %}x{% else %}none{% endfor %}', 'none'],
    ['{% if missing %}yes{% else %}no{% endif %}', 'no'],
    ['{% if missing == nil %}yes{% endif %}', 'yes'],
  ])
})

describe('inherited properties', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
  it.each(names)('%s is missing everywhere', (name) => {
    const sources = [`{{ ${name} }}`, `{{ data.${name} }}`, `{{ tags.${name} }}`, `{{ name.${name} }}`]
    const filters = [`{{ items | map: "${name}" }}`, `{{ items | where: "${name}" | size | minus: 0 }}`]
    expect(sources.map((source) => renderText(source, values)).join('')).toBe('')
    expect(filters.map((source) => renderText(source, values)).join('')).toBe('0')
  })

  it('a key of that name in the data is data', () => {
    const data = JSON.parse('{"__proto__": "mine", "x": {"__proto__": "deep", "toString": "text"}}') as Values
    expect(renderText('{{ __proto__ }} {{ x.__proto__ }} {{ x.toString }}', data)).toBe('mine deep text')
    expect(renderText('{{ x | append: "!" }}', data)).toContain('"toString":"text"')
  })
})

describe('conditions', () => {
  itRenders([
    ['{% if name == "Ann" %}yes{% endif %}', 'yes'],
    ['{% if name != "Ann" %}no{% else %}yes{% endif %}', 'yes'],
    ['{% if price > 10 and price < 20 %}yes{% endif %}', 'yes'],
    ['{% if no or yes %}yes{% endif %}', 'yes'],
    ['{% if not no %}yes{% endif %}', 'yes'],
    ['{% if no %}a{% elsif zero %}b{% else %}c{% endif %}', 'b'],
    ['{% if void_ %}an empty text is true{% endif %}', 'an empty text is true'],
    ['{% if void_ == blank %}blank{% endif %}', 'blank'],
    ['{% if tags contains "red" %}yes{% endif %}', 'yes'],
    ['{% if name contains "nn" %}yes{% endif %}', 'yes'],
    ['{% unless no %}yes{% endunless %}', 'yes'],
    ['{% case data.plan %}{% when "free" %}a{% when "pro", "team" %}b{% else %}c{% endcase %}', 'b'],
  ])
})

describe('loops', () => {
  itRenders([
    ['{% for tag in tags %}{{ tag }},{% endfor %}', 'red,green,blue,'],
    [
      '{% for tag in tags %}{{ forloop.index }}{% unless forloop.last %}-{% endunless %}{% endfor %}',
      '1-2-3',
    ],
    ['{% for item in items %}{{ item.title }} {{ item.price }};{% endfor %}', 'Tea 3;Coffee 5;Milk 1;'],
    ['{% for i in (1..3) %}{{ i }}{% endfor %}', '123'],
    ['{% for tag in tags limit: 1 offset: 1 %}{{ tag }}{% endfor %}', 'green'],
    ['{% for tag in tags reversed %}{{ tag }}{% endfor %}', 'bluegreenred'],
    ['{% for tag in tags %}{% if tag == "green" %}{% break %}{% endif %}{{ tag }}{% endfor %}', 'red'],
    ['{% for tag in tags %}{% if tag == "green" %}{% continue %}{% endif %}{{ tag }}{% endfor %}', 'redblue'],
    ['{% for pair in data.nested %}{{ pair[0] }}{% endfor %}', 'deep'],
    ['{% for a in (1..2) %}{% for b in (1..2) %}{{ a }}{{ b }} {% endfor %}{% endfor %}', '11 12 21 22 '],
    ['{% for i in (1..4) %}{% cycle "a", "b" %}{% endfor %}', 'abab'],
    [
      '{% tablerow i in (1..2) %}{{ i }}{% endtablerow %}',
      '<tr class="row1"><td class="col1">1</td><td class="col2">2</td></tr>',
    ],
  ])
})

describe('other tags', () => {
  itRenders([
    ['{% assign x = name | upcase %}{{ x }}', 'ANN'],
    ['{% capture x %}Hi {{ name }}{% endcapture %}{{ x }}!', 'Hi Ann!'],
    ['{% capture x %} {% endcapture %}{% if x == blank %}blank{% endif %}', 'blank'],
    ['{% increment n %}{% increment n %}{% decrement m %}', '01-1'],
    ['{% echo name | upcase %}', 'ANN'],
    ['{% liquid\nassign x = 1\nif x\necho "one"\nendif\n%}', 'one'],
    ['a{% comment %}{{ not read }} {% if %} {{ "{% endcomment %}b', 'ab'],
    ['a{%- comment -%} x {%- endcomment -%} b', 'ab'],
    ['{% # a note %}a', 'a'],
    ['{% raw %}{{ name }} {% if %}{% endraw %}', '{{ name }} {% if %}'],
    ['a {%- raw %} {{ x }} {%- endraw -%} b', 'a {{ x }} b'],
    ['a {{- name -}} b', 'aAnnb'],
    ['a\n{%- if yes -%}\n b \n{%- endif -%}\n c', 'abc'],
  ])
})

describe('filters', () => {
  itRenders([
    ['{{ name | upcase }}', 'ANN'],
    ['{{ name | downcase | capitalize }}', 'Ann'],
    ['{{ name | append: " B" | prepend: "Dr " }}', 'Dr Ann B'],
    ['{{ name | append }}', 'Ann'],
    ['{{ "a-b" | split: "-" | join: "+" }}', 'a+b'],
    ['{{ "abc" | slice: 1 }}', 'b'],
    ['{{ "abc" | replace: "b", "x" | remove: "c" }}', 'ax'],
    ['{{ "one two three" | truncatewords: 2 }} {{ "abcdef" | truncate: 4 }}', 'one two... a...'],
    ['{{ " a " | strip }}', 'a'],
    ['{{ price | plus: 1 | times: 2 | round }}', '42'],
    ['{{ 7 | divided_by: 2, true }} {{ 7 | modulo: 3 }}', '3 1'],
    ['{{ tags | size }} {{ tags | first }} {{ tags | last }}', '3 red blue'],
    ['{{ items | map: "title" | join: ", " }}', 'Tea, Coffee, Milk'],
    ['{{ items | where: "stock" | map: "title" | join: ", " }}', 'Tea, Milk'],
    ['{{ items | sort: "price" | map: "title" | join: ", " }}', 'Milk, Tea, Coffee'],
    ['{{ items | sum: "price" }}', '9'],
    ['{{ tags | reverse | join: " " }}', 'blue green red'],
    ['{{ void_ | default: "x" }}{{ no | default: "y" }}{{ nothing | default: "z" }}', 'xyz'],
    ['{{ no | default: "y", allow_false: true }}{{ zero | default: 1 }}', 'false0'],
    ['{{ "a b&c" | url_encode }}', 'a+b%26c'],
    ['{{ "a+b%26c" | url_decode }} {{ "100%" | url_decode }}', 'a b&c 100%'],
    ['{{ "aGk=" | base64_decode }} {{ "hi" | base64_encode }}', 'hi aGk='],
    ['{{ data.nested | json }}', '{"deep":[10,20,30]}'],
    ['{{ "<b>x</b>" | strip_html }}', 'x'],
    ['{{ "2026-03-05" | date: "%-d %B %Y" }}', '5 March 2026'],
    ['{{ name | upcase | }}', 'ANN'],
  ])

  it.each(['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'])(
    'has no %s, which would evaluate a value',
    (name) => {
      const source = `{{ items | ${name}: "i", "i.stock" }}`
      expect(() => renderText(source, values)).toThrow(`there is no filter called "${name}"`)
    },
  )
})

describe('the three parts', () => {
  it('escapes in the body only', () => {
    const source = '{{ x }}'
    const { subject, html, text } = compileTemplate({ subject: source, html: source, text: source }).render({
      x: '<b> & "c"',
    })
    expect([subject, html.toString(), text.toString()]).toEqual([
      '<b> & "c"',
      '&lt;b&gt; &amp; &#34;c&#34;',
      '<b> & "c"',
    ])
  })

  it('prints a subject on one line', () => {
    expect(renderSubject('a{{ x }}\nb\r\n', { x: 'one\r\nBcc: two\rthree\n' })).toBe('aoneBcc: twothreeb')
    expect(renderSubject('{% if true %}\n{{ x }}\n{% endif %}', { x: 'a\nb' })).toBe('ab')
  })

  it('keeps the lines of a text', () => {
    expect(renderText('a\r\n{{ x }}\nb', { x: '1\n2' })).toBe('a\r\n1\n2\nb')
  })

  it('encodes bodies and texts as UTF-8', () => {
    const { html, text } = compileTemplate({ subject: '', html: 'é{{ x }}', text: '{{ x }}€' }).render({
      x: '😀',
    })
    expect([html.toString('utf8'), text.toString('utf8')]).toEqual(['é😀', '😀€'])
  })
})

describe('bytes', () => {
  it.each(['{{ x }}€', '{% if true %}{{ x }}€{% endif %}'])('of %s go where they are wanted', (source) => {
    const all = Buffer.alloc(100)
    let used = 0
    const allocate = (length: number) => all.subarray(used, (used += length))
    const { html, text } = compileTemplate({ subject: '', html: source, text: source }).render(
      { x: 'é' },
      allocate,
    )
    expect([html.toString(), text.toString(), all.toString('utf8', 0, used)]).toEqual(['é€', 'é€', 'é€é€'])
    expect(html.buffer).toBe(all.buffer)
  })
})

describe('a value', () => {
  it.each(['{{ name }}', '{% raw %}', '{% include "x" %}', '{{ "a" | upcase }}', '{%', '??'])(
    'is never itself evaluated: %s',
    (value) => {
      expect(
        renderText('{{ v }}{{ v | append: "" }}{% capture c %}{{ v }}{% endcapture %}{{ c }}', { v: value }),
      ).toBe(value.repeat(3))
    },
  )

  it('is not changed', () => {
    const given = { n: 'text', list: [3, 1, 2] }
    renderText('{% increment n %}{% assign list = list | sort %}{% capture n %}x{% endcapture %}', given)
    expect(given).toEqual({ n: 'text', list: [3, 1, 2] })
  })

  it('prints a date in full and half a character as a replacement', () => {
    expect(renderText('{{ d }}', { d: new Date(0) })).toBe('1970-01-01T00:00:00.000Z')
    expect(renderText('{{ d }}', { d: new Date(Number.NaN) })).toBe('')
    expect(renderText('{{ s }}{{ t }}', { s: 'a\uD83D', t: '\uDE00b' })).toBe('a\uFFFD\uFFFDb')
  })

  it('may be of any depth', () => {
    let deep: unknown = 'x'
    for (let i = 0; i < 10_000; i += 1) deep = [deep]
    expect(renderText('{{ deep }}', { deep })).toBe('')
    const cycle: Values = {}
    cycle['self'] = cycle
    expect(renderText('{{ cycle }}', { cycle })).toBe('')
  })
})

describe('captured HTML', () => {
  it('is not escaped again when it is printed, by any filter that keeps it HTML', () => {
    const capture = '{% capture c %} <b>{{ x }}</b> {% endcapture %}'
    const b = '<b>O&#39;Hara &amp; Co</b>'
    const given = { x: "O'Hara & Co", y: '<i>' }
    expect(renderHtml(`${capture}{{ c | strip }}`, given)).toBe(b)
    expect(renderHtml(`${capture}{{ c }}`, given)).toBe(` ${b} `)
    expect(renderHtml(`${capture}{{ c | escape }}{{ c | raw }}`, given)).toBe(` ${b}  ${b} `)
    expect(renderHtml(`${capture}{{ c | append: y }}`, given)).toBe(` ${b} &lt;i&gt;`)
    expect(renderHtml(`${capture}{{ y | append: c }}`, given)).toBe(`&lt;i&gt; ${b} `)
    expect(renderHtml(`${capture}{{ c | default: "x" }}`, given)).toBe(` ${b} `)
  })

  it('is text for every other filter, and escaped again', () => {
    const source = '{% capture c %}{{ x }}{% endcapture %}{{ c | upcase }} {{ c | size }}'
    expect(renderHtml(source, { x: '<i>' })).toBe('&amp;LT;I&amp;GT; 9')
  })
})
