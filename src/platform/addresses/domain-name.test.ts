import { describe, expect, it } from 'vitest'
import { displayDomain, parseDomainName } from './domain-name.ts'
import type { DomainProblem } from './domain-name.ts'

const accepted: [input: string, domain: string][] = [
  ['example.com', 'example.com'],
  [' \tExample.COM\t ', 'example.com'],
  ['example.com.', 'example.com'],
  ['例え。テスト。', 'xn--r8jz45g.xn--zckzah'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
  ['３m.com', '3m.com'],
  ['\u212a.com', 'k.com'],
  ['ΑΣ.gr', 'xn--mxa0b.gr'],
  ['ας.gr', 'xn--mxa8a.gr'],
  ['STRAẞE.de', 'xn--strae-oqa.de'],
  ['İ.com', 'xn--i-9bb.com'],
  ['Ꭰ.com', 'xn--58d.com'],
  ['ꭰ.com', 'xn--58d.com'],
  ['ﾄﾖﾀ.jp', 'xn--5ckr0h.jp'],
  ['ﾊﾞ.jp', 'xn--ndk.jp'],
  ['क्\u200dष.com', 'xn--11b2ezcw70k.com'],
  ['l·l.cat', 'xn--ll-0ea.cat'],
  ['א1.com', 'xn--1-zhc.com'],
  ['💩.la', 'xn--ls8h.la'],
  ['xn--ls8h.la', 'xn--ls8h.la'],
  ['xn--mnchen-3ya.例え', 'xn--mnchen-3ya.xn--r8jz45g'],
  ['ab--ü.com', 'xn--ab---3ra.com'],
  [`${'💩'.repeat(50)}.la`, `xn--ls8h${'a'.repeat(49)}.la`],
]

const refused: [input: string, code: DomainProblem['code']][] = [
  ['', 'no-domain'],
  ['.', 'no-domain'],
  ['example.com..', 'label'],
  ['example.com\n', 'control-character'],
  ['exam\tple.com', 'control-character'],
  ['\u00a0example.com', 'label'],
  ['https://example.com', 'label'],
  ['ann@example.com', 'label'],
  ['example.com:25', 'label'],
  ['exam ple.com', 'label'],
  ['a\\b.com', 'label'],
  ['a%41.com', 'label'],
  ['[1.2.3.4]', 'address-literal'],
  ['[::1]', 'address-literal'],
  ['1.2.3.4', 'numeric-tld'],
  ['0x7f.1', 'numeric-tld'],
  ['ü.0x1', 'numeric-tld'],
  ['ü.１２', 'numeric-tld'],
  ['ü', 'single-label'],
  ['a．．b', 'label'],
  ['-ü.com', 'idn'],
  ['ü-.com', 'idn'],
  ['xn----eha.com', 'idn'],
  ['xn--.com', 'label'],
  ['xn--zzzz9999999.com', 'idn'],
  ['xn--www-.com', 'label'],
  ['xn--u-ccb.com', 'idn'],
  ['xn--a-ecp.ru', 'idn'],
  ['xn--ls8h.xn--a.com', 'idn'],
  ['xn--a.ü.com', 'idn'],
  ['xn--ü.com', 'idn'],
  ['≠.com', 'idn'],
  ['a≮b.com', 'idn'],
  ['xn--1ch.com', 'idn'],
  ['\u0301a.com', 'idn'],
  ['1א.com', 'idn'],
  ['אa.com', 'idn'],
  ['ⅷ.com', 'idn'],
  ['ſ.com', 'idn'],
  ['𝐚.com', 'idn'],
  ['℀.com', 'idn'],
  ['a…b.com', 'idn'],
  ['\u2488com.de', 'idn'],
  ['👨\u200d👩.com', 'idn'],
  ['\u3164.com', 'invisible-character'],
  ['\uffa0.com', 'invisible-character'],
  ['a\ufe0fb.com', 'invisible-character'],
  ['a\u2060b.com', 'invisible-character'],
  ['example.com\ufeff', 'invisible-character'],
]

describe('parseDomainName', () => {
  it.each(accepted)('reads %j as %s', (input, domain) => {
    expect(parseDomainName(input)).toEqual({ ok: true, domain })
  })

  it.each(refused)('refuses %j: %s', (input, code) => {
    expect(parseDomainName(input)).toMatchObject({ ok: false, problem: { code } })
  })

  it('names the character to remove', () => {
    expect(JSON.stringify(parseDomainName('ex_ample.com'))).toContain('Remove \\"_\\"')
    expect(JSON.stringify(parseDomainName('a\u00adb.com'))).toContain('Remove the invisible character U+00AD')
  })
})

describe('displayDomain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['xn--ls8h.la', '💩.la'],
    ['xn--ll-0ea.cat', 'l·l.cat'],
    ['xn--11b2ezcw70k.com', 'क्\u200dष.com'],
  ])('shows %s as %s', (domain, shown) => {
    expect(displayDomain(domain)).toBe(shown)
  })

  it.each(['xn--ab-c6t.com', 'xn--a.com', 'xn--www-.com', 'xn--1ch.com', 'not a domain, xn--'])(
    'leaves %s alone, which would mislead or cannot be decoded',
    (domain) => {
      expect(displayDomain(domain)).toBe(domain)
    },
  )
})
