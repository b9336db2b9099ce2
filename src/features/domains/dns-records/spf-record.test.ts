import { describe, expect, it } from 'vitest'
import { isSpf, parseSpf } from './spf-record.ts'

describe('an SPF record', () => {
  it.each([
    ['v=spf1', true],
    ['v=spf1 -all', true],
    ['V=SPF1 -all', true],
    ['v=spf10 -all', false],
    ['v=spf1-all', false],
    [' v=spf1 -all', false],
  ])('is recognised: "%s" %s', (text, expected) => {
    expect(isSpf(text)).toBe(expected)
  })

  it('is read term by term', () => {
    const parsed = parseSpf(
      'v=spf1  a mx/24 a:h.net/28//64 ip4:192.0.2.0/24 -ip6:2001:db8::/32 include:_spf.x.net ?exists:%{i}.x ptr ~all exp=e.net',
    )
    expect(
      parsed.ok && parsed.spf.mechanisms.map((m) => [m.qualifier, m.name, m.target, m.cidr4, m.cidr6]),
    ).toEqual([
      ['+', 'a', undefined, 32, 128],
      ['+', 'mx', undefined, 24, 128],
      ['+', 'a', 'h.net', 28, 64],
      ['+', 'ip4', '192.0.2.0', 24, 24],
      ['-', 'ip6', '2001:db8::', 32, 32],
      ['+', 'include', '_spf.x.net', 32, 128],
      ['?', 'exists', '%{i}.x', 32, 128],
      ['+', 'ptr', undefined, 32, 128],
      ['~', 'all', undefined, 32, 128],
    ])
  })

  it('is read with its redirect', () => {
    const parsed = parseSpf('v=spf1 redirect=_spf.x.net')
    expect(parsed).toEqual({ ok: true, spf: { mechanisms: [], redirect: '_spf.x.net' } })
  })

  it.each([
    'v=spf1 ipv4:192.0.2.1',
    'v=spf1 ip4:300.0.2.1',
    'v=spf1 ip4:192.0.2.1/33',
    'v=spf1 ip6:192.0.2.1',
    'v=spf1 ip4',
    'v=spf1 include',
    'v=spf1 include:',
    'v=spf1 a:',
    'v=spf1 a/40',
    'v=spf1 all:x',
    'v=spf1 -all, a',
    'v=spf1 include: _spf.x.net',
    'v=spf1 redirect=a.net redirect=b.net',
    'v=spf1 "a"',
  ])('is refused: %s', (text) => {
    expect(parseSpf(text)).toEqual({ ok: false, problem: expect.any(String) as string })
  })
})
