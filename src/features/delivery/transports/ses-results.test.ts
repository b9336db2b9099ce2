// The errors of SES, as far as the decision about the email: who is to blame, and what becomes of it.
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../platform/email/ses/ses-errors.ts'
import { outcomeOf } from '../record/outcome.ts'
import { createTransportWatch } from './transport-watch.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const EMAIL = { attempts: 1, give_up_at: new Date('2026-05-06T12:00:00Z') }

const refusal = (status: number, name: string, message: string) =>
  refusalOf({ status, errorType: name, body: JSON.stringify({ message }) })

function judge(status: number, name: string, message: string) {
  const watch = createTransportWatch({ clock: { now: () => NOW } })
  const { result, limit } = refusal(status, name, message)
  const isToBlame = watch.isToBlame(result, 'ann@example.net')
  const outcome = outcomeOf(result, { email: EMAIL, now: NOW, chance: 0.5 })
  return { isToBlame, restMs: watch.restMs(), reason: watch.trouble?.reason, outcome, limit }
}

describe('all email waits', () => {
  it.each([
    [
      400,
      'AccountSuspendedException',
      'Sending suspended for this account. Check the inbox of the email address.',
    ],
    [400, 'SendingPausedException', 'Sending paused for this account.'],
    [400, 'SendingPausedException', 'Email sending is disabled for configuration set: sender.'],
    [429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'],
    [400, 'ThrottlingException', 'Rate exceeded'],
    [400, 'LimitExceededException', 'Daily message quota exceeded.'],
    [404, 'NotFoundException', 'Configuration set <bulk> does not exist.'],
    [
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    ],
    [
      403,
      'InvalidSignatureException',
      'Signature expired: 20260501T1100Z is now earlier than 20260501T1155Z',
    ],
    [503, 'ServiceUnavailable', 'Service is unavailable'],
    [503, '', ''],
    [302, '', ''],
    [404, '', ''],
  ])('for a moment after %i %s "%s"', (status, name, message) => {
    const { isToBlame, restMs, reason, outcome } = judge(status, name, message)
    expect(isToBlame).toBe(true)
    expect(restMs).toBe(2_000)
    expect(reason).toMatch(/^the relay accepts no more email for now: 421 4\.7\.0 /)
    expect(reason).toContain(name)
    expect(outcome).toMatchObject({ status: 'DEFERRED' })
  })

  it.each([
    [403, 'AccessDeniedException', 'User is not authorized to perform ses:SendRawEmail on this resource'],
    [403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'],
    [403, 'InvalidClientTokenId', 'The security token included in the request is invalid'],
    [403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match'],
    [403, 'InvalidSignatureException', 'The request signature we calculated does not match'],
    [403, 'ExpiredTokenException', 'The security token included in the request is expired'],
    [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
    [401, '', 'who are you?'],
  ])('for five minutes after %i %s', (status, name, message) => {
    const { isToBlame, restMs, reason } = judge(status, name, message)
    expect(isToBlame).toBe(true)
    expect(restMs).toBe(300_000)
    expect(reason).toContain(message)
    expect(reason).toContain('check the access key of SES and its permissions')
  })
})

describe('one email', () => {
  it.each([
    [400, 'MessageRejected', 'Message rejected by the content filter: full of viruses'],
    [400, 'BadRequestException', "Missing final '@domain'"],
    [400, 'BadRequestException', 'User unknown: recipient address rejected'],
    [400, 'ValidationException', '1 validation error detected'],
  ])('bounces after %i %s "%s", and that is not the fault of its recipient', (status, name, message) => {
    const { isToBlame, outcome } = judge(status, name, message)
    expect(isToBlame).toBe(false)
    expect(outcome).toMatchObject({ status: 'BOUNCED', class: 'policy' })
    expect(outcome.reason).toContain(message)
  })

  it.each([
    [400, 'MailFromDomainNotVerifiedException', 'Sending domain is not verified'],
    [
      400,
      'MessageRejected',
      'Email address is not verified. The following identities failed the check in region EU-WEST-1: a@b.c',
    ],
    [500, 'InternalFailure', 'Internal error'],
    [500, '', '<html>'],
    [504, '', ''],
    [418, 'TeapotException', 'short and stout'],
  ])('is retried later after %i %s', (status, name, message) => {
    const { isToBlame, outcome } = judge(status, name, message)
    expect(isToBlame).toBe(false)
    expect(outcome).toMatchObject({ status: 'DEFERRED' })
    expect(outcome).not.toHaveProperty('class')
  })
})

describe('a limit of the account', () => {
  it.each([
    ['TooManyRequestsException', 'Maximum sending rate exceeded.', 'rate'],
    ['ThrottlingException', 'Daily message quota exceeded.', 'quota'],
    ['LimitExceededException', 'Daily message quota exceeded.', 'quota'],
    ['MessageRejected', 'Daily digest rejected', undefined],
  ])('is known by its words: %s "%s"', (name, message, limit) => {
    expect(judge(400, name, message).limit).toBe(limit)
  })
})

describe('an error', () => {
  it('is named by its body where there is no header', () => {
    const body = '{"__type":"com.amazonaws.ses#MessageRejected","Message":"no\\u0000good"}'
    const { result } = refusalOf({ status: 400, errorType: '', body })
    expect(result).toMatchObject({ kind: 'rejected', reply: { text: 'MessageRejected: nogood' } })
  })

  it('is cut where it is too long', () => {
    const { result } = refusal(400, 'MessageRejected', 'x'.repeat(100_000))
    expect(result.kind === 'rejected' && result.reply.text.length).toBe(2_000)
  })
})
