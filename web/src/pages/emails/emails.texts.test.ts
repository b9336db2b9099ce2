import { expect, it } from 'vitest'
import { emails } from './emails.texts.ts'

it('says how many emails match, one of them in the singular', () => {
  expect([1, 2].map(emails.matching)).toEqual(['1 email matches', '2 emails match'])
})
