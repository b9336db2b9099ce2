// Turns the errors of SES into results with the codes that SMTP has for them, by which delivery decides whether an email, its
// sender or the transport is to blame. None of them is about the recipient: SES accepts an email before it looks for the
// mailbox, and reports a bounce later.
import { storableText } from '../../text/storable-text.ts'
import { readJson, textAt } from '../feedback/providers/json-values.ts'
import type { AttemptResult, SmtpReply } from '../transport.ts'
import type { HttpAnswer } from './http-exchange.ts'

/** `limit`: the rate or the daily quota of the account was exceeded. */
export type SesRefusal = { result: AttemptResult; limit?: 'rate' | 'quota' }

// Stored with the email and shown to people.
const LONGEST_TEXT = 2_000

type ErrorKind = 'limit' | 'account' | 'clock' | 'credentials' | 'sender' | 'email'

/** By the name of the error. The first that matches counts. */
const NAMES: readonly [RegExp, ErrorKind][] = [
  [/^(?:TooManyRequests|Thrott|RequestThrott|LimitExceeded|SlowDown)/, 'limit'],
  // NotFound: the configuration set does not exist.
  [/SendingPaused|^AccountSuspended|^NotFound|^ConfigurationSet/, 'account'],
  [/^RequestTimeTooSkewed|^RequestExpired/, 'clock'],
  [
    /^(?:AccessDenied|UnrecognizedClient|InvalidClientToken|InvalidSignature|SignatureDoesNotMatch)/,
    'credentials',
  ],
  [
    /^(?:IncompleteSignature|ExpiredToken|MissingAuthenticationToken|NotAuthorized|OptInRequired)/,
    'credentials',
  ],
  [/^MailFromDomainNotVerified/, 'sender'],
  [/^(?:MessageRejected|BadRequest|Validation|InvalidParameter)/, 'email'],
]

/** By its words, where one name stands for several causes. */
const WORDS: readonly [RegExp, ErrorKind][] = [
  [/signature (?:expired|not yet current)/i, 'clock'],
  [/\bnot verified\b/i, 'sender'],
]

/** By the status, for an error without a known name. */
const STATUSES: Record<number, ErrorKind> = {
  401: 'credentials',
  403: 'credentials',
  429: 'limit',
  503: 'account',
}

/** `name`: empty if it is not an error of SES. */
export type SesError = { name: string; message: string; words: string; kind: ErrorKind | undefined }

export function readSesError({ status, errorType, body }: HttpAnswer): SesError {
  const json = readJson(body)
  const name = errorType || textAt(json, '__type').replace(/^.*#/, '')
  const message = textAt(json, 'message') || textAt(json, 'Message') || `HTTP ${status}`
  const words = storableText(`${name === '' ? 'HTTP error' : name}: ${message}`.slice(0, LONGEST_TEXT))
  return { name, message, words, kind: kindOf(WORDS, message) ?? kindOf(NAMES, name) ?? STATUSES[status] }
}

export function refusalOf(answer: HttpAnswer): SesRefusal {
  const { name, message, words, kind } = readSesError(answer)
  if (kind === 'limit') {
    return { result: notNow(words), limit: /\bdaily\b|quota/i.test(message) ? 'quota' : 'rate' }
  }
  if (kind !== undefined) return { result: RESULTS[kind](words) }
  if (name === '' && answer.status < 500) return { result: notNow(`this is not an answer of SES, ${words}`) }
  return { result: { kind: 'deferred', stage: 'data', reply: null, reason: words } }
}

const kindOf = (table: readonly [RegExp, ErrorKind][], text: string): ErrorKind | undefined =>
  table.find(([form]) => form.test(text))?.[1]

const RESULTS: Record<Exclude<ErrorKind, 'limit'>, (words: string) => AttemptResult> = {
  account: (words) => notNow(words),
  clock: (words) => notNow(`${words}; set the clock of this server`),
  credentials: (words) => {
    const text = `${words}; check the access key of SES and its permissions`
    return deferred('auth', { code: 535, enhancedCode: '5.7.8', text })
  },
  // Worth a retry, unlike at a receiver: the operator can verify the domain in the meantime.
  sender: (words) => deferred('mail', { code: 450, enhancedCode: '4.1.8', text: words }),
  email: (text) => ({ kind: 'rejected', stage: 'mail', reply: { code: 554, enhancedCode: '5.6.0', text } }),
}

/** RFC 5321 section 4.2.3: 421 is about the service at any stage, so that all email waits, whatever the words are. */
export const notNow = (text: string): AttemptResult =>
  deferred('mail', { code: 421, enhancedCode: '4.7.0', text })

function deferred(stage: 'auth' | 'mail', reply: SmtpReply): AttemptResult {
  return { kind: 'deferred', stage, reply, reason: `${reply.code} ${reply.text}` }
}
