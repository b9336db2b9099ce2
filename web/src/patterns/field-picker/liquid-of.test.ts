import { describe, expect, it } from 'vitest'
import { isAlwaysSet, liquidOf } from './liquid-of.ts'

describe('Liquid of a field', () => {
  it('shows the field, with its fallback', () => {
    expect(liquidOf('firstName')).toBe('{{ firstName }}')
    expect(liquidOf('firstName', ' there ')).toBe("{{ firstName | default: 'there' }}")
    expect(liquidOf('address.city')).toBe('{{ address.city }}')
  })

  it('writes names with other signs in brackets', () => {
    expect(liquidOf('first name', 'you')).toBe("{{ data['first name'] | default: 'you' }}")
    expect(liquidOf('data.2nd')).toBe("{{ data['2nd'] }}")
  })

  it('keeps a fallback from ending the quotes or the output', () => {
    expect(liquidOf('name', "you're {{ in }} \\")).toBe("{{ name | default: 'you’re  in  ' }}")
  })

  it('knows what every contact has', () => {
    expect(['email', 'unsubscribeUrl', 'coupons.spring'].every(isAlwaysSet)).toBe(true)
    expect(isAlwaysSet('firstName')).toBe(false)
  })
})
