import { describe, expect, it } from 'vitest'
import { choiceParam, compact, textParam } from './search-params.ts'

describe('the query of an address', () => {
  it.each([
    [{ q: 'ada' }, 'ada'],
    [{ q: 25 }, '25'],
    [{ q: '' }, undefined],
    [{ q: ['ada'] }, undefined],
    [{ q: null }, undefined],
    [{}, undefined],
    [{ q: 'x'.repeat(10_000) }, 'x'.repeat(254)],
  ])('%j has the text %s', (search, text) => {
    expect(textParam(search, 'q')).toBe(text)
  })

  it('takes only known choices', () => {
    expect(choiceParam({ tab: 'text' }, 'tab', ['html', 'text'])).toBe('text')
    expect(choiceParam({ tab: '<script>' }, 'tab', ['html', 'text'])).toBeUndefined()
  })

  it('leaves out what is not set', () => {
    expect(Object.keys(compact({ q: undefined, tab: 'text' }))).toEqual(['tab'])
  })
})
