import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { compileTemplate } from './compile.ts'
import { literalLiquid } from './literal.ts'

it('renders to the text that was given, whatever Liquid is in it', () => {
  const piece = fc.constantFrom(
    '{{',
    '{%',
    '}}',
    '%}',
    '{',
    '-',
    ' ',
    "'",
    '"',
    'raw',
    'endraw',
    'a',
    '\n',
    '|',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const literal = literalLiquid(text)
      const template = compileTemplate({ subject: 'S', html: '', text: literal })
      expect(template.isPlain).toBe(true)
      expect(template.variables).toEqual([])
      expect(Buffer.from(template.render({}).text).toString()).toBe(text)
    }),
    propertyRuns(100),
  )
})
