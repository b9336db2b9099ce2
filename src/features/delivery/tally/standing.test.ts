import { describe, expect, it } from 'vitest'
import type { TransportId } from '../../../platform/ids.ts'
import { groupableReply, standingOf, whatOf } from './standing.ts'

const transportId = '019a9d20-0000-7000-8000-000000000001' as TransportId

describe('the standing of an email', () => {
  it.each([
    ['ann@gmail.com', {}, 'google instance'],
    ['ann@yahoo.co.uk', { transportId }, `yahoo ${transportId}`],
    ['ann@shop.test', {}, 'others instance'],
    ['ann@shop.test', { destination: 'google', localAddress: '203.0.113.7' }, 'google instance:203.0.113.7'],
    ['ann@shop.test', { destination: 'mx.shop.test' }, 'others instance'],
    ['erased', {}, 'others instance'],
  ])('to %s by %o is %s', (address, via, standing) => {
    expect(standingOf(address, via)).toBe(standing)
  })

  it.each([
    ['SENT', 'accepted'],
    ['DELIVERED', 'accepted'],
    ['BOUNCED', 'refused'],
    ['DEFERRED', 'deferred'],
    ['FAILED', 'deferred'],
    ['CANCELLED', undefined],
  ])('of %s is %s', (status, what) => {
    expect(whatOf(status)).toBe(what)
  })
})

describe('a reply', () => {
  it.each([
    [
      '421 4.7.28 Our system has detected an unusual rate of unsolicited mail from 203.0.113.7. 5a1-20020a05600c0d4b00b00410bf2b1234si123456wmb.12 - gsmtp',
      '421 4.7.28 Our system has detected an unusual rate of unsolicited mail from <address>. <id> - gsmtp',
    ],
    [
      "550 5.7.1 Unfortunately, messages from [203.0.113.7] weren't sent. part of their network is on our block list (S3140). https://mail.live.com/mail/troubleshooting.aspx#errors. [Name=Protocol Filter Agent][AGT=PFA][MxId=11B3]",
      "550 5.7.1 Unfortunately, messages from <address> weren't sent. part of their network is on our block list (S3140). <link> [Name=Protocol Filter Agent][AGT=PFA][MxId=11B3]",
    ],
    ['550 5.1.1 <ada.l@example.com>: user ada.l unknown', '550 5.1.1 <address>: user <address> unknown'],
    ['451 4.7.1 Greylisted, retry in 300 seconds', '451 4.7.1 Greylisted, retry in <n> seconds'],
    ['552 5.2.2 over quota: 104857600 of 104857600 bytes', '552 5.2.2 over quota: <n> of <n> bytes'],
    ['554 refused\n by  2a01:4f8:0:1::2', '554 refused by <address>'],
  ])('%s is grouped as %s', (text, group) => {
    expect(groupableReply(text, 'ada.l@example.com')).toBe(group)
  })

  it('is short, and short names are left alone', () => {
    expect(groupableReply(`550 ${'no '.repeat(1_000)}`, 'n@example.com').length).toBeLessThanOrEqual(200)
    expect(groupableReply('550 no user', 'no@example.com')).toBe('550 no user')
  })

  it('costs little, whatever it contains', () => {
    for (const text of [
      'a1'.repeat(50_000),
      '1.'.repeat(50_000),
      'a@'.repeat(50_000),
      '<'.repeat(50_000),
      '0:'.repeat(50_000),
    ]) {
      expect(groupableReply(text, 'ada@example.com').length).toBeLessThanOrEqual(200)
    }
  })
})
