import { describe, expect, it } from 'vitest'
import type { Lookup } from '../../../platform/dns/dns.ts'
import { dmarcPolicyOf, judgeDmarc, reportDomainsOf } from './dmarc.ts'
import type { DmarcAnswer } from './dmarc.ts'
import { chooseAbove, commonNames, namesAbove } from './dmarc-walk.ts'

const found = (...records: string[]): Lookup<string> => ({ status: 'found', records })
const NONE: Lookup<string> = { status: 'none', isNameKnown: true }
const AT = '_dmarc.shop.com'
const OURS = 'mailto:dmarc@bounces.shop.com'
const judge = (text: string, more: Partial<DmarcAnswer> = {}) =>
  judgeDmarc({ domain: 'shop.com', at: AT, texts: found(text), consents: new Map(), ...more })

describe('the check of DMARC', () => {
  it.each([
    `v=DMARC1; p=none; rua=${OURS}`,
    `v=DMARC1; p=reject; sp=quarantine; np=reject; adkim=s; fo=1:d:s; rua=mailto:d@shop.com,${OURS}!10m`,
    `v=DMARC1; rua=${OURS},https://x.net/r; p=none; psd=n; t=n`,
    `v=DMARC1; p=reject; pct=100; ri=86400; rf=afrf; other=tag; rua=${OURS}`,
    `v=DMARC1; P=None; RUA=${OURS};`,
  ])('is good with %s', (text) => {
    expect(judge(text)).toMatchObject({ state: 'good', remedy: null })
  })

  it.each([
    ['v=DMARC1; p=reject', /keeps everything else/, `v=DMARC1; p=reject; rua=${OURS}`],
    [
      'v=DMARC1; p=none; rua=mailto:d@shop.com!10m; fo=1',
      /keeps your addresses/,
      `v=DMARC1; p=none; rua=mailto:d@shop.com!10m,${OURS}; fo=1`,
    ],
  ])('is good with %s, and says how its reports come here', (text, words, value) => {
    expect(judge(text)).toMatchObject({
      state: 'good',
      found: expect.stringMatching(/reports do not come to this server, so the page Reports/) as string,
      remedy: { text: expect.stringMatching(words) as string, record: { name: AT, value } },
    })
  })

  it('adds the address of a subdomain to the record above, unless that sends its reports here', () => {
    const more = { domain: 'mail.shop.com', at: AT }
    expect(judge('v=DMARC1; p=reject', more).remedy?.record).toMatchObject({
      name: AT,
      value: 'v=DMARC1; p=reject; rua=mailto:dmarc@bounces.mail.shop.com',
    })
    expect(judge(`v=DMARC1; p=reject; rua=${OURS}`, more).remedy).toBeNull()
  })

  it.each([
    ['v=DMARC1', /neither a policy/],
    ['v=DMARC1; p=off', /policy p=off does not exist/],
    ['v=DMARC1; p=none; sp=all', /tag sp= .* none, quarantine or reject/],
    ['v=DMARC1; p=none; np=no', /tag np=/],
    ['v=DMARC1; p=none; psd=x', /tag psd= .* y, n or u/],
    ['v=DMARC1; p=none; t=1', /tag t= .* y or n/],
    ['v=DMARC1; p=none; adkim=strict', /tag adkim=/],
    ['v=DMARC1; p=none; fo=2', /tag fo=/],
    ['v=DMARC1; p=none; rua=me@shop.com', /tag rua= .* mailto/],
    ['v=DMARC1; p', /cannot read/],
    ['v=DMARC1; p=none; p=reject', /appears twice/],
  ])('fails with %s', (text, words) => {
    const verdict = judge(text)
    expect(verdict).toMatchObject({ state: 'failed', found: expect.stringMatching(words) as string })
    expect(verdict.remedy?.record?.name).toBe(AT)
  })

  it('offers the record without a wrong tag', () => {
    expect(judge('v=DMARC1; p=reject; fo=2; rua=mailto:d@shop.com').remedy?.record?.value).toBe(
      'v=DMARC1; p=reject; rua=mailto:d@shop.com',
    )
  })

  it.each([
    [
      'v=DMARC1; rua=mailto:d@shop.com',
      /RFC 9989 reads it as p=none/,
      'v=DMARC1; p=none; rua=mailto:d@shop.com',
    ],
    ['v=DMARC1; p=reject; pct=50', /removed the tag pct=/, 'v=DMARC1; p=reject'],
    ['v=DMARC1; p=reject; t=y', /apply quarantine, and the others apply reject/, 'v=DMARC1; p=reject'],
    ['v=DMARC1; p=none; aspf=s', /SPF is never aligned/, 'v=DMARC1; p=none'],
  ])('warns of %s', (text, words, value) => {
    expect(judge(text)).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(words) as string,
      remedy: { record: { value: expect.stringMatching(value) as string } },
    })
  })

  it('fails without a record, and with two', () => {
    expect(judge('', { at: null, texts: NONE })).toMatchObject({
      state: 'failed',
      remedy: {
        record: { type: 'TXT', name: AT, value: 'v=DMARC1; p=none; rua=mailto:dmarc@bounces.shop.com' },
      },
    })
    const two = found('v=DMARC1; p=none', 'v=DMARC1; p=reject')
    expect(judge('', { texts: two })).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/2 DMARC records/) as string,
    })
  })

  it('warns when the receiver of reports did not agree, not when that is unknown', () => {
    const text = 'v=DMARC1; p=none; rua=mailto:x@reports.net'
    expect(judge(text, { consents: new Map([['reports.net', false]]) })).toMatchObject({
      state: 'warning',
      remedy: {
        text: expect.stringMatching(/^Whoever keeps the DNS of reports\.net has to publish/) as string,
        record: { name: 'shop.com._report._dmarc.reports.net', value: 'v=DMARC1' },
      },
    })
    const inherited = { domain: 'mail.shop.com', consents: new Map([['reports.net', false]]) }
    expect(judge(text, inherited).remedy?.record?.name).toBe('shop.com._report._dmarc.reports.net')
    for (const agreed of [true, 'unknown'] as const) {
      expect(judge(text, { consents: new Map([['reports.net', agreed]]) }).state).toBe('good')
    }
  })

  it('takes the policy for subdomains from a record above', () => {
    const more = { domain: 'mail.shop.com', at: AT }
    expect(judge('v=DMARC1; p=reject; sp=none', more).found).toMatch(
      /^The policy is none: .* It is inherited from _dmarc\.shop\.com\. /,
    )
    const texts = found('v=DMARC1; p=reject; sp=quarantine')
    expect(dmarcPolicyOf({ ...more, texts })).toBe('quarantine')
    expect(dmarcPolicyOf({ domain: 'shop.com', at: AT, texts })).toBe('reject')
    expect(dmarcPolicyOf({ domain: 'shop.com', at: AT, texts: found('v=DMARC1; p=reject; t=y') })).toBe(
      'none',
    )
    expect(dmarcPolicyOf({ domain: 'shop.com', at: null, texts: NONE })).toBeUndefined()
  })

  it('is unknown without an answer', () => {
    expect(judge('', { texts: { status: 'unanswered', reason: 'no' } }).state).toBe('unknown')
  })
})

