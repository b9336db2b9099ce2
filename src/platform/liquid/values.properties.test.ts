import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { systemClock } from '../clock.ts'
import { createFilters } from './filters.ts'
import { renderHtml } from './fixtures/rendering.ts'
import { TemplateRenderError } from './template-errors.ts'

const FILTERS = Object.keys(createFilters(systemClock))
const TAGS = [
  '{% if x > a and x != b %}{% endif %}',
  '{% if x contains a %}{% endif %}',
  '{% for i in x limit: a offset: b %}{{ i }}{% endfor %}',
  '{% for i in (x..a) %}{{ i }}{% endfor %}',
  '{% tablerow i in x cols: a limit: b %}{{ i }}{% endtablerow %}',
  '{% case x %}{% when a %}{% when b %}{% endcase %}',
  '{% cycle x: a, b %}',
  '{{ x[a][b] }}{{ x.size.first.last }}',
  '{% increment x %}{% decrement a %}',
  '<a href={{ x }} {{ a }}={{ b }}>{{ x }}</a>',
]

const awkward = fc.constantFrom<unknown>(
  { toString: 1 },
  [{ toString: 1, valueOf: 2 }],
  { length: 5 },
  { size: {}, first: [] },
  [[['x']]],
  [null, { a: null }],
  ['b', 'a', 1, null],
  '',
  '%E0',
  '\uD800',
  '[',
  '<a href="',
  -1,
  0,
  1e308,
)
const value = fc.oneof(awkward, fc.jsonValue())

/** True, or the unexpected error. */
function rendersOrRefuses(source: string, values: Record<string, unknown>): unknown {
  try {
    return typeof renderHtml(source, values) === 'string'
  } catch (error) {
    return error instanceof TemplateRenderError || error
  }
}

describe('no value', () => {
  it('makes a filter fail with an unexpected error', () => {
    const call = fc.record({ name: fc.constantFrom(...FILTERS), count: fc.nat(2) })
    fc.assert(
      fc.property(call, fc.tuple(value, value, value), ({ name, count }, [x, a, b]) => {
        const args = count === 0 ? '' : `: ${['a', 'b'].slice(0, count).join(', ')}`
        expect(rendersOrRefuses(`{{ x | ${name}${args} }}`, { x, a, b })).toBe(true)
      }),
      propertyRuns(3000),
    )
  })

  it('makes a tag fail with an unexpected error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), fc.tuple(value, value, value), (source, [x, a, b]) => {
        expect(rendersOrRefuses(source, { x, a, b })).toBe(true)
      }),
      propertyRuns(2000),
    )
  })

  it('fails when it is only printed', () => {
    fc.assert(
      fc.property(value, (x) => {
        const source =
          '{{ x }}{{ x | default: "y" }}{{ x ?? 1 }}{{ x | escape }}{{ x | raw }}{{ x | url_encode }}'
        expect(typeof renderHtml(source, { x })).toBe('string')
        expect(typeof renderHtml(`${source}{{ x | upcase | append: x }}{{ x | json }}`, { x })).toBe('string')
      }),
      propertyRuns(1000),
    )
  })
})
