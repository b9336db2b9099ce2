// Maps the errors of /v1/send to SMTP replies. 4xx is temporary, and mailers with a queue try again by themselves; 5xx is
// permanent. Everything a person needs has to fit into one line.
import { isDatabaseUnavailable } from '../../../platform/db/failures/database-errors.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ErrorCode } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log/log.ts'
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'

/** With the enhanced codes of RFC 3463 and RFC 7504. Codes that are not listed are permanent. */
const REPLIES: Partial<Record<ErrorCode, [reply: number, code: string]>> = {
  MISSING_AUTH: [530, '5.7.0'],
  INVALID_API_KEY: [535, '5.7.8'],
  FORBIDDEN: [535, '5.7.8'],
  PROJECT_DISABLED: [550, '5.7.1'],
  PROJECT_MOVED: [550, '5.7.1'],
  DOMAIN_NOT_VERIFIED: [550, '5.7.1'],
  PAYLOAD_TOO_LARGE: [552, '5.3.4'],
  RATE_LIMIT_EXCEEDED: [451, '4.7.0'],
  IDEMPOTENCY_IN_PROGRESS: [451, '4.7.0'],
  SERVICE_UNAVAILABLE: [451, '4.3.2'],
  INTERNAL_SERVER_ERROR: [451, '4.3.0'],
}
const PERMANENT: [number, string] = [554, '5.6.0']

// RFC 5321 section 4.5.3.1.5 has lines of 512 octets, with code and line end.
const LONGEST_TEXT = 480

/** Any error but an AppError is a failure of ours: the client may try again. */
export function toSmtpAnswer(error: unknown, log: Log): SmtpAnswer {
  if (error instanceof SmtpAnswer) return error
  if (error instanceof AppError) {
    const [reply, code] = REPLIES[error.code] ?? PERMANENT
    return new SmtpAnswer(reply, toLine(`${code} ${textOf(error)}`))
  }
  const message = 'an email submitted by SMTP could not be accepted; its sender was told to try again'
  if (isDatabaseUnavailable(error)) log.warn({ err: error }, message)
  else log.error({ err: error }, message)
  return new SmtpAnswer(451, '4.3.0 The email cannot be accepted right now. Send it again in a minute.')
}

function toLine(text: string): string {
  const ascii = text.replaceAll(/[^ -~]+/g, '?')
  return ascii.length <= LONGEST_TEXT ? ascii : `${ascii.slice(0, LONGEST_TEXT - 3)}...`
}

const HEADERS: Record<string, string> = {
  to: 'recipient',
  from: 'From',
  reply: 'Reply-To',
  subject: 'Subject',
  body: 'HTML part',
  text: 'text part',
  template: 'X-Lettermill-Template',
  tags: 'X-Lettermill-Tags',
  data: 'X-Lettermill-Data',
}
const MOST_SHOWN = 3

function textOf({ code, message, suggestion, fields, retryAfterSeconds }: AppError): string {
  if (fields) {
    const shown = fields.slice(0, MOST_SHOWN).map(({ field, message: problem }) => {
      const [first = '', ...rest] = field.split('.')
      return `${[HEADERS[first] ?? first, ...rest].join(' ')}: ${problem}`
    })
    const others = fields.length - shown.length
    return `${shown.join('; ')}${others > 0 ? `; and ${others} more problems` : ''}.`
  }
  if (retryAfterSeconds !== undefined) return `${message} Send it again in ${retryAfterSeconds} seconds.`
  // The suggestions of these two codes are about the body of an HTTP request.
  return code === 'VALIDATION_ERROR' || code === 'BAD_REQUEST' ? message : `${message} ${suggestion}`
}
