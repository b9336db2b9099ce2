import type { ApiError, Provider } from '../door.ts'
import { sentenceOf } from '../wording.ts'
import type { FieldNames } from '../wording.ts'

/** https://postmarkapp.com/developer/api/overview#error-codes */
const CODES: Readonly<Record<string, number>> = {
  MISSING_AUTH: 10,
  INVALID_API_KEY: 10,
  FORBIDDEN: 10,
  PROJECT_DISABLED: 10,
  PROJECT_MOVED: 10,
  DOMAIN_NOT_VERIFIED: 400,
  INVALID_REQUEST_BODY: 402,
  TEMPLATE_NOT_FOUND: 1101,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 100,
}
const INVALID_EMAIL_REQUEST = 300
const INACTIVE_RECIPIENT = 406

const FIELDS: FieldNames = {
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  body: 'HtmlBody',
  text: 'TextBody',
  reply: 'ReplyTo',
  headers: 'Headers',
  attachments: 'Attachments',
  filename: 'Name',
  content: 'Content',
  contentType: 'ContentType',
  contentId: 'ContentID',
  tags: 'Metadata',
  template: 'TemplateAlias',
  data: 'TemplateModel',
}

/** Clients tell these apart by their status; everything else about the content of a request is a 422. */
const STATUSES = [401, 403, 404, 405, 413, 429, 500, 503]

export type PostmarkRefusal = { ErrorCode: number; Message: string }

export const toPostmarkError = (error: ApiError): PostmarkRefusal => ({
  ErrorCode: CODES[error.code] ?? INVALID_EMAIL_REQUEST,
  Message: sentenceOf(error, FIELDS),
})

/** The client of Postmark reads the addresses out of this message. */
export const inactive = (addresses: readonly string[]): PostmarkRefusal => ({
  ErrorCode: INACTIVE_RECIPIENT,
  Message: `You tried to send to recipients that are suppressed in Lettermill. Found inactive addresses: ${addresses.join(', ')}. Inactive recipients have bounced, complained or unsubscribed: GET /suppressions lists them.`,
})

export const postmarkProvider: Provider = {
  name: 'Postmark',
  path: '/compat/postmark',
  key: {
    scheme: 'postmarkToken',
    keyOf: ({ 'x-postmark-server-token': token }) =>
      typeof token === 'string' && token !== '' ? token : undefined,
  },
  toRefusal: (error) => {
    const isOfContent = error.code === 'TEMPLATE_NOT_FOUND' || error.code === 'DOMAIN_NOT_VERIFIED'
    const isKept = STATUSES.includes(error.statusCode) && !isOfContent
    return { status: isKept ? error.statusCode : 422, body: toPostmarkError(error) }
  },
}
