import { expect, it } from 'vitest'
import { keyOf } from './key-of.ts'

it.each([
  ['ses', 'sns-topic'],
  ['mailgun', 'mailgun'],
  ['postmark', 'basic-auth'],
  [null, 'basic-auth'],
] as const)('proves reports of %s by %s', (provider, key) => {
  expect(keyOf(provider)).toBe(key)
})