describe('the domains that reports go to', () => {
  it('are those of others', () => {
    const record =
      'v=DMARC1; p=none; rua=mailto:a@x.net!5m, mailto:b@shop.com; ruf=mailto:c@Y.net,https://z.net/r'
    expect(reportDomainsOf(record, AT)).toEqual(['x.net', 'y.net'])
    expect(reportDomainsOf('v=DMARC1; rua=mailto:a@bounces.shop.com', AT)).toEqual([])
  })
})

describe('the tree walk of RFC 9989', () => {
  it('finds the names above two domains', () => {
    expect(commonNames('a.eu.shop.com', 'b.shop.com')).toEqual(['shop.com'])
    expect(commonNames('shop.com', 'other.com')).toEqual([])
  })

  it('asks at most seven names above, the nearest first', () => {
    expect(namesAbove('mail.shop.com')).toEqual(['shop.com', 'com'])
    expect(namesAbove('a.b.c.d.e.f.g.h.i.j.com')).toEqual(
      ['f.g.h.i.j.com', 'g.h.i.j.com', 'h.i.j.com', 'i.j.com', 'j.com', 'com'].toSpliced(
        0,
        0,
        'e.f.g.h.i.j.com',
      ),
    )
  })

  const walk = (...texts: (string | null)[]) =>
    chooseAbove(
      texts.map((text, index) => ({ name: `level${index}`, texts: text === null ? NONE : found(text) })),
    )?.name

  it('takes the highest record, unless one says where the organization ends', () => {
    expect(walk(null, null)).toBeUndefined()
    expect(walk('v=DMARC1; p=none', 'v=DMARC1; p=reject', null)).toBe('level1')
    expect(walk('v=DMARC1; p=none; psd=n', 'v=DMARC1; p=reject')).toBe('level0')
    expect(walk('v=DMARC1; p=none', 'v=DMARC1; p=reject; psd=y')).toBe('level0')
    expect(walk(null, 'v=DMARC1; p=reject; psd=y')).toBe('level1')
  })

  it('ignores names with several records', () => {
    const several = { name: 'level0', texts: found('v=DMARC1; p=none', 'v=DMARC1; p=reject') }
    expect(chooseAbove([several])).toBeUndefined()
  })
})
