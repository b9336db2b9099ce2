import { describe, expect, it } from 'vitest'
import { expandPartials, placeIn } from './expand-partials.ts'
import { PartialProblem } from './partial-tags.ts'

const expand = (source: string, bodies: Record<string, string> = {}): string =>
  expandPartials(source, { bodies, known: Object.keys(bodies) }).text

/** The message of the problem, and where it is. */
function problemOf(source: string, bodies: Record<string, string> = {}): string {
  try {
    return `no problem: ${expand(source, bodies)}`
  } catch (error) {
    if (!(error instanceof PartialProblem)) throw error
    const { key, line, column } = placeIn(error, { source, bodies })
    return `${key ?? 'text'} ${line}:${column} ${error.message}`
  }
}

describe('{% include %}', () => {
  it('inserts a partial, and the partials of a partial', () => {
    const bodies = { header: '<h1>{{ title }}</h1>{% include "nav" %}', nav: '<nav>{{ name }}</nav>' }
    expect(expand('{% include "header" %}<p>Hi</p>', bodies)).toBe(
      '<h1>{{ title }}</h1><nav>{{ name }}</nav><p>Hi</p>',
    )
  })

  it('leaves a text without partials as it is', () => {
    expect(expand('<p>{% if a %}{{ b }}{% endif %}</p>')).toBe('<p>{% if a %}{{ b }}{% endif %}</p>')
  })

  it('assigns the values that it is given', () => {
    const source = `{% include 'button' text: "Buy now", url: item.url, size: 2 %}`
    expect(expand(source, { button: '<a href="{{ url }}">{{ text }}</a>' })).toBe(
      '{% assign text = "Buy now" %}{% assign url = item.url %}{% assign size = 2 %}<a href="{{ url }}">{{ text }}</a>',
    )
  })

  it('removes blanks beside a tag with a dash', () => {
    expect(expand('a \n{%- include "x" -%}\n b', { x: '-' })).toBe('a-b')
  })

  it('does nothing in raw text and in comments', () => {
    const source = '{% raw %}{% include "x" %}{% endraw %}{% comment %}{% include "x" %}{% endcomment %}'
    expect(expand(source)).toBe(source)
  })

  it.each([
    [
      '{% include header %}',
      'text 1:1 {% include %} needs the key of a partial in quotes, such as {% include "header" %}',
    ],
    ['a\n {% include "x" %}', 'text 2:2 there is no partial called "x" in this project. It has none.'],
    [
      '{% include "toString" %}',
      'text 1:1 there is no partial called "toString" in this project. It has none.',
    ],
  ])('refuses %j', (source, problem) => {
    expect(problemOf(source)).toBe(problem)
  })

  it('names the partials that exist', () => {
    expect(problemOf('{% include "headr" %}', { header: '', footer: '' })).toBe(
      'text 1:1 there is no partial called "headr" in this project. It has header, footer.',
    )
  })

  it('refuses values that it cannot read', () => {
    expect(problemOf('{% include "x" with item %}', { x: '' })).toContain(
      '{% include %} cannot read "with item"',
    )
  })

  it('refuses a circle, with its path', () => {
    const bodies = { a: '{% include "b" %}', b: '-\n{% include "c" %}', c: '{% include "a" %}' }
    expect(problemOf('{% include "a" %}', bodies)).toBe(
      'c 1:1 partials name each other in a circle: a → b → c → a',
    )
  })

  it('refuses partials that are nested too deeply', () => {
    const bodies = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`p${n}`, n < 8 ? `{% include "p${n + 1}" %}` : 'end']),
    )
    expect(problemOf('{% include "p1" %}', bodies)).toBe('no problem: end')
    expect(problemOf('{% include "p0" %}', bodies)).toContain('nested deeper than 8: p0 → p1')
  })

  it('stops at partials that multiply', () => {
    const many = (key: string) => `{% include "${key}" %}`.repeat(100)
    const bodies = { a: many('b'), b: many('c'), c: '' }
    expect(problemOf('{% include "a" %}', bodies)).toContain('an email can have at most 1000 partials')
    const large = { a: '{% include "b" %}'.repeat(50), b: 'x'.repeat(250_000) }
    expect(problemOf('{% include "a" %}', large)).toContain(
      'with its partials this has more than 1048576 characters',
    )
  })
})

