// Inherited properties of JavaScript values: constructors, methods, prototypes. None of them is part of the language, so they
// are missing for a template, like any unknown name.
import { describe, expect, it } from 'vitest'
import { renderHtml, renderSubject, renderText, unspliced } from './fixtures/rendering.ts'

const OF_JAVASCRIPT = [
  Object.prototype,
  Function.prototype,
  String.prototype,
  Array.prototype,
  Map.prototype,
].flatMap((one) => Object.getOwnPropertyNames(one))
const OF_LIBRARY =
  'liquidMethodMissing next i equals gt geq lt leq text toLiquid superBlockRender cols'.split(' ')
const NAMES = [...new Set([...OF_JAVASCRIPT, ...OF_LIBRARY])]

/** Properties that the language defines, or that are own properties in JavaScript. */
const KNOWN = ['length', 'size', 'name']
const OF_LOOPS = ['first', 'last']

const VALUES = {
  text: 'abc',
  list: [1, 2],
  object: { a: 1 },
  number: 5,
  yes: true,
  none: null,
  odd: { toString: 1 },
}

const inLoop = (source: string) => `{% for one in list %}${source}{% endfor %}`
const inTable = (source: string) => `{% tablerow one in list %}${source}{% endtablerow %}`

describe.each([
  ['forloop', inLoop],
  ['tablerowloop', inTable],
  ['forloop.first', inLoop],
  ['forloop.length', inLoop],
  ['text', unspliced],
  ['text.size', unspliced],
  ['list', unspliced],
  ['list.first', unspliced],
  ['list.size', unspliced],
  ['object', unspliced],
  ['object.a', unspliced],
  ['number', unspliced],
  ['yes', unspliced],
  ['none', unspliced],
  ['nil', unspliced],
  ['empty', unspliced],
  ['blank', unspliced],
  ['missing', unspliced],
])('of %s', (holder, wrap) => {
  const empty = renderHtml(wrap(''), VALUES)
  const known = holder.endsWith('loop') ? [...KNOWN, ...OF_LOOPS] : KNOWN
  const inherited = NAMES.filter((name) => !known.includes(name))

  it.each([
    ['by its name', (name: string) => `{{ ${holder}.${name} }}`],
    ['in brackets', (name: string) => `{{ ${holder}["${name}"] }}`],
    ['and of what that would be', (name: string) => `{{ ${holder}.${name}.constructor.name }}`],
    ['in a condition', (name: string) => `{% if ${holder}.${name} %}found{% endif %}`],
    ['in a filter', (name: string) => `{{ ${holder}.${name} | append: "" | upcase }}`],
  ])('nothing inherited is found %s', (_, ask) => {
    for (const name of inherited) {
      const source = wrap(ask(name))
      expect([name, renderHtml(source, VALUES)]).toEqual([name, empty])
    }
  })
})

describe('elsewhere', () => {
  it.each([
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ toString }}',
    '{% for one in list %}{{ constructor }}{{ __proto__ }}{{ valueOf }}{% endfor %}',
    '{{ list | map: "constructor" }}',
    '{{ object | map: "__proto__" }}',
    '{% capture kept %}x{% endcapture %}{{ kept.constructor }}{{ kept.valueOf }}{{ kept.text }}{{ kept.trim }}',
    '{% assign kept = text | escape %}{{ kept.constructor }}{{ kept.toString }}{{ kept.text }}',
    '{% for one in list %}{% assign kept = forloop %}{{ kept.constructor }}{{ kept.next }}{% endfor %}',
    '{% for one in list %}{% assign key = "constructor" %}{{ forloop[key] }}{% endfor %}',
    '{% for one in list %}{{ forloop | map: "constructor" }}{% endfor %}',
    '{% for one in list %}{{ forloop[odd] }}{{ list[odd] }}{{ odd[odd] }}{{ forloop[list] }}{% endfor %}',
  ])('nothing inherited is found: %s', (source) => {
    expect(renderHtml(source, VALUES)).toBe('')
    expect(renderText(source, VALUES)).toBe('')
    expect(renderSubject(source, VALUES)).toBe('')
  })

  it('a variable may have the name of something inherited, in a loop too', () => {
    const values = { ...VALUES, constructor: 'c', object: { toString: 's', __proto__: undefined } }
    expect(renderHtml('{{ constructor }}{{ object.toString }}', values)).toBe('cs')
    expect(renderHtml(inLoop('{{ constructor }}{{ object.toString }}'), values)).toBe('cscs')
  })

  it('reading `next` of a loop does not move it', () => {
    expect(renderHtml(inLoop('{{ forloop.next }}{{ forloop.index }}'), VALUES)).toBe('12')
  })
})

describe('properties of the language are found', () => {
  it.each([renderHtml, renderText, renderSubject])('of captured text: its size', (render) => {
    expect(render('{% capture kept %}a{{ text }}{% endcapture %}{{ kept.size }}', VALUES)).toBe('4')
  })

  it('of a loop', () => {
    const source = inLoop(
      '{{ forloop.index }}{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }}{{ forloop.first }}{{ forloop.last }}{{ forloop.length }} ',
    )
    expect(renderHtml(source, VALUES)).toBe('1021truefalse2 2110falsetrue2 ')
  })

  it('of a table', () => {
    const source =
      '{% tablerow one in list cols: 2 %}{{ tablerowloop.row }}{{ tablerowloop.col }}{{ tablerowloop.col0 }}{{ tablerowloop.col_first }}{{ tablerowloop.col_last }}{{ tablerowloop.index }}{% endtablerow %}'
    expect(
      renderHtml(source, VALUES)
        .replace(/<[^>]*>/g, ' ')
        .trim(),
    ).toBe('110truefalse1  121falsetrue2')
  })
})
