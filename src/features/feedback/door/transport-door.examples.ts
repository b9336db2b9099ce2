import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './transport-door.schema.ts'

export const transportDoorExamples = {
  TransportFeedback: {
    url: 'https://mail.shop.example/feedback/sendgrid/q8GJ2v0m1R3sX5Zy7aBcDg',
    provider: 'sendgrid',
    keys: ['sendgrid'],
    lastReportAt: '2026-02-02T11:09:41.018Z',
  },
  TransportFeedbackPatch: { keys: { mailgun: 'key-3f0e1c2b4a5968778695a4b3c2d1e0f9' } },
  TransportFeedbackRotate: { graceSeconds: 3600 },
} satisfies ExamplesOf<typeof schemas>
