import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './suppressions.schema.ts'

const suppression: z.output<typeof schemas.Suppression> = {
  id: '019c2f88-0f1c-7a93-9b4e-7d25c0e6f813',
  email: 'closed@example.com',
  reason: 'hard_bounce',
  source: 'smtp reply',
  createdAt: '2026-02-02T10:44:19.301Z',
  expiresAt: null,
}

export const suppressionExamples = {
  Suppression: suppression,
  SuppressionList: {
    suppressions: [suppression],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  SuppressionCreate: { email: 'closed@example.com' },
} satisfies ExamplesOf<typeof schemas>
