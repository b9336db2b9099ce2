import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommentedJson, printCommentedJson } from './commented-json.ts'

const COMMENTED = `// The head
{
  // Shown to people
  "name": "News", // beside
  "items": [
    1,
    /* two
       lines */
    2, // last
  ],
  "empty": {},
  // behind
}
// the end
`

describe('parseCommentedJson', () => {
  it('reads JSON with comments and commas after the last item', () => {
    expect(parseCommentedJson(COMMENTED).value).toEqual({ name: 'News', items: [1, 2], empty: {} })
  })

  it.each([
    ['{"a": 1,,}', 'line 1 needs a name in quotation marks here'],
    ['{\n"a": 1 "b": 2}', 'line 2 needs a comma or } here'],
    ['{"a": 1, "a": 2}', 'line 1 has "a" twice'],
    ['{"a" 1}', 'line 1 needs a colon here'],
    ['{"a": hello}', 'line 1 has hello, which is not a value of JSON'],
    ['{"a": 1', 'line 1 needs a comma or } here'],
    ['', 'line 1 ends too early'],
    ['{} {}', 'line 1 has something behind its end'],
    ['['.repeat(100), 'line 1 is nested deeper than 64 levels'],
  ])('refuses %s', (text, message) => {
    expect(() => parseCommentedJson(text)).toThrow(message)
  })

  it('takes no name for a prototype', () => {
    const { value } = parseCommentedJson('{"__proto__": {"a": 1}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__'])
  })
})

describe('printCommentedJson', () => {
  it('keeps each comment at its value', () => {
    const { comments } = parseCommentedJson(COMMENTED)
    const text = printCommentedJson({ name: 'Offers', items: [2, 3, 4], more: true }, comments)
    expect(parseCommentedJson(text).value).toEqual({ name: 'Offers', items: [2, 3, 4], more: true })
    for (const comment of [
      '// The head',
      '// Shown to people',
      '// beside',
      '// last',
      '// behind',
      '// the end',
    ]) {
      expect(text).toContain(comment)
    }
    expect(text.indexOf('// Shown')).toBeLessThan(text.indexOf('"name"'))
  })

  it('reads back what it has written, with the same comments', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown
        expect(parseCommentedJson(printCommentedJson(plain)).value).toEqual(plain)
      }),
    )
    const once = printCommentedJson({ name: 'News', items: [1, 2] }, parseCommentedJson(COMMENTED).comments)
    const again = parseCommentedJson(once)
    expect(printCommentedJson(again.value, again.comments)).toBe(once)
  })
})
