import { describe, expect, it } from 'vitest'
import { evaluateTlsReports } from './tls-reports-record.ts'

const GOOD = 'v=TLSRPTv1; rua=mailto:tlsrpt@bounces.shop.com'

describe('the record that asks for TLS reports', () => {
  it.each([GOOD, 'v=TLSRPTv1;rua=mailto:a@b.com,https://x.net/tls;', 'v=TLSRPTv1; rua=https://x.net/tls'])(
    'is right with any address: %s',
    (text) =>
      expect(evaluateTlsReports([text, 'something else'])).toMatchObject({ status: 'ok', found: [text] }),
  )

  it('is missing among other texts', () => {
    expect(evaluateTlsReports(['v=spf1 -all'])).toMatchObject({ status: 'missing' })
  })

  it.each([
    [[GOOD, GOOD], /There are 2/],
    [[`"${GOOD}"`], /quotation marks/],
    [['v=TLSRPTv2; rua=mailto:a@b.com'], /must begin/],
    [['v=TLSRPTv1'], /rua=/],
    [['v=TLSRPTv1; rua=a@b.com'], /rua=/],
    [['v=TLSRPTv1; rua=mailto:a'], /rua=/],
  ])('has a fault: %s', (texts, detail) => {
    const finding = evaluateTlsReports(texts)
    expect(finding.status).toBe('mismatch')
    expect(finding.detail).toMatch(detail)
  })
})
