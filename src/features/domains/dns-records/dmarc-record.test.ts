import { describe, expect, it } from 'vitest'
import { evaluateDmarc } from './dmarc-record.ts'

const evaluate = (texts: readonly string[]) => evaluateDmarc(texts, { domain: 'shop.com' })
const OURS = 'mailto:dmarc@bounces.shop.com'

describe('a DMARC record in DNS', () => {
  it.each([
    `v=DMARC1; p=none; rua=${OURS}`,
    `v=DMARC1;p=reject;rua=${OURS}`,
    `v=DMARC1; p=Quarantine; sp=reject; adkim=s; aspf=s; pct=50; ri=3600; fo=1:d; rua=mailto:a@example.com,${OURS}!10m; ruf=mailto:c@example.com;`,
    `v=DMARC1; p=none; t=y; np=reject; psd=n; rua=${OURS}`,
  ])('is fine with any policy: %s', (text) => {
    expect(evaluate([text, 'some other text'])).toEqual({ status: 'ok', found: [text], detail: null })
  })

  it('is fine without the address for reports, and says what the record would be with it', () => {
    expect(evaluate(['v=DMARC1; p=reject; rua=mailto:a@x.net'])).toMatchObject({
      status: 'ok',
      detail: `Its reports do not come to this server, so the page Reports stays empty. To see them, publish at _dmarc.shop.com: v=DMARC1; p=reject; rua=mailto:a@x.net,${OURS}`,
    })
  })

  it('above the domain says whose it is', () => {
    const above = (text: string) =>
      evaluateDmarc([text], { domain: 'mail.shop.com', above: 'shop.com' }).detail
    expect(above(`v=DMARC1; p=none; rua=${OURS}`)).toBe('The policy of shop.com applies.')
    expect(above('v=DMARC1; p=none')).toMatch(
      /^The policy of shop\.com applies\. Its reports .* publish at _dmarc\.shop\.com: .*rua=mailto:dmarc@bounces\.mail\.shop\.com$/,
    )
  })

  it('shows no control characters', () => {
    expect(evaluate(['v=DMARC1; p=none; x=a\u0000b']).detail).not.toContain('\u0000')
  })

  it.each([
    ['v=DMARC1', /policy is missing/],
    ['v=DMARC1; rua=mailto:a@example.com', /policy is missing/],
    ['v=DMARC1; p=block', /p=block does not exist/],
    ['v=dmarc1; p=none', /capitals/],
    ['v=DMARC1 p=none', /v=DMARC1/],
    ['v=DMARC1; p=none; pct=150', /pct= must be/],
    ['v=DMARC1; p=none; adkim=strict', /adkim= must be/],
    ['v=DMARC1; p=none; sp=all', /sp= must be/],
    ['v=DMARC1; p=none; rua=a@example.com', /mailto:/],
    ['v=DMARC1; p=none; p=reject', /twice/],
    ['v=DMARC1; p=none; quarantine', /name=value/],
    ['"v=DMARC1; p=none"', /quotation marks/],
  ])('is broken: %s', (text, words) => {
    expect(evaluate([text])).toEqual({
      status: 'mismatch',
      found: [text],
      detail: expect.stringMatching(words) as string,
    })
  })

  it('is broken when there are several', () => {
    expect(evaluate(['v=DMARC1; p=none', 'v=DMARC1; p=reject']).detail).toMatch(/There are 2 DMARC records/)
  })

  it('is missing among texts of other kinds', () => {
    expect(evaluate(['v=spf1 -all'])).toEqual({ status: 'missing', found: [], detail: null })
  })
})
