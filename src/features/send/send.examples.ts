import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './send.schema.ts'
import type * as testSchemas from './template-test.schema.ts'

const request: z.input<typeof schemas.SendRequest> = {
  to: { email: 'ada@example.com', name: 'Ada Lovelace' },
  from: { email: 'hello@shop.test', name: 'The Shop' },
  subject: 'Your order {{ order }} is on its way',
  body: '<p>Hello {{ name }}, your order {{ order }} left our warehouse today.</p>',
  data: { name: 'Ada', order: 'A-1043' },
  tags: ['shipping'],
}

const answer: z.output<typeof schemas.SendAnswer> = {
  success: true,
  data: {
    emails: [
      {
        contact: { id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44', email: 'ada@example.com' },
        email: '019c2f40-1b7e-7a02-8f53-5a9d40c6e711',
        status: 'QUEUED',
        missing: [],
      },
    ],
    timestamp: '2026-02-02T09:30:00.000Z',
  },
}

export const sendExamples = {
  SendRequest: request,
  SendAnswer: answer,
  BatchRequest: {
    emails: [request, { ...request, to: 'grace@example', data: { name: 'Grace', order: 'A-1044' } }],
  },
  BatchAnswer: {
    success: true,
    data: {
      results: [
        answer,
        {
          success: false,
          error: {
            code: 'VALIDATION_ERROR',
            message: 'to: Write the whole domain with its ending, such as example.com.',
            statusCode: 422,
            requestId: '019c2f3e-8a51-7000-9d0a-3f1f8b7e2c44',
            errors: [
              {
                field: 'to',
                message: 'Write the whole domain with its ending, such as example.com.',
                code: 'invalid_string',
              },
            ],
            suggestion: 'error.errors names every field with its problem.',
          },
        },
      ],
    },
  },
  TemplateTest: { emails: ['ada@example.com', 'grace@example.com'], data: { order: 'A-1043' } },
  TemplateTested: {
    emails: [
      { email: 'ada@example.com', emailId: '019c2f40-1b7e-7a02-8f53-5a9d40c6e711', status: 'QUEUED' },
      {
        email: 'grace@example.com',
        emailId: '019c2f40-1b7e-7a02-8f53-5a9d40c6e712',
        status: 'SUPPRESSED',
        reason: 'hard_bounce',
      },
    ],
  },
} satisfies ExamplesOf<typeof schemas & typeof testSchemas>
