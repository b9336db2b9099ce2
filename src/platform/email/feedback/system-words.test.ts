// Reports in the words of the systems that write them, by their documentation and source: what each means, and above all
// what it does not mean. The recipient is always ann@example.net; addresses, hosts and tickets are made up.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportEmail as report, wordsEmail as words } from './fixtures/report-emails.ts'
import { readFeedback } from './read-feedback.ts'

const qmail = (...lines: string[]) =>
  words(
    'Hi. This is the qmail-send program at mx.example.org.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    '<ann@example.net>:',
    ...lines,
  )

const gmail = (status: string, ...answer: string[]) =>
  report(
    status,
    answer.at(-1) ?? '',
    '** Address not found **',
    '',
    "Your message wasn't delivered to ann@example.net because the address couldn't be found, or is unable to receive email.",
    '',
    'The response from the remote server was:',
    '',
    ...answer,
  )

const nameServer = (problem: string) =>
  report(
    '5.4.4',
    '',
    `<ann@example.net>: Host or domain name not found. Name service error for name=example.net type=MX: ${problem}`,
  )

describe('an address that is not there is hard', () => {
  it.each([
    [
      'Exchange Online, of what the next server said',
      report(
        '5.1.351',
        '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 no thanks',
        'Your message to ann@example.net could not be delivered.',
      ),
    ],
    [
      'Exchange Online, of a domain',
      report('5.4.310', '550 5.4.310 DNS domain example.net does not exist [Message=InfoDomainNonexistent]'),
    ],
    ['Outlook', report('5.5.0', '550 Requested action not taken: mailbox unavailable')],
    [
      'qmail, with the stage',
      qmail(
        '192.0.2.1 does not like recipient.',
        'Remote host said: 550 unknown user',
        'Giving up on 192.0.2.1.',
      ),
    ],
    [
      'qmail, with the stage behind it',
      qmail('Remote host said: 550 user unknown', 'Giving up on 192.0.2.1.'),
    ],
    ['Gmail, over a reply without a reason', gmail('5.0.0', '550 no')],
    ['Gmail, over the reply of a Cisco gateway', gmail('5.1.0', '550 #5.1.0 Address rejected.')],
    ['a Cisco gateway', report('5.1.0', '550 #5.1.0 Address rejected.')],
    ['Postfix, without a reason', report('5.0.0', '550 <ann@example.net>: Recipient address rejected.')],
    ['a gateway, by its status', report('5.1.0', '550 Unknown user')],
    ['CommuniGate Pro', report('5.0.0', '550 ann@example.net unknown user account')],
    ['cPanel', report('5.0.0', '550 No Such User Here')],
    ['MDaemon', report('5.0.0', '550 <ann@example.net>, Recipient unknown')],
    [
      'a carrier, by its transcript',
      words(
        'The message could not be delivered to:',
        '--> RCPT TO:<ann@example.net>',
        '<-- 550 unknown user',
      ),
    ],
    ['a carrier, in its own words', report('5.0.0', '550 RCPT ERROR. Subscriber does not exist')],
    [
      'Sendmail 5, though another host is deferred below',
      words(
        '   ----- Transcript of session follows -----',
        'While talking to mx.example.net:',
        '>>> RCPT To:<ann@example.net>',
        '<<< 550 No such person at this address',
        '550 <ann@example.net>... User unknown',
        '421 mx2.example.net.tcp... Deferred: Connection timed out during user open with mx2.example.net',
      ),
    ],
    [
      'Lotus Notes in Japanese without its escape bytes',
      words(
        '------- Failure Reasons  --------',
        '',
        '$B08@h$N%"%I%l%9$OEPO?$5$l$F$$$^$;$s(B',
        'ann@example.net',
      ),
    ],
    ['Postfix, of a domain', nameServer('Host not found')],
    [
      'Gmail, of a domain',
      report(
        '5.1.2',
        "DNS Error: 5566 DNS type 'mx' lookup of example.net responded with code NXDOMAIN Domain name not found: example.net",
      ),
    ],
  ])('%s', async (_, email) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: 'hard', isFinal: true }])
  })
})