describe('{% layout %}', () => {
  const base = '<html>{% block title %}Untitled{% endblock %}<main>{% block %}{% endblock %}</main></html>'

  it('fills the blocks of the layout, and leaves the others', () => {
    const source = '{% layout "base" %}{% block title %}News{% endblock %}<p>Text</p>'
    expect(expand(source, { base })).toBe('<html>News<main><p>Text</p></main></html>')
    expect(expand('{% layout "base" %}<p>Text</p>', { base })).toBe(
      '<html>Untitled<main><p>Text</p></main></html>',
    )
  })

  it('works through several layouts', () => {
    const bodies = {
      outer: '[{% block content %}{% endblock %}|{% block foot %}foot{% endblock %}]',
      inner: '{% layout "outer" %}{% block content %}<i>{% block text %}none{% endblock %}</i>{% endblock %}',
    }
    expect(
      expand('{% layout "inner" %}{% block text %}T{% endblock %}{% block foot %}F{% endblock %}', bodies),
    ).toBe('[<i>T</i>|F]')
    expect(expand('{% layout "inner" %}', bodies)).toBe('[<i>none</i>|foot]')
  })

  it('includes partials in blocks and in the layout', () => {
    const bodies = { base: '{% include "head" %}{% block c %}{% endblock %}', head: 'H', tail: 'T' }
    expect(expand('{% layout "base" %}{% block c %}{% include "tail" %}{% endblock %}', bodies)).toBe('HT')
  })

  it('shows a block as often as the layout does', () => {
    const bodies = { base: '{% block a %}{% endblock %}-{% block a %}{% endblock %}' }
    expect(expand('{% layout "base" %}{% block a %}x{% endblock %}', bodies)).toBe('x-x')
  })

  it.each([
    ['x{% layout "base" %}', 'text 1:2 {% layout %} must stand at the beginning, and once'],
    [
      '{% layout "base" %}{% block titel %}x{% endblock %}',
      'text 1:20 the layout "base" has no block called "titel"',
    ],
    ['{% layout "base" %}{% block title %}x', 'text 1:20 {% block %} is not closed by {% endblock %}'],
    ['{% layout "base" %}x{% endblock %}', 'text 1:21 {% endblock %} has no matching {% block %}'],
    [
      '{% layout "base" %}{% block two words %}{% endblock %}',
      'text 1:20 the name of a block is one word, such as {% block content %}',
    ],
    [
      '{% layout "base" %}{% block title %}a{% endblock %}{% block title %}b{% endblock %}',
      'text 1:52 the block "title" is there twice',
    ],
    [
      '{% layout "base" %}{% if x %}{% block title %}a{% endblock %}{% endif %}',
      'text 1:30 a block must not stand inside of other tags',
    ],
  ])('refuses %j', (source, problem) => {
    expect(problemOf(source, { base })).toBe(problem)
  })

  it('refuses text that has no place', () => {
    expect(problemOf('{% layout "base" %}text', { base: '{% block a %}{% endblock %}' })).toBe(
      'text 1:1 the layout "base" has no {% block %} without a name, so text outside of blocks has no place',
    )
  })

  it('refuses blocks that are nested too deeply', () => {
    expect(problemOf('{% block a %}'.repeat(50_000))).toContain('blocks are nested too deeply')
  })
})

it('finds where a line of the result was written', () => {
  const bodies = { header: '<h1>\n{{ title }}\n</h1>' }
  const expanded = expandPartials('<p>a</p>\n{% include "header" %}\n<p>b</p>', {
    bodies,
    known: [],
  })
  expect(expanded.text.split('\n')).toEqual(['<p>a</p>', '<h1>', '{{ title }}', '</h1>', '<p>b</p>'])
  expect([1, 3, 5].map((line) => expanded.originOf({ line, column: 2 }))).toEqual([
    { key: null, line: 1, column: 2 },
    { key: 'header', line: 2, column: 2 },
    { key: null, line: 3, column: 2 },
  ])
})
