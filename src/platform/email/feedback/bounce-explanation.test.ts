import { describe, expect, it } from 'vitest'
import { REPLY_CLASSES } from '../smtp/replies/reply-class.values.ts'
import { explainBounce } from './bounce-explanation.values.ts'
import { OWN_SET } from './fixtures/own-set.ts'
import { readFeedback } from './read-feedback.ts'

describe('the explanation of a bounce', () => {
  it.each([
    ['hard', '550 5.1.1 User unknown', 'The mailbox does not exist.'],
    ['hard', '5.1.2 sorry', 'The domain of the address does not exist or has no mail server.'],
    ['hard', '550 Domain x.example does not exist', 'The domain of the address does not exist or'],
    ['hard', 'all relevant MX records point to non-existent hosts', 'or has no mail server.'],
    ['hard', '5.1.10 Recipient address has null MX', 'The domain of the address does not accept email.'],
    ['hard', '556 no', 'The domain of the address does not accept email.'],
    ['hard', "5.1.1 The provider's suppression list has this address.", 'The provider no longer sends'],
    ['soft', '5.2.2 sorry', 'The mailbox is full.'],
    ['soft', '550 account suspended', 'The mailbox is disabled.'],
    ['soft', 'connect to x.example: Connection refused', 'The receiving server could not be reached,'],
    ['soft', '550 User unknown', 'The receiving server says that the mailbox does not exist, but'],
    ['soft', 'The report gives no reason.', 'The receiving server did not accept the email and gave no'],
    ['policy', '5.3.4 sorry', 'The email is too large for the receiving server.'],
    ['policy', '5.7.26 DMARC policy', 'The receiving server could not verify the sender'],
    ['policy', '554 blocked using zen.spamhaus.org', 'The receiving server distrusts the sending server'],
    ['policy', '550 looks like spam', 'The receiving server objects to the content of the email.'],
    ['policy', '550 too many emails', 'The receiving server got too many emails at once.'],
    ['policy', 'after MAIL FROM:<a@b.example> SIZE=9: 550 no', 'The receiving server refused the sender or'],
    ['policy', '5.7.1 no', 'The receiving server refused the sender or the email, not the recipient.'],
  ] as const)('of class %s with "%s"', (verdict, text, expected) => {
    const [, code, reason] = /^(5[.\d]+)? ?(.*)/.exec(text) ?? []
    expect(explainBounce({ class: verdict, code: code ?? null, reason: reason ?? '' })).toContain(expected)
  })

  it.each([
    ['hard', 'Lettermill will not send to this address again.'],
    ['soft', 'after three such bounces in a row it pauses for 30 days.'],
    ['policy', 'the sender has to solve the problem.'],
  ] as const)('of class %s ends with what follows', (verdict, expected) => {
    expect(explainBounce({ class: verdict }).endsWith(expected)).toBe(true)
  })

  it('is by the class, even if the words say something else', () => {
    const causes = REPLY_CLASSES.map((verdict) =>
      explainBounce({ class: verdict, reason: '550 mailbox full' }),
    )
    expect(causes[0]).toMatch(/^The mailbox does not exist\. /)
    expect(causes[2]).toMatch(/^The receiving server refused /)
  })

  it('of every bounce of our own set consists of whole sentences', async () => {
    const bounces = (await Promise.all(OWN_SET.map(({ raw }) => readFeedback(raw)))).filter(
      ({ kind }) => kind === 'bounce',
    )
    const explanations = bounces.flatMap(({ recipients }) => recipients.map(explainBounce))
    expect(explanations.length).toBeGreaterThan(40)
    for (const one of explanations) expect(one).toMatch(/^The [^.]+\. Lettermill [^.]+\.$/)
  })
})