describe('the same words in another place are not hard', () => {
  it.each([
    [
      'qmail, of the sender',
      'policy',
      qmail(
        'Connected to 192.0.2.1 but sender was rejected.',
        'Remote host said: 550 unknown user',
        'Giving up on 192.0.2.1.',
      ),
    ],
    [
      'qmail, of the greeting',
      'policy',
      qmail(
        'Connected to 192.0.2.1 but greeting failed.',
        'Remote host said: 554 no such user',
        'Giving up on 192.0.2.1.',
      ),
    ],
    [
      'qmail, of the finished email',
      'soft',
      qmail('192.0.2.1 failed after I sent the message.', 'Remote host said: 550 unknown user'),
    ],
    ['Yahoo, of the finished email', 'soft', qmail('Remote host said: 550 unknown user [BODY]')],
    [
      'Gmail, over an account that is disabled',
      'soft',
      gmail('5.2.1', '550 5.2.1 The email account that you tried to reach is disabled.'),
    ],
    [
      'Gmail, over a refusal of us',
      'policy',
      gmail('5.7.1', '550 5.7.1 Message blocked because of its reputation.'),
    ],
    ['Gmail, over an answer to come again', 'soft', gmail('4.0.0', '451 Try again later.')],
    ['a filter that hides, without a stage', 'soft', report('5.0.0', '550 User unknown')],
    [
      'a filter that hides, with a status about policy',
      'soft',
      report('5.7.1', '550 5.7.1 <ann@example.net>: Recipient address rejected: User unknown'),
    ],
    [
      'a server without a mailbox or a status',
      'soft',
      report('5.0.0', '550 Requested action not taken: mailbox unavailable'),
    ],
    ['a disabled mailbox', 'soft', report('5.2.1', '550 5.2.1 mailbox unavailable')],
    [
      'a carrier, of an account',
      'soft',
      words(
        'The user(s) account is disabled.',
        '',
        '<ann@example.net>: 550 user unknown (in reply to RCPT TO command)',
      ),
    ],
    ['Postfix, of a broken answer', 'soft', nameServer('Malformed or unexpected name server reply')],
    ['Postfix, of a missing record', 'soft', nameServer('Host found but no data record of requested type')],
    ['Postfix, of a name server that is away', 'soft', nameServer('Host not found, try again')],
    [
      'Gmail, of a missing record',
      'soft',
      report(
        '5.4.4',
        "DNS Error: 5566 DNS type 'mx' lookup of example.net had no relevant answers.",
        'example.net could not be found.',
      ),
    ],
    [
      'Gmail, of a name server that is away',
      'soft',
      report('5.4.4', "DNS Error: 5566 DNS type 'mx' lookup of example.net responded with code SERVFAIL"),
    ],
    ['Exchange, of a route', 'soft', report('5.4.4', '550 5.4.4 Invalid arguments')],
    [
      'policy with the status of an unknown user',
      'policy',
      report('5.1.1', '550 5.1.1 bulk mail is not accepted here'),
    ],
    [
      'a list of allowed senders',
      'policy',
      report('5.1.1', '550 5.1.1 <ann@example.net> you are not on the whitelist of this user'),
    ],
    ['a greylist', 'policy', report('5.1.1', '550 5.1.1 greylisted, user not found yet')],
  ])('%s', async (_, verdict, email) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: verdict }])
  })
})

describe('an email that is refused for what it is suppresses nobody', () => {
  it.each([
    [
      'Postfix, before it connects',
      report(
        '5.3.4',
        '',
        '<ann@example.net>: message size 31457280 exceeds size limit 26214400 of server mx[192.0.2.1]',
      ),
    ],
    ['a server, at the end of the data', report('5.3.4', '552 5.3.4 Message too big for system')],
    ['a server without words', report('5.3.4', '')],
    [
      'a server with a limit for each recipient',
      report('5.2.3', '550 5.2.3 message too large for this recipient'),
    ],
    ['1&1', words('ann@example.net', 'For the following reason:', 'Mail size limit exceeded.')],
    ['Gmail', gmail('5.3.4', "552 5.3.4 Your message exceeded Google's message size limits.")],
    ['Sendmail, of the header', report('5.6.0', '552 5.6.0 Headers too large (32768 max)')],
    ['a converter', report('5.6.1', '554 5.6.1 Body type not supported by Remote Host')],
    ['GMX, in German', words('ann@example.net:', 'Die Nachricht ist zu groß.')],
    ['a server that puts it off', report('4.3.4', '452 4.3.4 Message too large for now')],
  ])('%s', async (_, email) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    expect(recipients).toMatchObject([{ address: 'ann@example.net', class: 'policy' }])
  })

  it.each([
    ['a mailbox with a limit', report('5.2.2', '552 5.2.2 Mailbox size limit exceeded')],
    ['a mailbox that is full', report('5.3.4', '552 5.3.4 The mailbox of the user is full')],
    ['a disk that is full', report('5.3.1', '552 5.3.1 Message size exceeds the disk space that is left')],
  ])('%s is about the recipient, and soft', async (_, email) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    expect(recipients).toMatchObject([{ class: 'soft' }])
  })
})

const REPLIES = path.join(import.meta.dirname, '../fixtures/reply-table.tsv')
const COMMANDS: Record<string, string> = {
  connect: 'EHLO command',
  auth: 'MAIL FROM command',
  mail: 'MAIL FROM command',
  rcpt: 'RCPT TO command',
  dot: 'end of DATA command',
}

describe('a report of a refusal', () => {
  it('has the class that the refusal has at the SMTP line', async () => {
    const rows = readFileSync(REPLIES, 'utf8')
      .split('\n')
      .filter((line) => /^(?:dev|held)\t/.test(line))
    const compared = rows.map(async (row) => {
      const [, , stage = '', expected = '', , reply = ''] = row.split('\t')
      const said = reply.replaceAll('\\n', ' ')
      const email = report(
        '',
        `${said} (in reply to ${COMMANDS[stage] ?? stage})`,
        `<ann@example.net>: host mx.example.net[192.0.2.1] said: ${said} (in reply to ${COMMANDS[stage] ?? stage})`,
      )
      const { recipients } = await readFeedback(Buffer.from(email))
      return { said, expected, found: recipients[0]?.class }
    })
    expect((await Promise.all(compared)).filter(({ expected, found }) => expected !== found)).toEqual([])
  })
})
