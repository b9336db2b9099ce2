import { describe, expect, it } from 'vitest'
import { compileTemplate } from './compile.ts'
import { MAX_CODE_LENGTH, MAX_DEPTH, MAX_PART_LENGTH, MAX_TAGS } from './template-limits.ts'
import { TemplateSyntaxError } from './template-errors.ts'

function errorOf(html: string): TemplateSyntaxError {
  try {
    compileTemplate({ subject: '', html, text: '' })
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error
    throw error
  }
  throw new Error(`${html} was accepted`)
}

describe('a mistake', () => {
  it.each<[source: string, place: [line: number, column: number], message: string | RegExp]>([
    ['{{ a', [1, 1], '{{ is not closed by }}'],
    ['one\n  {{ a', [2, 3], '{{ is not closed by }}'],
    ['{{ "a }}', [1, 4], 'the quote " is not closed'],
    ["one\r\n{{ it's }}", [2, 6], "the quote ' is not closed"],
    ['{% if a', [1, 1], '{% is not closed by %}'],
    ['a\nb {% if a %}', [2, 3], '{% if a %} is not closed'],
    ['{% if a %}\n {% for b in c %}\n{% endif %}', [3, 1], '{% endif %} has no matching opening tag'],
    ['{% for a in b %}', [1, 1], '{% for a in b %} is not closed'],
    ['{% capture a %}', [1, 1], '{% capture a %} is not closed'],
    [' {% raw %}', [1, 2], '{% raw %} is not closed by {% endraw %}'],
    [' {% comment %}', [1, 2], '{% comment %} is not closed by {% endcomment %}'],
    ['{% endif %}', [1, 1], '{% endif %} has no matching opening tag'],
    ['x{% else %}', [1, 2], '{% else %} has no matching opening tag'],
    ['{% nope %}', [1, 1], 'there is no tag called "nope"'],
    ['{% if a %}\n{% nope %}\n{% endif %}', [2, 1], 'there is no tag called "nope"'],
    ['{% for a of b %}{% endfor %}', [1, 1], '{% for a of b %} cannot be read'],
    ['{% assign = 1 %}', [1, 11], 'expected variable name'],
    ['{% %}', [1, 4], /tag name expected/],
    ['{{ a | nope }}', [1, 8], 'there is no filter called "nope"'],
    ['one\ntwo {{ a | upcase | nope: 1 }}', [2, 21], 'there is no filter called "nope"'],
    ['{% if a %}{% elsif b | nope %}{% endif %}', [1, 24], 'there is no filter called "nope"'],
    ['{% assign a = b | nope %}', [1, 19], 'there is no filter called "nope"'],
    ['{% cycle a | nope %}', [1, 14], 'there is no filter called "nope"'],
    ['{% liquid\n assign a = 1\n echo a | nope\n%}', [3, 11], 'there is no filter called "nope"'],
    ['{{ first name }}', [1, 10], 'unexpected "name" after a value'],
    ['{{ "a" "b" }}', [1, 8], 'unexpected ""b"" after a value'],
    ['{% if a b %}{% endif %}', [1, 9], 'unexpected "b" after a value'],
    ['{% if a == %}{% endif %}', [1, 9], 'a value is missing after =='],
    ['{{ a, b }}', [1, 5], 'unexpected ","'],
    ['{{ }}', [1, 4], 'a value is missing'],
    ['{{}}', [1, 3], 'a value is missing'],
    ['{{{ a }}}', [1, 1], 'three braces are not part of the language: write {{ name | raw }}'],
    ['{{#each items}}', [1, 3], '"#each items" cannot be read as a value'],
    ['{{ a | date: "' + '%Y'.repeat(60) + '" }}', [1, 14], 'a date format has at most 100 characters'],
    // After `??` without blanks, which is parsed as if it had them.
    ['{{ a??b }}\n{{ c??d | nope }}', [2, 11], 'there is no filter called "nope"'],
    ['{{ a??b??c | nope }}', [1, 14], 'there is no filter called "nope"'],
    ['{{ a??b }}{{ c', [1, 11], '{{ is not closed by }}'],
    ['{{ a??b }} {% if c??d e %}{% endif %}', [1, 23], 'unexpected "e" after a value'],
  ])('in %j is at %j', (source, [line, column], message) => {
    const error = errorOf(source)
    expect(error).toMatchObject({ part: 'html', line, column })
    expect(error.message).toMatch(message)
  })

  it.each(['include', 'layout', 'block'])('is the tag %s, with an explanation', (name) => {
    expect(errorOf(`{% ${name} "package.json" %}{% end${name} %}`).message).toBe(
      `{% ${name} %} is not supported here: it works as a tag of its own in the body and the text of an email`,
    )
  })

  it('is the tag render, with an explanation', () => {
    expect(errorOf('{% render "header" %}').message).toBe('{% render %} is not supported: use {% include %}')
  })

  it.each(['subject', 'html', 'text'] as const)('says that it is in the %s', (part) => {
    const source = { subject: 'fine', html: 'fine', text: 'fine', [part]: 'fine\n{{ x | nope }}' }
    expect(() => compileTemplate(source)).toThrow(
      expect.objectContaining({ part, line: 2, column: 8 }) as Error,
    )
  })

  it('is quoted up to a limit', () => {
    expect(errorOf(`{% if ${'a'.repeat(5000)} %}`).message.length).toBeLessThan(250)
  })
})

describe('too much', () => {
  it.each<[what: string, source: string, message: RegExp]>([
    ['text', 'x'.repeat(MAX_PART_LENGTH + 1), /more than 1048576 characters/],
    ['tags', '{{ a }}'.repeat(MAX_TAGS + 1), /more than 5000 outputs and tags/],
    ['code', `{{ a${' '.repeat(MAX_CODE_LENGTH)} }}`, /have more than 65536 characters/],
    ['nesting', '{% if a %}'.repeat(MAX_DEPTH + 1), /nested too deeply/],
    ['nesting of brackets', `{{ ${'a['.repeat(20_000)}1${']'.repeat(20_000)} }}`, /nested too deeply/],
  ])('%s is refused', (_, source, message) => {
    expect(errorOf(source).message).toMatch(message)
  })

  it('begins after the limits', () => {
    const { MAX_DEPTH: depth } = { MAX_DEPTH }
    const nested = `${'{% if a %}'.repeat(depth - 1)}x${'{% endif %}'.repeat(depth - 1)}`
    const html = nested + '{{ a }}'.repeat(MAX_TAGS - 2 * (depth - 1))
    expect(() => compileTemplate({ subject: '', html, text: 'x'.repeat(MAX_PART_LENGTH) })).not.toThrow()
  })
})
