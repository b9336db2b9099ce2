import type { ApiError, Provider } from '../door.ts'
import { sentenceOf } from '../wording.ts'
import type { FieldNames } from '../wording.ts'

const FIELDS: FieldNames = {
  body: 'html',
  reply: 'h:Reply-To',
  attachments: 'attachment',
  tags: 'o:tag',
  data: 't:variables',
  scheduledFor: 'o:deliverytime',
}

/** Mailgun answers 400 for everything about the content of a request. */
const statusOf = ({ code, statusCode }: ApiError): number =>
  statusCode === 422 || code === 'TEMPLATE_NOT_FOUND' ? 400 : statusCode

/** The key is the password of the user `api`. */
function keyOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([a-z0-9+/=]+) *$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [, key] = /^api:([\x21-\x7e]+)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return key
}

export const mailgunProvider: Provider = {
  name: 'Mailgun',
  path: '/compat/mailgun',
  key: { scheme: 'mailgunKey', keyOf: ({ authorization }) => keyOf(authorization) },
  toRefusal: (error) => ({ status: statusOf(error), body: { message: sentenceOf(error, FIELDS) } }),
}
