import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { advance, BETWEEN_TAGS, isSameState } from './html-state.ts'

describe('advance', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '/',
    '!',
    '--',
    '-',
    '"',
    "'",
    '=',
    ' ',
    'a',
    'href',
    'style',
    'x:',
    '[if',
    ']',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<a href="',
    "title='",
    '?',
    '\n',
    'é',
  )

  it('does not depend on where a text is cut', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const atOnce = advance(BETWEEN_TAGS, parts.join(''))
        const inSteps = parts.reduce((state, part) => advance(state, part), BETWEEN_TAGS)
        expect(isSameState(inSteps, atOnce), `${JSON.stringify(inSteps)} ${JSON.stringify(atOnce)}`).toBe(
          true,
        )
      }),
      propertyRuns(2000),
    )
  })
})
