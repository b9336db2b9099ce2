import type { ApiError, Provider } from '../door.ts'
import { problemsOf } from '../wording.ts'
import type { FieldNames } from '../wording.ts'

const FIELDS: FieldNames = {
  emails: 'personalizations',
  body: 'content',
  text: 'content',
  reply: 'reply_to',
  tags: 'categories',
  template: 'template_id',
  data: 'dynamic_template_data',
  scheduledFor: 'send_at',
  contentType: 'type',
  contentId: 'content_id',
}

/** SendGrid answers 400 for everything about the content of a request. */
const statusOf = ({ code, statusCode }: ApiError): number =>
  statusCode === 422 || code === 'TEMPLATE_NOT_FOUND' ? 400 : statusCode

export const sendgridProvider: Provider = {
  name: 'SendGrid',
  path: '/compat/sendgrid',
  key: { scheme: 'secretKey', keyOf: () => undefined },
  toRefusal: (error) => ({
    status: statusOf(error),
    body: {
      errors: problemsOf(error, FIELDS).map(({ field, message }) => ({ message, field, help: null })),
    },
  }),
}
