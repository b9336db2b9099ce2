import { describe, expect, it } from 'vitest'
import { classifyReport } from './classify-report.ts'

const judged = (text: string, status: string | null = null) =>
  classifyReport({ status, texts: [text], isDelayed: false })

describe('the verdict on a bounce', () => {
  it.each([
    ['said at RCPT', 'host x[192.0.2.1] said: 550 User unknown (in reply to RCPT TO command)'],
    ['by its status', '550 5.1.1 User unknown'],
    ['by the status of the report', '550 User unknown', '5.1.1'],
    ['by a code that has one meaning', '551 not our customer'],
    ['of a server that looks late', "554 delivery error: dd This user doesn't have a yahoo.com account"],
    ['of a directory', 'User Ann not listed in Domino Directory'],
    [
      'of a domain',
      'Host or domain name not found. Name service error for name=x.example type=MX: Host not found',
    ],
    ['of a domain that takes no email', 'an MX or SRV record indicated no SMTP service'],
    ['of such a domain, whatever its status', '550 5.7.1 Domain x.example does not accept mail (nullMX)'],
    ['of such a domain, though its name server answered', 'lookup responded with code NOERROR: Null MX'],
    ['of a program', 'deliver: ann: Mailbox does not exist\n554 5.3.0 unknown mailer error 67'],
    ['at RCPT, with a status about permission', 'after RCPT TO:<a@b.example>: 550 5.7.1 No such mailbox'],
    ['in German', 'Der Empfänger ist unbekannt.'],
    ['in Japanese', 'ユーザー Ann は Domino ディレクトリには見つかりません。'],
  ])('%s is hard', (_, text, status = '') => {
    expect(judged(text, status || null).class).toBe('hard')
  })

  it.each([
    [
      'said to the finished email',
      'host x[192.0.2.1] said: 550 User unknown (in reply to end of DATA command)',
    ],
    ['without a word on when it was said', '550 User unknown'],
    ['beside a full mailbox', 'Not enough disk space. 550 5.1.1 User unknown'],
    ['of a program', 'procmail: cannot create file: 550 5.1.1 no such user'],
    ['with a status for now', '450 4.1.1 User unknown'],
    ['at RCPT, with a status about permission', 'after RCPT TO:<a@b.example>: 550 5.7.1 User unknown'],
    ['in French, with a status about permission', '550 5.7.1 Utilisateur inconnu'],
  ])('"unknown" %s is not hard', (_, text) => {
    expect(judged(text).class).toBe('soft')
  })

  it.each([
    ['before a recipient was named', 'after MAIL FROM:<a@b.example>: 550 no such user'],
    ['about the address of the sender', '550 5.1.8 Domain not found'],
    ['about the domain of the sender', '550 5.7.27 null MX'],
    ['at the greeting', 'Connected to x.example but TLS setup failed. Remote host said: 550 no such user'],
    ['with a link to a blocklist', '553 5.1.3 http://www.spamhaus.org/query/bl?ip=192.0.2.1'],
  ])('a refusal %s is about us', (_, text) => {
    expect(judged(text).class).toBe('policy')
  })

  it.each([
    'connect to x.example[192.0.2.1]:25: Connection refused',
    'Could not deliver for the last 432000 seconds. Giving up.',
    'retry timeout exceeded',
    'mail for x.example loops back to myself',
  ])('what is about the moment is soft: %s', (text) => {
    expect(judged(text).class).toBe('soft')
  })

  it('takes the reply of the last server for the reason, wherever it stands', () => {
    const { class: verdict, code } = classifyReport({
      status: null,
      texts: [
        'ann@example.net Original Sender: <a@b.example>',
        'Could not be delivered because of\n\n550 5.1.1 User unknown',
      ],
      isDelayed: false,
    })
    expect([verdict, code]).toEqual(['hard', '5.1.1'])
  })

  it('takes the line of a program for the reason, where the diagnosis has none', () => {
    const report =
      'Transcript of session follows\nmaildrop: maildir over quota.\n554 5.0.0 Service unavailable'
    const { reason } = classifyReport({
      status: '5.0.0',
      texts: ['554 5.0.0 Service unavailable', report],
      isDelayed: false,
    })
    expect(reason).toBe('Transcript of session follows 554 5.0.0 maildrop: maildir over quota.')
  })

  it('does not take the words of the reporting server for those of the reply', () => {
    const text =
      '550 5.1.1 no such user\n\nYour message was blocked from the queue and returned to the sender.'
    expect(judged(text).class).toBe('hard')
  })

  it('does not take a number with a unit for a reply', () => {
    expect(judged('The mailbox is full: 512 messages').code).toBeNull()
  })

  it('of a delay is never hard', () => {
    expect(
      classifyReport({ status: '5.1.1', texts: ['550 5.1.1 User unknown'], isDelayed: true }).class,
    ).toBe('soft')
  })

  it('without any words is soft, and says so', () => {
    expect(judged('')).toEqual({ class: 'soft', code: null, reason: 'The report gives no reason.' })
  })
})
