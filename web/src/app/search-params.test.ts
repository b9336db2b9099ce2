import { describe, expect, it } from 'vitest'
import { choiceParam, filterParam, searchParams, textParam } from './search-params.ts'

describe('search params', () => {
  it.each([
    [{ q: 'ada' }, 'ada'],
    [{ q: 25 }, '25'],
    [{ q: '' }, undefined],
    [{ q: ['ada'] }, undefined],
    [{ q: null }, undefined],
    [{}, undefined],
    [{ q: 'x'.repeat(10_000) }, 'x'.repeat(254)],
  ])('%j contain the text %s', (search, text) => {
    expect(searchParams({ q: textParam })(search).q).toBe(text)
  })

  it('accept only known choices', () => {
    const tabParam = choiceParam(['html', 'text'])
    expect(tabParam('text')).toBe('text')
    expect(tabParam('<script>')).toBeUndefined()
  })

  it('leave out undefined values', () => {
    expect(Object.keys(searchParams({ q: textParam, tab: textParam })({ tab: 'text' }))).toEqual(['tab'])
  })

  const filter = { operator: 'AND', conditions: [{ field: 'email', operator: 'exists' }] }

  it.each([filter, JSON.stringify(filter)])('contain a filter, parsed by the router or not: %j', (given) => {
    expect(filterParam(given)).toEqual(filter)
  })

  it.each([
    [undefined],
    ['{'],
    [null],
    [{ operator: 'XOR', conditions: [] }],
    [{ operator: 'AND', conditions: [null] }],
    [{ operator: 'AND', conditions: [{ field: 1, operator: 'equals' }] }],
    [{ operator: 'AND', conditions: [{ operator: 'OR', conditions: 'all' }] }],
    [{ operator: 'AND', conditions: [{ field: 'event.x', operator: 'triggered', where: [3] }] }],
    [{ operator: 'AND', conditions: [{ field: 'email', operator: 'equals', value: 'x'.repeat(9_000) }] }],
  ])('contain no filter in %j', (given) => {
    expect(filterParam(given)).toBeUndefined()
  })
})
