import { describe, expect, it } from 'vitest'
import { readReply } from '../smtp-replies.ts'
import { refusalKindOf } from './refusal-kind.ts'

describe('what a refusal of the sender is about', () => {
  it.each([
    ['authentication', '550 5.7.26 This mail is unauthenticated, which poses a security risk to the sender.'],
    ['authentication', '550 5.7.1 Email rejected per DMARC policy for shop.test'],
    ['authentication', '550 SPF check failed, message blocked as spam'],
    ['blocklist', '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org'],
    [
      'blocklist',
      '550 5.7.1 messages from [192.0.2.7] were not sent: part of their network is on our block list (S3150)',
    ],
    ['blocklist', '553 5.3.0 http://www.spamcop.net/bl.shtml?192.0.2.7'],
    ['blocklist', '550 5.7.1 Message blocked because of the low reputation of its sender'],
    ['content', '554 5.7.1 The message looks like spam'],
    ['content', '554 5.6.0 Corrupt message content'],
    ['content', '550 5.7.1 Message contains a virus'],
    ['size', '552 5.3.4 Message size exceeds fixed limit'],
    ['rate', '450 4.7.1 Error: too much mail from 192.0.2.7'],
    ['server', '550 5.7.25 The sending IP does not have a PTR record'],
    ['policy', '550 5.7.1 Message rejected due to local policy.'],
  ])('%s: %s', (kind, text) => {
    expect(refusalKindOf(readReply([text]))).toBe(kind)
  })
})
