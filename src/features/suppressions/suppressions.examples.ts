import type { z } from 'zod'
import type { Suppression, SuppressionCreate, SuppressionList } from './suppressions.schema.ts'

const suppression: z.output<typeof Suppression> = {
  id: '019c2f88-0f1c-7a93-9b4e-7d25c0e6f813',
  email: 'closed@example.com',
  reason: 'hard_bounce',
  source: 'smtp reply',
  createdAt: '2026-02-02T10:44:19.301Z',
  expiresAt: null,
}

const list: z.output<typeof SuppressionList> = {
  suppressions: [suppression],
  cursor: null,
  hasMore: false,
  total: 1,
}

const create: z.input<typeof SuppressionCreate> = { email: 'closed@example.com' }

export const suppressionExamples = {
  Suppression: suppression,
  SuppressionList: list,
  SuppressionCreate: create,
}
