import { describe, expect, it } from 'vitest'
import { neededValues } from './needed-values.ts'

describe('what is kept with an email', () => {
  const data = { a: 1, b: { c: 2 }, 'two words': 3, secret: 'x' }

  it.each([
    [[], {}],
    [['a'], { a: 1 }],
    [['data.a'], { a: 1 }],
    [['b.c'], { b: { c: 2 } }],
    [['data.b.c', 'email'], { b: { c: 2 } }],
    [['nothing'], {}],
    [['b[0].c'], { b: { c: 2 } }],
    [['data.b["x.y"]'], { b: { c: 2 } }],
    [['["two words"]'], { 'two words': 3 }],
    [['data["two words"].size'], { 'two words': 3 }],
  ])('is what its content names: %j', (variables, expected) => {
    expect(neededValues(data, variables)).toEqual(expected)
  })

  it('is everything when the content may look at everything', () => {
    expect(neededValues(data, ['data'])).toEqual(data)
  })

  it('is the value, however it was written', () => {
    const given = { a: { value: 1, persistent: true }, b: { value: 2, persistent: false } }
    expect(neededValues(given, ['a', 'b'])).toEqual({ a: 1, b: 2 })
  })

  it('is also a key that is itself called data', () => {
    expect(neededValues({ data: { x: 1 }, y: 2 }, ['data.x'])).toEqual({ data: { x: 1 } })
  })
})
