import { describe, expect, it } from 'vitest'
import { compileTemplate } from './compile.ts'
import { compileHtml } from './fixtures/rendering.ts'

describe('the variables of a template', () => {
  it.each<[source: string, variables: string[]]>([
    ['nothing', []],
    ['{{ name }} {{ name }}', ['name']],
    ['{{ data.plan }} {{ event.total }}', ['data.plan', 'event.total']],
    ['{{ b }}{{ a }}{{ a.b }}', ['a', 'a.b', 'b']],
    ['{{ a ?? b.c ?? "d" }}', ['a', 'b.c']],
    ['{{ a | append: b | default: c, allow_false: d }}', ['a', 'b', 'c', 'd']],
    ['{{ "a" }}{{ 1 }}{{ true }}', []],
    ['{% if a == b and c.d contains e %}{% elsif f %}{% endif %}', ['a', 'b', 'c.d', 'e', 'f']],
    ['{% unless a %}{{ b }}{% else %}{{ c }}{% endunless %}', ['a', 'b', 'c']],
    ['{% case a %}{% when b, "x" %}{{ c }}{% else %}{{ d }}{% endcase %}', ['a', 'b', 'c', 'd']],
    [
      '{% for item in data.items limit: n %}{{ item.name }} {{ forloop.index }} {{ other }}{% endfor %}',
      ['data.items', 'n', 'other'],
    ],
    ['{% for item in items %}{% endfor %}{{ item }}', ['item', 'items']],
    ['{% for i in (a..b.c) %}{{ i }}{% endfor %}', ['a', 'b.c']],
    ['{% tablerow x in list cols: n %}{{ x }}{{ tablerowloop.col }}{% endtablerow %}', ['list', 'n']],
    ['{{ x }}{% assign x = y %}{{ x }}', ['x', 'y']],
    ['{% assign x = y %}{{ x }}', ['y']],
    ['{% assign name = name | default: "x" %}{{ name }}', ['name']],
    ['{% capture x %}{{ y }}{% endcapture %}{{ x }}', ['y']],
    ['{% increment n %}{{ n }}', []],
    ['{% cycle g: a, b %}', ['a', 'b', 'g']],
    ['{% echo a %}{% liquid\necho b\n%}', ['a', 'b']],
    ['{{ a[0].b }} {{ a["first name"] }} {{ a["x"] }}', ['a.x', 'a["first name"]', 'a[0].b']],
    ['{{ a[key].b }}', ['a', 'key']],
    ['{% raw %}{{ a }}{% endraw %}{% comment %}{{ b }}{% endcomment %}', []],
    ['{{ größe }} {{ a-b }}', ['a-b', 'größe']],
  ])('%s', (source, variables) => {
    expect(compileHtml(source).variables).toEqual(variables)
  })

  it('come from all three parts', () => {
    const template = compileTemplate({ subject: '{{ a }}', html: '{{ b }}{{ a }}', text: '{{ c }}' })
    expect(template.variables).toEqual(['a', 'b', 'c'])
  })

  it('are found in the longest template with the most outputs', () => {
    const source = `${'x'.repeat(1_000_000)}${'{{ a.b }}'.repeat(5000)}`
    expect(compileHtml(source).variables).toEqual(['a.b'])
  })
})

describe('the required variables', () => {
  it.each<[source: string, required: string[]]>([
    ['{{ name }} {{ order.total | upcase }}', ['name', 'order.total']],
    ['{{ a ?? "b" }}{{ c ?? d }}{{ e | default: "f" }}{{ g | upcase | default: h }}', []],
    ['{% if a %}{{ b }}{% elsif c %}{{ d }}{% else %}{{ e }}{% endif %}', []],
    ['{% unless a %}{{ b }}{% endunless %}{% case c %}{% when d %}{{ e }}{% endcase %}', []],
    ['{% if a %}{% if b %}{{ c }}{% endif %}{{ d }}{% endif %}{{ e }}', ['e']],
    ['{% if name %}{{ name }}{% endif %}{{ name }}', ['name']],
    ['{{ name }}{% if name %}{{ name }}{% endif %}{{ name ?? "x" }}', ['name']],
    ['{% for item in items %}{{ item.name }}{{ other }}{% endfor %}', ['items', 'other']],
    ['{% assign x = y | default: 1 %}{% assign z = w %}{{ x }}', ['w']],
    ['{% liquid\nif a\necho b\nendif\necho c\n%}', ['c']],
  ])('%s', (source, required) => {
    expect(compileHtml(source).required.map(({ name }) => name)).toEqual(required)
  })
})

describe('the missing ones', () => {
  const template = compileHtml(
    '{{ name }}{{ data.plan }}{{ list[0].x }}{{ list.size }}{{ text.size }}{{ a ?? "b" }}',
  )

  it.each<[values: Record<string, unknown>, missing: string[]]>([
    [{}, ['a', 'data.plan', 'list.size', 'list[0].x', 'name', 'text.size']],
    [{ name: null, data: {}, list: [], text: '', a: undefined }, ['a', 'data.plan', 'list[0].x', 'name']],
    [{ name: '', data: { plan: false }, list: [{ x: 0 }], text: 'x', a: 1 }, []],
    [{ name: 'x', data: 'text', list: 'text', text: 5, a: 1 }, ['data.plan', 'list[0].x', 'text.size']],
  ])('of %j', (values, missing) => {
    expect(template.missing(values)).toEqual(missing)
  })

  it('are not found in prototypes', () => {
    expect(compileHtml('{{ toString }}{{ a.constructor }}').missing({ a: {} })).toEqual([
      'a.constructor',
      'toString',
    ])
  })
})
