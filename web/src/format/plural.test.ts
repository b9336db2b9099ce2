import { expect, it } from 'vitest'
import { formatCount } from './number.ts'
import { plural } from './plural.ts'

it('writes one in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((count) => plural(count, 'email'))).toEqual(['0 emails', '1 email', '2 emails'])
})

it('accepts an irregular plural, and separates thousands', () => {
  expect(plural(1, 'address matches', 'addresses match')).toBe('1 address matches')
  expect(plural(1234, 'address matches', 'addresses match')).toBe(`${formatCount(1234)} addresses match`)
})
