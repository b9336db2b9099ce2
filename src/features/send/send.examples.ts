import type { z } from 'zod'
import type { SendAnswer, SendRequest } from './send.schema.ts'

const request: z.input<typeof SendRequest> = {
  to: { email: 'ada@example.com', name: 'Ada Lovelace' },
  from: { email: 'hello@shop.test', name: 'The Shop' },
  subject: 'Your order {{ order }} is on its way',
  body: '<p>Hello {{ name }}, your order {{ order }} left our warehouse today.</p>',
  data: { name: 'Ada', order: 'A-1043' },
  tags: ['shipping'],
}

const answer: z.output<typeof SendAnswer> = {
  success: true,
  data: {
    emails: [
      {
        contact: { id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44', email: 'ada@example.com' },
        email: '019c2f40-1b7e-7a02-8f53-5a9d40c6e711',
        status: 'QUEUED',
      },
    ],
    timestamp: '2026-02-02T09:30:00.000Z',
  },
}

export const sendExamples = { SendRequest: request, SendAnswer: answer }
