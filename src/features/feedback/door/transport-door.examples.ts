import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as probeSchemas from './probes/probes.schema.ts'
import type * as schemas from './transport-door.schema.ts'

const probe = {
  kind: 'bounced',
  emailId: '019c2f9a-9b02-7e43-8c51-1f0d2a6b7c88',
  to: 'bounce@simulator.amazonses.com',
  state: 'reported',
  sentAt: '2026-02-02T11:09:35.402Z',
  reportedAt: '2026-02-02T11:09:41.018Z',
  nextStep: null,
} as const

export const transportDoorExamples = {
  FeedbackProbe: probe,
  FeedbackProve: { from: 'hello@mail.shop.example', to: 'ada@shop.example' },
  TransportFeedback: {
    url: 'https://mail.shop.example/feedback/ses/q8GJ2v0m1R3sX5Zy7aBcDg',
    provider: 'ses',
    keys: ['sns-topic'],
    lastReportAt: '2026-02-02T11:09:41.018Z',
    probes: [probe],
  },
  TransportFeedbackPatch: { keys: { mailgun: 'key-3f0e1c2b4a5968778695a4b3c2d1e0f9' } },
  TransportFeedbackRotate: { graceSeconds: 3600 },
} satisfies ExamplesOf<typeof schemas & typeof probeSchemas>
