import { expect, it } from 'vitest'
import { readValues } from './read-values.ts'

it('values are read from what was typed or pasted, whatever stands between them', () => {
  expect(readValues(' free, pro;team\r\nenterprise plan\t', 'text')).toEqual([
    'free',
    'pro',
    'team',
    'enterprise plan',
  ])
  expect(readValues(' ,; ', 'text')).toEqual([])
})

it('numbers are read from a list, without what is no number', () => {
  expect(readValues('1, 2.5; x, -3', 'number')).toEqual([1, 2.5, -3])
})
