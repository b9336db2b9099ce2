import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { MOST_RECIPIENTS } from './feedback.ts'
import type { Feedback } from './feedback.ts'
import { OWN_SET } from './fixtures/own-set.ts'
import { readFeedback } from './read-feedback.ts'

/** The guarantees for every caller, with any input. */
function expectSound(feedback: Feedback): void {
  expect(['bounce', 'complaint', 'auto-reply', 'other']).toContain(feedback.kind)
  expect(feedback.recipients.length).toBeLessThanOrEqual(MOST_RECIPIENTS)
  for (const { address, class: verdict, code, reason, action, isFinal } of feedback.recipients) {
    expect(['hard', 'soft', 'policy']).toContain(verdict)
    expect(address ?? 'none').toMatch(/^[^\s\p{Cc}]{1,320}$/u)
    expect(code ?? '550').toMatch(/^(?:[245]\.\d{1,3}\.\d{1,3}|[45]\d\d)$/)
    expect(reason.length).toBeLessThanOrEqual(500)
    expect(reason).not.toMatch(/\p{Cc}/u)
    expect(action === 'delayed' && (verdict === 'hard' || isFinal)).toBe(false)
  }
  for (const text of [feedback.originalMessageId, feedback.reportedTo]) {
    expect(text ?? '').not.toMatch(/[\s\p{Cc}]/u)
  }
}

/** Pieces that a reader of reports reacts to. */
const piece = fc.constantFrom(
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '@',
  '<',
  '>',
  ':',
  ';',
  ' ',
  '--=_part',
  '--=_part--',
  '\0',
  '\u001b$B',
  '(',
  '"',
  '550 5.1.1',
  '452-',
  'Final-Recipient: rfc822; ',
  'Action: failed\n',
  'Status: 5.1.1\n',
  'user unknown',
  '{"',
  'Content-Type: message/delivery-status\n\n',
  'Content-Transfer-Encoding: base64\n',
  'Feedback-Type: abuse\n',
  'Received: from x\n',
  '>>> RCPT To:',
  '<<< 550',
  '=?utf-8?q?',
  '\ud800',
  'a@b.example',
  'ユーザー',
)

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 400 }),
  with: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 20 })),
})

describe('readFeedback', () => {
  it('reads any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
        expectSound(await readFeedback(bytes))
      }),
      propertyRuns(300),
    )
  })

  it('reads any pieces of reports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 200 }), async (pieces) => {
        expectSound(await readFeedback(Buffer.from(pieces.join(''))))
      }),
      propertyRuns(300),
    )
  })

  it('reads emails that were damaged on their way', async () => {
    const email = fc.constantFrom(...OWN_SET.map(({ raw }) => raw.toString('latin1')))
    await fc.assert(
      fc.asyncProperty(email, fc.array(change, { minLength: 1, maxLength: 8 }), async (text, changes) => {
        const damaged = changes.reduce((sofar, { at, length, with: other }) => {
          const start = Math.floor(at * sofar.length)
          return sofar.slice(0, start) + other + sofar.slice(start + length)
        }, text)
        expectSound(await readFeedback(Buffer.from(damaged, 'latin1')))
      }),
      propertyRuns(500),
    )
  })
})

const HEAD = 'From: MAILER-DAEMON@x.example\nTo: a@b.example\nSubject: Undelivered Mail\n'
// More than is read of an email.
const SIZE = 1_200_000
const fill = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length))

