import { describe, expect, it } from 'vitest'
import { evaluateDmarc } from './dmarc-record.ts'

describe('a DMARC record in DNS', () => {
  it.each([
    'v=DMARC1; p=none',
    'v=DMARC1; p=none; rua=mailto:dmarc@bounces.shop.com',
    'v=DMARC1;p=reject',
    'v=DMARC1; p=Quarantine; sp=reject; adkim=s; aspf=s; pct=50; ri=3600; fo=1:d; rua=mailto:a@example.com,mailto:b@example.com!10m; ruf=mailto:c@example.com;',
    'v=DMARC1; p=none; t=y; np=reject; psd=n',
  ])('is fine with any policy: %s', (text) => {
    expect(evaluateDmarc([text, 'some other text'])).toEqual({ status: 'ok', found: [text], detail: null })
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
    expect(evaluateDmarc([text])).toEqual({
      status: 'mismatch',
      found: [text],
      detail: expect.stringMatching(words) as string,
    })
  })

  it('is broken when there are several', () => {
    expect(evaluateDmarc(['v=DMARC1; p=none', 'v=DMARC1; p=reject']).detail).toMatch(
      /There are 2 DMARC records/,
    )
  })

  it('is missing among texts of other kinds', () => {
    expect(evaluateDmarc(['v=spf1 -all'])).toEqual({ status: 'missing', found: [], detail: null })
  })
})
