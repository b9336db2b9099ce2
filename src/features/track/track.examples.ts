import type { z } from 'zod'
import type { TrackAnswer, TrackRequest } from './track.schema.ts'

const request: z.input<typeof TrackRequest> = {
  email: 'ada@example.com',
  event: 'checkout completed',
  data: { plan: 'pro', order: { value: 'A-1043', persistent: false } },
}

const answer: z.output<typeof TrackAnswer> = {
  success: true,
  data: {
    contact: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
    event: '019c2f61-7d03-7f9a-8b25-c1a4e0d95f3b',
    timestamp: '2026-02-02T10:01:44.512Z',
  },
}

export const trackExamples = { TrackRequest: request, TrackAnswer: answer }
