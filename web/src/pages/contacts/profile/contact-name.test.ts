import { expect, it } from 'vitest'
import { contactName } from './contact-name.ts'

it('finds the name by the usual keys', () => {
  expect(contactName({ data: { name: ' Ada Lovelace ' } })).toBe('Ada Lovelace')
  expect(contactName({ data: { firstName: 'Ada', lastName: 'Lovelace', name: '' } })).toBe('Ada Lovelace')
  expect(contactName({ data: { last_name: 'Hopper' } })).toBe('Hopper')
  expect(contactName({ data: { name: 7, plan: 'pro' } })).toBeUndefined()
})
