import { describe, expect, it } from 'vitest'
import { inspectAddress } from './address-inspection.ts'

describe('inspectAddress', () => {
  it('says what the lists say, in canonical form', () => {
    expect(inspectAddress('  Ann+News@GMail.com ')).toEqual({
      hasValidSyntax: true,
      email: 'ann+news@gmail.com',
      local: 'ann+news',
      domain: 'gmail.com',
      isDisposable: false,
      isPersonal: true,
      isAlias: false,
      isPlusAddressed: true,
      typo: undefined,
    })
  })

  it.each([
    ['ann+news@example.org', true],
    ['ann+@example.org', true],
    ['a+b+c@example.org', true],
    ['+ann@example.org', false],
    ['ann-news@example.org', false],
    ['ann@plus+example.org', false],
  ])('sees whether %s carries a label', (text, isPlusAddressed) => {
    const address = inspectAddress(text)
    expect(address.hasValidSyntax && address.isPlusAddressed).toBe(isPlusAddressed)
  })

  it.each([
    ['gmaıl.com', 'gmail.com'],
    ['hotmaïl.com', 'hotmail.com'],
    ['gmáil.com', 'gmail.com'],
    ['münchen.de', undefined],
    ['hotél.example', undefined],
  ])('looks through the accents of %s', (domain, meant) => {
    expect(inspectAddress(`ann@${domain}`)).toMatchObject({
      hasValidSyntax: true,
      typo: meant && { domain: meant, isCertain: true },
    })
  })

  it('trusts the list of disposable domains over a possible typo', () => {
    expect(inspectAddress('ann@duam.net')).toMatchObject({ isDisposable: true, typo: undefined })
  })

  it('still detects a certain typo that a disposable service uses as its name', () => {
    expect(inspectAddress('ann@gmial.com')).toMatchObject({
      isDisposable: true,
      typo: { domain: 'gmail.com', isCertain: true },
    })
  })

  it.each([
    ['Ann@gmailcom', 'ann@gmail.com'],
    ['ann@gmail', 'ann@gmail.com'],
    ['ann@gmail..com', 'ann@gmail.com'],
    ['"a.n"@gmailcom', 'a.n@gmail.com'],
    ['ann@localhost', null],
    ['ann@example..org', null],
    ['ann..lee@gmail.com', null],
    [`${'a'.repeat(65)}@gmailcom`, null],
    ['jösé@gmailcom', null],
    ['ann@[192.0.2.1]', null],
  ])('suggests for the broken %s', (text, suggestion) => {
    expect(inspectAddress(text)).toMatchObject({ hasValidSyntax: false, email: text, suggestion })
  })
})
