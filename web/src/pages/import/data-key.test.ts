import { describe, expect, it } from 'vitest'
import { dataKeyFor } from './data-key.ts'

describe('the key for a column', () => {
  const known = ['plan', 'firstName', 'ZIP', 'zip', 'last name']

  it.each([
    ['plan', 'plan'],
    ['Plan', 'plan'],
    [' PLAN ', 'plan'],
    ['First name', 'firstName'],
    ['first_name', 'firstName'],
    ['last name', 'last name'],
    ['Last-Name', 'last name'],
  ])('of %j is the known one that differs only by case, spaces or signs', (header, key) => {
    expect(dataKeyFor(header.trim(), known)).toBe(key)
  })

  it('is not guessed between two known ones', () => {
    expect(dataKeyFor('zip', known)).toBe('zip')
    expect(dataKeyFor('Zip', known)).toBe('Zip')
  })

  it.each([
    ['City', 'City'],
    ['signup-date', 'signup-date'],
    ['Straße', 'Straße'],
    ['Company name', 'companyName'],
    ['Date of birth (YYYY)', 'dateOfBirthYYYY'],
    ['VAT number', 'vatNumber'],
    ['2nd address', '2nd address'],
    ['%', '%'],
  ])('of %j, which is new, can be used in templates where possible', (header, key) => {
    expect(dataKeyFor(header, known)).toBe(key)
  })
})
