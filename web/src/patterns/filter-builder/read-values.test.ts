import { expect, it } from 'vitest'
import { readValues } from './read-values.ts'

it('reads typed or pasted values with any separator', () => {
  expect(readValues(' free, pro;team\r\nenterprise plan\t', 'text')).toEqual([
    'free',
    'pro',
    'team',
    'enterprise plan',
  ])
  expect(readValues(' ,; ', 'text')).toEqual([])
})

it('reads numbers from a list, without anything else', () => {
  expect(readValues('1, 2.5; x, -3', 'number')).toEqual([1, 2.5, -3])
})