describe('one thing over and over', () => {
  // An expression that backtracks would take minutes on one of these, and the test would time out.
  it.each([
    'a',
    '<',
    '@',
    'a@',
    'a@b.example ',
    '<u@e.example>:\n',
    '\n',
    '\r',
    '\r\r\n',
    ' ',
    'a.a@a.a.',
    '550 5.1.1 ',
    'Received: x\n',
    '--- the original message\n',
    'the ',
    'host aaaa ',
    'rcpt to:',
    'benutzer ',
    'ユーザー',
    '\0',
    'could not be delivered ',
    'delivery x x x x ',
    '(',
    '[',
    '=',
    '- ',
    '&#1;',
    '\u001b$B',
  ])('as words: %j', async (unit) => {
    expectSound(await readFeedback(Buffer.from(`${HEAD}\n<u@e.example>: ${fill(unit)}`)))
  })

  it.each(['<style', '<style></style', '<p ', '<a<', '&lt;', '<br>', '<!--'])('as HTML: %j', async (unit) => {
    expectSound(await readFeedback(Buffer.from(`${HEAD}Content-Type: text/html\n\n${fill(unit)}`)))
  })

  it.each(['X-A: b\n', ' c\n', 'To: a@b.example, ', 'a', '"', '=?utf-8?q?a?= ', '(', '<'])(
    'as a header: %j',
    async (unit) => {
      expectSound(await readFeedback(Buffer.from(`To: ${fill(unit)}\n\nx`)))
      expectSound(await readFeedback(Buffer.from(`${HEAD}From: ${fill(unit, 400_000)}\n\nx`)))
    },
  )

  it.each([
    ['message/delivery-status', 'Final-Recipient: rfc822; a@b.example\nAction: failed\n\n'],
    ['message/delivery-status', 'Diagnostic-Code: smtp; '],
    ['message/feedback-report', 'Original-Rcpt-To: a@b.example\n'],
    ['message/feedback-report', 'Feedback-Type: abuse '],
    ['message/rfc822', 'To: a@b.example\n'],
    ['message/rfc822', '\n'],
  ])('as a part %s: %j', async (type, unit) => {
    const head = `${HEAD}Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: ${type}\n\n`
    expectSound(await readFeedback(Buffer.from(head + fill(unit))))
  })

  it('as invalid JSON', async () => {
    expectSound(
      await readFeedback(Buffer.from(`${HEAD}\n{"notificationType":"Bounce","bounce":${fill('[')}}`)),
    )
  })

  it('as parts', async () => {
    const head = `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n`
    expectSound(
      await readFeedback(Buffer.from(head + fill('--b\nContent-Type: message/rfc822\n\nSubject: x\n\n'))),
    )
  })
})

describe('one thing times another', () => {
  const each = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('')
  // Words that nearly every list of words begins with.
  const WORDS = 'the user account address mailbox host recipient name not be '.repeat(80).slice(0, 4_000)
  const STATUS_PART = '--b\nContent-Type: message/delivery-status\n\n'
  const REPORT = `${HEAD}Content-Type: multipart/report; boundary=b\n\n`

  // These took one to three seconds when each of a thousand recipients was classified by all the words, every line by all
  // before it, and every part was read. Now a quarter of one at most; the rest is for slower machines.
  it.each([
    ['boundaries', `${REPORT}${'--b\n\nx\n'.repeat(80_000)}`],
    [
      'recipients of the header',
      `${HEAD}X-Failed-Recipients: ${each(12_000, (at) => `a${at}@b.example, `)}\n\n${WORDS}`,
    ],
    [
      'fields about one recipient',
      `${REPORT}--b\n\n<z@b.example>: ${WORDS.slice(0, 1_900)}\n${STATUS_PART}${'Final-Recipient: rfc822; z@b.example\n\n'.repeat(3_000)}`,
    ],
    [
      'recipients in JSON',
      `${HEAD}\n{"notificationType":"Bounce","bounce":{"bounceType":"${WORDS}","bouncedRecipients":[${each(3_000, (at) => `{"emailAddress":"a${at}@b.example"},`)}{}]}}`,
    ],
    [
      'lines that announce more',
      `${HEAD}\n${each(130, (at) => `<a${at}@b.example>: \n\n${'!'.repeat(1_900)}:\n\n`)}`,
    ],
    ['fields of the original', `${HEAD}\nReceived: x\n${each(9_000, (at) => `Cc: a${at}@b.example\n`)}`],
  ])('%s', async (_, email) => {
    expectSound(await readFeedback(Buffer.from(email)))
  })
})
