import { describe, expect, it } from 'vitest'
import { isReservedDomain } from './domains.values.ts'

describe('reserved names', () => {
  it.each(['shop.test', 'a.b.example', 'x.invalid', 'app.localhost'])('%s is one', (domain) => {
    expect(isReservedDomain(domain)).toBe(true)
  })
  it.each(['example.com', 'test.com', 'shoptest', 'x.tests', 'example.org'])('%s is none', (domain) => {
    expect(isReservedDomain(domain)).toBe(false)
  })
})
