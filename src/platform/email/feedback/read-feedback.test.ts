import { describe, expect, it } from 'vitest'
import type { Feedback } from './feedback.ts'
import { OWN_SET, withLineEnds } from './fixtures/own-set.ts'
import { readFeedback } from './read-feedback.ts'

const read = (...lines: string[]): Promise<Feedback> => readFeedback(Buffer.from(lines.join('\n')))

const HEAD = [
  'From: MAILER-DAEMON@mx.example.org',
  'To: bounce+1@news.example.com',
  'Subject: Undelivered Mail',
]

/** A report by the rule, with these fields about its recipients. */
const reportOf = (...fields: string[]): Promise<Feedback> =>
  read(
    ...HEAD,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    ...fields,
    '--b--',
  )

const failing = (address: string) => [
  `Final-Recipient: rfc822; ${address}`,
  'Action: failed',
  'Status: 5.1.1',
  '',
]

describe('our own set of emails', () => {
  it('is large and holds every kind and class', () => {
    expect(OWN_SET.length).toBeGreaterThanOrEqual(40)
    for (const kind of ['bounce', 'complaint', 'auto-reply', 'other']) {
      expect(OWN_SET.filter((one) => one.kind === kind).length).toBeGreaterThan(3)
    }
    const classes = OWN_SET.flatMap(({ recipients }) => recipients.map((one) => one.class))
    expect(new Set(classes)).toEqual(new Set(['hard', 'soft', 'policy']))
  })

  it.each(OWN_SET)('$name is understood', async ({ raw, kind, recipients, ...label }) => {
    const found = await readFeedback(raw)
    expect(found.kind).toBe(kind)
    expect(found.recipients).toMatchObject(recipients)
    expect(found.recipients).toHaveLength(recipients.length)
    expect(found.originalMessageId).toBe(label.originalMessageId ?? null)
    expect(found.feedbackType).toBe(label.feedbackType ?? null)
    expect(found.reportedTo).toBe('bounce+7f3a@news.example.com')
  })

  it.each(OWN_SET)('$name means the same with any line ends', async ({ raw }) => {
    const found = await readFeedback(raw)
    expect(await readFeedback(withLineEnds(raw, '\r\n'))).toEqual(found)
    expect(await readFeedback(withLineEnds(raw, '\r'))).toEqual(found)
  })
})

describe('a report of delivery', () => {
  it('names the recipient that we wrote to, where a forwarding changed it', async () => {
    const { recipients } = await reportOf(
      'Original-Recipient: rfc822;Ann@Example.NET',
      'Final-Recipient: rfc822;x@elsewhere.example',
      'Action: failed',
      'Status: 5.1.1',
    )
    expect(recipients.map(({ address }) => address)).toEqual(['ann@example.net'])
  })

  it('says that a delay is not final, and never hard', async () => {
    const { kind, recipients } = await reportOf(
      'Final-Recipient: rfc822; ann@example.net',
      'Action: delayed',
      'Status: 4.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
    )
    expect(kind).toBe('bounce')
    expect(recipients).toMatchObject([{ action: 'delayed', isFinal: false, class: 'soft' }])
  })

  it('is no bounce when all went well', async () => {
    const { kind, recipients } = await reportOf(
      'Final-Recipient: rfc822; ann@example.net',
      'Action: delivered',
    )
    expect(kind).toBe('other')
    expect(recipients).toMatchObject([{ action: 'delivered', isFinal: false, class: 'soft' }])
  })

  it('counts a recipient that is reported twice once', async () => {
    const { recipients } = await reportOf(...failing('ann@example.net'), ...failing('ANN@example.net'))
    expect(recipients).toHaveLength(1)
  })

  it('gives the reason in one line without control characters', async () => {
    const { recipients } = await reportOf(
      'Final-Recipient: rfc822; ann@example.net',
      'Action: failed',
      'Diagnostic-Code: smtp; 550 5.1.1 no\u0000such\u001b[31m user',
      '  here\ttoday',
    )
    expect(recipients[0]?.reason).toBe('550 5.1.1 no such [31m user here today')
  })

  it('gives the status where there are no words at all', async () => {
    const { recipients } = await reportOf(
      'Final-Recipient: rfc822; ann@example.net',
      'Action: failed',
      'Status: 5.1.1',
    )
    expect(recipients).toMatchObject([{ class: 'hard', code: '5.1.1' }])
    expect(recipients[0]?.reason).toContain('5.1.1')
  })

  it('with a program for a recipient takes the address from the words', async () => {
    const { recipients } = await read(
      ...HEAD,
      '',
      '<ann@example.net>: Command died with status 1: "/usr/bin/filter"',
      '',
      'Final-Recipient: rfc822; |/usr/bin/filter',
      'Action: failed',
      'Status: 5.3.0',
    )
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: 'soft' }])
  })
})

describe('an email that is not a bounce', () => {
  it.each([
    ['an empty one', ''],
    ['one without a body', 'Subject: Undelivered Mail'],
    [
      'a person who writes about an address',
      'From: ann@example.net\nSubject: hi\n\nbob@example.net could not be reached',
    ],
  ])('%s has no recipients', async (_, email) => {
    expect(await read(email)).toMatchObject({ kind: 'other', recipients: [] })
  })

  it('is an automatic answer by its header, though it speaks of unknown users', async () => {
    const { kind, recipients } = await read(
      'From: ann@example.net',
      'Subject: Our spring offers',
      'Auto-Submitted: auto-replied',
      '',
      'Delivery failed: 550 5.1.1 user unknown bob@example.net',
    )
    expect(kind).toBe('auto-reply')
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: 'soft', isFinal: false }])
  })

  it('is a bounce though it calls itself an automatic answer, when a mail server writes it', async () => {
    const email = await read(
      ...HEAD,
      'Auto-Submitted: auto-replied',
      '',
      '<ann@example.net>: 550 5.1.1 user unknown',
    )
    expect(email).toMatchObject({
      kind: 'bounce',
      recipients: [{ address: 'ann@example.net', class: 'hard' }],
    })
  })
})

describe('limits', () => {
  it('reads a hundred recipients of a report and no more', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => failing(`user${index}@example.net`)).flat()
    const { recipients } = await reportOf(...fields)
    expect(recipients).toHaveLength(100)
    expect(recipients.at(-1)?.address).toBe('user99@example.net')
  })

  it('finds what is said at the top of an email of 10 MB', async () => {
    const email = await read(
      ...HEAD,
      '',
      '<ann@example.net>: 550 5.1.1 user unknown',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Received: from x',
      'Message-ID: <1@news.example.com>',
      '',
      'x'.repeat(70).concat('\n').repeat(150_000),
    )
    expect(email).toMatchObject({
      originalMessageId: '<1@news.example.com>',
      recipients: [{ class: 'hard' }],
    })
  })

  it('reads an email whose parts are nested too deeply as text', async () => {
    const nested = Array.from(
      { length: 500 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}`,
    )
    const { kind, recipients } = await read(
      ...HEAD,
      ...nested,
      '',
      '<ann@example.net>: 550 5.1.1 user unknown',
    )
    expect(kind).toBe('bounce')
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: 'hard' }])
  })
})
