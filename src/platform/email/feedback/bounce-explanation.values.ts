// Explains a bounce to people who do not read SMTP, at the terminal and in the dashboard. The class is decided before
// (reply-class.ts, classify-report.ts) and is never doubted here: words and code only choose the sentence within it.
import type { ReplyClass } from '../smtp/replies/reply-class.values.ts'

export type BounceFacts = {
  class: ReplyClass
  /** The enhanced status (RFC 3463), else the SMTP code. */
  code?: string | null
  /** The reply of the server, or the words of the report. */
  reason?: string
  /** Test recipients simulate bounces, which have no effect on them. */
  isTestRecipient?: boolean
}

/** Forms of `code reason`, each with the cause in plain words; the first that matches counts. */
type Causes = readonly [RegExp, string][]

const CAUSES: Record<ReplyClass, Causes> = {
  hard: [
    [/suppression list has this address/i, 'The provider no longer sends to this address.'],
    [/^556|null[ -]?mx|no smtp service/i, 'The domain of the address does not accept email.'],
    [
      /^5\.(?:1\.2|4\.4|4\.310) |\b(?:domain|host)(?: name)?(?: \S{1,255})? (?:is |was )?(?:unknown|not found|does not exist)|\b(?:unknown|no such) (?:domain|host)|nxdomain|find any host|mx records? point/i,
      'The domain of the address does not exist or has no mail server.',
    ],
    [/^/, 'The mailbox does not exist.'],
  ],
  soft: [
    [/^[45]\.2\.2 |quota|\bfull\b|storage|disk space/i, 'The mailbox is full.'],
    [/^[45]\.2\.1 |disabled|suspended|inactive|locked|deactivated/i, 'The mailbox is disabled.'],
    [
      /^[45]\.4\.\d|expired|timed? ?out|connect|giving up|too long|name server|could not be reached/i,
      'The receiving server could not be reached, or did not accept the email in time.',
    ],
    [
      /unknown|no such|not exist|not found|invalid (?:user|recipient|mailbox)/i,
      'The receiving server says that the mailbox does not exist, but this may not be the real reason.',
    ],
    [/^/, 'The receiving server did not accept the email and gave no clear reason.'],
  ],
  policy: [
    [
      /^[45]\.(?:2\.3|3\.4) |too (?:large|big)|size (?:limit|exceed)|exceed.{1,40} size\b/i,
      'The email is too large for the receiving server.',
    ],
    [
      /\bspf\b|\bdkim\b|\bdmarc\b|unauthenticated/i,
      'The receiving server could not verify the sender (SPF, DKIM or DMARC).',
    ],
    [
      /block ?list|black ?list|\brbl\b|dnsbl|spamhaus|reputation|\blisted\b/i,
      'The receiving server distrusts the sending server or its domain.',
    ],
    [/spam|virus|malware|phish|content/i, 'The receiving server objects to the content of the email.'],
    [/rate|too (?:many|much|fast)|throttl|limit/i, 'The receiving server got too many emails at once.'],
    [/^/, 'The receiving server refused the sender or the email, not the recipient.'],
  ],
}

const CONSEQUENCES: Record<ReplyClass, string> = {
  hard: 'Lettermill will not send to this address again.',
  soft: 'Lettermill still sends to this address; after three such bounces in a row it pauses for 30 days.',
  policy: 'Lettermill still sends to this address; the sender has to solve the problem.',
}

const TEST_CONSEQUENCE = 'This is a test recipient, so nothing else happens.'

// The reason begins with the reply; a report may quote more.
const LONGEST_TEXT = 1_000

/** The cause, and the consequence for the address. */
export function explainBounce({
  class: verdict,
  code,
  reason = '',
  isTestRecipient = false,
}: BounceFacts): string {
  const text = `${code ?? ''} ${reason}`.slice(0, LONGEST_TEXT)
  const cause = CAUSES[verdict].find(([form]) => form.test(text))?.[1] ?? ''
  return `${cause} ${isTestRecipient ? TEST_CONSEQUENCE : CONSEQUENCES[verdict]}`
}
