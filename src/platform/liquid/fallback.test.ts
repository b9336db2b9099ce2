import { describe, expect, it } from 'vitest'
import { compileHtml, renderHtml, renderText } from './fixtures/rendering.ts'

const values = {
  name: 'Ann',
  no: false,
  zero: 0,
  void_: '',
  nothing: null,
  data: { city: 'Köln' },
  'a?': 'x',
}

describe('??', () => {
  it.each([
    ['{{ name ?? "there" }}', 'Ann'],
    ['{{ missing ?? "there" }}', 'there'],
    ['{{ nothing ?? "there" }}', 'there'],
    ["{{ missing ?? 'there' }}", 'there'],
    ['{{missing??"there"}}', 'there'],
    ['{{ missing?? "there" }}', 'there'],
    ['{{ missing ??"there" }}', 'there'],
    ['{{missing??name}}', 'Ann'],
    ['{{- missing??name -}}', 'Ann'],
    ['{{ missing ?? data.city }}', 'Köln'],
    ['{{ data.street ?? data["city"] }}', 'Köln'],
    ['{{ missing ?? 7 }}', '7'],
    ['{{ missing ?? other ?? "last" }}', 'last'],
    ['{{missing??other??"last"}}', 'last'],
    ['{{ missing ?? name ?? "last" }}', 'Ann'],
    ['{{ missing ?? other }}', ''],
    ['{{ no ?? "x" }}|{{ zero ?? "x" }}|{{ void_ ?? "x" }}', 'false|0|'],
    ['{{ missing ?? "there" | upcase }}', 'THERE'],
    ['{{ missing??"there"|upcase|append:"!" }}', 'THERE!'],
    ['{{ missing ?? "a ?? b" }}', 'a ?? b'],
    ['{{ "a??b" }}', 'a??b'],
    ['{{ \'a ?? "b"\' }}', 'a ?? "b"'],
    ['{{ "a \\"?? b" }}', 'a "?? b'],
    ['{{ name | append: "??" }}', 'Ann??'],
    ['{% raw %}{{ a??b ?? "c" }}{% endraw %}', '{{ a??b ?? "c" }}'],
    ['{% comment %}{{ a??b }}{% endcomment %}', ''],
    ['what?? {{ name }} ??', 'what?? Ann ??'],
    ['{{ a? }}{{ b? ?? "y" }}', 'xy'],
    ['{% assign x = missing ?? "there" %}{{ x }}', 'there'],
    ['{% assign x = missing??"there" %}{{ x }}', 'there'],
    ['{% if missing ?? name == "Ann" %}yes{% endif %}', 'yes'],
    ['{% if missing ?? true and name %}yes{% endif %}', 'yes'],
    ['{% echo missing ?? "there" %}', 'there'],
    ['{% liquid\necho missing??"there"\n%}', 'there'],
    ['{% for i in (1..2) %}{{ i.x ?? i }}{% endfor %}', '12'],
  ])('%s', (source, expected) => {
    expect(renderText(source, values)).toBe(expected)
  })

  it('escapes the fallback like any value', () => {
    expect(renderHtml('{{ missing ?? "<b>" }}')).toBe('&lt;b&gt;')
    expect(renderHtml('<a href="{{ missing ?? url }}">', { url: 'javascript:x' })).toBe('<a href="">')
    expect(renderHtml('{{ missing ?? "<b>" | raw }}')).toBe('<b>')
  })

  it('keeps a body plain', () => {
    expect(compileHtml('{{ a ?? b.c ?? "d" }} {{ a??"x" | escape }}').isPlain).toBe(true)
  })

  it.each([
    ['{{ name ?? }}', 'a value is missing after ??', { line: 1, column: 9 }],
    ['{{ ?? "x" }}', 'a value is missing before ??', { line: 1, column: 4 }],
    ['{{ a ?? ?? b }}', 'a value is missing before ??', { line: 1, column: 9 }],
    ['{{ name | upcase ?? "x" }}', '?? must come before the filters', { line: 1, column: 18 }],
    ['{{ name | default: a ?? b }}', '?? must come before the filters', { line: 1, column: 22 }],
  ])('refuses %s', (source, message, place) => {
    expect(() => renderText(source)).toThrow(expect.objectContaining(place) as Error)
    expect(() => renderText(source)).toThrow(message)
  })
})
