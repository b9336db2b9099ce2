import { describe, expect, it } from 'vitest'
import { sendsReportsHere, withReportAddress } from './report-address.ts'

const OURS = 'mailto:dmarc@bounces.shop.com'

describe('the address of reports in a DMARC record', () => {
  it.each([
    [`v=DMARC1; p=none; rua=${OURS}`, true],
    [`v=DMARC1; p=none; RUA = mailto:a@x.net , MAILTO:dmarc@Bounces.shop.com!10m ; fo=1`, true],
    ['v=DMARC1; p=none', false],
    ['v=DMARC1; p=none; rua=mailto:dmarc@shop.com', false],
    [`v=DMARC1; p=none; ruf=${OURS}`, false],
    [`v=DMARC1; p=none; rua=${OURS}.evil.net`, false],
  ])('%s: %s', (record, isHere) => {
    expect(sendsReportsHere(record, ['mail.shop.com', 'shop.com'])).toBe(isHere)
  })

  it.each([
    ['v=DMARC1; p=reject', `v=DMARC1; p=reject; rua=${OURS}`],
    ['v=DMARC1;p=none;', `v=DMARC1; p=none; rua=${OURS}`],
    [
      'v=DMARC1; p=none; rua=mailto:a@x.net!5m, https://y.net/r; fo=1',
      `v=DMARC1; p=none; rua=mailto:a@x.net!5m,https://y.net/r,${OURS}; fo=1`,
    ],
    ['v=DMARC1; p=none; rua=', `v=DMARC1; p=none; rua=${OURS}`],
  ])('%s becomes %s', (record, expected) => {
    expect(withReportAddress(record, 'shop.com')).toBe(expected)
  })
})
