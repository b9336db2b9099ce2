// Every route of a door is in the API description, with examples and the errors of its provider.
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../../test/conventions/api-routes.ts'

type DescribedBody = {
  description?: string
  content?: Record<string, { schema?: { $ref?: string }; example?: unknown }>
}

const { operations } = await describeApi()
const doors = operations.filter(({ path }) => path.startsWith('/compat/'))

const ERRORS: Record<string, string> = {
  mailgun: 'MailgunError',
  postmark: 'PostmarkError',
  resend: 'ResendError',
  sendgrid: 'SendgridError',
}

describe('the description of the doors', () => {
  it('has every call of the documents', () => {
    const paths = doors.map(({ method, path }) => `${method} ${path.slice('/compat/'.length)}`)
    expect(paths).toEqual(
      expect.arrayContaining([
        'POST resend/emails',
        'POST resend/emails/batch',
        'POST resend/domains',
        'POST resend/audiences',
        'POST resend/contacts',
        'POST postmark/email',
        'POST postmark/email/batch',
        'POST postmark/email/withTemplate',
        'POST sendgrid/v3/mail/send',
        'POST mailgun/v3/{domain}/messages',
      ]),
    )
  })

  it.each(doors.map((operation) => ({ name: operation.operationId, operation })))(
    'is whole: $name',
    ({ operation }) => {
      const { description = '', requestBody, responses = {}, path, tags } = operation
      expect([tags, description.length > 20]).toEqual([['Compatibility'], true])
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const bodies = [requestBody, ...good.map(([, response]) => response)] as (DescribedBody | undefined)[]
      for (const { content = {} } of bodies.filter((body) => body !== undefined)) {
        for (const media of Object.values(content)) expect(media.example).toBeDefined()
      }
      const provider = path.split('/')[2] ?? ''
      for (const status of ['400', '401', '403', '404', '409', '413', '422', '429', '500', '503']) {
        const { content } = responses[status] as OpenAPIV3_1.ResponseObject & DescribedBody
        const { schema } = content?.['application/json'] ?? {}
        expect(schema).toEqual({ $ref: `#/components/schemas/${ERRORS[provider]}` })
      }
    },
  )
})
