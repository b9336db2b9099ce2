import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './track.schema.ts'

export const trackExamples = {
  TrackRequest: {
    email: 'ada@example.com',
    event: 'checkout completed',
    data: { plan: 'pro', order: { value: 'A-1043', persistent: false } },
  },
  TrackAnswer: {
    success: true,
    data: {
      contact: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
      event: '019c2f61-7d03-7f9a-8b25-c1a4e0d95f3b',
      timestamp: '2026-02-02T10:01:44.512Z',
    },
  },
} satisfies ExamplesOf<typeof schemas>
