import { describe, expect, it } from 'vitest'
import { compileValue } from './compile-value.ts'
import { TemplateRenderError, TemplateSyntaxError } from './template-errors.ts'

const VARIABLES = { n: 3, t: 'text', list: [1, { a: null }], yes: true, no: null, html: '<b>&' }

describe('a value with Liquid', () => {
  it.each<[source: string, value: unknown]>([
    ['{{ n }}', 3],
    [' {{- n | plus: 4 -}} ', 7],
    ['{{ list }}', [1, { a: null }]],
    ['{{ list[1] }}', { a: null }],
    ['{{ yes }}', true],
    ['{{ n > 2 }}', true],
    ['{{ no }}', null],
    ['{{ nothing }}', null],
    ['{{ nothing ?? n }}', 3],
    ['{{ nil }}', null],
    ['{{ html }}', '<b>&'],
    ['{{ html | escape }}', '&lt;b&gt;&amp;'],
    ['{{ n | divided_by: 0.0 }}', null],
    ['{{ n }}{{ n }}', '33'],
    ['n is {{ n }}', 'n is 3'],
    ['{% if yes %}{{ n }}{% endif %}', '3'],
    [' {{ t }}!', ' text!'],
    ['no Liquid', 'no Liquid'],
  ])('%s is %j', (source, value) => {
    expect(compileValue(source)(VARIABLES)).toEqual(value)
  })

  it('is never evaluated twice', () => {
    expect(compileValue('{{ t }}')({ t: '{{ n }}', n: 1 })).toBe('{{ n }}')
  })

  it('is refused where it cannot be read, and has the limits of templates', () => {
    expect(() => compileValue('{{ n | plus 4 }}')).toThrow(TemplateSyntaxError)
    const endless = compileValue('{% for i in (1..1000000000) %}x{% endfor %}')
    expect(() => endless({})).toThrow(TemplateRenderError)
  })
})
